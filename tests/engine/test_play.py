"""The course of a game: what each action does, and what is refused and why."""

from dataclasses import replace
from typing import Any

import pytest

from engine import Phase, Rules, State, play
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import PACK, UNKNOWN, card, cards
from engine.course import Course
from engine.errors import IllegalAction, RulesError
from engine.events import DealEnded, Dealt, Event, Scored, Starter, Turned, Won
from engine.observe import observe
from engine.state import Laid, Missed
from tests.engine.positions import FIVE, after, gos, laid, led, placed, points

DEALT = Deal((cards("5s 4s 2s 8d 6h 8c"), cards("Ts 6d Jh 4h Kc 7c")))
THREE = Deal((PACK[:5], PACK[5:10], PACK[10:15]), PACK[15:16])
MANUAL = Rules(manual=True)
MUGGINS = Rules(manual=True, muggins=True)


def refused(state: State, action: Any) -> tuple[str, dict[str, Any]]:
    """Try an action that must be refused; return the code and its figures."""
    with pytest.raises(IllegalAction) as caught:
        play.apply(state, action)
    return caught.value.code, caught.value.data


def begun() -> State:
    return play.apply(play.start(Rules(), 0), DEALT).state


def thrown() -> State:
    return after(begun(), [Discard(0, cards("8d 8c")), Discard(1, cards("Ts Kc"))])[0]


def test_a_game_begins_with_nothing_on_the_board() -> None:
    state = play.start(Rules(3), 2)
    assert (state.phase, state.turn, state.dealer, state.pone, state.deal) == (Phase.DEAL, None, 2, 0, 1)
    assert (state.scores, state.backs) == ((0, 0, 0), (0, 0, 0))
    assert (state.hands, state.discards, state.extra, state.starter) == (((),) * 3, ((),) * 3, (), None)
    assert (state.line, state.pile, state.count, state.crib, state.winner) == ((), (), 0, (), None)
    assert state.waiting_for() == ()
    with pytest.raises(RulesError):
        play.start(Rules(), 2)


def test_a_deal_gives_each_seat_its_cards_sorted() -> None:
    step = play.apply(play.start(Rules(), 0), DEALT)
    hands = (cards("2s 4s 5s 6h 8c 8d"), cards("4h 6d 7c Ts Jh Kc"))
    assert step.events == (Dealt(1, 0, hands, ()),)
    assert step.state.hands == hands
    assert (step.state.phase, step.state.waiting_for()) == (Phase.DISCARD, (0, 1))


def test_a_deal_to_three_puts_a_card_of_the_pack_in_the_crib() -> None:
    step = play.apply(play.start(Rules(3), 0), THREE)
    assert step.state.extra == step.state.crib == PACK[15:16]
    assert isinstance(step.events[0], Dealt)
    assert step.events[0].extra == PACK[15:16]


@pytest.mark.parametrize(
    ("rules", "action", "code", "data"),
    [
        (Rules(), Deal((PACK[:6], PACK[6:11])), "hands_wrong", {"sizes": (6, 5, 0), "expected": (6, 6, 0)}),
        (Rules(), Deal((PACK[:6],)), "hands_wrong", {"sizes": (6, 0), "expected": (6, 6, 0)}),
        (
            Rules(),
            Deal((PACK[:6], PACK[6:12]), PACK[12:13]),
            "hands_wrong",
            {"sizes": (6, 6, 1), "expected": (6, 6, 0)},
        ),
        (Rules(3), Deal(THREE.hands), "hands_wrong", {"sizes": (5, 5, 5, 0), "expected": (5, 5, 5, 1)}),
        (Rules(), Deal((PACK[:6], PACK[5:11])), "same_card_twice", {"card": "2d"}),
        (Rules(3), Deal(THREE.hands, PACK[:1]), "same_card_twice", {"card": "Ac"}),
        (Rules(), Deal((PACK[:6], (*PACK[6:11], UNKNOWN))), "hidden_card", {}),
    ],
)
def test_a_deal_that_cannot_be_is_refused(rules: Rules, action: Deal, code: str, data: dict[str, Any]) -> None:
    assert refused(play.start(rules, 0), action) == (code, data)


def test_throws_may_come_in_any_order_and_lead_to_the_same() -> None:
    one, other = Discard(0, cards("8d 8c")), Discard(1, cards("Kc Ts"))
    first, events = after(begun(), [one])
    assert (first.phase, first.waiting_for()) == (Phase.DISCARD, (1,))
    assert after(first, [other])[0] == after(begun(), [other, one])[0]
    assert after(first, [other])[0].phase is Phase.CUT
    assert [type(event).__name__ for event in events] == ["Discarded"]


