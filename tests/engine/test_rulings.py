"""The rulings of docs/rules.md, section Play: each test names the one it proves. The play and the cards."""

import re
import typing
from dataclasses import fields
from pathlib import Path

import pytest

import engine
from engine import Phase, Rules, actions, play
from engine.actions import Cut, Deal, Discard, Play
from engine.cards import PACK, card, cards
from engine.cutting import Cutting, cut_for_deal
from engine.dealing import deal
from engine.errors import IllegalAction
from engine.events import CountEnded
from engine.observe import observe
from tests.engine.positions import FIVE, after, gos, laid, led, placed, points


def test_e1_thirty_one_on_the_last_card_is_two() -> None:
    state, _ = laid(led(Rules(), ["Kh 5h 2h 7h", "Kc Qc 9c 8c"], leader=1), "Kc Kh Qc 5h 9c 2h 8c")
    assert (state.count, state.hands) == (24, (cards("7h"), ()))
    _, events = laid(state, "7h")
    assert points(events)[0] == (0, "play", 2)
    assert [event.why for event in events if isinstance(event, CountEnded)] == ["31"]
    assert not {"go", "last"} & {why for _, why, _ in points(events)}


def test_e1_thirty_one_after_a_go_is_two() -> None:
    _, events = laid(led(Rules(), ["Kh 2h Ah 8d", "Jc 8c Qc 9c"], leader=1), "8c Kh Jc 2h Ah")
    assert (gos(events), points(events)) == ([1], [(0, "play", 2)])


def test_e2_the_last_card_scores_what_it_makes_and_one() -> None:
    _, events = laid(led(Rules(), ["Th 2h 3h 3d", "Kc Qc 5c 2c"], leader=1), "Kc Th Qc 2h 5c 3h 2c 3d")
    assert points(events)[:3] == [(1, "go", 1), (0, "play", 2), (0, "last", 1)]


def test_e3_cards_of_one_seat_alone_make_pairs_and_runs() -> None:
    state, _ = laid(led(Rules(), ["3h 3d 3c 2h", "Kc Qc Jc Tc"], leader=1), "Kc 2h Qc")
    _, events = laid(state, "3h 3d 3c")
    assert gos(events)[:1] == [1]
    assert points(events)[:2] == [(0, "play", 2), (0, "play", 8)], "a pair, then three of a kind and 31"


@pytest.mark.parametrize(
    ("seats", "hands", "leader", "order", "next_lead"),
    [
        # Two players: the one who did not lay the last card leads, also if that one never said go.
        (2, ["Kh Qh 8h 7h", "Kc Qc Jc Tc"], 1, "Kc Kh Qc", 0),
        (2, ["Ah Qh 8h 7h", "Kc Qc Jc Tc"], 1, "Kc Qh Qc Ah", 1),
        # Three: not the one who said go first (seat 1), but the seat left of the last card (seat 0).
        (3, ["9h 9d 8h 7h", "9s Qs Js Ts", "Kd 2c Qd 4c"], 1, "9s Kd 9h 2c", 0),
    ],
)
def test_e4_who_sits_left_of_the_last_card_leads(
    seats: int, hands: list[str], leader: int, order: str, next_lead: int
) -> None:
    state, events = laid(led(Rules(seats), hands, leader=leader), order)
    assert isinstance(events[-1], CountEnded)
    last = state.line[-2][-1].seat
    assert state.turn == Rules(seats).left_of(last) == next_lead


def test_e4_e8_a_seat_without_cards_does_not_lead() -> None:
    """Late in a deal: seat 1 lays its last card, 0 ends the count, and the lead passes over 1 to 2."""
    state, events = laid(led(Rules(3), ["Kh Qh", "Kc", "9s 9d"], leader=1), "Kc 9s Kh")
    assert (gos(events), points(events)) == ([2, 0], [(0, "go", 1)])
    assert (state.count, state.turn) == (0, 2)


def test_e5_who_can_play_must() -> None:
    state, events = laid(led(Rules(), ["Kh Qh Jh Ah", "Kc Qc Jc Tc"], leader=1), "Kc Kh Tc")
    assert (state.turn, state.count) == (0, 30)
    assert play.legal_actions(state) == (Play(0, card("Ah")),)
    assert gos(events) == []
    names = {kind.__name__ for kind in typing.get_args(actions.Action)}
    assert names == {"Deal", "Discard", "Cut", "Play", "Count", "Muggins"}, "there is no way to pass"


