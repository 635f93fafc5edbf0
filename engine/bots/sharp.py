"""Play as a strong player does: believe, play on in the mind, and watch the hole.

Two players: every hand the opponent may hold is weighed (`belief`); for each of one's cards the play is gone through
against them, by habit while many cards are left and to the very end when few are; what comes of it is judged by points,
or by the chance to win where the deal may end the game. Three and four players, and the five-card game: the same with
hands drawn from the unseen cards, judged by points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine import scoring
from engine.bots import belief, keeping, spots
from engine.bots.judging import GAME, ByChance, ByPoints, cribs
from engine.bots.playout import Judge, by_habit, solved
from engine.bots.protocol import Player, owns_crib
from engine.bots.spots import Spot
from engine.cards import Card
from engine.observe import Observation
from engine.odds import late, tables, throws, win
from engine.odds.chain import FARTHEST
from engine.state import State


@dataclass(frozen=True, slots=True)
class Skills:
    """Say how hard `Sharp` thinks; each part can be taken away, to measure what it brings.

    `hands`: how many of the opponent's hands are gone through; `few`: cards in one's own hand from which on the play is
    solved instead of played by habit; `drawn`: hands drawn at tables of three and four; `belief`: whether what is kept
    and how it was played is weighed; `hole`: whether the hole is watched at all, and chances to win are judged from
    the `near` chance on that the deal ends the game; `pegging`: whether a throw counts what the
    kept cards are worth in the play.
    """

    hands: int = 100
    few: int = 2
    drawn: int = 40
    belief: bool = True
    hole: bool = True
    near: float = late.REACH
    pegging: bool = True


FULL: Final = Skills()
FAR: Final = 1000
"""Holes to go where the hole is not watched: more than any play brings."""


class Sharp(Player):
    """Throw by points, pegging and chances to win; play the card that comes out best against what others may hold."""

    name = "sharp"

    def __init__(self, skills: Skills = FULL) -> None:
        """Have all skills unless told otherwise."""
        self.skills = skills

    def throw(self, seen: Observation, seat: int, rng: random.Random) -> tuple[Card, ...]:
        """Throw what promises most."""
        return max(weighed_throws(seen, seat, self.skills), key=lambda one: one[1])[0]

    def card(self, seen: Observation, seat: int, legal: tuple[Card, ...], rng: random.Random) -> Card:
        """Play the card that comes out best."""
        return max(weighed_cards(seen, seat, legal, rng, self.skills), key=lambda one: one[1])[0]


def weighed_throws(seen: Observation, seat: int, skills: Skills = FULL) -> list[tuple[tuple[Card, ...], float]]:
    """List throws with their worth: points, or the chance to win where the deal may end the game; best tables first."""
    state, rules = seen.state, seen.state.rules
    dealer = owns_crib(seen, seat)
    hand = state.hands[seat]
    scores = None
    if skills.hole and judged_by_chance(state, seat, skills):
        scores = state.scores[seat], state.scores[1 - seat]
    ranked = throws.ranked(hand, dealer=dealer, rules=rules, scores=scores)
    extra = [0.0] * len(ranked)
    if skills.pegging and rules.seats == 2 and not rules.five_card:
        worth = keeping.pegging(dealer=dealer)
        extra = [worth[sum([scoring.KEYS[one] for one in throw.keep])] for throw in ranked]
    if scores is not None:
        point = point_worth(*(rules.target - score for score in scores), dealer=dealer)
        return [(one.throw, (one.win or 0.0) + point * more) for one, more in zip(ranked, extra, strict=True)]
    return [(one.throw, one.total + more) for one, more in zip(ranked, extra, strict=True)]


def weighed_cards(
    seen: Observation, seat: int, legal: Sequence[Card], rng: random.Random, skills: Skills = FULL
) -> list[tuple[Card, float]]:
    """List cards, one of each rank, with what comes of them: in points, or the chance to win near the end."""
    state = seen.state
    ranks = {one >> 2: one for one in reversed(legal)}
    here = spots.of_cards(laid.card for laid in state.pile)
    if state.rules.seats == 2 and not state.rules.five_card:
        worth = _two(state, seat, here, sorted(ranks), skills)
    else:
        worth = _many(state, seat, here, sorted(ranks), rng, skills)
    return [(ranks[rank], worth[rank]) for rank in sorted(ranks)]


def judged_by_chance(state: State, seat: int, skills: Skills = FULL) -> bool:
    """Tell whether the deal may end the game, so that chances count and not points."""
    rules = state.rules
    if rules.seats != 2 or rules.five_card or rules.target > FARTHEST:
        return False
    own, other = rules.target - state.scores[seat], rules.target - state.scores[1 - seat]
    return late.end_chance(own, other, dealer=seat == state.dealer) >= skills.near


def point_worth(own: int, other: int, *, dealer: bool) -> float:
    """Give what a point more, or one less for the opponent, is worth in chances to win; from holes to go before a deal.

    >>> point_worth(3, 100, dealer=True) < 0.001 < point_worth(30, 30, dealer=False) < 0.05
    True
    """
    table = win.dealer_wins()
    if dealer:
        return (table[own - 1][other] - table[own][other - 1]) / 2
    return (table[other - 1][own] - table[other][own - 1]) / 2


def _two(state: State, seat: int, here: Spot, ranks: list[int], skills: Skills) -> dict[int, float]:
    """Go through the play against every hand the opponent may hold."""
    other = 1 - seat
    rules = state.rules
    to_go = (rules.target - state.scores[seat], rules.target - state.scores[other]) if skills.hole else (FAR, FAR)
    if skills.belief:
        told = belief.evidence(state, other)
        held = belief.holdings(belief.unseen(state, seat), len(state.hands[other]), told, dealer=other == state.dealer)
    else:
        held = belief.any_hands(belief.unseen(state, seat), len(state.hands[other]), state.tabled(other))
    held = belief.sample(held, skills.hands)
    mine = tuple(one >> 2 for one in state.hands[seat])
    judge_of = _judges(state, seat, to_go, skills)
    deep = len(mine) <= skills.few
    worth = {}
    for rank in ranks:
        rest = list(mine)
        rest.remove(rank)
        after, earned = here.after(rank), here.points[rank]
        left = tuple(rest)
        reach = (0, 1), (to_go[0] - earned, to_go[1])
        value = 0.0
        for theirs, weight, key in held:
            judge = judge_of(key)
            known = judge.decided((earned, 0))
            if known is None:
                if deep:
                    known = solved(after, (left, theirs), 0, (earned, 0), judge)
                else:
                    points = by_habit(after, (list(left), list(theirs)), 0, reach)
                    known = judge.end((points[0] + earned, points[1]))
            value += weight * known
        worth[rank] = value
    return worth


def _judges(state: State, seat: int, to_go: tuple[int, int], skills: Skills) -> Callable[[int], Judge]:
    """Return the judge of each of the opponent's hands, by the key of its four cards."""
    own, other = to_go
    if not (skills.hole and judged_by_chance(state, seat, skills)):
        plain = ByPoints(own, other)
        return lambda _: plain
    assert state.starter is not None, "the play has a starter"
    dealer = seat == state.dealer
    starter = scoring.KEYS[state.starter]
    crib = cribs(round(tables.by_cards(tables.DEFAULT, own_crib=dealer)[_pair(state.discards[seat])], 1))
    mine = scoring.total(state.shown(seat), state.starter)
    by_ranks = scoring.by_ranks()
    made: dict[int, Judge] = {}

    def judge_of(key: int) -> Judge:
        theirs = by_ranks[key + starter]
        judge = made.get(theirs)
        if judge is None:
            judge = made[theirs] = ByChance(own, other, dealer=dealer, mine=mine, theirs=theirs, cribs=crib)
        return judge

    return judge_of


