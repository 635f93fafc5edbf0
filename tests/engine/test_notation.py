import doctest
import random
import re
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import consistency, notation, play, records, replay
from engine.actions import Action
from engine.cards import PACK, UNKNOWN, cards
from engine.dealing import deal
from engine.errors import EngineError, IllegalHere, NotationError, Unreadable
from engine.observe import observe
from engine.rules import Rules
from engine.state import Missed, Phase, State
from tests.engine import random_games
from tests.engine.random_games import Game

DOCUMENT = Path(__file__).parents[2] / "docs" / "notation.md"
FULL = "2/31 0,2 1 1 P0 3s5hKd/7dTdKh 07s1Jc 3dTs5cQd Jh"
SEEN = "2/31 0,2 1 1 P0 ??????/7dTdKh 07s1Jc ????5cQd Jh"


@pytest.mark.parametrize("module", [consistency, notation, records, replay], ids=lambda module: module.__name__)
def test_examples_in_the_docstrings(module: ModuleType) -> None:
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


@pytest.mark.parametrize("line", [FULL, SEEN])
def test_a_line_is_read_and_written_alike(line: str) -> None:
    assert notation.dump(notation.parse(line)) == line


def test_what_a_line_says() -> None:
    state = notation.parse(FULL)
    assert state.rules == Rules(target=31)
    assert (state.scores, state.backs) == ((0, 2), (0, 0))
    assert (state.dealer, state.deal, state.phase, state.turn) == (1, 1, Phase.PLAY, 0)
    assert state.hands == (cards("3s5hKd"), cards("7dTdKh"))
    assert state.discards == (cards("3dTs"), cards("5cQd"))
    assert (state.count, state.starter, state.missed) == (17, cards("Jh")[0], None)


def test_a_hidden_card_is_read_as_unknown() -> None:
    state = notation.parse(SEEN)
    assert state.hands[0] == (UNKNOWN,) * 3
    assert state.discards == ((UNKNOWN,) * 2, cards("5cQd"))


@given(random_games.games)
@settings(max_examples=15, deadline=None)
def test_every_position_and_every_view_of_it_reads_back(game: Game) -> None:
    for state in game.states:
        line = notation.dump(state)
        assert line.isascii()
        assert notation.parse(line) == state
        for seat in (None, *range(game.rules.seats)):
            seen = observe(state, seat)
            assert notation.parse(notation.dump(seen)) == seen.state


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "2/121"),
        (Rules(seats=4, target=500), "4/500"),
        (Rules(seats=3, manual=True, muggins=True), "3/121mc"),
        (Rules(five_card=True, target=61, manual=True), "2/61cf"),
        (Rules(muggins=True), "2/121m"),
    ],
)
def test_rules_both_ways(rules: Rules, text: str) -> None:
    assert notation.dump_rules(rules) == text
    assert notation.parse_rules(text) == rules


def test_equal_states_are_written_alike() -> None:
    assert notation.dump(notation.parse(FULL.replace("3s5hKd", "Kd3s5h").replace("3dTs5cQd", "Ts3dQd5c"))) == FULL


def test_who_has_thrown_shows_in_the_hands_and_the_packs_card_is_last_in_the_crib() -> None:
    line = "3/61 0,0,0 2 1 D 2c3c4c5c6c/2d3d4d5d/2h3h4h5h6h - 6d9s -"
    state = notation.parse(line)
    assert state.discards == ((), cards("6d"), ())
    assert state.extra == cards("9s")
    assert state.waiting_for() == (0, 2)
    assert notation.dump(state) == line


def test_a_claim_for_what_was_missed_says_what_and_how_much() -> None:
    line = "2/61mc 5:4,4 0 2 M1P0:2 3c4c5c/6cKdKs 18d07h 9c9dTcTd 2s"
    state = notation.parse(line)
    assert state.missed == Missed("P", 0, 2)
    assert state.waiting_for() == (1,)
    assert notation.dump(state) == line


def test_a_back_peg_is_left_out_while_it_is_at_the_start() -> None:
    line = FULL.replace("0,2", "9:5,2")
    assert notation.parse(line).backs == (5, 0)
    assert notation.parse(line.replace("9:5,2", "9:5,2:0")) == notation.parse(line)
    assert notation.dump(notation.parse(line)) == line


