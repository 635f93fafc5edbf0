"""Weigh what others may hold: what is usually kept, what is out of sight, what a go rules out, how they have played.

For two players every holding that can be is listed with its weight. For three and four hands are drawn from the unseen
cards instead, since there are too many together.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final, NamedTuple

from engine import scoring
from engine.bots import keeping
from engine.bots.playout import Ranks, worth
from engine.bots.simple import combinations_of_ranks
from engine.bots.spots import RANK_VALUES, ROOT, Spot
from engine.cards import Card
from engine.pegging import LIMIT
from engine.state import State, passed_over

RANK_KEYS: Final = scoring.KEYS[::4]
_WAYS: Final = tuple(tuple(comb(left, some) for some in range(5)) for left in range(5))


class Holding(NamedTuple):
    """Hold one hand an opponent may have left: sorted ranks, its weight, and the key of all four of its cards."""

    rest: Ranks
    weight: float
    key: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold what one seat's play in this deal tells: what it laid and where, and what it can no longer hold.

    `moves`: for each card laid, the spot before it and its rank. `above`: every card still held counts more than this.
    """

    moves: tuple[tuple[Spot, int], ...]
    above: int


def unseen(state: State, seat: int) -> list[int]:
    """Count, rank by rank, the cards a seat does not see in the play: others' hands and throws, the pack."""
    left = [4] * 13
    sight = [*state.hands[seat], *state.discards[seat], *(laid.card for pile in state.line for laid in pile)]
    assert state.starter is not None, "the play has a starter"
    for one in (*sight, state.starter):
        left[one >> 2] -= 1
    return left


def evidence(state: State, other: int) -> Evidence:
    """Read what a seat has laid and passed in this deal.

    A seat that is passed over while it holds cards holds none that fits; a count that ended below 31 fitted nobody.
    """
    moves: list[tuple[Spot, int]] = []
    above = 0
    last = len(state.line) - 1
    for number, pile in enumerate(state.line):
        here = ROOT
        for at, laid in enumerate(pile):
            rank = laid.card >> 2
            if laid.seat == other:
                moves.append((here, rank))
            room = LIMIT - here.count
            if at and laid.seat != other and other in passed_over(state.rules, pile[at - 1 : at + 1]):
                above = max(above, room)
            here = here.after(rank)
        if number < last and here is not ROOT:
            above = max(above, LIMIT - here.count)
    if state.pile and other in state.gone():
        above = max(above, LIMIT - state.count)
    return Evidence(tuple(moves), above)


def holdings(left: list[int], size: int, seen: Evidence, *, dealer: bool) -> list[Holding]:
    """List every hand of ranks the opponent may still hold with its weight; weights are not scaled.

    `left`: unseen cards by rank; `size`: cards still held; `dealer`: whether the opponent threw to a crib of his own.
    """
    base = sum(RANK_KEYS[rank] for _, rank in seen.moves)
    ways = [_WAYS[some][times] for some in left for times in range(5)]
    if len(seen.moves) + size == 4:
        usual = keeping.per_deal(dealer=dealer)
    else:
        usual = keeping.by_share(size)
        base = 0
    told = Told(seen) if seen.moves else None
    found: list[Holding] = []
    for rest, parts, key in _hands_above(size, seen.above):
        weight = 1.0
        for part in parts:
            weight *= ways[part]
        if weight:
            weight *= usual[base + key]
            if told is not None:
                weight *= told.likelihood(rest)
            found.append(Holding(rest, weight, base + key))
    return found


@cache
def _hands_above(size: int, above: int) -> tuple[tuple[Ranks, tuple[int, ...], int], ...]:
    """List hands of cards that all count more than `above`: ranks, where their ways stand in a list, their key."""
    return tuple(
        (rest, tuple(rank * 5 + rest.count(rank) for rank in sorted(set(rest))), sum(RANK_KEYS[rank] for rank in rest))
        for rest in combinations_of_ranks(size)
        if all(RANK_VALUES[rank] > above for rank in rest)
    )


class Told:
    """Tell how likely a hand would have laid what a seat has laid: the better a card looks by habit, the likelier."""

    def __init__(self, seen: Evidence) -> None:
        """Prepare; the choices of one seat."""
        self._choices = []
        for at, (here, rank) in enumerate(seen.moves):
            worth(here)
            also = sum([here.likes[one] for _, one in seen.moves[at:] if one <= here.fits])
            self._choices.append((here.fits, here.likes, here.likes[rank], also))

    def likelihood(self, rest: Ranks) -> float:
        """Return the chance of all the choices, `rest` being what the seat has left."""
        chance = 1.0
        for fits, likes, chosen, also in self._choices:
            total = also
            for one in rest:
                if one <= fits:
                    total += likes[one]
            chance *= chosen / total
        return chance


def sample(found: list[Holding], size: int) -> list[Holding]:
    """Take hands evenly along the list, each as often as its weight asks, without chance; their weights add up to 1.

    >>> some = [Holding((rank,), weight, 0) for rank, weight in enumerate((1.0, 2.0, 1.0))]
    >>> [one.weight for one in sample(some, 4)], [one.rest for one in sample(some * 4, 2)]
    ([0.25, 0.5, 0.25], [(0,), (0,)])
    """
    total = sum([one.weight for one in found])
    if len(found) <= size:
        return [Holding(rest, weight / total, key) for rest, weight, key in found]
    step = total / size
    reached, need = 0.0, step / 2
    taken: list[Holding] = []
    share = 1 / size
    for rest, weight, key in found:
        reached += weight
        if reached > need:
            times = int((reached - need) / step) + 1
            need += times * step
            taken.append(Holding(rest, times * share, key))
    return taken


def draw(
    left: list[int], seats: Sequence[tuple[int, Evidence, tuple[float, ...]]], rng: random.Random
) -> tuple[tuple[Ranks, ...], float] | None:
    """Draw hands for several seats at once from the unseen cards; None where the draw contradicts what was passed.

    `seats`: for each the cards it still holds, what its play tells, and how often each rank is kept. Returned with a
    weight: how likely these hands would have played as the seats did.
    """
    kept = seats[0][2]
    pool = [(math.log(1 - rng.random()) / kept[rank], rank) for rank in range(13) for _ in range(left[rank])]
    pool.sort(reverse=True)
    ranks = [rank for _, rank in pool]
    hands: list[Ranks] = []
    weight = 1.0
    for size, seen, _ in seats:
        hand = [rank for rank in ranks if RANK_VALUES[rank] > seen.above][:size]
        if len(hand) < size:
            return None
        for rank in hand:
            ranks.remove(rank)
        hand.sort()
        hands.append(tuple(hand))
        weight *= Told(seen).likelihood(hands[-1])
    return tuple(hands), weight


def any_hands(left: list[int], size: int, laid: Sequence[Card]) -> list[Holding]:
    """List every hand that can be drawn from the unseen cards, weighed by the ways to draw it and by nothing else."""
    base = sum(scoring.KEYS[one] for one in laid)
    found = []
    for rest, parts, key in _hands_above(size, 0):
        weight = 1.0
        for part in parts:
            weight *= _WAYS[left[part // 5]][part % 5]
        if weight:
            found.append(Holding(rest, weight, base + key))
    return found
