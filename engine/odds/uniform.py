"""Count exactly what a crib holds with two given cards in it, over every other pair and starter.

The exact table of `tables` (column `uniform`) is made of these totals: ``python bench/odds.py crib``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb

from engine import scoring
from engine.cards import JACK, RANKS, Card
from engine.odds.tables import COMPLETIONS

_RANK_KEYS = scoring.KEYS[::4]


def total(pair: Sequence[Card]) -> int:
    """Add up the crib over all 58,800 completions of two cards.

    >>> from engine.cards import cards
    >>> total(cards("AC AD")), total(cards("AC 2D")), total(cards("AC 2C"))
    (325272, 260772, 263247)
    """
    first, second = pair
    return _ranks(first, second) + _flushes(first, second) + _nobs(first, second)


def rows() -> list[tuple[str, int, int | None]]:
    """List pair, total of two suits, total of one suit (None for a pair royal's ranks), for all 91 pairs of ranks.

    >>> rows()[:2]
    [('AA', 325272, None), ('A2', 260772, 263247)]
    """
    found: list[tuple[str, int, int | None]] = []
    for low, high in combinations_with_replacement(range(13), 2):
        unsuited = total((Card(low * 4), Card(high * 4 + 1)))
        suited = None if low == high else total((Card(low * 4), Card(high * 4)))
        found.append((RANKS[low] + RANKS[high], unsuited, suited))
    return found


def written() -> str:
    """Write all totals as the file the package holds, data/uniform.json."""
    lines = [f'    "{name}": [{unsuited}, {"null" if suited is None else suited}]' for name, unsuited, suited in rows()]
    note = (
        f"Points of the crib added up over all {COMPLETIONS:,} ways to complete two cards: [two suits, one suit]. "
        "Made by: python bench/odds.py crib --write"
    )
    return f'{{\n  "note": "{note}",\n  "rows": {{\n' + ",\n".join(lines) + "\n  }\n}\n"


def _ranks(first: Card, second: Card) -> int:
    """Add up fifteens, pairs and runs: ranks of the other two and of the starter, times the ways to draw them."""
    left = [4] * 13
    left[first >> 2] -= 1
    left[second >> 2] -= 1
    points_of = scoring.by_ranks()
    thrown = scoring.KEYS[first] + scoring.KEYS[second]
    points = 0
    for low, high in combinations_with_replacement(range(13), 2):
        ways = comb(left[low], 2) if low == high else left[low] * left[high]
        left[low] -= 1
        left[high] -= 1
        crib = thrown + _RANK_KEYS[low] + _RANK_KEYS[high]
        points += ways * sum(points_of[crib + _RANK_KEYS[rank]] * left[rank] for rank in range(13) if left[rank])
        left[low] += 1
        left[high] += 1
    return points


def _flushes(first: Card, second: Card) -> int:
    """Add up flushes: the other two and the starter among the eleven cards left of the suit."""
    return 5 * comb(11, 2) * 9 if first & 3 == second & 3 else 0


def _nobs(first: Card, second: Card) -> int:
    """Add up nobs, suit by suit: a jack thrown needs a starter of its suit; any other jack must also be drawn."""
    points = 0
    for suit in range(4):
        jack = JACK * 4 + suit
        unseen = 13 - (first & 3 == suit) - (second & 3 == suit)
        if jack in (first, second):
            points += unseen * comb(49, 2)
        else:
            points += (unseen - 1) * 48  # the starter is not the jack; the fourth card is any of 48
    return points
