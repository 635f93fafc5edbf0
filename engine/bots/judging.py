"""Judge what points in the play are worth: as points, or as chances to win where the deal may end the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.odds import late, win

GAME: Final = 100.0
"""What reaching the hole counts, in points: more than any play can bring."""


class ByPoints:
    """Take every point for a point: one's own less the opponent's; out is out."""

    def __init__(self, own: int, other: int) -> None:
        """Know the holes to go of both."""
        self.own, self.other = own, other

    def decided(self, points: tuple[int, int]) -> float | None:
        """Return what the game counts where a side is out, else None."""
        if points[0] >= self.own:
            return GAME
        return -GAME if points[1] >= self.other else None

    def end(self, points: tuple[int, int]) -> float:
        """Return the difference."""
        known = self.decided(points)
        return points[0] - points[1] if known is None else known


class ByChance:
    """Follow the show after the play: pone's hand, the dealer's, the crib; then the table of chances to win.

    Made for one hand of the opponent's; `counts` are what it and one's own hand score, the crib is what cribs hold
    on average of the cards one has thrown oneself.
    """

    def __init__(
        self, own: int, other: int, *, dealer: bool, mine: int, theirs: int, cribs: tuple[tuple[int, float], ...]
    ) -> None:
        """Know the holes to go, whose deal it is, what both hands count, and the crib's scores with their chances."""
        self.own, self.other, self.dealer = own, other, dealer
        self.mine, self.theirs, self.cribs = mine, theirs, cribs
        self._known: dict[tuple[int, int], float] = {}

    def decided(self, points: tuple[int, int]) -> float | None:
        """Return 1 or 0 where a side is out."""
        if points[0] >= self.own:
            return 1.0
        return 0.0 if points[1] >= self.other else None

    def end(self, points: tuple[int, int]) -> float:
        """Return the chance to win once the play is over."""
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = self._end(*points)
        return known

    def _end(self, mine: int, theirs: int) -> float:
        known = self.decided((mine, theirs))
        if known is not None:
            return known
        table = win.dealer_wins()
        own, other = self.own - mine - self.mine, self.other - theirs - self.theirs
        if self.dealer:
            if other <= 0:
                return 0.0
            row = table[other]
            return sum([share * (1.0 if own <= crib else 1.0 - row[own - crib]) for crib, share in self.cribs])
        if own <= 0:
            return 1.0
        row = table[own]
        return sum([0.0 if other <= crib else share * row[other - crib] for crib, share in self.cribs])


@lru_cache(maxsize=256)
def cribs(mean: float) -> tuple[tuple[int, float], ...]:
    """Return what a crib of this mean holds, and how often."""
    return late.leaned(mean)
