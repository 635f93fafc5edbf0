"""Know the play by ranks alone: a graph of open counts, made as it is walked, with what each rank would score.

Suits do not matter in the play, and of the cards on the table only those matter that a later card could still score
with. So many piles fall together in one `Spot`, and a walk is a few look-ups: what lets a bot play out thousands of
continuations in a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import pegging
from engine.cards import VALUES, Card
from engine.pegging import LIMIT

RANK_VALUES: Final = VALUES[:52:4]
_ROOM_FOR: Final = 7
"""A run spans at most seven ranks: ace to seven counts 28, ace to eight would be 36."""
_FIRST_OF: Final = tuple(Card(rank * 4) for rank in range(13))


class Spot:
    """Be one open count: how far it stands and which cards at its end may still score.

    `points`: what each rank would earn by itself, -1 where it would pass 31. `fits`: the highest rank that may be laid,
    -1 for none; all lower ones may.
    """

    __slots__ = ("_after", "count", "fits", "likes", "points", "tail", "worth")

    def __init__(self, count: int, tail: tuple[int, ...]) -> None:
        """Stand at a count; `tail`: ranks, the last laid at the end."""
        self.count = count
        self.tail = tail
        self.points = tuple(_points(count, tail, rank) for rank in range(13))
        room = LIMIT - count
        self.fits = 12 if room >= 10 else room - 1
        self._after: list[Spot | None] = [None] * 13
        self.worth: tuple[float, ...] | None = None
        self.likes: tuple[float, ...] = ()

    def after(self, rank: int) -> Spot:
        """Return where the count stands when a rank that fits is laid; at 31 it begins anew."""
        found = self._after[rank]
        if found is None:
            found = self._after[rank] = spot(self.count + RANK_VALUES[rank], (*self.tail, rank))
        return found


def spot(count: int, tail: tuple[int, ...]) -> Spot:
    """Return the one spot of a count and the ranks laid in it, the last at the end.

    >>> spot(20, (9, 9)).points[9], spot(18, (3, 4, 5, 3)) is spot(18, (5, 3)), spot(31, (0,)) is spot(0, ())
    (6, False, True)
    """
    if count == LIMIT:
        return ROOT
    tail = _relevant(count, tail)
    key = (count, tail)
    found = _SPOTS.get(key)
    if found is None:
        found = _SPOTS[key] = Spot(count, tail)
    return found


def of_cards(pile: Iterable[Card]) -> Spot:
    """Return the spot of an open count, first card first.

    >>> from engine.cards import cards
    >>> of_cards(cards("Js 5h")).count
    15
    """
    here = ROOT
    for one in pile:
        here = here.after(one >> 2)
    return here


def _points(count: int, tail: tuple[int, ...], rank: int) -> int:
    after = count + RANK_VALUES[rank]
    if after > LIMIT:
        return -1
    pile = [_FIRST_OF[one] for one in (*tail, rank)]
    return pegging.points(pile, after)


def _relevant(count: int, tail: tuple[int, ...]) -> tuple[int, ...]:
    """Drop the cards no later card can score with: those behind a pair, too far for a run, or with no room left."""
    size = len(tail)
    if size < 2:
        return tail
    last = tail[-1]
    alike = 1
    while alike < min(size, 3) and tail[-alike - 1] == last:
        alike += 1
    if alike > 1:
        return tail[-alike:]
    room = LIMIT - count
    best = 1
    low = high = last
    seen = 1 << last
    total = RANK_VALUES[last]
    for length in range(2, size + 1):
        rank = tail[-length]
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        total += RANK_VALUES[rank]
        if high - low >= _ROOM_FOR:
            break
        lacking = sum(RANK_VALUES[low : high + 1]) - total
        if lacking == 0:
            lacking = RANK_VALUES[low - 1] if low else RANK_VALUES[high + 1]
        if lacking <= room:
            best = length
    return tail[-best:]


ROOT: Final = Spot(0, ())
_SPOTS: Final[dict[tuple[int, tuple[int, ...]], Spot]] = {(0, ()): ROOT}
