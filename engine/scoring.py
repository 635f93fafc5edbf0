"""Count a hand or a crib: every fifteen, run, pair, flush and nobs, with the cards that make it.

`hand` explains, `total` only adds up. They share no line that counts, so that each can check the other.

Source: ACC rules, counting hands and crib; E17, E22–E24, E33, E36 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final, Literal, NamedTuple

from engine.cards import JACK, UNKNOWN, Card, distinct
from engine.errors import ScoringError

Kind = Literal["fifteen", "run", "pair", "flush", "nobs"]

FIFTEEN: Final = 15
SHORTEST_RUN: Final = 3
SIZES: Final = (3, 4)
"""Cards in what is counted, without the starter: three in a hand of the five-card game, else four."""


class Combo(NamedTuple):
    """Hold one scoring combination: what it is, its cards (sorted), its points and the count said aloud after it."""

    kind: Kind
    cards: tuple[Card, ...]
    points: int
    running: int


@dataclass(frozen=True, slots=True)
class Score:
    """Hold a counted hand; `combos` in the order they are counted: fifteens, runs, pairs, flush, nobs."""

    total: int
    combos: tuple[Combo, ...]

    def of(self, kind: Kind) -> int:
        """Give the points of one kind.

        >>> from engine.cards import cards
        >>> hand(cards("5H 5S 5D JC"), cards("5C")[0]).of("fifteen")
        16
        """
        return sum(combo.points for combo in self.combos if combo.kind == kind)


def hand(kept: Sequence[Card], starter: Card, *, crib: bool = False) -> Score:
    """Count four cards (three in the five-card game) with the starter.

    >>> from engine.cards import cards
    >>> score = hand(cards("6D JH 4H 7C"), cards("5H")[0])
    >>> score.total, [(combo.kind, combo.points, combo.running) for combo in score.combos]
    (9, [('fifteen', 2, 2), ('fifteen', 2, 4), ('run', 4, 8), ('nobs', 1, 9)])
    >>> [hand(cards("2H 6H 9H QH"), cards("KD")[0], crib=crib).of("flush") for crib in (False, True)]
    [4, 0]

    A crib needs the starter for its flush (E23); a jack turned up is nobody's nobs (E17).

    Raises ScoringError (`hand_size`) and CardError (`same_card_twice`).
    """
    _check(kept, starter)
    five = sorted((*kept, starter))
    found = [
        (kind, tuple([five[at] for at in places]), points)
        for kind, places, points in _pattern(tuple([one >> 2 for one in five]))
    ]
    flush = _flush(kept, starter, crib=crib)
    if flush:
        found.append(("flush", flush, len(flush)))
    nobs = JACK * 4 + starter.suit
    found += [("nobs", (one,), 1) for one in kept if one == nobs]
    combos: list[Combo] = []
    running = 0
    for kind, some, points in found:
        running += points
        combos.append(Combo(kind, some, points, running))
    return Score(running, tuple(combos))


def total(kept: Sequence[Card], starter: Card, *, crib: bool = False) -> int:
    """Give only the points of `hand`, for four cards: by tables, fast enough to be called millions of times.

    The cards are not looked at for repeats. Three cards of the five-card game are counted the long way.

    >>> from engine.cards import cards
    >>> total(cards("5H 5S 5D JC"), cards("5C")[0]), total(cards("TS 8D KC 8C"), cards("5H")[0], crib=True)
    (29, 6)

    Raises ScoringError (`hand_size`).
    """
    if len(kept) != 4:
        return hand(kept, starter, crib=crib).total
    a, b, c, d = kept
    points = by_ranks()[KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[starter]]
    suit = starter & 3
    if (a & 3) == (b & 3) == (c & 3) == (d & 3):
        if (a & 3) == suit:
            points += 5
        elif not crib:
            points += 4
    nobs = JACK * 4 + suit
    if a == nobs or b == nobs or c == nobs or d == nobs:
        points += 1
    return points


_WEIGHTS: Final = (1, 5, 24, 112, 521, 2421, 11248, 52256, 242769, 1127853, 5239733, 24342493, 113089012)
KEYS: Final = tuple(_WEIGHTS[number >> 2] for number in range(52))
"""A number for each card; the sum over five cards names their ranks (five of one rank cannot be). By card number.

Powers of five would do; these grow a little slower, so that every sum stays below 2³⁰, where Python adds fastest.
"""


@cache
def by_ranks() -> dict[int, int]:
    """Return the points of fifteens, runs and pairs by the sum of five `KEYS`; made on first use, 6,175 entries."""
    table: dict[int, int] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            table[sum(_WEIGHTS[rank] for rank in ranks)] = _rank_points(ranks)
    return table


def _rank_points(ranks: tuple[int, ...]) -> int:
    """Add up fifteens, pairs and runs of five sorted ranks."""
    ways = [0] * (FIFTEEN + 1)
    ways[0] = 1
    counts = [0] * 14  # the fourteenth ends every run
    for rank in ranks:
        counts[rank] += 1
        value = min(rank + 1, 10)
        for reached in range(FIFTEEN - value, -1, -1):
            ways[reached + value] += ways[reached]
    points = 2 * ways[FIFTEEN] + 2 * sum(comb(count, 2) for count in counts)
    length, times = 0, 1
    for count in counts:
        if count:
            length, times = length + 1, times * count
            continue
        if length >= SHORTEST_RUN:
            points += length * times
        length, times = 0, 1
    return points


@cache
def _pattern(ranks: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...], int]]:
    """List fifteens, runs and pairs of sorted ranks by the places of their cards."""
    places = range(len(ranks))
    found: list[tuple[Kind, tuple[int, ...], int]] = []
    values = [min(rank + 1, 10) for rank in ranks]
    for size in range(2, len(ranks) + 1):
        found += [
            ("fifteen", some, 2) for some in combinations(places, size) if sum([values[at] for at in some]) == FIFTEEN
        ]
    found += [("run", run, len(run)) for run in _runs(ranks)]
    found += [("pair", two, 2) for two in combinations(places, 2) if ranks[two[0]] == ranks[two[1]]]
    return found


def _runs(ranks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List the longest runs, each way to take one card a rank: pairs outside the run do not double it."""
    by_rank: dict[int, list[int]] = {}
    for at, rank in enumerate(ranks):
        by_rank.setdefault(rank, []).append(at)
    for size in range(len(by_rank), SHORTEST_RUN - 1, -1):
        for low in range(13 - size + 1):
            if all(rank in by_rank for rank in range(low, low + size)):
                return list(product(*(by_rank[rank] for rank in range(low, low + size))))
    return []


def _flush(kept: Sequence[Card], starter: Card, *, crib: bool) -> tuple[Card, ...]:
    """Return the cards of the flush, () for none."""
    suit = kept[0].suit
    if any(one.suit != suit for one in kept):
        return ()
    if suit == starter.suit:
        return tuple(sorted((*kept, starter)))
    return () if crib else tuple(sorted(kept))


def _check(kept: Sequence[Card], starter: Card) -> None:
    if len(kept) not in SIZES or UNKNOWN in kept or starter == UNKNOWN:
        raise ScoringError("hand_size", size=len(kept))
    distinct((*kept, starter))
