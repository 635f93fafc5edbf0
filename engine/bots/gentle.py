"""Play as somebody does who has learnt the game last week: keeps what scores, sees most fifteens, looks no further."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Final

from engine import pegging
from engine.bots.protocol import Player
from engine.cards import VALUES, Card
from engine.observe import Observation

EYES: Final = 0.7
"""How often a scoring card is seen in the play."""


class Gentle(Player):
    """Keep the cards that score by themselves; play what scores when it is seen, else anything."""

    name = "gentle"

    def throw(self, seen: Observation, seat: int, rng: random.Random) -> tuple[Card, ...]:
        """Keep what makes most fifteens and pairs; where several do, any of them. Whose crib it is plays no part."""
        held = seen.state.hands[seat]
        kept = seen.state.rules.cards_kept
        worth = {keep: _worth(keep) for keep in combinations(held, kept)}
        most = max(worth.values())
        keep = rng.choice([one for one, points in worth.items() if points == most])
        return tuple(one for one in held if one not in keep)

    def card(self, seen: Observation, seat: int, legal: tuple[Card, ...], rng: random.Random) -> Card:
        """Play the card that scores most, if it is noticed; else any legal one."""
        state = seen.state
        pile, count = [laid.card for laid in state.pile], state.count
        points = {one: pegging.points([*pile, one], count + VALUES[one]) for one in legal}
        best = max(legal, key=points.__getitem__)
        if points[best] and rng.random() < EYES:
            return best
        return rng.choice(legal)


def _worth(keep: tuple[Card, ...]) -> int:
    """Add up fifteens and pairs, two points each."""
    worth = 0
    for size in range(2, len(keep) + 1):
        worth += 2 * sum(sum(VALUES[one] for one in some) == 15 for some in combinations(keep, size))
    return worth + 2 * sum(first >> 2 == second >> 2 for first, second in combinations(keep, 2))
