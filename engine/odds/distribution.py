"""Count exactly what every hand and every crib of the pack holds: 12,994,800 choices of four cards and a starter.

Nothing is sampled and no hand is dealt: 23,647 choices of four ranks and a starter's rank stand for all, each times the
ways to give it suits; flush and nobs are counted apart by who shares the starter's suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

from engine import scoring
from engine.cards import JACK, PACK

HIGHEST: Final = 29
CHOICES: Final = 12_994_800
"""C(52,4) × 48."""
RANK_PARTS: Final[tuple[scoring.Kind, ...]] = ("fifteen", "pair", "run")


@dataclass(frozen=True, slots=True)
class Distribution:
    """Hold how many of all choices have each score.

    `counts`: choices by score 0 … 29. `parts`: the same by kind of combination, only scores that occur.
    """

    counts: tuple[int, ...]
    parts: Mapping[scoring.Kind, Mapping[int, int]]

    @property
    def mean(self) -> float:
        """Give the average score.

        >>> round(hands().mean, 6), round(cribs().mean, 6)
        (4.769152, 4.734819)
        """
        return float(self.exact_mean)

    @property
    def exact_mean(self) -> Fraction:
        """Give the average score as a fraction.

        >>> hands().exact_mean
        Fraction(60759, 12740)
        """
        return Fraction(sum(score * count for score, count in enumerate(self.counts)), sum(self.counts))

    def chance(self, score: int) -> Fraction:
        """Give how likely a score is.

        >>> hands().chance(29), hands().chance(19)
        (Fraction(1, 3248700), Fraction(0, 1))
        """
        return Fraction(self.counts[score], sum(self.counts))


def hands() -> Distribution:
    """Count all hands: four cards of a suit are a flush.

    >>> hands().counts[:4], sum(hands().counts), hands().parts["flush"]
    ((1009008, 99792, 2813796, 505008), 12994800, {0: 12857520, 4: 111540, 5: 25740})
    """
    return _count(crib=False)


def cribs() -> Distribution:
    """Count all cribs of random cards: only five cards of a suit are a flush.

    >>> cribs().counts[28:], cribs().parts["flush"]
    ((76, 4), {0: 12969060, 5: 25740})
    """
    return _count(crib=True)


@cache
def _count(*, crib: bool) -> Distribution:
    counts = [0] * (HIGHEST + 1)
    parts: dict[scoring.Kind, dict[int, int]] = {kind: {} for kind in (*RANK_PARTS, "flush", "nobs")}
    points_of = _rank_points()
    for ranks, starter in _choices():
        points = points_of[tuple(sorted((*ranks, starter)))]
        for flush, nobs, ways in _suits(ranks, starter, crib=crib):
            counts[sum(points) + flush + nobs] += ways
            for kind, worth in zip(parts, (*points, flush, nobs), strict=True):
                parts[kind][worth] = parts[kind].get(worth, 0) + ways
    return Distribution(tuple(counts), {kind: dict(sorted(found.items())) for kind, found in parts.items()})


def _choices() -> Iterator[tuple[tuple[int, ...], int]]:
    """Go through all ranks of four cards and of a starter; the pack holds four of each."""
    for ranks in combinations_with_replacement(range(13), 4):
        for starter in range(13):
            if ranks.count(starter) < 4:
                yield ranks, starter


class _Suits(NamedTuple):
    """Hold the ways to give suits to five ranks that come to the same flush and nobs."""

    flush: int
    nobs: int
    ways: int


def _suits(ranks: tuple[int, ...], starter: int, *, crib: bool) -> list[_Suits]:
    """Split the ways to give suits to four ranks and a starter by flush and nobs."""
    held = {rank: ranks.count(rank) for rank in ranks}
    # One of four starters; its own rank lacks that card, the others are free.
    free = prod(comb(4, count) for rank, count in held.items() if rank != starter)
    ways = 4 * comb(3, held.get(starter, 0)) * free
    nobs = 0
    if JACK in held and starter != JACK:
        nobs = ways * comb(3, held[JACK] - 1) // comb(4, held[JACK])
    four = five = 0
    if len(held) == 4:
        # A starter whose rank is held cannot be of the flush's suit.
        five = 0 if starter in held else 4
        four = 0 if crib else 12
    five_nobs = five if JACK in held else 0
    split = (
        _Suits(5, 1, five_nobs),
        _Suits(5, 0, five - five_nobs),
        _Suits(4, 0, four),
        _Suits(0, 1, nobs - five_nobs),
        _Suits(0, 0, ways - nobs - four - (five - five_nobs)),
    )
    return [some for some in split if some.ways]


@cache
def _rank_points() -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return fifteens, pairs and runs of all five sorted ranks, as `scoring.hand` explains them."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            # Suits in turn: never twice the same card, never a flush.
            five = [PACK[rank * 4 + at % 4] for at, rank in enumerate(ranks)]
            score = scoring.hand(five[:4], five[4])
            found[ranks] = tuple(score.of(kind) for kind in RANK_PARTS)
    return found