@pytest.mark.parametrize(
    ("action", "code", "data"),
    [
        (Discard(2, cards("8d 8c")), "seat_outside", {"seat": 2, "seats": 2}),
        (Discard(-1, cards("8d 8c")), "seat_outside", {"seat": -1, "seats": 2}),
        (Discard(1, cards("6d")), "discard_count", {"count": 1, "expected": 2}),
        (Discard(1, cards("6d 4h 7c")), "discard_count", {"count": 3, "expected": 2}),
        (Discard(1, cards("6d 8d")), "card_not_held", {"card": "8d"}),
        (Discard(1, cards("6d") * 2), "card_not_held", {"card": "6d"}),
        (Discard(1, (card("6d"), UNKNOWN)), "card_not_held", {"card": "??"}),
        (Discard(0, cards("5s 4s")), "already_discarded", {"seat": 0}),
        (Play(1, card("6d")), "wrong_phase", {"phase": "D"}),
        (Cut(card("Ah")), "wrong_phase", {"phase": "D"}),
        (DEALT, "wrong_phase", {"phase": "D"}),
        (Count(1, 0), "wrong_phase", {"phase": "D"}),
        (Muggins(1, 0), "wrong_phase", {"phase": "D"}),
        ("6d", "not_an_action", {"kind": "str"}),
        (None, "not_an_action", {"kind": "NoneType"}),
    ],
)
def test_a_throw_that_cannot_be_is_refused(action: Any, code: str, data: dict[str, Any]) -> None:
    state, _ = after(begun(), [Discard(0, cards("8d 8c"))])
    assert refused(state, action) == (code, data)


def test_the_starter_is_turned_and_pone_leads() -> None:
    step = play.apply(thrown(), Cut(card("5h")))
    assert step.events == (Starter(card("5h")),)
    assert (step.state.phase, step.state.turn, step.state.starter) == (Phase.PLAY, 1, card("5h"))
    assert step.state.line == ((),)


@pytest.mark.parametrize(
    ("one", "code"),
    [("4h", "card_not_in_pack"), ("2s", "card_not_in_pack"), ("8c", "card_not_in_pack"), ("??", "hidden_card")],
)
def test_the_starter_comes_from_the_cards_that_were_not_dealt(one: str, code: str) -> None:
    assert refused(thrown(), Cut(UNKNOWN if one == "??" else card(one)))[0] == code


@pytest.mark.parametrize(
    ("action", "code", "data"),
    [
        (Play(0, card("2s")), "not_your_turn", {"seat": 0, "turn": 1}),
        (Play(2, card("2s")), "seat_outside", {"seat": 2, "seats": 2}),
        (Play(-1, card("4h")), "seat_outside", {"seat": -1, "seats": 2}),
        (Play(1, card("2s")), "card_not_held", {"card": "2s"}),
        (Play(1, UNKNOWN), "card_not_held", {"card": "??"}),
        (Play(1, card("4h"), 0), "claim_not_manual", {}),
        (Play(1, card("4h"), 2), "claim_not_manual", {}),
    ],
)
def test_a_card_that_may_not_be_laid_is_refused(action: Play, code: str, data: dict[str, Any]) -> None:
    assert refused(play.apply(thrown(), Cut(card("5h"))).state, action) == (code, data)


def test_a_card_that_passes_31_is_refused() -> None:
    state, _ = laid(led(Rules(), ["2s 9h 8h 7h", "Kc Kd Kh 4h"], leader=1), "Kc 9h Kd")
    assert state.count == 29
    assert refused(state, Play(0, card("7h"))) == ("over_31", {"card": "7h", "count": 36})
    assert play.legal_actions(state) == (Play(0, card("2s")),)


def test_turns_alternate_and_go_is_said_once() -> None:
    state = led(Rules(), ["Kh Qh 2h Ah", "Kc Qc Jc 9c"], leader=1)
    state, events = laid(state, "Kc Kh Qc")
    assert gos(events) == []
    assert (state.turn, state.count, state.gone()) == (0, 30, frozenset())
    state, events = laid(state, "Ah")
    assert points(events) == [(0, "play", 2)]
    state = led(Rules(), ["Kh Qh 2h Ah", "Kc Qc Jc 9c"], leader=1)
    state, events = laid(state, "9c Kh Jc")
    assert (state.turn, state.count) == (0, 29)
    state, events = laid(state, "Ah")
    assert (gos(events), state.turn, state.count) == ([1, 0], 1, 0)
    assert points(events) == [(0, "go", 1)]


