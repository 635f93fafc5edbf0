"""Name everything that a game reports, in the order it happens. Scores move only in `Scored`.

Hidden cards in an event are replaced by `observe.redact` before a seat sees it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card
from engine.outcome import Level
from engine.pegging import Peg
from engine.scoring import Combo

ScoredFor = Literal["heels", "play", "go", "last", "hand", "crib", "muggins", "three for last"]
CountEnd = Literal["31", "go", "last"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal began: hands by seat, sorted."""

    deal: int
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    extra: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat laid cards in the crib."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Starter:
    """The starter was turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A seat laid a card; `count` is the count after it."""

    seat: int
    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class SaidGo:
    """A seat that holds cards could lay none: shown, never asked (rules.md: go is derived)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CountEnded:
    """The count ended by thirty-one, by go, or with the last card of the deal."""

    why: CountEnd


@dataclass(frozen=True, slots=True)
class Turned:
    """A hand, or the crib, was turned face up to be counted: without the starter; a hand sorted, the crib by seat."""

    seat: int
    cards: tuple[Card, ...]
    crib: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat pegged for its side.

    `points` is what was counted, however few holes were left; `score` the side's score after it, stopped at the target.
    `because` names each combination, for `go`, `last`, `heels` and the like it is empty. `missed`: with manual
    counting, the points that were there and not claimed. A hand of nothing is an event of 0 points (E36).
    """

    seat: int
    side: int
    why: ScoredFor
    points: int
    score: int
    because: tuple[Combo, ...] | tuple[Peg, ...] = ()
    missed: int = 0


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over and the deal passes on; `dealer` deals next."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Won:
    """The game is over: final scores a side, and how each other side was beaten (None for the winner; E26, E27)."""

    side: int
    scores: tuple[int, ...]
    levels: tuple[Level | None, ...]


Event: TypeAlias = Dealt | Discarded | Starter | Played | SaidGo | CountEnded | Turned | Scored | DealEnded | Won
