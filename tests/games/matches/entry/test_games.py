"""Game lines: `[k.]seat [seat] result`, by spread, by loser's hole, or both."""

from __future__ import annotations

import pytest

from games.matches.entry import grammar
from games.matches.entry.errors import Code, EntryError
from games.matches.entry.lines import Context, GameLine, Line, Mode, Record, Result

SPREAD = Context(seats=14)
HOLE = Context(seats=14, record=Record.HOLE)
BOTH = Context(seats=14, record=Record.BOTH)
SHORT = Context(seats=64, target=61)

WON, LOST = Result.WON, Result.LOST


def refusal(text: str, context: Context = SPREAD) -> EntryError:
    with pytest.raises(EntryError) as caught:
        grammar.parse(text, context)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("7 33", GameLine("7", WON, 33)),
        ("7 +33", GameLine("7", WON, 33)),
        ("7 -33", GameLine("7", LOST, 33)),
        ("7 −33", GameLine("7", LOST, 33)),
        ("7 –33", GameLine("7", LOST, 33)),
        ("7-33", GameLine("7", LOST, 33)),
        ("7 + 33", GameLine("7", WON, 33)),
        ("07 033", GameLine("7", WON, 33)),
        ("7 121", GameLine("7", WON, 121)),
        ("7 1", GameLine("7", WON, 1)),
        ("7 w", GameLine("7", WON)),
        ("7W", GameLine("7", WON)),
        ("7 l", GameLine("7", LOST)),
        ("4.7 33", GameLine("7", WON, 33, game=4)),
        ("4. 7 33", GameLine("7", WON, 33, game=4)),
        ("7 12 33", GameLine("7", WON, 33, opponent="12")),
        ("7 12 -33", GameLine("7", LOST, 33, opponent="12")),
        ("7 12-33", GameLine("7", LOST, 33, opponent="12")),
        ("7 12 w", GameLine("7", WON, opponent="12")),
        ("4.7 12 33", GameLine("7", WON, 33, opponent="12", game=4)),
        ("7 so", GameLine("7", Result.SAT_OUT)),
        ("4.7 SO", GameLine("7", Result.SAT_OUT, game=4)),
        ("7 np", GameLine("7", Result.NOT_PLAYED)),
        ("7 12 np", GameLine("7", Result.NOT_PLAYED, opponent="12")),
        ("7 aw", GameLine("7", Result.AWARDED)),
        ("7 ff", GameLine("7", Result.FORFEITED)),
        ("t4 33", GameLine(None, WON, 33, table=4)),
        ("t4 -33", GameLine(None, LOST, 33, table=4)),
        ("T4 w", GameLine(None, WON, table=4)),
        ("2.t4 33", GameLine(None, WON, 33, game=2, table=4)),
        ("A7 33", GameLine("A7", WON, 33)),
        ("a-7 -33", GameLine("a7", LOST, 33)),
        ("A7 B2 33", GameLine("A7", WON, 33, opponent="B2")),
        ("7 B-2 33", GameLine("7", WON, 33, opponent="B2")),
        ("7 121-88", GameLine("7", WON, 33)),
        ("7 88-121", GameLine("7", LOST, 33)),
        ("7 121 - 88", GameLine("7", WON, 33)),
        ("7 12 121–88", GameLine("7", WON, 33, opponent="12")),
    ],
)
def test_a_game_by_spread_is_read(text: str, line: Line) -> None:
    assert grammar.parse(text, SPREAD) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("7 w 88", GameLine("7", WON, hole=88)),
        ("7 l 88", GameLine("7", LOST, hole=88)),
        ("7w88", GameLine("7", WON, hole=88)),
        ("7 w 0", GameLine("7", WON, hole=0)),
        ("7 w 120", GameLine("7", WON, hole=120)),
        ("7 12 l 88", GameLine("7", LOST, hole=88, opponent="12")),
        ("t4 w 88", GameLine(None, WON, hole=88, table=4)),
        ("7 +33", GameLine("7", WON, hole=88)),
        ("7 -33", GameLine("7", LOST, hole=88)),
        ("7 121-88", GameLine("7", WON, hole=88)),
        ("7 w", GameLine("7", WON)),
    ],
)
def test_a_game_by_the_losers_hole_is_read(text: str, line: Line) -> None:
    assert grammar.parse(text, HOLE) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("7 33 88", GameLine("7", WON, 33, 88)),
        ("7 +33 88", GameLine("7", WON, 33, 88)),
        ("7 -33 88", GameLine("7", LOST, 33, 88)),
        ("7 w 33 88", GameLine("7", WON, 33, 88)),
        ("7 l 33 88", GameLine("7", LOST, 33, 88)),
        ("7 12 33 88", GameLine("7", WON, 33, 88, "12")),
        ("7 12 -33 88", GameLine("7", LOST, 33, 88, "12")),
        ("7 12 l 33 88", GameLine("7", LOST, 33, 88, "12")),
        ("7 33", GameLine("7", WON, 33)),
        ("7 12 +33", GameLine("7", WON, 33, opponent="12")),
        ("7 w 88", GameLine("7", WON, hole=88)),
        ("7 88-121", GameLine("7", LOST, hole=88)),
    ],
)
def test_where_both_figures_are_recorded_both_are_read(text: str, line: Line) -> None:
    assert grammar.parse(text, BOTH) == line


