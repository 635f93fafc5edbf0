"""How a game ended: margin, loser's hole and skunk level. The only place in the house that knows skunk lines.

A game is won by reaching the target; the winner's peg stops there. The loser's hole is 0 … target − 1 (a player
pegged back stops at 0), so the margin is 1 … target. What a level is *worth* is not known here: that is the event's
scheme.

Source: ACC rules, scoring of qualifying games (a skunk is a win by 31 or more, a double by 61 or more, at 121); old
rule books for 61 (a lurch: the loser has fewer than 31, half the game, and there is no double).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.errors import OutcomeError

LOWEST_TARGET: Final = 31
"""Below this no game could hold a skunk; nobody is known to play one."""

SKUNK_MARGIN: Final = 31
DOUBLE_MARGIN: Final = 61
TRIPLE_MARGIN: Final = 91


class Level(IntEnum):
    """Name how a game was won. A name only: its points are the scheme's.

    >>> Level.SKUNK > Level.WIN, int(Level.TRIPLE)
    (True, 4)
    """

    WIN = 1
    SKUNK = 2
    DOUBLE = 3
    TRIPLE = 4


@dataclass(frozen=True, slots=True)
class Lines:
    """Hold the skunk lines of one target: the highest hole at which the loser is still skunked.

    None means the game has no such line. A line needs the one before it, and each lies below the one before.

    >>> Lines(90, 60, 30)
    Lines(skunk=90, double=60, triple=30)
    >>> Lines(60, 90)
    Traceback (most recent call last):
    ...
    engine.errors.OutcomeError: lines_not_descending

    Raises OutcomeError (`lines_not_descending`).
    """

    skunk: int | None = None
    double: int | None = None
    triple: int | None = None

    def __post_init__(self) -> None:
        last: int | None = None
        ended = False
        for line in (self.skunk, self.double, self.triple):
            if line is None:
                ended = True
            elif ended or line < 0 or (last is not None and line >= last):
                raise OutcomeError("lines_not_descending")
            else:
                last = line

    def level(self, loser_hole: int) -> Level:
        """Tell how the loser at this hole was beaten.

        >>> [Lines(90, 60, 30).level(hole).name for hole in (91, 90, 60, 30)]
        ['WIN', 'SKUNK', 'DOUBLE', 'TRIPLE']
        """
        if self.triple is not None and loser_hole <= self.triple:
            return Level.TRIPLE
        if self.double is not None and loser_hole <= self.double:
            return Level.DOUBLE
        if self.skunk is not None and loser_hole <= self.skunk:
            return Level.SKUNK
        return Level.WIN


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold one decided game, both ways of writing it and its level."""

    target: int
    margin: int
    loser_hole: int
    level: Level

    @property
    def is_skunk(self) -> bool:
        """Tell whether the loser was skunked at all.

        >>> outcome(121, margin=31).is_skunk, outcome(121, margin=30).is_skunk
        (True, False)
        """
        return self.level >= Level.SKUNK


def standard_lines(target: int) -> Lines:
    """Give the usual lines of a target: skunk at margin 31, double at 61, triple at 91, each only above hole 0.

    121 has 90 / 60 / 30; 61 has 30 and no more, since a loser at 0 is no separate class there.

    >>> standard_lines(121), standard_lines(61)
    (Lines(skunk=90, double=60, triple=30), Lines(skunk=30, double=None, triple=None))

    Raises OutcomeError (`target_too_low`).
    """
    check_target(target)
    return Lines(
        *(target - margin if target > margin else None for margin in (SKUNK_MARGIN, DOUBLE_MARGIN, TRIPLE_MARGIN))
    )


def level(target: int, *, margin: int, lines: Lines | None = None) -> Level:
    """Tell how a game won by this margin was won; the usual lines where none are given.

    >>> level(121, margin=30), level(121, margin=31), level(121, margin=61), level(121, margin=91)
    (<Level.WIN: 1>, <Level.SKUNK: 2>, <Level.DOUBLE: 3>, <Level.TRIPLE: 4>)
    >>> level(61, margin=61)
    <Level.SKUNK: 2>

    Raises OutcomeError (`target_too_low`, `margin_outside`, `line_outside`).
    """
    return outcome(target, margin=margin, lines=lines).level


def margin_of(target: int, loser_hole: int) -> int:
    """Turn the loser's hole into the winner's margin.

    >>> margin_of(121, 88), margin_of(61, 0)
    (33, 61)

    Raises OutcomeError (`target_too_low`, `hole_outside`).
    """
    check_target(target)
    if not 0 <= loser_hole < target:
        raise OutcomeError("hole_outside", loser_hole=loser_hole, low=0, high=target - 1)
    return target - loser_hole


def hole_of(target: int, margin: int) -> int:
    """Turn the winner's margin into the loser's hole.

    >>> hole_of(121, 33)
    88
    >>> hole_of(121, 122)
    Traceback (most recent call last):
    ...
    engine.errors.OutcomeError: margin_outside (margin=122, low=1, high=121)

    Raises OutcomeError (`target_too_low`, `margin_outside`).
    """
    check_target(target)
    if not 1 <= margin <= target:
        raise OutcomeError("margin_outside", margin=margin, low=1, high=target)
    return target - margin


def outcome(
    target: int, *, margin: int | None = None, loser_hole: int | None = None, lines: Lines | None = None
) -> Outcome:
    """Derive the whole outcome from the margin, the loser's hole, or both (they check each other).

    >>> outcome(121, loser_hole=88)
    Outcome(target=121, margin=33, loser_hole=88, level=<Level.SKUNK: 2>)
    >>> outcome(121, margin=33, loser_hole=89)
    Traceback (most recent call last):
    ...
    engine.errors.OutcomeError: margin_not_hole (margin=33, loser_hole=89, target=121)

    Raises OutcomeError (`target_too_low`, `figure_missing`, `margin_outside`, `hole_outside`, `margin_not_hole`,
    `line_outside`).
    """
    if lines is None:
        lines = standard_lines(target)
    else:
        check_lines(target, lines)
    if loser_hole is not None:
        from_hole = margin_of(target, loser_hole)
        if margin is not None and margin != from_hole:
            hole_of(target, margin)
            raise OutcomeError("margin_not_hole", margin=margin, loser_hole=loser_hole, target=target)
        return Outcome(target, from_hole, loser_hole, lines.level(loser_hole))
    if margin is None:
        raise OutcomeError("figure_missing")
    hole = hole_of(target, margin)
    return Outcome(target, margin, hole, lines.level(hole))


def check_target(target: int) -> None:
    """Refuse a target nobody could be skunked at.

    >>> check_target(30)
    Traceback (most recent call last):
    ...
    engine.errors.OutcomeError: target_too_low (target=30, low=31)

    Raises OutcomeError (`target_too_low`).
    """
    if target < LOWEST_TARGET:
        raise OutcomeError("target_too_low", target=target, low=LOWEST_TARGET)


def check_lines(target: int, lines: Lines) -> None:
    """Refuse lines that do not fit the target: a line is a hole the loser can stand in, and a plain win must be left.

    >>> check_lines(61, Lines(60))
    Traceback (most recent call last):
    ...
    engine.errors.OutcomeError: line_outside (line=60, low=0, high=59)

    Raises OutcomeError (`target_too_low`, `line_outside`).
    """
    check_target(target)
    if lines.skunk is not None and lines.skunk > target - 2:
        raise OutcomeError("line_outside", line=lines.skunk, low=0, high=target - 2)
