"""What one card says of one game, and its shorthand: pure values, shared by claims, rulings and the desk.

The columns of a value are those of the paper card: ``plus`` and ``minus`` are magnitudes, None where the column is
empty. A win by 33 is plus 33; a loss by 33 is minus 33; both empty: the figure was not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from clubs.events.ranking.schemes import Scheme
from engine.outcome import Level

AWARD_SPREAD = 10
"""An awarded game is 2 / +10 against 0 / −10 (ACC rulebook, 11.4)."""


@dataclass(frozen=True, slots=True)
class Value:
    """Hold won or lost, game points and the two columns of one card's line."""

    won: bool
    points: int
    plus: int | None = None
    minus: int | None = None

    @property
    def margin(self) -> int | None:
        """Give the figure from whichever column it stands in; None: not written."""
        return self.plus if self.plus is not None else self.minus

    @property
    def net(self) -> int | None:
        """Give plus less minus; None: the figure was not written."""
        return None if self.margin is None else (self.plus or 0) - (self.minus or 0)

    @property
    def short(self) -> str:
        """Give the line as a card has it: ``W +33``, ``L −12``, ``W`` where the figure is not written."""
        letter = "W" if self.won else "L"
        return letter if self.net is None else f"{letter} {signed(self.net)}"

    def to_data(self) -> dict[str, Any]:
        """Give plain values for a JSON column."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any] | None) -> Value | None:
        """Rebuild a value from ``to_data``; None stays None."""
        return None if data is None else cls(**data)


@dataclass(frozen=True, slots=True)
class Totals:
    """Hold the totals of a card. ``plus``, ``minus``, ``net`` None: not given."""

    points: int
    wins: int
    games: int
    plus: int | None = None
    minus: int | None = None
    net: int | None = None

    @property
    def short(self) -> str:
        """Give the shorthand ``16/7 +74``; ``16/7`` where no spread is given."""
        return shorthand(self.points, self.wins, self.net, self.plus, self.minus)

    def to_data(self) -> dict[str, Any]:
        """Give plain values for a JSON column."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any] | None) -> Totals | None:
        """Rebuild totals from ``to_data``; None stays None."""
        return None if data is None else cls(**data)


def of_result(scheme: Scheme, *, won: bool, margin: int | None) -> Value:
    """Give what a card says of a game won or lost by ``margin``; None: figure not written, a plain win or loss."""
    if won:
        return Value(True, scheme.win if margin is None else scheme.points(margin), plus=margin)
    return Value(False, scheme.loss, minus=margin)


def of_award(scheme: Scheme, *, won: bool) -> Value:
    """Give one side of an awarded game: 2 / +10, or 0 / −10."""
    if won:
        return Value(True, scheme.win, plus=AWARD_SPREAD)
    return Value(False, 0, minus=AWARD_SPREAD)


def of_forfeit(scheme: Scheme, *, won: bool) -> Value:
    """Give one side of a forfeited game: a plain win without spread, or nothing.

    No rule gives a forfeit a figure, so the columns hold a nought: nothing is unknown, and no game played ends so.
    """
    return Value(True, scheme.win, plus=0) if won else Value(False, 0, minus=0)


def is_skunk(scheme: Scheme, value: Value) -> bool:
    """Tell whether the game was decided beyond the skunk line, whoever won; False where no figure tells."""
    margin = value.margin
    return bool(margin) and margin is not None and margin <= scheme.target and scheme.level(margin) >= Level.SKUNK


def signed(number: int) -> str:
    """Give a number with its sign, a real minus, and 0 without one."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def shorthand(points: int, wins: int, net: int | None, plus: int | None = None, minus: int | None = None) -> str:
    """Give a card as it is quoted: ``16/7 +74``, ``16/7 +119 −45``, ``16/7``."""
    card = f"{points}/{wins}"
    if plus is not None and minus is not None:
        return f"{card} +{plus} −{minus}"
    return card if net is None else f"{card} {signed(net)}"