@pytest.mark.parametrize("text", ["7 33 87", "7 -33 87", "7 w 33 87", "7 12 33 87"])
def test_where_both_are_recorded_they_check_each_other(text: str) -> None:
    assert not refusal(text, BOTH).unfinished
    error = refusal(text, BOTH)
    assert error.code == Code.FIGURES_DISAGREE
    assert error.data == {"spread": 33, "hole": 87, "target": 121}
    assert error.column == text.index("87")


def test_the_first_digit_of_the_right_hole_is_waited_on() -> None:
    error = refusal("7 33 8", BOTH)
    assert (error.code, error.unfinished) == (Code.FIGURES_SHORT, True)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_game_is_read_in_every_mode(mode: Mode) -> None:
    assert grammar.parse("7 33", Context(mode=mode, seats=14, highlighted=3)) == GameLine("7", WON, 33)


@pytest.mark.parametrize(
    ("text", "code", "column", "data"),
    [
        ("7 0", Code.SPREAD_RANGE, 2, {"spread": 0, "target": 121}),
        ("7 122", Code.SPREAD_RANGE, 2, {"spread": 122, "target": 121}),
        ("7 -122", Code.SPREAD_RANGE, 2, {"spread": 122, "target": 121}),
        ("7 121-121", Code.HOLE_RANGE, 2, {"hole": 121, "most": 120}),
        ("7 w 88", Code.HOLE_NOT_RECORDED, 4, {"hole": 88}),
        ("7 7 33", Code.OPPONENT_SELF, 2, {"seat": "7"}),
        ("A7 a7 33", Code.OPPONENT_SELF, 3, {"seat": "a7"}),
        ("15 33", Code.SEAT_UNKNOWN, 0, {"seat": 15, "seats": 14}),
        ("0 33", Code.SEAT_UNKNOWN, 0, {"seat": 0, "seats": 14}),
        ("7 15 33", Code.SEAT_UNKNOWN, 2, {"seat": 15, "seats": 14}),
        ("0.7 33", Code.GAMES_NONE, 0, {}),
        ("12345.7 33", Code.NUMBER_TOO_LONG, 0, {"limit": 4}),
        ("7 12345", Code.NUMBER_TOO_LONG, 2, {"limit": 4}),
        ("7 -12345", Code.NUMBER_TOO_LONG, 3, {"limit": 4}),
        ("t12345 33", Code.NUMBER_TOO_LONG, 1, {"limit": 4}),
        ("7 12 so", Code.OPPONENT_UNWANTED, 2, {"seat": "12"}),
        ("t4 12 33", Code.OPPONENT_UNWANTED, 3, {"seat": "12"}),
        ("t4 so", Code.SIT_OUT_BY_SEAT, 3, {}),
        ("7 -", Code.FIGURE_MISSING, 3, {}),
        ("7 -w", Code.UNREADABLE, 2, {"rest": "-w"}),
        ("7 33 x", Code.RESULT_UNKNOWN, 5, {"word": "x"}),
        ("7 33 so", Code.SEAT_UNKNOWN, 2, {"seat": 33, "seats": 14}),
        ("7 12 33 44", Code.UNREADABLE, 8, {"rest": "44"}),
        ("7 +33 44", Code.UNREADABLE, 6, {"rest": "44"}),
        ("7 so 33", Code.UNREADABLE, 5, {"rest": "33"}),
        ("7 A2 B3", Code.UNREADABLE, 5, {"rest": "B3"}),
        ("7 !", Code.UNREADABLE, 2, {"rest": "!"}),
        ("7 won", Code.RESULT_UNKNOWN, 2, {"word": "won"}),
        ("7 s 33", Code.RESULT_UNKNOWN, 2, {"word": "s"}),
        ("+33", Code.SEAT_MISSING, 0, {}),
        ("4.-33", Code.SEAT_MISSING, 2, {}),
        ("!!", Code.WHO_UNREADABLE, 0, {"who": "!!"}),
        (",", Code.RESULT_MISSING, 1, {}),
        ("AB7 33", Code.RESULT_MISSING, 6, {}),
        ("A 7 33", Code.RESULT_MISSING, 6, {}),
        ("7 A2", Code.RESULT_MISSING, 4, {}),
        ("7 s", Code.RESULT_MISSING, 3, {}),
        ("7 ou", Code.RESULT_MISSING, 4, {}),
        ("7", Code.RESULT_MISSING, 1, {}),
        ("t4", Code.RESULT_MISSING, 2, {}),
        ("4.", Code.RESULT_MISSING, 2, {}),
        ("4.7", Code.RESULT_MISSING, 3, {}),
        ("ruz", Code.RESULT_MISSING, 3, {}),
        ("", Code.EMPTY, 0, {}),
        (" \t ", Code.EMPTY, 3, {}),
    ],
)
def test_a_doubtful_game_is_refused_where_the_doubt_is(
    text: str, code: Code, column: int, data: dict[str, int | str]
) -> None:
    error = refusal(text)
    assert (error.code, error.column, error.data) == (code, column, data)


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("7 88", Code.OUTCOME_MISSING, {"figure": 88}),
        ("7 12 88", Code.OUTCOME_MISSING, {"figure": 88}),
        ("7 w 121", Code.HOLE_RANGE, {"hole": 121, "most": 120}),
        ("7 +122", Code.SPREAD_RANGE, {"spread": 122, "target": 121}),
        ("7 w 33 88", Code.UNREADABLE, {"rest": "88"}),
    ],
)
def test_where_holes_are_recorded_a_bare_figure_is_asked_back(
    text: str, code: Code, data: dict[str, int | str]
) -> None:
    error = refusal(text, HOLE)
    assert (error.code, error.data) == (code, data)


