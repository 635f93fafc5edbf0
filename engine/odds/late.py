"""Give the chance to win that a throw leaves, where the deal may end the game: points do not say it, their order does.

The deal is followed in the order it is counted: the play, pone's hand, the dealer's hand, the crib, and after it the
table of `win`. One's own hand is exact: its scores over every starter. All else comes from the sample of `deals`: what
both sides peg (together, heels included), the opponent's hand, and the crib, whose scores are leaned up or down until
their mean is what `tables` says of the cards thrown there. Left out, so an approximation: that a starter helps several
hands at once, that the kept cards change the pegging, and that players near the end play otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from math import exp
from typing import Final

from engine.odds import chain, deals, win
from engine.odds.distribution import HIGHEST

REACH: Final = 0.01
"""Chance that the deal ends the game from which on throws are ranked by chances to win.

Below it those are all but linear in points, and points are known exactly.
"""
LEANS: Final = (2.5, 5.0, 9.5)
"""Means of the cribs worked out; every table's values lie among them, and what is between is interpolated."""


def end_chance(own: int, other: int, *, dealer: bool) -> float:
    """Give the chance that a deal ends the game; `own` and `other` are holes to go.

    >>> [round(end_chance(own, 25, dealer=True), 2) for own in (5, 15, 25, 45)]
    [1.0, 0.62, 0.08, 0.01]
    """
    a, b = (own, other) if dealer else (other, own)
    return 1.0 - _goes_on()[a][b] / deals.stored().size


def chance(counts: Mapping[int, int], crib: float, *, own: int, other: int, dealer: bool) -> float:
    """Give the chance to win, the cards being thrown and the starter not yet turned.

    `counts`: starters by what one's hand scores with them. `crib`: what the crib holds on average. `own`, `other`:
    holes to go, 1 … 121.
    """
    sure, values = _after_play(own, other, dealer)
    at, weight = _leaning(crib)
    lower, higher = values[at], values[at + 1]
    found = 0.0
    for points, count in counts.items():
        found += count * ((1.0 - weight) * lower[points] + weight * higher[points])
    # Sums of shares may stray past 0 and 1 by a rounding.
    return min(1.0, max(0.0, sure + found / sum(counts.values())))


@lru_cache(maxsize=1024)
def _after_play(own: int, other: int, dealer: bool) -> tuple[float, list[list[float]]]:
    """Return the chance to go out in the play, and what each score of one's hand adds, for each lean of the crib."""
    return _as_dealer(own, other) if dealer else _as_pone(own, other)


def _as_dealer(a: int, b: int) -> tuple[float, list[list[float]]]:
    """Follow the deal as the dealer: pone's hand comes first, then everything of one's own."""
    sample = deals.stored()
    table = win.dealer_wins()
    by_dealer: dict[int, list[tuple[int, float]]] = {}
    for (dealt, theirs), count in sample.pone_counted.items():
        if dealt < a and theirs < b:
            by_dealer.setdefault(dealt, []).append((theirs, count / sample.size))
    # What the dealer's hand and crib are worth together, by their points: pone has counted and is not home.
    gains = [0.0] * (2 * HIGHEST + 1)
    for dealt, cells in by_dealer.items():
        alive = sum([share for _, share in cells])
        for more in range(len(gains)):
            left = a - dealt - more
            gains[more] += (
                alive if left <= 0 else alive - sum([share * table[b - theirs][left] for theirs, share in cells])
            )
    values = [
        [sum([share * gains[points + crib] for crib, share in scores]) for points in range(HIGHEST + 1)]
        for scores in _cribs()
    ]
    return _dealer_first(a, b), values


def _as_pone(b: int, a: int) -> tuple[float, list[list[float]]]:
    """Follow the deal as pone: one's own hand, then the dealer's and the crib."""
    sample = deals.stored()
    table = win.dealer_wins()
    played: dict[int, list[tuple[int, float]]] = {}
    for (dealt, own), count in sample.play.items():
        if dealt < a and own < b:
            played.setdefault(own, []).append((dealt, count / sample.size))
    values = [[0.0] * (HIGHEST + 1) for _ in LEANS]
    for lean, shows in enumerate(_shows()):
        row = values[lean]
        for own, cells in played.items():
            alive = sum([share for _, share in cells])
            totals = [0.0] * a
            for dealt, share in cells:
                for more, chance in enumerate(shows[: a - dealt]):
                    totals[dealt + more] += share * chance
            for points in range(HIGHEST + 1):
                left = b - own - points
                row[points] += (
                    alive
                    if left <= 0
                    else sum([share * next_deal for share, next_deal in zip(totals, table[left][a:0:-1], strict=True)])
                )
    somebody = 1.0 - _play()[a][b] / sample.size
    return somebody - _dealer_first(a, b), values


def _dealer_first(a: int, b: int) -> float:
    """Give the chance that the dealer goes out in the play."""
    sample = deals.stored()
    play = _play()
    return (play[-1][b] - play[a][b] + sample.first[a, b]) / sample.size


@cache
def _play() -> list[list[int]]:
    return chain.below(deals.stored().play, chain.FARTHEST)


@cache
def _goes_on() -> list[list[int]]:
    return chain.below(deals.stored().end, chain.FARTHEST)


def _leaning(crib: float) -> tuple[int, float]:
    """Give which lean lies below a mean, and how far it is to the next: 0 … 1."""
    crib = min(max(crib, LEANS[0]), LEANS[-1])
    at = next(at for at, (_, high) in enumerate(pairwise(LEANS)) if crib <= high)
    return at, (crib - LEANS[at]) / (LEANS[at + 1] - LEANS[at])


@cache
def _cribs() -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return the scores of a crib and their shares for each lean."""
    return tuple(leaned(mean) for mean in LEANS)


def leaned(mean: float) -> tuple[tuple[int, float], ...]:
    """Lean the cribs of the sample exponentially to a mean: the nearest to it of all ways to weigh them."""
    counts = sorted(deals.stored().crib.items())
    low, high = -2.0, 2.0
    for _ in range(50):
        slope = (low + high) / 2
        weights = [count * exp(slope * score) for score, count in counts]
        reached = sum(score * weight for (score, _), weight in zip(counts, weights, strict=True)) / sum(weights)
        low, high = (slope, high) if reached < mean else (low, slope)
    return tuple((score, weight / sum(weights)) for (score, _), weight in zip(counts, weights, strict=True))


@cache
def _shows() -> tuple[tuple[float, ...], ...]:
    """Return the chance of each sum of the dealer's hand and crib, for each lean of the crib."""
    sample = deals.stored()
    found = []
    for scores in _cribs():
        row = [0.0] * (2 * HIGHEST + 1)
        for hand, count in sample.dealer.items():
            for crib, share in scores:
                row[hand + crib] += share * count / sample.size
        found.append(tuple(row))
    return tuple(found)
