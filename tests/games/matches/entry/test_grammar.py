"""The grammar as a whole: commands, keys counted, echo, writing and reading back, and anything at all typed."""

from __future__ import annotations

import string
import time
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.matches.entry import grammar, wording
from games.matches.entry.errors import UNFINISHED, Code, EntryError, Problem
from games.matches.entry.lines import (
    AnswerLine,
    CardLine,
    Context,
    GameLine,
    LeftLine,
    Line,
    MissingLine,
    Mode,
    Newcomer,
    NoCardLine,
    Record,
    RemoveLine,
    Result,
    ShowLine,
    UndoLine,
)
from games.matches.entry.reading import Part, Said

GAME = Context(seats=14, highlighted=3)
CARD = Context(mode=Mode.CARD, seats=14, highlighted=3)


# Commands


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("u", UndoLine()),
        (" U ", UndoLine()),
        ("m", MissingLine()),
        ("M", MissingLine()),
        ("?7", ShowLine("7")),
        ("? ruz", ShowLine("ruz")),
        ("？7", ShowLine("7")),
        ("?MN-1694", ShowLine("MN-1694")),
        ("7 del", RemoveLine("7")),
    ],
)
def test_commands_are_read_in_every_mode(text: str, line: Line, mode: Mode) -> None:
    assert grammar.parse(text, replace(GAME, mode=mode)) == line


@pytest.mark.parametrize(("key", "kind"), [("g", "guest"), ("m", "member"), ("V", "visitor")])
def test_g_m_v_answer_an_unknown_name(key: str, kind: str) -> None:
    assert grammar.parse(key, replace(GAME, answering=True)) == AnswerLine(Newcomer(kind))


def test_g_and_v_are_the_start_of_a_name_when_nothing_was_asked() -> None:
    assert grammar.understand("g", GAME).unfinished
    assert grammar.understand("v", CARD).unfinished
    assert grammar.parse("u", replace(GAME, answering=True)) == UndoLine()
    assert grammar.parse("m 16/7", replace(GAME, answering=True)) == CardLine("m", 16, 7)


def test_a_question_needs_somebody() -> None:
    with pytest.raises(EntryError) as caught:
        grammar.parse("?", GAME)
    assert caught.value.code == Code.WHOM_MISSING


# Keys


@pytest.mark.parametrize(
    ("text", "context", "limit"),
    [
        ("16/7 +74", CARD, 9),
        ("16/7+119", CARD, 9),
        ("10/5 -26", CARD, 9),
        ("6/3 -153", CARD, 9),
        ("12 16/7 +74", CARD, 12),
        ("12 16/7+119", CARD, 12),
        ("9 6/3 -153", CARD, 12),
        ("12 -33", GAME, 7),
        ("12-119", GAME, 7),
        ("12 33", GAME, 7),
    ],
)
def test_keys_are_few(text: str, context: Context, limit: int) -> None:
    assert len(text) + len("⏎") <= limit
    assert grammar.understand(text, context).complete


# The echo


def said(text: str, context: Context = CARD) -> list[tuple[Said, int | str]]:
    return [(part.said, part.value) for part in grammar.understand(text, context).said]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("7", []),
        ("7 ", [(Said.WHO, "7")]),
        ("7 16/", [(Said.WHO, "7"), (Said.POINTS, 16)]),
        ("7 16/7", [(Said.WHO, "7"), (Said.POINTS, 16), (Said.WINS, 7)]),
        ("7 16/7 +", [(Said.WHO, "7"), (Said.POINTS, 16), (Said.WINS, 7)]),
        ("7 16/7 +7", [(Said.WHO, "7"), (Said.POINTS, 16), (Said.WINS, 7), (Said.NET, 7)]),
        ("7 16/7 +74 i", [(Said.WHO, "7"), (Said.POINTS, 16), (Said.WINS, 7), (Said.NET, 74)]),
        ("7 16/7 +74 in 8", [(Said.WHO, "7"), (Said.POINTS, 16), (Said.WINS, 7), (Said.NET, 74), (Said.GAMES, 8)]),
        (
            "16/7 +119 -45",
            [(Said.POINTS, 16), (Said.WINS, 7), (Said.PLUS, 119), (Said.MINUS, 45), (Said.NET, 74)],
        ),
        ("ruz", [(Said.WHO, "ruz")]),
        ("7 out", [(Said.WHO, "7")]),
        ("7 out 6", [(Said.WHO, "7"), (Said.AFTER, 6)]),
        ("7 none", [(Said.WHO, "7")]),
        ("7 del", [(Said.COMMAND, "del"), (Said.WHO, "7")]),
        ("?", [(Said.COMMAND, "?")]),
        ("u", [(Said.COMMAND, "u")]),
        (
            "4.7 12 -33",
            [(Said.GAME, 4), (Said.SEAT, "7"), (Said.OPPONENT, "12"), (Said.RESULT, "lost"), (Said.SPREAD, 33)],
        ),
        ("t4 w", [(Said.TABLE, 4), (Said.RESULT, "won")]),
        ("7 s", [(Said.SEAT, "7")]),
        ("²", []),
    ],
)
def test_the_echo_says_what_is_understood_so_far(text: str, parts: list[tuple[Said, int | str]]) -> None:
    assert said(text) == parts


