"""What every bot does, whoever it is: a legal action from its own observation, the same one every time."""

import random
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Phase, Rules, State, play
from engine.actions import Action, Count, Discard, Muggins, Play
from engine.bots import BOTS, bot
from engine.cards import PACK, Card, cards
from engine.errors import BotError
from engine.observe import observe
from tests.engine.positions import led
from tests.engine.random_games import kinds, played, seeds

Hand: TypeAlias = tuple[Card, ...]
AT_EVERY_TABLE = ("gentle", "steady", "sharp")
QUICK = settings(max_examples=60, deadline=None)


def waiting(rules: Rules, seed: int, length: int) -> State | None:
    """Return a position in a random game in which a seat may act, None if the game came to none."""
    states = [state for state in played(rules, seed, length).states if state.waiting_for()]
    return states[-1] if states else None


def permuted(state: State, seat: int, rng: random.Random) -> State:
    """Give the other seats, their throws and the pack's card other cards that the seat does not see."""
    seen = observe(state, seat).state
    sight = {one for some in (*seen.hands, *seen.discards, seen.extra) for one in some}
    sight |= {laid.card for pile in seen.line for laid in pile}
    sight |= {seen.starter} if seen.starter is not None else set()
    hidden = [one for one in PACK if one not in sight]
    rng.shuffle(hidden)

    def filled(shown: tuple[Hand, ...], real: tuple[Hand, ...]) -> tuple[Hand, ...]:
        return tuple(
            own if some == own else tuple(sorted(hidden.pop() for _ in own))
            for some, own in zip(shown, real, strict=True)
        )

    return replace(
        state,
        hands=filled(seen.hands, state.hands),
        discards=filled(seen.discards, state.discards),
        extra=filled((seen.extra,), (state.extra,))[0],
    )


def is_allowed(state: State, action: Action) -> bool:
    """Tell whether an action is one of those listed; a play may claim what it likes."""
    seat = action.seat
    if isinstance(action, Play):
        assert action.claim is None
    if isinstance(action, Discard):
        return set(action.cards) in [set(one.cards) for one in play.legal_actions(state, seat)]
    return action in play.legal_actions(state, seat)


@pytest.mark.parametrize("name", AT_EVERY_TABLE)
@QUICK
@given(rules=kinds, seed=seeds, length=st.integers(1, 200))
def test_a_bot_does_what_is_allowed_in_every_kind_of_game(name: str, rules: Rules, seed: int, length: int) -> None:
    state = waiting(rules, seed, length)
    if state is None:
        return
    for seat in state.waiting_for():
        action = bot(name).choose(observe(state, seat), random.Random(seed))
        assert is_allowed(state, action)
        play.apply(state, action)


@pytest.mark.parametrize("name", AT_EVERY_TABLE)
@QUICK
@given(rules=kinds, seed=seeds, length=st.integers(1, 200))
def test_cards_out_of_sight_change_nothing(name: str, rules: Rules, seed: int, length: int) -> None:
    state = waiting(rules, seed, length)
    if state is None:
        return
    seat = state.waiting_for()[0]
    other = permuted(state, seat, random.Random(seed))
    assert observe(other, seat) == observe(state, seat)
    chosen = [bot(name).choose(observe(one, seat), random.Random(seed)) for one in (state, other)]
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("name", BOTS)
def test_a_seat_that_may_not_act_is_told_so(name: str) -> None:
    state = led(Rules(), ["5h 6h 7h 8h", "Th Jh Qh Kh"])
    for seat in (0, None):
        with pytest.raises(BotError, match="not_to_move"):
            bot(name).choose(observe(state, seat), random.Random(1))


@pytest.mark.parametrize("name", AT_EVERY_TABLE)
def test_a_bot_counts_all_there_is_and_claims_what_was_missed(name: str) -> None:
    rules = Rules(manual=True, muggins=True)
    state = led(rules, ["5h 5s 5d Kh", "4c 6c 7c 9c"], crib="Ad 2d 2s Ac", starter="5c")
    mind, rng = bot(name), random.Random(1)
    counted = 0
    while state.phase is not Phase.DEAL:
        seat = state.waiting_for()[0]
        action = mind.choose(observe(state, seat), rng)
        if isinstance(action, Count):
            best = play.legal_actions(state, seat)[-1]
            assert action == best
            counted += 1
            action = replace(action, points=0)
        elif isinstance(action, Muggins):
            assert action.points == state.missed.points
        state = play.apply(state, action).state
    assert counted == 3
    assert state.scores[1] >= 26  # the dealer's hand and crib, claimed


def test_a_bot_has_no_choice_with_one_card_that_fits() -> None:
    state = led(Rules(), ["5h Th Qh Kh", "4c Ts Qs Kc"])
    for text in ("Ts", "Th", "4c"):
        assert state.turn is not None
        state = play.apply(state, Play(state.turn, cards(text)[0])).state
    assert [bot(name).choose(observe(state, 0), random.Random(0)) for name in BOTS] == [Play(0, cards("5h")[0])] * 4


def test_simple_is_for_two() -> None:
    state = played(Rules(seats=3), 1, 1).states[-1]
    with pytest.raises(BotError, match="two_players_only"):
        bot("simple").choose(observe(state, 0), random.Random(1))


def test_an_unknown_bot_is_named_among_the_known() -> None:
    with pytest.raises(BotError) as raised:
        bot("sly")
    assert raised.value.data["names"] == list(BOTS)
