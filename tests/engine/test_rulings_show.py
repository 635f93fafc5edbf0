"""The rulings of docs/rules.md, section Play: each test names the one it proves. The show, the score and the end."""

import typing

import pytest

from engine import Phase, Rules, State, play, scoring
from engine.actions import Action, Count, Cut, Muggins, Play
from engine.cards import card, cards
from engine.errors import IllegalAction
from engine.events import Event, Scored, Turned, Won
from engine.outcome import Level, outcome
from tests.engine.positions import FIVE, after, laid, led, placed, points

MUGGINS = Rules(manual=True, muggins=True)


def flush(kept: str, starter: str, *, crib: bool = False) -> int:
    return scoring.hand(cards(kept), card(starter), crib=crib).of("flush")


def run_out(state: State) -> tuple[State, list[Event]]:
    """Play the first card that may be laid until the deal is over; return all events."""
    events: list[Event] = []
    while state.phase is Phase.PLAY:
        step = play.apply(state, play.legal_actions(state)[0])
        state = step.state
        events += step.events
    return state, events


def test_e17_a_jack_turned_up_is_heels_and_nobodys_nobs() -> None:
    state, events = after(placed(Rules(), ["2c 4d 8h Qs", "3s 6h 9c Kd"]), [Cut(card("Jd"))])
    assert points(events) == [(0, "heels", 2)]
    _, events = run_out(state)
    assert all(
        combo.kind != "nobs"
        for event in events
        if isinstance(event, Scored)
        for combo in event.because
        if isinstance(combo, scoring.Combo)
    )
    assert scoring.hand(cards("Jd 2c 4h 8s"), card("9d")).of("nobs") == 1
    assert scoring.hand(cards("Jd 2c 4h 8s"), card("Jh")).of("nobs") == 0


@pytest.mark.parametrize("score", [115, 118, 120])
def test_e18_a_go_counts_however_near_the_end(score: int) -> None:
    state, _ = laid(led(Rules(), ["9h Jh 8h 7h", "Kc Qc Jc Tc"], leader=1, scores=(0, score)), "Kc 9h Qc")
    assert state.scores == (0, score + 1)
    assert (state.winner == 1) == (score == 120)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("dealer", [0, 1])
def test_e19_e20_the_show_goes_from_the_dealers_left_to_the_dealer_and_the_crib(seats: int, dealer: int) -> None:
    hands = ["6h 7h 8h 9h", "6c 7c 8c 9c", "6d 7d 8d 9d", "6s 7s 8s 9s"][:seats]
    rules = Rules(seats)
    _, events = run_out(led(rules, hands, leader=rules.left_of(dealer)))
    shown = [(event.seat, event.crib) for event in events if isinstance(event, Turned)]
    order = rules.round_from(rules.left_of(dealer))
    assert shown == [*((seat, False) for seat in order), (dealer, True)]
    counted = [event.seat for event in events if isinstance(event, Scored) and event.why in ("hand", "crib")]
    assert counted == [*order, dealer]


def test_e19_each_hand_is_finished_before_the_next() -> None:
    _, events = run_out(led(Rules(), ["6h 7h 8h 9h", "6c 7c 8c 9c"], leader=1))
    names = [type(event).__name__ for event in events]
    assert names[names.index("Turned") :] == ["Turned", "Scored"] * 3 + ["DealEnded"]


def test_e21_when_pone_goes_out_in_the_show_the_dealer_counts_nothing() -> None:
    state = led(Rules(), ["6h 7h 8h 9h", "6c 7c 8c 9c"], leader=1, scores=(100, 112), starter="6d")
    state, events = run_out(state)
    assert isinstance(events[-1], Won)
    assert isinstance(events[-2], Scored)
    assert (events[-2].seat, events[-2].why, state.winner) == (1, "hand", 1)
    assert [event.seat for event in events if isinstance(event, Turned)] == [1]


def test_e22_a_hand_flush_is_four_or_five_with_the_starter() -> None:
    assert [flush("2h 6h 9h Kh", starter) for starter in ("Ks", "Qh")] == [4, 5]
    assert flush("2h 6h 9h Ks", "Qh") == 0


def test_e23_a_crib_flush_is_five_or_nothing() -> None:
    assert [flush("2h 6h 9h Kh", starter, crib=True) for starter in ("Ks", "Qh")] == [0, 5]


def test_e24_nobs_counts_in_the_crib_too() -> None:
    assert scoring.hand(cards("Jd 2c 4h 8s"), card("9d"), crib=True).of("nobs") == 1


