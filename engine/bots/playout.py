"""Play a deal's cards out between hands of ranks: by habit, quickly, or to the very best of both, where few are left.

Habit is what a thoughtful player does without counting on: points now, minus what the usual hand answers.
"""

from __future__ import annotations

import math
from typing import Final, Protocol, TypeAlias

from engine.bots import keeping
from engine.bots.spots import ROOT, Spot

Ranks: TypeAlias = tuple[int, ...]
Reach: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Which side each seat plays for, and how many holes each side has to go."""


class Judge(Protocol):
    """Say what points in the play are worth, seen from seat 0 of two."""

    def decided(self, points: tuple[int, int]) -> float | None:
        """Return the worth where one side is at its hole, else None."""

    def end(self, points: tuple[int, int]) -> float:
        """Return the worth of a play that has come to its end."""


ANSWERS: Final = 3
"""Cards the answering hand is taken to hold."""
GO: Final = 0.8
"""What it is worth to leave a count nobody can add to: the go, less what the player might have laid himself."""
SHARPNESS: Final = 1.2
"""How many points worse a card must be to be laid e times as seldom."""


def worth(here: Spot) -> tuple[float, ...]:
    """Give what laying each rank is worth by habit: points now minus the mean best answer, and the hope of a go.

    >>> five, four, king = (worth(ROOT)[rank] for rank in (4, 3, 12))
    >>> five < king < four
    True
    """
    found = here.worth
    if found is None:
        values = []
        for rank in range(13):
            if rank > here.fits:
                values.append(-99.0)
                continue
            after = here.after(rank)
            values.append(here.points[rank] - answer(after))
        found = tuple(values)
        here.likes = tuple(math.exp(value / SHARPNESS) for value in found)
        here.worth = found  # last: another thread that finds it may read both
    return found


def answer(here: Spot) -> float:
    """Give what the usual hand answers on average; where no card fits, minus the go it leaves."""
    if here is ROOT:
        return 0.0
    chances = keeping.chances(ANSWERS)
    left, expected = 1.0, 0.0
    order = sorted(range(here.fits + 1), key=here.points.__getitem__, reverse=True)
    for rank in order:
        expected += here.points[rank] * left * chances[rank]
        left *= 1 - chances[rank]
    return expected - GO * left


def by_habit(here: Spot, hands: tuple[list[int], ...], last: int, reach: Reach, *, single: bool = False) -> list[int]:
    """Play the rest by habit and return each seat's points, the play stopping where a side reaches its hole.

    `hands`: sorted ranks by seat, used up; `last`: the seat that laid the last card; `single`: only to the end of the
    open count (E33). Order and points are the rules' (E1, E4, E6 to E8): the next seat that can lay does, else the
    count ends, and the next begins left of the last card.
    """
    seats = len(hands)
    points = [0] * seats
    sides, to_go = reach
    left = list(to_go)
    while True:
        fits = here.fits
        seat = last
        for _ in range(seats):
            seat = seat + 1 if seat + 1 < seats else 0
            hand = hands[seat]
            if hand and hand[0] <= fits:
                break
        else:
            if here is not ROOT:
                points[last] += 1
                left[sides[last]] -= 1
                if left[sides[last]] <= 0:
                    return points
                here = ROOT
            if single or not any(hands):
                return points
            continue
        if len(hand) == 1:
            rank = hand.pop()
        else:
            values = here.worth or worth(here)
            rank = hand[0]
            most = values[rank]
            for other in hand:
                if other > fits:
                    break
                value = values[other]
                if value > most:
                    most, rank = value, other
            hand.remove(rank)
        earned = here.points[rank]
        here = here.after(rank)
        last = seat
        if earned:
            points[seat] += earned
            left[sides[seat]] -= earned
            if left[sides[seat]] <= 0:
                return points
        if single and here is ROOT:
            return points


def solved(here: Spot, hands: tuple[Ranks, Ranks], last: int, points: tuple[int, int], judge: Judge) -> float:
    """Return what seat 0 comes to when both play their best and know both hands: exact, for few cards.

    `judge` says what the two seats' points are worth to seat 0, which seat 1 makes as small as it can; it may say at
    once what is decided.
    """
    fits = here.fits
    seat = 1 - last
    hand = hands[seat]
    if not hand or hand[0] > fits:
        seat = last
        hand = hands[seat]
        if not hand or hand[0] > fits:
            if here is not ROOT:
                points = (points[0], points[1] + 1) if last else (points[0] + 1, points[1])
            if not hands[0] and not hands[1]:
                return judge.end(points)
            known = judge.decided(points)
            return known if known is not None else solved(ROOT, hands, last, points, judge)
    best: float | None = None
    tried = -1
    for at, rank in enumerate(hand):
        if rank > fits:
            break
        if rank == tried:
            continue
        tried = rank
        rest = hand[:at] + hand[at + 1 :]
        earned = here.points[rank]
        now = points
        value: float | None = None
        if earned:
            now = (points[0], points[1] + earned) if seat else (points[0] + earned, points[1])
            value = judge.decided(now)
        if value is None:
            left = (hands[0], rest) if seat else (rest, hands[1])
            value = solved(here.after(rank), left, seat, now, judge)
        if best is None or (value < best if seat else value > best):
            best = value
    assert best is not None, "a hand that fits has a card that fits"
    return best
