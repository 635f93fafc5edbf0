"""Name everything that can happen to a game from outside: what players do, and what chance brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: give each seat its cards, by seat; `extra` is the pack's card to the crib with three players (E32)."""

    hands: tuple[tuple[Card, ...], ...]
    extra: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay cards in the crib. Seats do so in any order; the order does not matter."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """Chance: turn up the starter."""

    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card on the count. `claim`, only with manual counting: the points announced; None takes all there are."""

    seat: int
    card: Card
    claim: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """With manual counting: say what one's hand, or the dealer's crib, holds."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Muggins:
    """Claim what an opponent's count missed; 0 lets it pass."""

    seat: int
    points: int


Action: TypeAlias = Deal | Discard | Cut | Play | Count | Muggins
