"""Know what players usually keep: for every hand of four ranks how often, as dealer and as pone.

Source: data/keeps.json, tabulated from simulated deals by ``python -m engine.bots.regenerate keeps``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from math import comb, prod
from typing import Any

from engine import scoring
from engine.bots.simple import combinations_of_ranks

_RANK_KEYS = scoring.KEYS[::4]


@cache
def per_deal(*, dealer: bool) -> dict[int, float]:
    """Return how often four ranks are kept for each way to hold them in suits, by the sum of their `KEYS`.

    Divided by the ways, so that a hand can be weighed by the cards that are still unseen. Half a hand is added to each,
    since what a sample never met may still occur.
    """
    counts: list[int] = read("keeps.json")["dealer" if dealer else "pone"]
    table = {}
    for four, count in zip(combinations_of_ranks(), counts, strict=True):
        ways = 1
        for rank in set(four):
            ways *= comb(4, four.count(rank))
        table[sum(_RANK_KEYS[rank] for rank in four)] = (count + 0.5) / ways
    return table


@cache
def shares() -> tuple[float, ...]:
    """Give how large a part of all kept cards each rank is.

    >>> five, king = shares()[4], shares()[12]
    >>> five > king
    True
    """
    data = read("keeps.json")
    total = [0.0] * 13
    for role in ("dealer", "pone"):
        for four, count in zip(combinations_of_ranks(), data[role], strict=True):
            for rank in four:
                total[rank] += count
    return tuple(one / sum(total) for one in total)


@cache
def by_share(size: int) -> dict[int, float]:
    """Return for hands of another size how likely their ranks are kept, each for itself, by the sum of their `KEYS`."""
    share = shares()
    return {
        sum(_RANK_KEYS[rank] for rank in hand): prod(share[rank] for rank in hand)
        for hand in combinations_of_ranks(size)
    }


@cache
def chances(cards: int) -> tuple[float, ...]:
    """Give the chance that a hand of so many kept cards holds a rank at least once.

    >>> chances(0)[4], 0.2 < chances(3)[4] < 0.4
    (0.0, True)
    """
    return tuple(1 - (1 - share) ** cards for share in shares())


@cache
def of_five(*, dealer: bool) -> tuple[float, ...]:
    """Give how often each rank among five cards is kept when one is thrown; `dealer`: to one's own side's crib."""
    return tuple(share / 1000 for share in read("keeps.json")["of_five"]["dealer" if dealer else "pone"])


@cache
def read(name: str) -> Any:
    """Read a data file of the bots."""
    return json.loads(files("engine.bots").joinpath("data", name).read_text(encoding="utf-8"))


@cache
def pegging(*, dealer: bool) -> dict[int, float]:
    """Return what a kept hand is worth in the play, one's own points less the opponent's, by the sum of its `KEYS`."""
    values: list[int] = read("pegging.json")["dealer" if dealer else "pone"]
    return {
        sum(_RANK_KEYS[rank] for rank in four): value / 100
        for four, value in zip(combinations_of_ranks(), values, strict=True)
    }