@pytest.mark.parametrize(
    ("text", "code"),
    [("7 0 121", Code.SPREAD_RANGE), ("7 121 121", Code.HOLE_RANGE), ("7 12 33 88 1", Code.UNREADABLE)],
)
def test_where_both_are_recorded_each_keeps_its_limits(text: str, code: Code) -> None:
    assert refusal(text, BOTH).code == code


@pytest.mark.parametrize("mode", [Mode.CARD, Mode.VERIFY])
def test_in_card_mode_an_unfinished_line_asks_for_points_and_wins(mode: Mode) -> None:
    context = Context(mode=mode, seats=14, highlighted=3)
    assert refusal("ruz", context).code == Code.POINTS_WINS_MISSING
    assert refusal("16", context).code == Code.POINTS_WINS_MISSING
    assert refusal("+74", context).code == Code.POINTS_MISSING


def test_every_limit_follows_the_target() -> None:
    assert grammar.parse("7 61", SHORT) == GameLine("7", WON, 61)
    assert refusal("7 62", SHORT).data == {"spread": 62, "target": 61}
    assert grammar.parse("7 61-30", SHORT) == GameLine("7", WON, 31)
    hole = Context(seats=14, target=61, record=Record.HOLE)
    assert grammar.parse("7 w 60", hole) == GameLine("7", WON, hole=60)
    assert refusal("7 w 61", hole).data == {"hole": 61, "most": 60}


def test_a_score_apart_may_be_a_seat_and_a_loss() -> None:
    """Seat 61 sits here: `61 -30` with a blank is a game lost to it, `61-30` the score."""
    assert grammar.parse("7 61 -30", SHORT) == GameLine("7", LOST, 30, opponent="61")
    assert grammar.parse("7 30 - 61", SHORT) == GameLine("7", LOST, 61, opponent="30")


def test_game_lines_need_seats() -> None:
    assert refusal("7 33", Context()).code == Code.SEATS_NONE


def test_the_margin_comes_from_either_figure() -> None:
    assert GameLine("7", WON, 33).margin(121) == 33
    assert GameLine("7", WON, hole=88).margin(121) == 33
    assert GameLine("7", WON, 33, 88).margin(121) == 33
    assert GameLine("7", WON).margin(121) is None