def test_the_echo_names_a_hole_only_where_it_is_recorded() -> None:
    hole = replace(CARD, record=Record.HOLE)
    assert said("7 w 88", hole) == [(Said.SEAT, "7"), (Said.RESULT, "won"), (Said.HOLE, 88)]


def test_a_lone_number_is_a_seat_unless_it_may_become_points() -> None:
    assert said("7", GAME) == [(Said.WHO, "7")]
    assert said("16", replace(CARD, highlighted=None)) == [(Said.WHO, "16")]
    assert said("16", CARD) == []


@pytest.mark.parametrize(
    ("whole", "context"),
    [
        ("7 16/7 +74 in 8", CARD),
        ("7 16/7 +119 -45", GAME),
        ("16/7 +74", CARD),
        ("16 / 7 - 12", CARD),
        ("ruz 16/7 +74", CARD),
        ("wilf 16/7 +74", GAME),
        ("lena 16/7 +74", CARD),
        ("none 16/7 +74", CARD),
        ("7 out 6", GAME),
        ("7 none", CARD),
        ("7 del", GAME),
        ("4.7 12 -33", GAME),
        ("7 w 88", replace(GAME, record=Record.HOLE)),
        ("7 l 33 88", replace(GAME, record=Record.BOTH)),
        ("t4 -33", GAME),
        ("7 so", CARD),
        ("7 np", CARD),
        ("7 aw", CARD),
        ("7 ff", CARD),
        ("?ruz", GAME),
        ("HI296 16/7 +74", CARD),
        ("MN-1694 16/7 +74", CARD),
    ],
)
def test_nothing_right_is_ever_refused_while_it_is_typed(whole: str, context: Context) -> None:
    for length in range(len(whole) + 1):
        echo = grammar.understand(whole[:length], context)
        assert echo.complete or echo.unfinished, (whole[:length], echo)
    assert grammar.understand(whole, context).complete


def test_a_refused_line_is_not_unfinished() -> None:
    echo = grammar.understand("7 16/7 74", CARD)
    assert not echo.complete
    assert not echo.unfinished
    assert echo.problem == Problem(Code.SIGN_MISSING, 7, {"figure": 74})
    assert echo.value(Said.WINS) == 7
    assert echo.value(Said.NET) is None


# Writing and reading back

SEATS = st.integers(1, 14).map(str)
LABELS = st.builds("{}{}".format, st.sampled_from("ABCacd"), st.integers(1, 24))
NAMES = st.builds(
    "{}{}".format,
    st.sampled_from(["Růžička", "Ann-Marie", "O'Brien", "Kaʻahumanu", "Łukasz", "Lin in", "Out", "none", "Jan del"]),
    st.sampled_from(["", " Jr.", " 2", " in", " out", " none", " Černý"]),
)
NUMBERS = st.sampled_from(["HI296", "MN-1694", "MN1694Y"])
WHO = st.one_of(SEATS, LABELS, NAMES, NUMBERS)
SOMEBODY = st.one_of(st.none(), WHO)
FIGURES = st.integers(0, 9999)
GAMES = st.one_of(st.none(), st.integers(1, 99))

CARDS = st.one_of(
    st.builds(
        CardLine,
        SOMEBODY,
        FIGURES,
        FIGURES,
        net=st.one_of(st.none(), st.integers(-9999, 9999)),
        games=GAMES,
    ),
    st.builds(
        lambda who, points, wins, plus, minus, games: CardLine(who, points, wins, plus - minus, plus, minus, games),
        SOMEBODY,
        FIGURES,
        FIGURES,
        FIGURES,
        FIGURES,
        GAMES,
    ),
)
OTHERS = st.one_of(
    st.builds(LeftLine, SOMEBODY, FIGURES),
    st.builds(NoCardLine, SOMEBODY),
    st.builds(RemoveLine, WHO, GAMES),
    st.builds(ShowLine, WHO),
    st.just(UndoLine()),
)
RESULTS = st.sampled_from([Result.WON, Result.LOST])