def test_gone_names_those_who_were_passed_over_in_the_open_count() -> None:
    state = led(Rules(3), ["Kh Qh 9h 8h", "Kc Qc 9c 8c", "Ks Ac 2d 3d"], leader=0)
    state, events = laid(state, "Kh Kc 2d")
    state, events = laid(state, "9h")
    assert (state.count, state.turn) == (0, 1), "31"
    assert state.gone() == frozenset()
    state = led(Rules(3), ["Kh Qh 9h 8h", "Kc Qc 9c 8c", "Ks Ac 2d 3d"], leader=0)
    state, events = laid(state, "Kh Kc 3d")
    assert (state.count, gos(events)) == (23, [])
    state, events = laid(state, "8h")
    assert state.count == 0
    state = led(Rules(3), ["Kh Qh 9h Th", "Kc Qc 9c Tc", "Ks Ac 2d 3d"], leader=0)
    state, events = laid(state, "Kh Kc 3d")
    assert (gos(events), state.turn) == ([0, 1], 2)
    assert state.gone() == {0, 1}
    state, events = laid(state, "2d")
    assert (gos(events), state.turn, sorted(state.gone())) == ([], 2, [0, 1])
    assert state.waiting_for() == (2,)


def test_tabled_and_shown_cards_follow_from_the_line() -> None:
    state, _ = laid(led(Rules(), ["Kh Qh 2h Ah", "Kc Qc Jc 9c"], leader=1), "9c Kh Jc Ah Qc")
    assert state.tabled(1) == cards("9c Jc Qc")
    assert state.shown(1) == cards("9c Jc Qc Kc")
    assert state.pile == (Laid(1, card("Qc")),)
    assert [len(pile) for pile in state.line] == [4, 1]


def test_the_back_peg_is_where_the_front_peg_was() -> None:
    state = led(Rules(), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1, scores=(10, 20))
    state, _ = laid(state, "7c 8h")
    assert (state.scores, state.backs) == ((12, 20), (10, 0))


def test_the_deal_passes_on_and_the_table_is_cleared() -> None:
    before = led(Rules(3), ["Kh Qh 9h 8h", "Kc Qc 9c 8c", "Ks Ac 2d 3d"], leader=0)
    state, events = before, list[Event]()
    while state.phase is Phase.PLAY:
        state, events = after(state, play.legal_actions(state)[:1])
    assert events[-1] == DealEnded(0)
    assert (state.phase, state.dealer, state.deal, state.turn) == (Phase.DEAL, 0, before.deal + 1, None)
    cleared = (state.hands, state.discards, state.line, state.extra, state.starter, state.missed)
    assert cleared == (((),) * 3, ((),) * 3, (), (), None, None)
    assert play.apply(state, THREE).state.deal == 3


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    state, events = laid(led(Rules(), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1, scores=(119, 20)), "7c 8h")
    assert isinstance(events[-1], Won)
    assert (state.phase, state.winner, state.scores) == (Phase.OVER, 0, (121, 20))
    assert play.legal_actions(state) == ()
    for action in (Play(1, card("Qc")), Cut(card("Ad")), DEALT, Discard(0, ()), Count(0, 0), Muggins(0, 0), "x"):
        assert refused(state, action) == ("game_over", {})


def test_points_after_the_end_are_a_fault_of_the_program() -> None:
    state, _ = laid(led(Rules(), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1, scores=(119, 20)), "7c 8h")
    with pytest.raises(AssertionError, match="after the end"):
        Course(state).award(1, "hand", 2)


def counting(rules: Rules, scores: tuple[int, int] = (0, 0)) -> State:
    """Return the show of a deal whose play is over; pone (1) holds 6c 7c 8c 9h, the dealer 2h 3h 4h 5h."""
    state = led(rules, ["2h 3h 4h 5h", "6c 7c 8c 9h"], leader=1, crib="Kh Kd Qs Ts", starter="Ad")
    while state.phase in (Phase.PLAY, Phase.MUGGINS):
        state = play.apply(state, play.legal_actions(state)[0]).state
    return replace(state, scores=scores, backs=(0, 0))