def test_e6_after_a_go_everybody_who_can_plays_in_turn() -> None:
    """At 29 the first opponent cannot; the second and then the first to have played both still do."""
    state, events = laid(led(Rules(3), ["Kh Ah 9h 8h", "Kc Qc Jc Tc", "9s As 7s 6s"], leader=0), "Kh Kc 9s")
    assert (state.count, state.turn) == (29, 0)
    state, events = laid(state, "Ah As")
    assert gos(events) == [1]
    assert points(events) == [(2, "play", 4)], "31 and a pair"


def test_e7_the_go_is_pegged_by_who_lays_the_last_card() -> None:
    state, events = laid(
        led(Rules(4), ["Kh 9h 8h 7h", "Kc Qc Jc Tc", "Ks 9s 8s 7s", "Kd Ad 8d 7d"], leader=0), "Kh Tc 9s"
    )
    assert (state.count, state.turn) == (29, 3)
    state, events = laid(state, "Ad")
    assert gos(events) == [0, 1, 2, 3]
    assert points(events) == [(3, "go", 1)]


def test_e8_a_seat_without_cards_says_nothing() -> None:
    state, events = laid(led(Rules(), ["Ah Ad 2h 2d", "Kc Qc Jc Tc"], leader=1), "Kc Ah Qc 2h 2d Ad")
    assert (gos(events), points(events)) == ([1], [(0, "play", 2), (0, "go", 1)])
    assert (state.hands[0], state.turn) == ((), 1)
    _, events = laid(state, "Jc Tc")
    assert gos(events) == []


def test_e9_nothing_counts_across_the_end_of_a_count() -> None:
    state, _ = laid(led(Rules(), ["Kh 5h 6h 7h", "Kc 6c Ks 5c"], leader=1), "Kc 5h 6c Kh")
    assert state.count == 0
    _, events = laid(state, "Ks")
    assert points(events) == [], "the king before it lies in another count"


def test_e10_a_run_may_come_in_any_order_and_the_longest_counts() -> None:
    _, events = laid(led(Rules(), ["5h 7h 9h 9d", "3c 6c 4c 9c"], leader=1), "3c 5h 6c 7h 4c")
    assert points(events)[:2] == [(0, "play", 3), (1, "play", 5)]
    _, events = laid(led(Rules(), ["3h 5h 7h 9d", "2c 4c 6c 4s"], leader=1), "2c 3h 4c 5h 6c 7h 4s")
    assert points(events)[-1] == (1, "play", 6), "5 6 7 4 and 31; the four laid before does not matter"


def test_e11_there_is_no_flush_in_the_play() -> None:
    _, events = laid(led(Rules(), ["2h 9h Kh 4h", "6h Th Qh 8h"], leader=1), "6h 2h Th 9h")
    assert points(events) == []