def _pair(thrown: Sequence[Card]) -> int:
    return thrown[0] * 52 + thrown[1]


def _many(
    state: State, seat: int, here: Spot, ranks: list[int], rng: random.Random, skills: Skills
) -> dict[int, float]:
    """Play on by habit against hands drawn for all others; partners' points are one's own."""
    rules = state.rules
    side = rules.side_of(seat)
    others = [other for other in range(rules.seats) if other != seat]
    wanted = [
        (
            len(state.hands[other]),
            belief.evidence(state, other),
            keeping.of_five(dealer=rules.side_of(other) == rules.side_of(state.dealer)),
        )
        for other in others
    ]
    left = belief.unseen(state, seat)
    drawn = [found for _ in range(skills.drawn) if (found := belief.draw(left, wanted, rng)) is not None]
    mine = [one >> 2 for one in state.hands[seat]]
    sides = tuple(rules.side_of(other) for other in range(rules.seats))
    to_go = [rules.target - score if skills.hole else FAR for score in state.scores]
    signs = [1.0 if one == side else -1.0 / (rules.sides - 1) for one in sides]
    total = sum(weight for _, weight in drawn)
    worth = {}
    for rank in ranks:
        rest = list(mine)
        rest.remove(rank)
        earned = here.points[rank]
        value = 0.0
        if earned >= to_go[side]:
            worth[rank] = GAME + earned
            continue
        now = list(to_go)
        now[side] -= earned
        reach = sides, tuple(now)
        for hands, weight in drawn:
            table: list[list[int]] = [[]] * rules.seats
            table[seat] = list(rest)
            for other, hand in zip(others, hands, strict=True):
                table[other] = list(hand)
            if rules.five_card and here.after(rank) is spots.ROOT:
                points = [0] * rules.seats
            else:
                points = by_habit(here.after(rank), tuple(table), seat, reach, single=rules.five_card)
            net = sum([sign * some for sign, some in zip(signs, points, strict=True)])
            for one, holes in enumerate(now):
                if sum([some for of, some in zip(sides, points, strict=True) if of == one]) >= holes:
                    net += GAME if one == side else -GAME
            value += weight * net
        worth[rank] = earned + (value / total if total else 0.0)
    return worth