def test_with_manual_counting_each_says_what_the_hand_holds_in_turn() -> None:
    state = counting(MANUAL)
    assert (state.phase, state.turn) == (Phase.HAND, 1)
    assert play.legal_actions(state) == tuple(Count(1, said) for said in range(11))
    step = play.apply(state, Count(1, 8))
    assert points(step.events) == [(1, "hand", 8)]
    assert isinstance(step.events[0], Scored)
    assert step.events[0].missed == 2
    assert step.events[1] == Turned(0, cards("2h 3h 4h 5h"), crib=False)
    state = step.state
    assert (state.phase, state.turn, state.scores) == (Phase.HAND, 0, (0, 8))
    state = play.apply(state, play.legal_actions(state)[-1]).state
    assert (state.phase, state.turn) == (Phase.CRIB, 0)
    step = play.apply(state, Count(0, 0))
    assert (step.state.phase, step.events[-1]) == (Phase.DEAL, DealEnded(1))
    assert step.events[0] == Scored(0, 0, "crib", 0, state.scores[0], step.events[0].because, 2)


@pytest.mark.parametrize(
    ("action", "code", "data"),
    [
        (Count(1, 11), "claim_outside", {"points": 11, "low": 0, "high": 10}),
        (Count(1, -1), "claim_outside", {"points": -1, "low": 0, "high": 10}),
        (Count(0, 3), "not_your_turn", {"seat": 0, "turn": 1}),
        (Count(3, 3), "seat_outside", {"seat": 3, "seats": 2}),
        (Muggins(0, 0), "wrong_phase", {"phase": "S"}),
        (Play(1, card("6c")), "wrong_phase", {"phase": "S"}),
    ],
)
def test_a_count_that_cannot_be_is_refused(action: Action, code: str, data: dict[str, Any]) -> None:
    assert refused(counting(MANUAL), action) == (code, data)


def test_the_crib_is_counted_by_the_dealer_alone() -> None:
    state, _ = after(counting(MANUAL), [Count(1, 8), Count(0, 5)])
    assert refused(state, Count(1, 0)) == ("not_your_turn", {"seat": 1, "turn": 0})
    assert refused(state, Count(0, 3)) == ("claim_outside", {"points": 3, "low": 0, "high": 2})


def test_a_claim_in_the_play_may_be_too_low_but_not_too_high() -> None:
    state, _ = laid(led(MANUAL, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1), "7c")
    assert refused(state, Play(0, card("8h"), 3)) == ("claim_outside", {"points": 3, "low": 0, "high": 2})
    assert refused(state, Play(0, card("8h"), -1)) == ("claim_outside", {"points": -1, "low": 0, "high": 2})
    assert refused(state, Play(0, card("6h"), 1)) == ("claim_outside", {"points": 1, "low": 0, "high": 0})
    for claim, pegged, missed in [(None, 2, 0), (2, 2, 0), (1, 1, 1), (0, 0, 2)]:
        step = play.apply(state, Play(0, card("8h"), claim))
        assert isinstance(step.events[1], Scored)
        assert (step.events[1].points, step.events[1].missed, step.state.scores[0]) == (pegged, missed, pegged)
        assert step.state.phase is Phase.PLAY, "without muggins what was missed is lost"


def test_what_a_count_missed_may_be_claimed_by_the_opponent() -> None:
    state = play.apply(counting(MUGGINS), Count(1, 8)).state
    assert (state.phase, state.turn, state.missed) == (Phase.MUGGINS, 0, Missed("S", 1, 2))
    assert play.legal_actions(state) == (Muggins(0, 0), Muggins(0, 1), Muggins(0, 2))
    assert refused(state, Muggins(0, 3)) == ("claim_outside", {"points": 3, "low": 0, "high": 2})
    assert refused(state, Muggins(0, -1)) == ("claim_outside", {"points": -1, "low": 0, "high": 2})
    assert refused(state, Muggins(1, 1)) == ("not_your_turn", {"seat": 1, "turn": 0})
    assert refused(state, Count(0, 0)) == ("wrong_phase", {"phase": "M"})
    step = play.apply(state, Muggins(0, 2))
    assert points(step.events) == [(0, "muggins", 2)]
    assert (step.state.phase, step.state.turn, step.state.missed) == (Phase.HAND, 0, None)