def test_e25_the_score_stops_at_the_target_and_the_event_keeps_the_count() -> None:
    state = led(Rules(), ["6h 7h 8h 9h", "6c 7c 8c 9c"], leader=1, scores=(100, 112), starter="6d")
    state, events = run_out(state)
    last = next(event for event in events if isinstance(event, Scored) and event.why == "hand")
    assert (last.points, last.score) == (20, 121)
    assert isinstance(events[-1], Won)
    assert events[-1].scores == state.scores
    assert state.scores[1] == 121


@pytest.mark.parametrize(
    ("target", "loser", "level"),
    [
        (121, 91, 1),
        (121, 90, 2),
        (121, 61, 2),
        (121, 60, 3),
        (121, 31, 3),
        (121, 30, 4),
        (61, 31, 1),
        (61, 30, 2),
        (61, 0, 2),
    ],
)
def test_e26_skunk_lines(target: int, loser: int, level: int) -> None:
    state = placed(Rules(target=target), ["Ah 2h 3h 4h", "Kc Qc Tc 9c"], scores=(target - 1, loser))
    _, events = after(state, [Cut(card("Jd"))])
    assert events[-1] == Won(0, (target, loser), (None, Level(level)))
    assert outcome(target, loser_hole=loser).margin == target - loser


def test_e27_with_three_only_the_winner_skunks_each_loser_apart() -> None:
    hands = ["Ah 2h 3h 4h", "Kc Qc Tc 9c", "5s 6s 7s 8s"]
    _, events = after(placed(Rules(3), hands, scores=(119, 40, 85)), [Cut(card("Jd"))])
    assert events[-1] == Won(0, (121, 40, 85), (None, Level.DOUBLE, Level.SKUNK))


def test_e27_partners_win_and_lose_together() -> None:
    hands = ["Ah 2h 3h 4h", "Kc Qc Tc 9c", "5s 6s 7s 8s", "5d 6d 7d 8d"]
    _, events = after(placed(Rules(4), hands, dealer=2, scores=(119, 90)), [Cut(card("Jd"))])
    assert events[-1] == Won(0, (121, 90), (None, Level.SKUNK))


def test_e28_without_the_option_nothing_missed_can_be_claimed() -> None:
    state = led(Rules(manual=True), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1)
    state, _ = after(state, [Play(1, card("7c")), Play(0, card("8h"), 0)])
    assert (state.phase, state.turn) == (Phase.PLAY, 1)


def test_e28_muggins_in_the_play_the_hands_and_the_crib() -> None:
    state = led(MUGGINS, ["9h Qh 7h Kh", "7c Qc Jc 9c"], leader=1, crib="5h 5d Kd Th")
    claimed: list[str] = []
    while state.phase is not Phase.DEAL:
        assert state.turn is not None
        action: Action
        if state.phase is Phase.PLAY:
            one = play.legal_actions(state)[0]
            assert isinstance(one, Play)
            action = Play(one.seat, one.card, 0)
        elif state.phase is Phase.MUGGINS:
            assert state.missed is not None
            claimed.append(state.missed.of)
            action = Muggins(state.turn, state.missed.points)
        else:
            action = Count(state.turn, 0)
        state = play.apply(state, action).state
    assert set(claimed) == {"P", "S", "K"}


def test_e28_only_opponents_are_asked_in_turn_each_once() -> None:
    hands = ["6h 7h 8h 9h", "6c 7c 8c 9c", "6d 7d 8d 9d", "6s 7s 8s 9s"]
    for seats, asked in [(2, [0]), (3, [2, 0]), (4, [2, 0])]:
        state, _ = run_out(led(Rules(seats, manual=True, muggins=True), hands[:seats], leader=1))
        state = play.apply(state, Count(1, 0)).state
        order = []
        while state.phase is Phase.MUGGINS:
            assert state.turn is not None
            order.append(state.turn)
            state = play.apply(state, Muggins(state.turn, 1)).state
        assert order == asked


def test_e28_what_one_opponent_took_the_next_cannot_and_the_rest_is_lost() -> None:
    state, _ = run_out(
        led(Rules(3, manual=True, muggins=True), ["6h 7h 8h 9h", "6c 7c 8c 9c", "Kd Qd 2d 3d"], leader=1)
    )
    total = play.legal_actions(state)[-1]
    assert isinstance(total, Count)
    state = play.apply(state, Count(1, 0)).state
    state = play.apply(state, Muggins(2, total.points - 3)).state
    assert play.legal_actions(state)[-1] == Muggins(0, 3)
    state = play.apply(state, Muggins(0, 1)).state
    assert (state.phase, state.turn, state.missed) == (Phase.HAND, 2, None)


