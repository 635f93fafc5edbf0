"""The coach weighs what a seat chose against the best it could have known, and nothing else."""

import random
from dataclasses import replace

import pytest

from engine import Phase, Rules, State, coach, dealing, play
from engine.actions import Action, Deal, Discard, Play
from engine.bots import arena, bot
from engine.cards import card, cards
from engine.observe import observe
from engine.odds import throws
from engine.replay import record_of, run
from tests.engine.positions import led


def game(rules: Rules, names: tuple[str, ...], seed: int = 1) -> tuple[list[State], list[Action]]:
    """Let bots play; return the states and the action done in each."""
    state = play.start(rules, 0)
    rng = random.Random(seed)
    packs = arena.packs(seed)
    states: list[State] = []
    actions: list[Action] = []
    pack = next(packs)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            pack = next(packs)
            action: Action = dealing.deal(state, pack)
        elif state.phase is Phase.CUT:
            action = dealing.starter(rules, pack)
        else:
            seat = state.waiting_for()[0]
            action = bot(names[seat]).choose(observe(state, seat), rng)
        states.append(state)
        actions.append(action)
        state = play.apply(state, action).state
    return states, actions


@pytest.mark.parametrize(
    ("rules", "names", "with_chances"),
    [
        (Rules(target=61), ("gentle", "sharp"), True),
        (Rules(seats=3, target=31), ("gentle", "sharp", "steady"), False),
        (Rules(seats=4, target=31, manual=True, muggins=True), ("gentle", "sharp") * 2, False),
        (Rules(five_card=True, target=31), ("gentle", "steady"), False),
    ],
    ids=["two", "three", "four", "five-card"],
)
def test_every_throw_and_card_is_weighed_and_none_beats_the_best(
    rules: Rules, names: tuple[str, ...], with_chances: bool
) -> None:
    states, actions = game(rules, names)
    found = coach.advise(zip(states, actions, strict=True))
    chosen = [action for action in actions if isinstance(action, Discard | Play)]
    assert [(one.seat, one.kind) for one in found] == [
        (action.seat, "throw" if isinstance(action, Discard) else "card") for action in chosen
    ]
    for one, action in zip(found, chosen, strict=True):
        assert set(one.chosen) == (set(action.cards) if isinstance(action, Discard) else {action.card})
        assert one.cost >= 0
        assert (one.win_cost is not None) == with_chances
        assert one.win_cost is None or 0 <= one.win_cost <= 1
        if one.best == one.chosen:
            assert one.cost == 0 or one.win_cost == 0
    deals = [state.deal for state, action in zip(states, actions, strict=True) if isinstance(action, Discard | Play)]
    assert [one.deal for one in found] == deals
    assert found == coach.advise(zip(states, actions, strict=True))


def test_a_record_is_reviewed_as_its_game() -> None:
    states, actions = game(Rules(target=31), ("steady", "steady"), seed=4)
    replayed = run(record_of(Rules(target=31), 0, actions))
    assert replayed.error is None
    found = coach.review(replayed)
    assert [(one.deal, one.seat, one.kind, one.chosen) for one in found] == [
        (one.deal, one.seat, one.kind, one.chosen) for one in coach.advise(zip(states, actions, strict=True))
    ]


def test_a_throw_costs_what_the_ranking_says() -> None:
    state = play.start(Rules(), 0)
    hands = cards("5S 4S 2S 8D 6H 8C"), cards("TS 6D JH 4H KC 7C")
    state = play.apply(state, Deal(tuple(tuple(sorted(hand)) for hand in hands))).state
    ranked = throws.ranked(hands[0], dealer=True)
    for place in (0, 3, 14):
        (found,) = coach.advise([(state, Discard(0, ranked[place].throw[::-1]))])
        assert found.best == ranked[0].throw
        assert found.chosen == ranked[place].throw
        assert found.cost == pytest.approx(ranked[0].total - ranked[place].total)
        assert found.win_cost is not None
        assert (found.win_cost > 0) == (place > 0)


def test_a_card_without_a_choice_costs_nothing() -> None:
    state = led(Rules(), ["5h Th Qh Kh", "9c 9s 9d 9h"])
    (found,) = coach.advise([(state, Play(1, card("9d")))])
    assert (found.best, found.cost, found.win_cost) == ((card("9d"),), 0.0, 0.0)


def test_a_card_as_good_as_the_best_is_the_best() -> None:
    """Of two cards of one rank the one that was played is named."""
    state = led(Rules(), ["5h Th Qh Kh", "4c 4s Kd Kc"])
    (found,) = coach.advise([(state, Play(1, card("4s")))])
    assert (found.best, found.cost) == ((card("4s"),), 0.0)


def test_near_the_end_the_chance_decides() -> None:
    """At 119 the pair goes out; anything else leaves the opponent, who needs as little, a turn."""
    state = led(Rules(), ["4h 6s Th Kd", "Tc 2d 3d 9d"], scores=(119, 119))
    state = play.apply(state, Play(1, card("Tc"))).state
    (found,) = coach.advise([(state, Play(0, card("6s")))])
    assert found.best == (card("Th"),)
    assert found.win_cost is not None


def test_luck_is_neither_praised_nor_blamed() -> None:
    """Other cards out of sight, the same advice."""
    state = led(Rules(), ["5h Th Qh Kh", "4c 6s 7d Kc"])
    other = replace(state, hands=(tuple(cards("Ah 2h 3h 9h")), state.hands[1]))
    action = Play(1, card("Kc"))
    assert coach.advise([(state, action)]) == coach.advise([(other, action)])