def test_a_claim_of_nothing_is_an_event_and_moves_no_peg() -> None:
    state = play.apply(counting(MUGGINS), Count(1, 8)).state
    step = play.apply(state, Muggins(0, 0))
    assert points(step.events) == [(0, "muggins", 0)]
    assert (step.state.scores, step.state.backs) == (state.scores, state.backs)


def test_after_a_claim_in_the_play_the_turn_passes_as_it_would_have() -> None:
    state, _ = laid(led(MUGGINS, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1), "7c")
    step = play.apply(state, Play(0, card("8h"), 0))
    assert (step.state.phase, step.state.turn, step.state.missed) == (Phase.MUGGINS, 1, Missed("P", 0, 2))
    assert play.apply(step.state, Muggins(1, 2)).state.turn == 1
    assert play.apply(step.state, Muggins(1, 2)).state.phase is Phase.PLAY


def test_a_claim_may_win_the_game() -> None:
    state = play.apply(counting(MUGGINS, (119, 0)), Count(1, 8)).state
    step = play.apply(state, Muggins(0, 2))
    assert (step.state.phase, step.state.winner, step.state.missed) == (Phase.OVER, 0, None)


def test_a_count_may_win_the_game_and_nothing_more_can_be_claimed() -> None:
    step = play.apply(counting(MUGGINS, (0, 116)), Count(1, 8))
    assert (step.state.phase, step.state.winner, step.state.missed) == (Phase.OVER, 1, None)
    state, _ = laid(led(MUGGINS, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1, scores=(120, 0)), "7c")
    assert play.apply(state, Play(0, card("8h"), 1)).state.phase is Phase.OVER


def test_what_is_seen_is_not_played_on() -> None:
    """An observation's position is for looking at: what it does not show cannot be decided."""
    state = observe(begun(), 0).state
    assert state.has_hidden
    assert refused(state, Discard(0, cards("8d 8c"))) == ("hidden_card", {})
    three = observe(play.apply(play.start(Rules(3), 0), THREE).state, None).state
    assert three.has_hidden
    assert not begun().has_hidden
    assert replace(three, hands=((),) * 3).has_hidden, "the pack's card to the crib"
    assert observe(thrown(), 0).state.has_hidden, "another's throw"


def test_legal_actions_of_one_seat() -> None:
    state = begun()
    assert len(play.legal_actions(state)) == 30
    assert play.legal_actions(state, 0) + play.legal_actions(state, 1) == play.legal_actions(state)
    assert {one.seat for one in play.legal_actions(state, 1) if isinstance(one, Discard)} == {1}
    state = thrown()
    assert len(play.legal_actions(state)) == 40
    assert play.legal_actions(state, 0) == (), "chance cuts"
    state = play.apply(state, Cut(card("5h"))).state
    assert (len(play.legal_actions(state, 1)), play.legal_actions(state, 0)) == (4, ())


def test_legal_actions_of_what_a_seat_sees_are_its_own() -> None:
    state = begun()
    assert play.legal_actions(observe(state, 1).state) == play.legal_actions(state, 1)
    played = play.apply(thrown(), Cut(card("5h"))).state
    assert play.legal_actions(observe(played, 1).state) == play.legal_actions(played)
    assert play.legal_actions(observe(played, 0).state) == ()
    assert len(play.legal_actions(observe(thrown(), 0).state)) == 46


def test_the_five_card_game_gives_pone_three_at_its_start_only() -> None:
    five = Deal((PACK[:5], PACK[5:10]))
    step = play.apply(play.start(FIVE, 0), five)
    assert points(step.events) == [(1, "three for last", 3)]
    later = replace(play.start(FIVE, 0), deal=2)
    assert points(play.apply(later, five).events) == []


def test_events_are_told_in_the_order_they_happen() -> None:
    state, events = after(placed(Rules(), ["2h 3h 4h 5h", "6c 7c 8c 9h"], dealer=0), [Cut(card("Jd"))])
    assert names(events) == ["Starter", "Scored"]
    state, events = laid(state, "9h 5h 8c")
    assert names(events) == ["Played"] * 3
    state, events = laid(state, "4h 3h")
    assert names(events) == ["Played", "SaidGo", "Played"]
    state, events = laid(state, "2h")
    assert names(events) == ["Played", "Scored", "CountEnded"]
    state, events = laid(state, "6c 7c")
    show = ["Turned", "Scored"] * 3
    assert names(events) == ["Played", "Played", "Scored", "CountEnded", *show, "DealEnded"]


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
