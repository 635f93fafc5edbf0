"""The draw as the checker reads it, and what it says when a rule is broken."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Game(Protocol):
    """One planned game as the checker reads it; `a` and `b` are players, the seats are chairs."""

    @property
    def round(self) -> int: ...
    @property
    def table(self) -> int: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def seat_a(self) -> int: ...
    @property
    def seat_b(self) -> int: ...
    @property
    def make_up(self) -> bool: ...
    @property
    def counts_for(self) -> Any: ...


class Wait(Protocol):
    """One sit-out as the checker reads it."""

    @property
    def round(self) -> int: ...
    @property
    def player(self) -> Any: ...
    @property
    def seat(self) -> int: ...


class Short(Protocol):
    """One announced short card as the checker reads it."""

    @property
    def player(self) -> Any: ...
    @property
    def games(self) -> int: ...
    @property
    def missing(self) -> int: ...


class Plan(Protocol):
    """A draw as the checker reads it: `chairs[n − 1]` holds seat n, None is the ghost; `left` went home."""

    @property
    def players(self) -> Sequence[Any]: ...
    @property
    def chairs(self) -> Sequence[Any]: ...
    @property
    def games(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def meetings(self) -> Sequence[Game]: ...
    @property
    def sit_outs(self) -> Sequence[Wait]: ...
    @property
    def short(self) -> Sequence[Short]: ...
    @property
    def anchors(self) -> Sequence[Any]: ...
    @property
    def couples(self) -> Sequence[tuple[Any, Any]]: ...
    @property
    def odd(self) -> str: ...
    @property
    def left(self) -> Sequence[Any]: ...


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its code, where it shows, whom it concerns and the numbers that do not fit."""

    code: str
    round: int | None = None
    players: tuple[Hashable, ...] = ()
    expected: object = None
    found: object = None
