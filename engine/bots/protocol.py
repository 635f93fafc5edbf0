"""Say what a bot is, and give each one what all of them do alike: one card is played, a count is counted right.

A bot sees an `Observation` of its own seat and nothing else; what it draws, it draws from the generator it is given. So
the same observation and the same generator give the same action, whatever the hidden cards are.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import Protocol

from engine import play
from engine.actions import Action, Discard, Play
from engine.cards import VALUES, Card
from engine.errors import BotError
from engine.observe import Observation
from engine.pegging import LIMIT
from engine.state import Phase


class Bot(Protocol):
    """Be somebody who can sit at a table."""

    name: str

    def choose(self, seen: Observation, rng: random.Random) -> Action:
        """Return a legal action of the seat that observes.

        Raises BotError (`not_to_move`) where the seat has nothing to do.
        """


class Player(ABC):
    """Do what every bot does: notice that there is no choice, count correctly, claim all that was missed."""

    name: str

    def choose(self, seen: Observation, rng: random.Random) -> Action:
        """Return what to do.

        Raises BotError (`not_to_move`).
        """
        state, seat = seen.state, seen.seat
        if seat is None or seat not in state.waiting_for():
            raise BotError("not_to_move", seat=seat)
        if state.phase is Phase.DISCARD:
            return Discard(seat, self.throw(seen, seat, rng))
        if state.phase is Phase.PLAY:
            room = LIMIT - state.count
            legal = tuple(one for one in state.hands[seat] if VALUES[one] <= room)
            return Play(seat, legal[0] if len(legal) == 1 else self.card(seen, seat, legal, rng))
        return play.legal_actions(state, seat)[-1]  # counts and claims are listed upwards: the last takes all there is

    @abstractmethod
    def throw(self, seen: Observation, seat: int, rng: random.Random) -> tuple[Card, ...]:
        """Choose what goes in the crib."""

    @abstractmethod
    def card(self, seen: Observation, seat: int, legal: tuple[Card, ...], rng: random.Random) -> Card:
        """Choose one of at least two cards that may be played."""


def owns_crib(seen: Observation, seat: int) -> bool:
    """Tell whether the crib counts for the seat's side: its own, or its partner's.

    >>> from engine import Rules, play
    >>> from engine.observe import observe
    >>> [owns_crib(observe(play.start(Rules(seats=4), 1), seat), seat) for seat in range(4)]
    [False, True, False, True]
    """
    rules = seen.state.rules
    return rules.side_of(seat) == rules.side_of(seen.state.dealer)