def test_e28_go_and_last_card_are_never_missed() -> None:
    state = led(MUGGINS, ["Kh Qh 8h 7h", "Kc Jc Ts 9c"], leader=1)
    state, events = laid(state, "Kc Qh Ts")
    assert points(events) == [(1, "go", 1)]


def test_e30_every_hand_and_the_crib_are_counted_once_a_deal() -> None:
    """No ruling kills a hand: what a director must put right on paper, the machine never lets happen."""
    for rules in (Rules(), Rules(3), Rules(4), FIVE):
        hands = ["6h 7h 8h 9h", "6c 7c 8c 9c", "6d 7d 8d 9d", "6s 7s 8s 9s"][: rules.seats]
        hands = [hand[: rules.cards_kept * 3] for hand in hands]
        _, events = run_out(led(rules, hands, leader=1))
        counted = sorted(event.seat for event in events if isinstance(event, Scored) and event.why == "hand")
        assert counted == list(range(rules.seats))
        assert sum(isinstance(event, Scored) and event.why == "crib" for event in events) == 1


@pytest.mark.parametrize(
    ("kept", "starter", "total"),
    [("2h 6h 9h", "Kd", 5), ("2h 6h 9h", "Kh", 6), ("6h 7d 8s", "7c", 12), ("Th 8h 7h", "2d", 5)],
)
def test_e33_hands_of_three(kept: str, starter: str, total: int) -> None:
    """A flush of three, four with the starter; the crib of four needs five."""
    assert scoring.hand(cards(kept), card(starter)).total == total


def test_e36_a_hand_of_nothing_is_an_event_and_moves_no_peg() -> None:
    state = led(Rules(), ["2h 3h 4h 5h", "Kc Qd 8s 9c"], leader=1, scores=(10, 20), starter="Ac", crib="2c 4c 8d Td")
    state, events = run_out(state)
    zero = next(event for event in events if isinstance(event, Scored) and event.why == "hand")
    before = [event for event in events[: events.index(zero)] if isinstance(event, Scored) and event.side == 1]
    assert (zero.seat, zero.points, zero.because) == (1, 0, ())
    assert zero.score == (before[-1].score if before else 20)
    assert (state.scores[1], state.backs[1]) == (zero.score, before[-1].score - before[-1].points if before else 0)


def test_e37_no_action_gives_a_game_up() -> None:
    """Resigning and running out of time are the table's business: the engine only ends a game at the hole."""
    assert not {"Resign", "Timeout"} & {kind.__name__ for kind in typing.get_args(Action)}


def test_e38_with_one_to_go_for_both_events_decide_in_their_order() -> None:
    """At 120-120 heels come first; then pone's lead scores nothing, so the dealer can answer first."""
    hands = ["7h 2h 3h 4h", "8c Qc Tc 9c"]
    heels, _ = after(placed(Rules(), hands, scores=(120, 120)), [Cut(card("Jd"))])
    assert heels.winner == 0
    state, events = laid(led(Rules(), hands, leader=1, scores=(120, 120)), "8c")
    assert (state.winner, points(events)) == (None, [])
    assert laid(state, "7h")[0].winner == 0, "fifteen"
    go = led(Rules(), ["Kh 9h 6h 6d", "8c Qc Tc 9c"], leader=1, scores=(120, 120))
    assert laid(go, "Qc Kh Tc")[0].winner == 1, "a go"


@pytest.mark.parametrize("over", [1, 5, 29])
def test_e39_a_count_above_what_is_there_is_refused(over: int) -> None:
    state, _ = run_out(led(Rules(manual=True), ["6h 7h 8h 9h", "6c 7c 8c 9c"], leader=1))
    best = play.legal_actions(state)[-1]
    assert isinstance(best, Count)
    with pytest.raises(IllegalAction, match="claim_outside"):
        play.apply(state, Count(1, best.points + over))
    state, _ = laid(led(Rules(manual=True), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1), "7c")
    with pytest.raises(IllegalAction, match="claim_outside"):
        play.apply(state, Play(0, card("8h"), 2 + over))


@pytest.mark.parametrize("claim", [0, 1, 2, None])
def test_e39_a_count_below_what_is_there_stands(claim: int | None) -> None:
    state, _ = laid(led(Rules(manual=True), ["8h 6h 2h Ah", "7c Qc Jc 9c"], leader=1), "7c")
    state, _ = after(state, [Play(0, card("8h"), claim)])
    assert state.scores == (2 if claim is None else claim, 0)