@pytest.mark.parametrize(("recut", "again"), [("low", (1, 2)), ("all", (0, 1, 2, 3))])
def test_e12_who_ties_for_low_cuts_again_or_everybody(recut: typing.Any, again: tuple[int, ...]) -> None:
    drawn = dict(enumerate(cards("4s 3s 3d 8c")))
    assert cut_for_deal(Rules(4, recut=recut), drawn) == Cutting(None, again)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_e13_the_lowest_card_deals_and_partners_stay_where_they_sit(seats: int) -> None:
    drawn = dict(enumerate(cards("Kd As Ts Js")[:seats]))
    assert cut_for_deal(Rules(seats), drawn) == Cutting(1)
    assert [Rules(4).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_e14_the_loser_deals_first_next_or_the_next_seat() -> None:
    assert [Rules().next_first_dealer(first, 0) for first in (0, 1)] == [1, 1]
    assert [Rules().next_first_dealer(first, 1) for first in (0, 1)] == [0, 0]
    assert [Rules(seats).next_first_dealer(seats - 1, 0) for seats in (3, 4)] == [0, 0]
    assert Rules(first_deal="next").next_first_dealer(0, 1) == 1


@pytest.mark.parametrize("short", [1, 2])
@pytest.mark.parametrize("manual", [False, True])
def test_e15_e16_heels_win_at_once_and_by_themselves(short: int, manual: bool) -> None:
    rules = Rules(manual=manual, muggins=manual)
    state = placed(rules, ["Ah 2h 3h 4h", "Kc Qc Tc 9c"], scores=(121 - short, 120))
    state, events = after(state, [Cut(card("Jd"))])
    assert (state.phase, state.winner, state.scores) == (Phase.OVER, 0, (121, 120))
    assert points(events) == [(0, "heels", 2)]


def test_e16_heels_cannot_be_missed_or_claimed() -> None:
    rules = Rules(manual=True, muggins=True)
    state, events = after(placed(rules, ["Ah 2h 3h 4h", "Kc Qc Tc 9c"]), [Cut(card("Jd"))])
    assert points(events) == [(0, "heels", 2)]
    assert (state.phase, state.missed, state.turn) == (Phase.PLAY, None, 1)


def test_e29_no_deal_is_a_misdeal() -> None:
    """Wrong numbers and doubled cards cannot be dealt, so there is nothing to redeal and nobody to fine."""
    state = play.start(Rules(), 0)
    for hands in ((PACK[:6], PACK[6:11]), (PACK[:7], PACK[7:13]), (PACK[:6], PACK[5:11])):
        with pytest.raises(IllegalAction):
            play.apply(state, Deal(hands))


def test_e31_the_cut_is_nobodys_decision() -> None:
    state = placed(Rules(4), ["Ah 2h 3h 4h", "Kc Qc Tc 9c", "5d 6d 7d 8d", "5s 6s 7s 8s"])
    assert state.waiting_for() == ()
    assert {field.name for field in fields(Cut)} == {"card"}
    assert [play.legal_actions(state, seat) for seat in range(4)] == [()] * 4


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_e32_the_pack_gives_the_crib_its_fourth_card_after_the_hands(dealer: int) -> None:
    state = play.start(Rules(3), dealer)
    dealt = deal(state, PACK)
    assert dealt.extra == PACK[15:16]
    state = play.apply(state, dealt).state
    assert state.crib == PACK[15:16]
    assert [observe(state, seat).state.crib == state.crib for seat in (None, 0, 1, 2)] == [False] * 4
    state, _ = after(state, [Discard(seat, state.hands[seat][:1]) for seat in range(3)])
    assert len(state.crib) == 4


def test_e33_the_five_card_game_gives_three_for_last_and_plays_one_count() -> None:
    start = play.start(FIVE, 0)
    state, events = after(start, [deal(start, PACK)])
    assert points(events) == [(1, "three for last", 3)]
    assert [len(hand) for hand in state.hands] == [5, 5]
    state, _ = after(state, [Discard(seat, state.hands[seat][:2]) for seat in range(2)])
    assert [len(hand) for hand in state.hands] == [3, 3]
    state = led(FIVE, ["Th 8h 7h", "Js Qs 9s"], leader=0, starter="2d", crib="4d 6d 8d Td")
    state, events = laid(state, "Th Js 8h")
    assert points(events) == [(0, "go", 1), (0, "hand", 2 + 3), (1, "hand", 3), (1, "crib", 5)]
    assert state.phase is Phase.DEAL, "the cards left are not played"


def test_e34_any_card_that_was_not_dealt_may_be_turned_up() -> None:
    state = placed(Rules(), ["Ah 2h 3h 4h", "Kc Qc Tc 9c"])
    out = {*state.crib, *state.hands[0], *state.hands[1]}
    assert play.legal_actions(state) == tuple(Cut(one) for one in PACK if one not in out)
    assert len(play.legal_actions(state)) == 40


def test_e35_a_card_out_of_turn_is_refused() -> None:
    state = led(Rules(), ["Kh Qh 8h 7h", "Kc Qc Jc Tc"], leader=1)
    for _ in range(3):
        assert state.turn is not None
        wrong = 1 - state.turn
        with pytest.raises(IllegalAction, match="not_your_turn"):
            play.apply(state, Play(wrong, state.hands[wrong][0]))
        state, _ = after(state, play.legal_actions(state)[:1])


def test_every_ruling_has_its_line_and_its_test() -> None:
    text = (Path(engine.__path__[0]).parent / "docs" / "rules.md").read_text()
    lines = sorted(int(number) for number in re.findall(r"^- \*\*E(\d+)\*\*", text, re.MULTILINE))
    assert lines == list(range(1, 40))
    names = "".join(path.read_text() for path in Path(__file__).parent.glob("test_rulings*.py"))
    proved = {
        int(number) for name in re.findall(r"def test((?:_e\d+)+)_", names) for number in re.findall(r"\d+", name)
    }
    assert proved == set(lines)