def games(record: Record) -> st.SearchStrategy[GameLine]:
    """Make any game an event of this record can have."""
    spreads, holes = st.integers(1, 121), st.integers(0, 120)
    figures = {
        Record.SPREAD: st.builds(lambda result, spread: (result, spread, None), RESULTS, spreads),
        Record.HOLE: st.builds(lambda result, hole: (result, None, hole), RESULTS, holes),
        Record.BOTH: st.builds(lambda result, spread: (result, spread, 121 - spread), RESULTS, spreads),
    }
    said = st.sampled_from([Result.WON, Result.LOST, Result.NOT_PLAYED, Result.AWARDED, Result.FORFEITED])
    outcome = st.one_of(figures[record], said.map(lambda result: (result, None, None)))
    two = st.one_of(
        st.lists(SEATS, min_size=2, max_size=2, unique=True),
        st.lists(LABELS, min_size=2, max_size=2, unique_by=str.casefold),
        st.one_of(SEATS, LABELS).map(lambda seat: [seat, None]),
    )
    by_seat = st.builds(
        lambda made, pair, game: GameLine(pair[0], made[0], made[1], made[2], pair[1], game), outcome, two, GAMES
    )
    by_table = st.builds(
        lambda made, game, table: GameLine(None, made[0], made[1], made[2], None, game, table), outcome, GAMES, FIGURES
    )
    sit_out = st.builds(lambda seat, game: GameLine(seat, Result.SAT_OUT, game=game), SEATS, GAMES)
    return st.one_of(by_seat, by_table, sit_out)


@settings(deadline=None)
@given(st.one_of(CARDS, OTHERS), st.sampled_from(Mode))
@example(MissingLine(), Mode.GAME)
@example(CardLine(None, 0, 0, 0, 0, 0), Mode.CARD)
def test_a_card_or_command_written_is_read_back(line: Line, mode: Mode) -> None:
    assert grammar.parse(grammar.write(line), replace(CARD, mode=mode)) == line


@settings(deadline=None)
@given(st.sampled_from(Record).flatmap(lambda record: st.tuples(st.just(record), games(record))), st.sampled_from(Mode))
def test_a_game_written_is_read_back(case: tuple[Record, GameLine], mode: Mode) -> None:
    record, line = case
    assert grammar.parse(grammar.write(line), Context(mode=mode, record=record, seats=14)) == line


@pytest.mark.parametrize("newcomer", list(Newcomer))
def test_an_answer_written_is_read_back(newcomer: Newcomer) -> None:
    line = AnswerLine(newcomer)
    assert grammar.parse(grammar.write(line), replace(GAME, answering=True)) == line


# Anything at all

CONTEXTS = st.builds(
    Context,
    st.sampled_from(Mode),
    st.sampled_from(Record),
    st.sampled_from([121, 61]),
    st.sampled_from([0, 14, 130]),
    st.one_of(st.none(), st.integers(1, 14)),
    st.booleans(),
)
PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [*"0123456789+-−–/.,;:?!'ʻ tTaAwWlLuUmMgv\t\u00a0", "in", "out", "none", "del", "so", "np", "121", "61"]
        ),
        st.sampled_from(["aw", "ff", "ruz", "HI296", "A7", "16/7", "+74", "7 ", "88", "t4", "4."]),
    ),
    max_size=14,
).map("".join)
ANY = st.one_of(st.text(), st.text(st.characters(codec=None), max_size=40), st.text(string.printable), PIECES)


@settings(deadline=None)
@given(ANY, CONTEXTS)
def test_nothing_but_an_entry_error_ever_comes_out(text: str, context: Context) -> None:
    error: EntryError | None = None
    line: Line | None = None
    try:
        line = grammar.parse(text, context)
    except EntryError as caught:
        error = caught
    echo = grammar.understand(text, context)
    assert echo.line == line
    assert echo.complete is (error is None)
    assert echo.problem == (error.problem if error else None)
    assert echo.unfinished is (error is not None and error.code in UNFINISHED)
    if error:
        assert error.column is not None
        assert 0 <= error.column <= len(text)
        assert "{" not in wording.say(error.problem).replace("{", "", text.count("{"))


@settings(deadline=None)
@given(PIECES, CONTEXTS)
def test_whatever_is_read_is_written_and_read_back(text: str, context: Context) -> None:
    line = grammar.understand(text, context).line
    if line is not None:
        assert grammar.parse(grammar.write(line), context) == line


@settings(deadline=None)
@given(CARDS)
def test_no_figure_has_more_than_four_digits(line: CardLine) -> None:
    text = grammar.write(replace(line, points=line.points + 10_000))
    with pytest.raises(EntryError) as caught:
        grammar.parse(text, CARD)
    assert caught.value.code == Code.NUMBER_TOO_LONG


@pytest.mark.parametrize("unit", ["7 ", "/", "1/", "+", "-", "a", "?", ".", "1", "\u0301", "w ", '"', "A7 "])
def test_a_huge_line_costs_nothing(unit: str) -> None:
    started = time.process_time()
    echo = grammar.understand(unit * 5_000_000, CARD)
    assert echo.problem == Problem(Code.LINE_TOO_LONG, 200, {"limit": 200})
    grammar.understand((unit * 200)[:200], CARD)
    assert time.process_time() - started < 2


def test_parts_are_plain_values() -> None:
    assert grammar.understand("16/7", CARD).said == (Part(Said.POINTS, 16), Part(Said.WINS, 7))
