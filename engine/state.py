"""Hold everything a game is at one moment: the only truth, from which the rest follows.

What can be told from something else is not stored: the count, the pile, who said go, the tabled hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.cards import UNKNOWN, VALUES, Card
from engine.rules import Rules


class Phase(StrEnum):
    """Say what the game waits for; the letters of the position line."""

    DEAL = "B"
    DISCARD = "D"
    CUT = "C"
    PLAY = "P"
    HAND = "S"
    CRIB = "K"
    MUGGINS = "M"
    OVER = "X"


class Laid(NamedTuple):
    """Hold one card on the table and who laid it."""

    seat: int
    card: Card


class Missed(NamedTuple):
    """Hold what opponents may claim: `of` the play (P), a hand (S) or the crib (K) of a seat, and the points left."""

    of: Literal["P", "S", "K"]
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """Be one position. Compare, store and share freely; nothing changes it.

    `scores` and `backs`: front and back peg of each side; a back peg is the score before the last points, 0 before the
    second. `deal`: number of the deal, from 1. `turn`: the seat the game waits for in PLAY, HAND, CRIB and MUGGINS,
    the winning side in OVER, else None. `hands`: cards still held, by seat, sorted. `line`: the counts of the play so
    far, the last one still open. `discards`: what each seat laid in the crib, `extra` what came there from the pack.
    """

    rules: Rules
    scores: tuple[int, ...]
    backs: tuple[int, ...]
    dealer: int
    deal: int
    phase: Phase
    turn: int | None
    hands: tuple[tuple[Card, ...], ...]
    line: tuple[tuple[Laid, ...], ...]
    discards: tuple[tuple[Card, ...], ...]
    extra: tuple[Card, ...]
    starter: Card | None
    missed: Missed | None = None

    @property
    def winner(self) -> int | None:
        """Give the side that has won, None while nobody has."""
        return self.turn if self.phase is Phase.OVER else None

    @property
    def pile(self) -> tuple[Laid, ...]:
        """Give the cards of the open count, first card first."""
        return self.line[-1] if self.line else ()

    @property
    def count(self) -> int:
        """Give the open count, 0 … 31."""
        return sum([VALUES[laid.card] for laid in self.pile])

    @property
    def crib(self) -> tuple[Card, ...]:
        """Give the cards in the crib: by seat, then the card from the pack."""
        return tuple(one for some in self.discards for one in some) + self.extra

    @property
    def pone(self) -> int:
        """Name the seat to the left of the dealer, which leads and counts first."""
        return self.rules.left_of(self.dealer)

    @property
    def has_hidden(self) -> bool:
        """Tell whether this is what somebody sees rather than what is."""
        if UNKNOWN in self.extra:
            return True
        for hand, thrown in zip(self.hands, self.discards, strict=True):  # noqa: SIM110 (asked at every action)
            if UNKNOWN in hand or UNKNOWN in thrown:
                return True
        return False

    def tabled(self, seat: int) -> tuple[Card, ...]:
        """Give the cards a seat has laid in the play of this deal, in order."""
        return tuple(laid.card for pile in self.line for laid in pile if laid.seat == seat)

    def shown(self, seat: int) -> tuple[Card, ...]:
        """Give the hand a seat counts: what it laid and what it still holds, sorted."""
        return tuple(sorted((*self.tabled(seat), *self.hands[seat])))

    def gone(self) -> frozenset[int]:
        """Name the seats that have said go in the open count: those passed over that still hold cards.

        The count only rises, so whoever could lay nothing then can lay nothing now; nothing needs to be remembered.
        """
        passed = passed_over(self.rules, self.pile)
        if self.phase is Phase.PLAY and self.pile and self.turn is not None:
            passed |= _between(self.rules, self.pile[-1].seat, self.turn)
        return frozenset(seat for seat in passed if self.hands[seat])

    def waiting_for(self) -> tuple[int, ...]:
        """Name the seats that may act now; () when chance acts or nobody."""
        if self.phase is Phase.DISCARD:
            return tuple(seat for seat in range(self.rules.seats) if not self.discards[seat])
        return () if self.turn is None or self.phase is Phase.OVER else (self.turn,)


def passed_over(rules: Rules, pile: tuple[Laid, ...]) -> set[int]:
    """Name the seats whose turn was skipped between two cards of a count, with or without cards in hand."""
    passed: set[int] = set()
    for before, after in pairwise(pile):
        passed |= _between(rules, before.seat, after.seat)
    return passed


def _between(rules: Rules, before: int, after: int) -> set[int]:
    """Name the seats left of the one and right of the other: all others where the two are one."""
    passed: set[int] = set()
    seat = rules.left_of(before)
    while seat != after:
        passed.add(seat)
        seat = rules.left_of(seat)
    return passed
