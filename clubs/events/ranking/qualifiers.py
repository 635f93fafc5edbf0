"""How many are paid or qualify, and whether the line falls inside a tie."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from clubs.events.ranking.chain import Place
from clubs.events.ranking.errors import RankingError

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Cut(Generic[K]):
    """Say who is above the line: `inside` surely, and `open_places` of the `contested`, who are level across it."""

    inside: frozenset[K]
    contested: frozenset[K]
    open_places: int


def qualifiers(field: int, *, one_in: int = 4) -> int:
    """Count those who are paid or qualify: one in `one_in`, rounded up, never up to a bracket.

    Source: ACC rules, qualifying (ceil(n / 4)); clubs pay their top 25 % by the same rule.

    Raises RankingError (`count_below_zero`, `ratio_below_one`).
    """
    if field < 0:
        raise RankingError("count_below_zero", count=field)
    if one_in < 1:
        raise RankingError("ratio_below_one", ratio=one_in)
    return -(-field // one_in)


def cut(places: Sequence[Place[K]], count: int) -> Cut[K]:
    """Draw the line under the first `count` entries of the places, best first.

    Raises RankingError (`count_below_zero`).
    """
    if count < 0:
        raise RankingError("count_below_zero", count=count)
    inside: frozenset[K] = frozenset()
    for place in places:
        left = count - len(inside)
        if len(place.entries) > left:
            return Cut(inside, place.entries if left else frozenset(), left)
        inside |= place.entries
    return Cut(inside, frozenset(), 0)
