"""Who is told what happened, and no more, knows what is."""

from collections.abc import Iterator

import pytest

from engine import Phase, Rules, State, play
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import UNKNOWN, card, cards
from engine.follow import follow
from engine.observe import observe, redact
from tests.engine.positions import led

DEALT = Deal((cards("5s 4s 2s 8d 6h 8c"), cards("Ts 6d Jh 4h Kc 7c")))
BEGIN: list[Action] = [DEALT, Discard(0, cards("8d 8c")), Discard(1, cards("Ts Kc")), Cut(card("5h"))]
MANUAL = Rules(manual=True)
MUGGINS = Rules(manual=True, muggins=True)


def followed(state: State, actions: list[Action]) -> State:
    """Do the actions; after each, every seat and a watcher must know from events what they may see."""
    for action in actions:
        step = play.apply(state, action)
        for seat in (None, *range(state.rules.seats)):
            told = [redact(event, seat) for event in step.events]
            assert follow(observe(state, seat), told) == observe(step.state, seat), (action, seat)
        state = step.state
    return state


def lowest(state: State, until: Phase) -> Iterator[Action]:
    while state.phase is not until:
        yield (action := play.legal_actions(state)[0])
        state = play.apply(state, action).state


def test_a_whole_deal() -> None:
    laid = [(1, "Jh"), (0, "5s"), (1, "7c"), (0, "6h"), (0, "2s"), (1, "6d"), (0, "4s"), (1, "4h")]
    state = followed(play.start(Rules(), 0), [*BEGIN, *(Play(seat, card(one)) for seat, one in laid)])
    assert (state.phase, state.scores) == (Phase.DEAL, (24, 12))


def test_throws_in_the_other_order() -> None:
    followed(play.start(Rules(), 0), [BEGIN[0], BEGIN[2], BEGIN[1]])


@pytest.mark.parametrize("rules", [Rules(), MANUAL, MUGGINS], ids=["counted", "manual", "muggins"])
def test_the_end_of_a_game(rules: Rules) -> None:
    state = led(rules, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1, scores=(119, 20))
    assert followed(state, [Play(1, card("7c")), Play(0, card("8h"))]).winner == 0


def test_a_claim_in_the_play_keeps_the_turn_for_the_next() -> None:
    state = led(MUGGINS, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1)
    begin: list[Action] = [Play(1, card("7c")), Play(0, card("8h"), 0)]
    for claim in range(3):
        after = followed(state, [*begin, Muggins(1, claim)])
        assert (after.phase, after.turn, after.missed) == (Phase.PLAY, 1, None)


def test_a_claim_on_the_card_that_ends_a_count() -> None:
    """Who may claim is told before the count ends; the go and the end of the count follow the answer."""
    state = led(MUGGINS, ["Kh Jh 2h Ah", "Qc Tc Jc 9c"], leader=1)
    after = followed(state, [Play(1, card("Tc")), Play(0, card("Kh")), Play(1, card("9c")), Play(0, card("2h"), 0)])
    assert after.phase is Phase.MUGGINS
    assert followed(after, [Muggins(1, 1)]).count == 0


def test_a_claim_on_the_last_card_of_all() -> None:
    state = led(MUGGINS, ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1)
    *most, last = list(lowest(state, Phase.HAND))
    state = followed(state, most)
    assert isinstance(last, Play)
    followed(state, [Play(last.seat, last.card, 0)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_claims_of_several_opponents_in_the_show(seats: int) -> None:
    rules = Rules(seats, manual=True, muggins=True)
    hands = ["6h 7h 8h 9h", "6c 7c 8c 9c", "6d 7d 8d 9d", "6s 7s 8s 9s"][:seats]
    state = led(rules, hands, leader=1, crib="5h 5d Jc Kd")
    state = followed(state, list(lowest(state, Phase.HAND)))
    claimed = 0
    while state.phase is not Phase.DEAL:
        assert state.turn is not None
        turn = state.turn
        if state.phase is Phase.MUGGINS:
            claimed += 1
            state = followed(state, [Muggins(turn, 1)])
        else:
            state = followed(state, [Count(turn, 0)])
    opponents = {2: 1, 3: 2, 4: 2}[seats]
    assert claimed == opponents * (seats + 1)


def test_cards_never_laid_are_known_once_turned() -> None:
    rules = Rules(five_card=True, target=61, manual=True)
    state = led(rules, ["Th 8h 7h", "Js Qs 9s"], leader=0)
    state = followed(state, [Play(0, card("Th")), Play(1, card("Js")), Play(0, card("8h"))])
    assert UNKNOWN not in observe(state, 1).state.hands[0]
    followed(state, [Count(0, 0), Count(1, 0), Count(1, 0)])


def test_nothing_happened_is_nothing_new() -> None:
    sight = observe(play.apply(play.start(Rules(), 0), DEALT).state, 1)
    assert follow(sight, []) == sight


def test_what_is_no_event_is_not_passed_over() -> None:
    with pytest.raises(AssertionError):
        follow(observe(play.start(Rules(), 0), 1), ["SaidGo"])  # type: ignore[list-item]
