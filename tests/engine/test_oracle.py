"""The machine against OpenSpiel's cribbage, where it is installed: `uv pip install -r pyproject.toml --extra oracle`.

OpenSpiel has two known faults, and what they touch is not compared: it counts four cards of one suit in the crib as a
flush, and near the end it lets both sides count before it looks who is home.
"""

import random
import re
import warnings
from typing import Any

import pytest

from engine import Phase, Rules, State, play
from engine.actions import Cut, Deal, Discard, Play
from engine.cards import PACK, Card
from engine.dealing import deal, starter

MISSING = "NOT COMPARED with OpenSpiel, which is not installed: uv pip install -r pyproject.toml --extra oracle"
PASS = 2756

try:
    import pyspiel
except ImportError:
    warnings.warn(MISSING, stacklevel=1)
    pytest.skip(MISSING, allow_module_level=True)


def named(card: Card) -> str:
    """Write a card OpenSpiel's way."""
    return str(card).upper()


class Oracle:
    """Keep a game of OpenSpiel in step with ours. Its player 0 deals first; it asks for go, we do not."""

    def __init__(self) -> None:
        self.state: Any = pyspiel.load_game("cribbage").new_initial_state()

    def do(self, words: str) -> None:
        """Do the action of this name, then say every go that is due."""
        state = self.state
        player = state.current_player()
        state.apply_action(next(one for one in state.legal_actions() if state.action_to_string(player, one) == words))
        while not state.is_terminal() and not state.is_chance_node() and state.legal_actions() == [PASS]:
            state.apply_action(PASS)

    def may(self) -> list[str]:
        player = self.state.current_player()
        return sorted(self.state.action_to_string(player, one).split()[1] for one in self.state.legal_actions())

    def figure(self, name: str) -> list[int]:
        found = re.search(rf"^{name}: (.*)$", str(self.state), re.MULTILINE)
        assert found
        return [int(one) for one in found[1].split()]

    def deal(self, action: Deal) -> None:
        for hand in action.hands:
            for one in hand:
                self.do(f"Deal {named(one)}")

    def throw(self, throws: list[Discard]) -> None:
        for throw in throws:
            low, high = sorted(throw.cards, key=lambda one: (one.suit, one.rank))
            words = {f"Choose {named(low)} {named(high)}", f"Choose {named(high)} {named(low)}"}
            player = self.state.current_player()
            assert player == throw.seat
            self.do(
                next(
                    name
                    for one in self.state.legal_actions()
                    if (name := self.state.action_to_string(player, one)) in words
                )
            )


def four_of_a_suit(crib: tuple[Card, ...], turned: Card) -> bool:
    return len({one.suit for one in crib}) == 1 and turned.suit != crib[0].suit


def compare(oracle: Oracle, state: State) -> None:
    assert oracle.figure("Scores") == list(state.scores)
    if state.phase is Phase.PLAY:
        assert oracle.state.current_player() == state.turn
        assert oracle.figure("Running total") == [state.count]
        legal = [one.card for one in play.legal_actions(state) if isinstance(one, Play)]
        assert oracle.may() == sorted(map(named, legal))
    elif state.phase is Phase.DEAL:
        assert oracle.figure("Dealer") == [state.dealer]


def game(rng: random.Random) -> int:
    """Play one game beside OpenSpiel until somebody is home; return how many cards were compared."""
    state, oracle, compared = play.start(Rules(), 0), Oracle(), 0
    while state.phase is not Phase.OVER:
        pack = rng.sample(PACK, 52)
        dealt = deal(state, pack)
        oracle.deal(dealt)
        state = play.apply(state, dealt).state
        throws = [Discard(seat, tuple(rng.sample(state.hands[seat], 2))) for seat in (0, 1)]
        oracle.throw(throws)
        for throw in throws:
            state = play.apply(state, throw).state
        turned = starter(state.rules, pack)
        if four_of_a_suit(state.crib, turned.card):
            turned = next(
                one
                for one in play.legal_actions(state)
                if isinstance(one, Cut) and not four_of_a_suit(state.crib, one.card)
            )
        state = play.apply(state, turned).state
        if state.phase is Phase.OVER:
            break
        oracle.do(f"Deal {named(turned.card)}")
        while state.phase is Phase.PLAY:
            compare(oracle, state)
            action = rng.choice(play.legal_actions(state))
            assert isinstance(action, Play)
            state = play.apply(state, action).state
            if state.phase is not Phase.OVER:
                oracle.do(f"Choose {named(action.card)}")
                compare(oracle, state)
                compared += 1
    return compared


def test_open_spiel_says_the_same_of_a_few_games() -> None:
    rng = random.Random(5)
    assert sum(game(rng) for _ in range(8)) > 400


@pytest.mark.slow
def test_open_spiel_says_the_same_of_many_games() -> None:
    rng = random.Random(6)
    assert sum(game(rng) for _ in range(1_000)) > 50_000