def test_the_starter_alone_tells_that_the_play_has_begun() -> None:
    before, after = (
        f"2/61 0,0 0 2 {phase} 2c3c4c5c/6c7c8c9c - TcTdThTs {up}" for phase, up in (("C", "-"), ("P1", "Kd"))
    )
    assert notation.parse(before).line == ()
    assert notation.parse(after).line == ((),)


DEALT = "2c3c4c5cTcJc/6c7c8c9cTdJd"
KEPT = "2c3c4c5c/6c7c8c9c"
CRIB = "TcTdThTs"
OVER = "16c02c17c03c18c04c|19c05c"
"""A play to its end: 6 8 15 18 26 30 go, 9 14 last."""


@pytest.mark.parametrize(
    ("line", "field", "column"),
    [
        ("2-61 0,0 0 1 B -/- - - -", "rules", 1),
        ("2/61cm 0,0 0 1 B -/- - - -", "rules", 1),
        ("2/061 0,0 0 1 B -/- - - -", "rules", 1),
        ("2/61 0,x 0 1 B -/- - - -", "scores", 8),
        ("2/61 0,3: 0 1 B -/- - - -", "scores", 8),
        ("2/61 0,03 0 1 B -/- - - -", "scores", 8),
        ("2/61 0,0 a 1 B -/- - - -", "dealer", 10),
        ("2/61 0,0 ² 1 B -/- - - -", "dealer", 10),
        ("2/61 0,0 0 -1 B -/- - - -", "deal", 12),
        ("2/61 0,0 0 1 b -/- - - -", "phase", 14),
        ("2/61 0,0 0 1 P -/- - - -", "phase", 14),
        ("2/61 0,0 0 1 B0 -/- - - -", "phase", 14),
        ("2/61mc 0,0 0 1 M1 -/- - - -", "phase", 16),
        ("2/61 0,0 0 1 B -/5H - - -", "hands", 18),
        ("2/61 0,0 0 1 B -/ - - -", "hands", 18),
        ("2/61 0,0 0 1 B -/5h6 - - -", "hands", 20),
        ("2/61 0,0 0 1 P1 -/- 15h5h - -", "line", 24),
        ("2/61 0,0 0 1 P1 -/- 1?? - -", "line", 21),
        ("2/61 0,0 0 1 P1 -/- 15h0 - -", "line", 24),
        ("2/61 0,0 0 1 B -/- - 5 -", "crib", 22),
        ("2/61 0,0 0 1 B -/- - - 5h6h", "starter", 24),
        ("2/61 0,0 0 1 B -/- - - ??", "starter", 24),
        ("2/61 0,0 0 1 B -/- - - 5x", "starter", 24),
    ],
)
def test_a_line_that_is_none_is_refused_where_it_stops_being_one(line: str, field: str, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        notation.parse(line)
    assert (caught.value.code, caught.value.data["field"]) == ("field_unreadable", field)
    assert (caught.value.column, caught.value.deal) == (column, None)


@pytest.mark.parametrize(
    ("line", "count", "column"),
    [("", 1, 1), ("2/61 0,0", 2, 9), (FULL + " ", 10, len(FULL) + 1), (FULL.replace(" ", "  ", 1), 10, 47)],
)
def test_a_line_has_nine_fields(line: str, count: int, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        notation.parse(line)
    assert caught.value.data == {"count": count, "expected": 9, "deal": None, "column": column}


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        # the head
        ("5/61 0,0 0 1 B -/- - - -", "seats_outside", 1),
        ("2/30 0,0 0 1 B -/- - - -", "target_too_low", 1),
        ("3/61f 0,0,0 0 1 B -/-/- - - -", "five_card_seats", 1),
        ("2/61 0,0,0 0 1 B -/- - - -", "parts_wrong", 6),
        ("2/61 0,62 0 1 B -/- - - -", "score_outside", 8),
        ("2/61 0,61:60 0 1 B -/- - - -", "score_outside", 6),
        ("2/61 5:5,0 0 1 B -/- - - -", "back_peg_ahead", 6),
        ("2/61 0,0 2 1 B -/- - - -", "seat_outside", 10),
        ("2/61 0,0 0 0 B -/- - - -", "deal_outside", 12),
        ("2/61 0,0 0 1 P2 -/- - - -", "seat_outside", 15),
        ("4/61 61,0 0 1 X2 -/-/-/- - - -", "seat_outside", 16),
        # cards
        ("2/61 0,0 0 1 B -/-/- - - -", "parts_wrong", 16),
        ("2/61 0,0 0 1 B 5h/- - - -", "hands_wrong", 16),
        ("2/61 0,0 0 1 B -/- - TcTd -", "parts_wrong", 22),
        ("2/61 0,0 0 1 B -/- - - 5h", "not_now", 24),
        ("2/61 0,0 0 1 B -/- 15h - -", "hands_wrong", 16),
        ("2/61 0,0 0 1 D 2c3c4c5c6cJc/6c7c8c9cTdJd - - -", "same_card_twice", 29),
        (f"2/61 0,0 0 1 D {DEALT} - TcTd -", "parts_wrong", 44),
        (f"2/61 0,0 0 1 D {DEALT[:10]}/{DEALT[13:]} - - -", "hands_wrong", 16),
        (f"2/61 0,0 0 1 D {KEPT} - {CRIB} -", "not_now", 14),
        (f"2/61 0,0 0 1 D {DEALT} - - Kd", "not_now", 46),
        (f"2/61 0,0 0 1 C {KEPT} - {CRIB} Kd", "not_now", 45),
        ("2/61 0,0 0 1 C - - - -", "parts_wrong", 16),
        (f"2/61 0,0 0 1 C 2c3c4c/6c7c8c9c 05c {CRIB} -", "not_now", 32),
        (f"2/61 0,0 0 1 P1 {KEPT} - {CRIB} -", "not_now", 46),
        (f"2/61 0,0 0 1 P1 {KEPT} - {CRIB} 5c", "same_card_twice", 46),
        (f"2/61 0,0 0 1 P1 {KEPT} - TcTdTh5c Kd", "same_card_twice", 43),
        # the play
        (f"2/61 0,0 0 1 P0 {KEPT} - {CRIB} Kd", "not_your_turn", 14),
        (f"2/61 0,0 0 1 P1 2c3c4c/6c7c8c9c 05c {CRIB} Kd", "not_your_turn", 33),
        (f"2/61 0,0 0 1 P1 2c3c4c5c/7c8c9c 16c {CRIB} Kd", "not_your_turn", 14),
        (f"2/61 0,0 0 1 P0 2c3c4c5c/8c9c 16c17c {CRIB} Kd", "not_your_turn", 34),
        (f"2/61 0,0 0 1 P0 2c3c4c5c/6c7c8c9c | {CRIB} Kd", "not_now", 35),
        (f"2/61 0,0 0 1 P0 2c3c4c5c/7c8c9c 16c| {CRIB} Kd", "count_not_over", 36),
        (f"2/61 0,0 0 1 P1 2c3c4c/8c9c 1Ks05c1Kh09d {CRIB} Kd", "hands_wrong", 17),
        (f"2/61 0,0 0 1 P1 2c3c/8c9c 1Ks05c1Kh0Qd {CRIB} Kd", "over_31", 36),
        (f"2/61 0,0 0 1 P1 2c3c/8c9c 1Ks05c1Kh06d {CRIB} Kd", "count_over", 14),
        (f"2/61 0,0 0 1 P1 JcQc/8c9c 1Ks05c1Kh04d {CRIB} Kd", "count_over", 14),
        (f"2/61 0,0 0 1 P1 2c3c4c/8c9cJc 1Ks05c| {CRIB} Kd", "count_not_over", 37),
        (f"2/61 0,0 0 1 P1 -/- {OVER}| {CRIB} Kd", "not_now", 46),
        (f"2/61 0,0 0 1 P1 -/- {OVER} {CRIB} Kd", "count_over", 14),
        ("2/61f 0,0 0 2 P0 9c8c/Qc 1Js0Ks1Qd| TcTdThTs Kd", "not_now", 35),
        (f"2/61 0,0 0 1 P1 7c8c9c/?? 1Ks0Qc1Ac1Qd {CRIB} Kd", "not_your_turn", 36),
        (f"2/61 0,0 0 1 P1 ??????/?? 1Ks0Qc1Ac1Qd {CRIB} Kd", "not_your_turn", 36),
        (f"2/61 0,0 0 1 P1 ????/???? 1Ks0Qc1Ac0Qh {CRIB} Kd", "count_over", 14),
        # the show
        (f"2/61 0,0 0 1 S1 -/- {OVER} {CRIB} Kd", "not_manual", 14),
        (f"2/61c 0,0 0 1 S1 {KEPT} - {CRIB} Kd", "not_now", 15),
        (f"2/61c 0,0 0 1 S1 2c3c4c5c/7c8c9c 16c {CRIB} Kd", "not_now", 15),
        (f"2/61c 0,0 0 1 S1 7c8c9c/9d9h 1Js0Ks1Qc {CRIB} Kd", "not_now", 15),
        (f"2/61c 0,0 0 1 S1 -/- {OVER}| {CRIB} Kd", "not_now", 47),
        ("2/61cf 0,0 0 2 S1 2c3c/9cTc 1Js0Ks TcTdThTs Kd", "same_card_twice", 36),
        ("2/61cf 0,0 0 2 S1 2c3c/9cQc 1Js0Ks TcTdThTs Kd", "not_now", 16),
        (f"2/61c 0,0 0 1 K1 -/- {OVER} {CRIB} Kd", "dealer_counts_crib", 15),
        # muggins
        (f"2/61c 0,0 0 1 M0S1:2 -/- {OVER} {CRIB} Kd", "not_muggins", 15),
        (f"2/61m 0,0 0 1 M0S1:2 -/- {OVER} {CRIB} Kd", "not_manual", 15),
        (f"2/61mc 0,0 0 1 M1S1:2 -/- {OVER} {CRIB} Kd", "not_an_opponent", 16),
        (f"2/61mc 0,0 0 1 M2S1:2 -/- {OVER} {CRIB} Kd", "seat_outside", 17),
        (f"2/61mc 0,0 0 1 M0S2:2 -/- {OVER} {CRIB} Kd", "seat_outside", 19),
        (f"2/61mc 0,0 0 1 M0K1:2 -/- {OVER} {CRIB} Kd", "dealer_counts_crib", 16),
        (f"2/61mc 0,0 0 1 M1K0:13 -/- {OVER} {CRIB} Kd", "claim_outside", 16),
        (f"2/61mc 0,0 0 1 M0S1:0 -/- {OVER} {CRIB} Kd", "claim_outside", 16),
        (f"2/61mc 0,0 0 1 M0S1:30 -/- {OVER} {CRIB} Kd", "claim_outside", 16),
        (f"2/61mc 0,0 0 1 M0P1:2 {KEPT} - {CRIB} Kd", "not_now", 41),
        (f"2/61mc 0,0 0 1 M1P0:2 2c3c4c5c/7c8c9c 16c {CRIB} Kd", "not_your_turn", 16),
        (f"2/61mc 0,0 0 1 M0P1:2 2c3c4c5c/7c8c9c 16c {CRIB} Kd", "claim_outside", 16),
        (f"2/61mc 0,0 0 1 M1K0:30 -/- {OVER} Td??ThTs Kd", "claim_outside", 16),
        # the end
        (f"2/61 61,0 0 1 X1 {KEPT} - {CRIB} Jd", "score_outside", 6),
        (f"2/61 61,61 0 1 X1 {KEPT} - {CRIB} Jd", "score_outside", 6),
        (f"2/61 0,61 0 1 X1 {KEPT} - {CRIB} Jd", "not_now", 15),
        (f"2/61 61,0 0 1 X0 {KEPT} - {CRIB} Kd", "not_now", 15),
        (f"2/61 61,0 0 1 X0 {DEALT} - - -", "not_now", 15),
        (f"2/61 0,61 0 1 X1 {DEALT} - - -", "not_now", 15),
        ("2/61f 61,0 0 1 X0 2c3c4c5cTc/6c7c8c9cTd - - -", "not_now", 16),
        ("2/61f 0,61 0 2 X1 2c3c4c5cTc/6c7c8c9cTd - - -", "not_now", 16),
        ("2/61f 0,61 0 1 X1 2c3c4c5c/6c7c8c9cTd - - -", "hands_wrong", 19),
        (f"2/61 61,0 0 1 X0 5c/9c 16c02c17c03c18c04c| {CRIB} Kd", "not_now", 42),
        (f"2/61 61,0 0 1 X0 -/- {OVER}| {CRIB} Kd", "not_now", 47),
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str, code: str, column: int) -> None:
    with pytest.raises(IllegalHere) as caught:
        notation.parse(line)
    assert (caught.value.code, caught.value.column) == (code, column), str(caught.value)


@pytest.mark.parametrize(
    ("line", "low", "high"),
    [
        ("2/61 61,0 0 1 B -/- - - -", 0, 60),
        ("2/61 0,62 0 1 B -/- - - -", 0, 61),
        (f"2/61 60,0 0 1 X0 {KEPT} - {CRIB} Jd", 61, 61),
        (f"2/61 61,61 0 1 X0 {KEPT} - {CRIB} Jd", 0, 60),
        (f"2/61mc 0,0 0 1 M1K0:13 -/- {OVER} {CRIB} Kd", 1, 12),
    ],
)
def test_a_figure_outside_is_refused_with_its_limits(line: str, low: int, high: int) -> None:
    with pytest.raises(IllegalHere) as caught:
        notation.parse(line)
    assert (caught.value.data["low"], caught.value.data["high"]) == (low, high)


@pytest.mark.parametrize(
    "line",
    [
        f"2/61 0,0 0 1 P1 ??????/?? 1Ks0Qc12c14d {CRIB} Kd",
        f"2/61c 0,0 0 1 S1 -/- {OVER} {CRIB} Kd",
        f"2/61c 9:4,0 0 1 K0 -/- {OVER} {CRIB} Kd",
        f"2/61mc 0,0 0 1 M1K0:12 -/- {OVER} {CRIB} Kd",
        f"2/61mc 0,0 0 1 M1K0:29 -/- {OVER} Td??ThTs Kd",
        "2/61f 0,61 0 1 X1 2c3c4c5cTc/6c7c8c9cTd - - -",
        f"2/61 61,0 0 1 X0 {KEPT} - {CRIB} Jd",
        "2/61cf 0,0 0 2 S1 7c8c/9c 1Js0Ks1Qc 2c2d2h2s Kd",
        "2/61cf 0,0 0 2 S1 ????/9c 1Js0Ks1Qc ???????? Kd",
    ],
)
def test_positions_at_the_edge_are_read(line: str) -> None:
    assert notation.dump(notation.parse(line)) == line


def test_the_lines_of_the_documentation_are_good() -> None:
    lines = re.findall(r"^    (\d/\d+\w* \d.*?)  +", DOCUMENT.read_text(), re.MULTILINE)
    assert lines[:2] == [FULL, SEEN]
    assert len(lines) == 4
    for line in lines:
        assert notation.dump(notation.parse(line)) == line


@given(st.one_of(st.text(), st.text("0123456789cdhsATJQK-|/:,? PSKMXBDCmf", min_size=20)))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    state = _read(text)
    assert state is None or notation.parse(notation.dump(state)) == state


@given(random_games.kinds, random_games.seeds, st.integers(0, 60), st.data())
@settings(max_examples=200, deadline=None)
def test_a_line_with_letters_changed_is_refused_or_plays_on(
    rules: Rules, seed: int, length: int, data: st.DataObject
) -> None:
    state = random_games.played(rules, seed, length).states[-1]
    seat = data.draw(st.sampled_from([None, *range(rules.seats)]))
    letters = list(notation.dump(observe(state, seat) if data.draw(st.booleans()) else state))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(letters) - 1))
        letters[at] = data.draw(st.sampled_from([*"0123456789cdhsATJQK-|/:,? PSKMXBDCmf", letters[at] * 2, ""]))
        letters = list("".join(letters)) or [" "]
    text = "".join(letters)
    found = _read(text)
    if found is not None:
        assert notation.parse(notation.dump(found)) == found
        if not found.has_hidden:
            _play_on(found, random.Random(seed))


def _read(text: str) -> State | None:
    """Read a line, or make sure that the refusal names a place in it."""
    caught: list[NotationError] = []
    try:
        return notation.parse(text)
    except NotationError as error:
        caught.append(error)
    assert 1 <= caught[0].column <= len(text) + 1
    return None


def _play_on(state: State, rng: random.Random) -> None:
    """Do what is allowed for a while: whatever was read, the game goes on from it."""
    for _ in range(30):
        if state.phase is Phase.OVER:
            return
        if state.phase is Phase.DEAL:
            action: Action = deal(state, rng.sample(PACK, len(PACK)))
        else:
            action = rng.choice(play.legal_actions(state))
        state = play.apply(state, action).state


def test_the_errors_are_errors_of_the_engine() -> None:
    assert issubclass(NotationError, EngineError)
    assert issubclass(Unreadable, NotationError)
    assert issubclass(IllegalHere, NotationError)
