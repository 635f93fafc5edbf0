"""Play as a sound club player does: throw by hand average and crib table, then take what the play offers."""

from __future__ import annotations

import random

from engine.bots import simple
from engine.bots.protocol import Player, owns_crib
from engine.cards import Card
from engine.observe import Observation
from engine.odds import throws


class Steady(Player):
    """Throw by points alone, play greedily; no thought of what others hold, nor of the score."""

    name = "steady"

    def throw(self, seen: Observation, seat: int, rng: random.Random) -> tuple[Card, ...]:
        """Throw the best of hand average plus or minus the table's crib; a partner's crib is a crib of one's own."""
        state = seen.state
        ranked = throws.ranked(state.hands[seat], dealer=owns_crib(seen, seat), rules=state.rules)
        return ranked[0].throw

    def card(self, seen: Observation, seat: int, legal: tuple[Card, ...], rng: random.Random) -> Card:
        """Play the card that scores most, else the highest; avoid leading a five or leaving 5, 10 or 21."""
        state = seen.state
        return simple.card(state.hands[seat], [laid.card for laid in state.pile])
