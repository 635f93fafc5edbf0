"""What each seat sees, and what nobody but its owner does."""

import pytest

from engine import Phase, Rules, State, play
from engine.actions import Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import PACK, UNKNOWN, Card, card, cards
from engine.errors import RulesError
from engine.events import Dealt, Discarded, Played, Starter, Turned
from engine.observe import Observation, observe, redact
from tests.engine.positions import after, led

HIDDEN = (UNKNOWN,)
THREE = Deal((PACK[:5], PACK[5:10], PACK[10:15]), PACK[15:16])
MANUAL = Rules(3, manual=True, muggins=True)
HANDS = ["Ah 2h 3h 4h", "6c 7c 8c 9h", "Kc Qc Jc 9c"]


def dealt() -> State:
    return play.apply(play.start(Rules(3), 0), THREE).state


def thrown() -> State:
    return after(dealt(), [Discard(seat, THREE.hands[seat][:1]) for seat in range(3)])[0]


def show() -> State:
    """Return the show of three players, who count themselves: seat 1 first, the dealer 0 last."""
    state = led(MANUAL, HANDS, leader=1)
    while state.phase in (Phase.PLAY, Phase.MUGGINS):
        state = play.apply(state, play.legal_actions(state)[-1]).state
    return state


def seen(state: State, seat: int | None) -> list[int]:
    """Say how many cards of each hand a seat sees."""
    return [sum(one != UNKNOWN for one in hand) for hand in observe(state, seat).state.hands]


def seen_crib(state: State, seat: int | None) -> tuple[Card, ...]:
    return observe(state, seat).state.crib


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_sees_its_own_hand_and_how_many_the_others_hold(seat: int) -> None:
    sight = observe(dealt(), seat)
    assert sight.seat == seat
    for other, hand in enumerate(sight.state.hands):
        assert hand == (dealt().hands[seat] if other == seat else HIDDEN * 5)


def test_a_watcher_sees_no_hand() -> None:
    assert seen(dealt(), None) == [0, 0, 0]
    assert seen_crib(thrown(), None) == HIDDEN * 4


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_sees_nothing(seat: int) -> None:
    with pytest.raises(RulesError) as caught:
        observe(dealt(), seat)
    assert caught.value.code == "seat_outside"


def test_the_card_of_the_pack_in_the_crib_is_hidden_from_all() -> None:
    for seat in (None, 0, 1, 2):
        assert observe(dealt(), seat).state.extra == HIDDEN


def test_a_seat_knows_its_own_throw_and_who_has_thrown() -> None:
    for seat in range(3):
        sight = observe(thrown(), seat).state.discards
        assert sight == tuple(THREE.hands[seat][:1] if other == seat else HIDDEN for other in range(3))


def test_everything_but_cards_is_open() -> None:
    state, _ = after(thrown(), [Cut(PACK[50]), Play(1, PACK[6])])
    sight = observe(state, 2).state
    assert (sight.scores, sight.backs, sight.dealer, sight.deal) == (state.scores, state.backs, 0, 1)
    assert (sight.phase, sight.turn, sight.line, sight.starter) == (Phase.PLAY, 2, state.line, PACK[50])


def test_what_is_seen_is_seen_the_same_from_there() -> None:
    for state in (dealt(), thrown(), show()):
        for seat in (None, 0, 1, 2):
            sight = observe(state, seat)
            assert observe(sight.state, seat) == sight


def test_hands_and_crib_are_never_open_while_they_are_played() -> None:
    state = led(MANUAL, HANDS, leader=1)
    while state.phase is Phase.PLAY:
        for seat in range(3):
            assert seen(state, seat) == [len(hand) if other == seat else 0 for other, hand in enumerate(state.hands)]
            assert HIDDEN[0] in seen_crib(state, seat)
        state = play.apply(state, play.legal_actions(state)[0]).state


def test_the_five_card_hand_is_open_when_it_is_counted() -> None:
    """Cards that were never laid come to light, hand by hand, and the crib last."""
    rules = Rules(five_card=True, target=61, manual=True)
    state = led(rules, ["Th 8h 7h", "Js Qs 9s"], leader=0)
    state, _ = after(state, [Play(0, card("Th")), Play(1, card("Js")), Play(0, card("8h"))])
    assert (state.phase, state.turn) == (Phase.HAND, 0)
    assert [seen(state, seat) for seat in (None, 0, 1)] == [[1, 0], [1, 0], [1, 2]]
    state = play.apply(state, Count(0, 0)).state
    assert seen(state, None) == [1, 2]
    assert seen_crib(state, None) == HIDDEN * 4
    state = play.apply(state, Count(1, 0)).state
    assert (state.phase, seen_crib(state, None)) == (Phase.CRIB, state.crib)
    assert seen(state, None) == [1, 2]


def test_what_was_counted_stays_open_while_it_may_be_claimed() -> None:
    rules = Rules(five_card=True, target=61, manual=True, muggins=True)
    state = led(rules, ["Th 8h 7h", "Js Qs 9s"], leader=0, starter="8d", crib="Kh Kd 2c 3c")
    state, _ = after(state, [Play(0, card("Th")), Play(1, card("Js")), Play(0, card("8h"), 0)])
    state = play.apply(state, Count(0, 0)).state
    assert (state.phase, state.missed.of if state.missed else None) == (Phase.MUGGINS, "S")
    assert seen(state, None) == [1, 0], "the dealer's hand is not due yet"
    state, _ = after(state, [Muggins(1, 0), Count(1, 3), Count(1, 0)])
    assert (state.phase, state.missed.of if state.missed else None) == (Phase.MUGGINS, "K")
    assert (seen(state, None), seen_crib(state, None)) == ([1, 2], state.crib)


def test_a_claim_in_the_play_opens_nothing() -> None:
    state, _ = after(led(MANUAL, HANDS, leader=1), [Play(1, card("6c")), Play(2, card("9c"), 0)])
    assert (state.phase, state.missed.of if state.missed else None) == (Phase.MUGGINS, "P")
    assert seen(state, None) == [0, 0, 0]
    assert seen_crib(state, None) == HIDDEN * 4


def test_events_hide_what_others_hold() -> None:
    hands = (cards("5h 6h"), cards("7h 8h"))
    event = Dealt(1, 0, hands, cards("9h"))
    assert redact(event, 0) == Dealt(1, 0, (hands[0], HIDDEN * 2), HIDDEN)
    assert redact(event, None) == Dealt(1, 0, (HIDDEN * 2, HIDDEN * 2), HIDDEN)
    assert redact(Discarded(0, hands[0]), 1) == Discarded(0, HIDDEN * 2)
    assert redact(Discarded(0, hands[0]), None) == Discarded(0, HIDDEN * 2)
    assert redact(Discarded(0, hands[0]), 0) == Discarded(0, hands[0])


def test_events_of_the_table_are_open_to_all() -> None:
    for event in (Played(0, card("5h"), 5), Starter(card("5h")), Turned(0, cards("5h 6h"), crib=True)):
        for seat in (None, 0, 1):
            assert redact(event, seat) is event


def test_an_observation_says_nothing_of_hidden_cards_even_in_its_text() -> None:
    for seat in (None, 0, 1, 2):
        sight: Observation = observe(thrown(), seat)
        mine = set() if seat is None else set(THREE.hands[seat])
        for one in {one for hand in THREE.hands for one in hand} - mine:
            assert repr(one) not in repr(sight)
