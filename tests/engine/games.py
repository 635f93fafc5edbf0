"""Whole games for tests: every kind of rules, and legal moves drawn at random, claims too low among them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine import Phase, Rules, State, pegging, play
from engine.actions import Action, Play
from engine.cards import PACK, Card
from engine.dealing import deal, starter
from engine.events import Scored
from engine.play import Step

KINDS = {
    "2": Rules(),
    "3": Rules(3),
    "4": Rules(4),
    "five-card": Rules(five_card=True, target=61),
    "2 manual": Rules(manual=True),
    "2 muggins": Rules(muggins=True, manual=True),
    "3 muggins": Rules(3, muggins=True, manual=True),
    "4 muggins": Rules(4, muggins=True, manual=True),
    "five-card muggins": Rules(five_card=True, target=61, muggins=True, manual=True),
}
"""The kinds of game there are. Muggins where the machine counts: nothing is missed, nothing to claim."""


class Turn(NamedTuple):
    """One action of a game: the state before, the action, and what came of it."""

    before: State
    action: Action
    step: Step


def played(rules: Rules, rng: random.Random) -> Iterator[Turn]:
    """Play a game at random to its end."""
    state = play.start(rules, rng.randrange(rules.seats))
    pack: list[Card] = []
    while state.phase is not Phase.OVER:
        action: Action
        if state.phase is Phase.DEAL:
            pack = rng.sample(PACK, len(PACK))
            action = deal(state, pack)
        elif state.phase is Phase.CUT:
            action = starter(rules, pack)
        else:
            action = rng.choice(play.legal_actions(state))
            if isinstance(action, Play) and rules.manual:
                action = underclaimed(state, action, rng)
        step = play.apply(state, action)
        yield Turn(state, action, step)
        state = step.state


def underclaimed(state: State, action: Play, rng: random.Random) -> Play:
    """Claim anything from nothing to all that the card earns, or leave the count to the machine."""
    earned = pegging.last([*(laid.card for laid in state.pile), action.card]).points
    return replace(action, claim=rng.choice([None, *range(earned + 1)]))


def awards(step: Step) -> list[tuple[int, str, int]]:
    """Say what was there to be pegged in a step: what was claimed and what was missed of it."""
    return [
        (event.seat, event.why, event.points + event.missed)
        for event in step.events
        if isinstance(event, Scored) and event.why != "muggins"
    ]
