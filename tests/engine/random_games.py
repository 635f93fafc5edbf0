"""Games that nobody plays well, of every kind there is, for properties that must hold in all of them."""

import random
from dataclasses import dataclass
from itertools import islice

from hypothesis import strategies as st

from engine import play
from engine.actions import Action
from engine.events import Event
from engine.rules import Rules
from engine.state import State
from tests.engine import games as turn_by_turn

KINDS = (
    Rules(),
    Rules(target=31),
    Rules(seats=3, target=61),
    Rules(seats=4, target=61),
    Rules(five_card=True, target=61),
    Rules(manual=True, target=31),
    Rules(manual=True, muggins=True, target=61),
    Rules(manual=True, muggins=True, seats=3, target=61),
    Rules(manual=True, muggins=True, seats=4, target=31),
    Rules(manual=True, muggins=True, five_card=True, target=61),
)
kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 2**32)
lengths = st.one_of(st.none(), st.integers(0, 120))


@dataclass(frozen=True)
class Game:
    """Hold a game played: the states are one more than the actions, `happened` the events of each action."""

    rules: Rules
    first_dealer: int
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    happened: tuple[tuple[Event, ...], ...]


def played(rules: Rules, seed: int, length: int | None = None) -> Game:
    """Play at random; `length`: stop after so many actions, None: to the end. Seats throw in any order."""
    turns = list(islice(turn_by_turn.played(rules, random.Random(seed)), length))
    first = turns[0].before if turns else play.start(rules, random.Random(seed).randrange(rules.seats))
    return Game(
        rules,
        first.dealer,
        tuple(turn.action for turn in turns),
        (first, *(turn.step.state for turn in turns)),
        tuple(turn.step.events for turn in turns),
    )


games = st.builds(played, kinds, seeds, lengths)
