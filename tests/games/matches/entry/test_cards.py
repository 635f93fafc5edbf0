"""Card lines: `[who] points/wins [spread] [in n]`, and out, none, del."""

from __future__ import annotations

import pytest

from games.matches.entry import grammar
from games.matches.entry.errors import Code, EntryError
from games.matches.entry.lines import CardLine, Context, LeftLine, Line, Mode, NoCardLine, RemoveLine

CONTEXT = Context(mode=Mode.CARD, seats=14, highlighted=3)


def refusal(text: str, context: Context = CONTEXT) -> EntryError:
    with pytest.raises(EntryError) as caught:
        grammar.parse(text, context)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("7 16/7 +74", CardLine("7", 16, 7, 74)),
        ("7 16/7 -12", CardLine("7", 16, 7, -12)),
        ("7 16/7 0", CardLine("7", 16, 7, 0)),
        ("7 16/7 +0", CardLine("7", 16, 7, 0)),
        ("7 16/7 -0", CardLine("7", 16, 7, 0)),
        ("7 16/7 +119 -45", CardLine("7", 16, 7, 74, 119, 45)),
        ("7 16/7 -45 +119", CardLine("7", 16, 7, 74, 119, 45)),
        ("7 12/6", CardLine("7", 12, 6)),
        ("16/7 +74", CardLine(None, 16, 7, 74)),
        ("7 16/7 +74 in 8", CardLine("7", 16, 7, 74, games=8)),
        ("7 16/7 +119 -45 in 8", CardLine("7", 16, 7, 74, 119, 45, 8)),
        ("7 12/6 in 8", CardLine("7", 12, 6, games=8)),
        ("7 12/6 IN8", CardLine("7", 12, 6, games=8)),
        ("07 016/07 +07", CardLine("7", 16, 7, 7)),
        ("a7 16/7 +74", CardLine("a7", 16, 7, 74)),
        ("HI296 16/7 +74", CardLine("HI296", 16, 7, 74)),
        ("MN-1694 16/7 +74", CardLine("MN-1694", 16, 7, 74)),
        ("HI296Y 16/7", CardLine("HI296Y", 16, 7)),
        ("Ann, 16/7, +74", CardLine("Ann", 16, 7, 74)),
        ("Ann: 16/7; +74", CardLine("Ann", 16, 7, 74)),
        (", 16/7, +74", CardLine(None, 16, 7, 74)),
    ],
)
def test_a_card_is_read(text: str, line: Line) -> None:
    assert grammar.parse(text, CONTEXT) == line


@pytest.mark.parametrize(
    "text", ["7 16/7 +74", "7 16 / 7 +74", "7 16/7+74", "7 16/7 + 74", "7  16/ 7+ 74", " 7 16/7 +74 "]
)
def test_blanks_do_not_matter(text: str) -> None:
    assert grammar.parse(text, CONTEXT) == CardLine("7", 16, 7, 74)


@pytest.mark.parametrize("blank", ["\t", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "\u3000"])
def test_other_blanks_are_blanks(blank: str) -> None:
    assert grammar.parse(f"7{blank}16/7{blank}+74", CONTEXT) == CardLine("7", 16, 7, 74)


@pytest.mark.parametrize("dash", list("-−–—‒‐‑﹣－"))
def test_every_dash_is_a_minus(dash: str) -> None:
    assert grammar.parse(f"7 16/7 {dash}12", CONTEXT) == CardLine("7", 16, 7, -12)
    assert grammar.parse(f"7 16/7 +119 {dash}45", CONTEXT) == CardLine("7", 16, 7, 74, 119, 45)


def test_marks_nobody_sees_are_dropped() -> None:
    assert grammar.parse("\u200e7\u200b \ufeff16/7 +74\u202c", CONTEXT) == CardLine("7", 16, 7, 74)


@pytest.mark.parametrize(
    "name",
    [
        "ruz",
        "jan c",
        "Růžička",
        "Ru\u030az\u030cic\u030cka",
        "Ann-Marie O'Brien",
        "Kaʻahumanu",
        "Guest 2",
        "3 Fingers Joe",
        "guest2",
        "Lin in",
        "Jan Out",
        "Al None",
        "Del",
        "Smith w/o Jones",
        "Łukasz Świątek",
        "Иван",
    ],
)
@pytest.mark.parametrize(
    ("rest", "made"),
    [
        ("16/7 +74", lambda who: CardLine(who, 16, 7, 74)),
        ("12/6 in 8", lambda who: CardLine(who, 12, 6, games=8)),
        ("out 6", lambda who: LeftLine(who, 6)),
        ("none", NoCardLine),
        ("del", RemoveLine),
    ],
)
def test_a_name_is_kept_as_typed(name: str, rest: str, made: type[NoCardLine]) -> None:
    assert grammar.parse(f"{name} {rest}", CONTEXT) == made(name)


def test_the_first_number_may_touch_a_name() -> None:
    assert grammar.parse("ruz16/7+74", CONTEXT) == CardLine("ruz", 16, 7, 74)


@pytest.mark.parametrize("mode", list(Mode))
def test_a_card_is_read_in_every_mode(mode: Mode) -> None:
    assert grammar.parse("7 16/7 +74", Context(mode=mode, seats=14)) == CardLine("7", 16, 7, 74)


@pytest.mark.parametrize(
    ("text", "plus", "minus"),
    [
        ("0/0 0 -151", 0, 151),
        ("0/0 -151 0", 0, 151),
        ("0/0 +0 -151", 0, 151),
        ("18/9 +151 0", 151, 0),
        ("18/9 0 +151", 151, 0),
        ("18/9 +151 -0", 151, 0),
        ("0/0 0 0", 0, 0),
        ("11/5 +71 -71", 71, 71),
    ],
)
def test_a_nought_needs_no_sign_beside_the_other_column(text: str, plus: int, minus: int) -> None:
    line = grammar.parse(text, CONTEXT)
    assert isinstance(line, CardLine)
    assert (line.net, line.plus, line.minus) == (plus - minus, plus, minus)


@pytest.mark.parametrize(
    ("text", "code", "column", "data"),
    [
        ("7 16/7 74", Code.SIGN_MISSING, 7, {"figure": 74}),
        ("7 16/7 119 -45", Code.SIGN_MISSING, 7, {"figure": 119}),
        ("7 16/7 -45 119", Code.SIGN_MISSING, 11, {"figure": 119}),
        ("7 16/7 +119 +45", Code.SPREAD_PAIR, 12, {}),
        ("7 16/7 -119 -45", Code.SPREAD_PAIR, 12, {}),
        ("7 16/7 +119 -45 -3", Code.UNREADABLE, 16, {"rest": "-3"}),
        ("7 16/7 +", Code.FIGURE_MISSING, 8, {}),
        ("7 16/7 +x", Code.UNREADABLE, 7, {"rest": "+x"}),
        ("7 16/7 +-3", Code.UNREADABLE, 7, {"rest": "+-3"}),
        ("7 16/7 +74 in", Code.GAMES_MISSING, 13, {}),
        ("7 16/7 +74 i", Code.GAMES_MISSING, 12, {}),
        ("7 16/7 +74 in 0", Code.GAMES_NONE, 14, {}),
        ("7 16/7 +74 in x", Code.UNREADABLE, 11, {"rest": "in x"}),
        ("7 16/7 +74 im 8", Code.UNREADABLE, 11, {"rest": "im 8"}),
        ("7 16/7 +74 in 8 9", Code.UNREADABLE, 16, {"rest": "9"}),
        ("7 16/7 in 8 +74", Code.UNREADABLE, 12, {"rest": "+74"}),
        ("7 16/7 +74 in 8/9", Code.TWO_RESULTS, 14, {}),
        ("Ann 16/7 Bob 12/6", Code.TWO_RESULTS, 13, {}),
        ("7 16/", Code.WINS_MISSING, 5, {}),
        ("7 16/ +74", Code.WINS_MISSING, 6, {}),
        ("ruz /7", Code.POINTS_MISSING, 4, {}),
        ("/7", Code.POINTS_MISSING, 0, {}),
        ("7 16//7", Code.POINTS_MISSING, 5, {}),
        ("7 12345/7", Code.NUMBER_TOO_LONG, 2, {"limit": 4}),
        ("7 16/00007", Code.NUMBER_TOO_LONG, 5, {"limit": 4}),
        ("7 16/7 +99999", Code.NUMBER_TOO_LONG, 8, {"limit": 4}),
        ("12345 16/7", Code.NUMBER_TOO_LONG, 0, {"limit": 4}),
        ("15 16/7", Code.SEAT_UNKNOWN, 0, {"seat": 15, "seats": 14}),
        ("0 16/7", Code.SEAT_UNKNOWN, 0, {"seat": 0, "seats": 14}),
        ("-7 16/7", Code.WHO_UNREADABLE, 0, {"who": "-7"}),
        ("7 8 16/7", Code.WHO_UNREADABLE, 0, {"who": "7 8"}),
        ("7 out", Code.GAMES_MISSING, 5, {}),
        ("15 out 6", Code.SEAT_UNKNOWN, 0, {"seat": 15, "seats": 14}),
        ("7 16½/7", Code.POINTS_MISSING, 5, {}),
    ],
)
def test_a_doubtful_card_is_refused_where_the_doubt_is(
    text: str, code: Code, column: int, data: dict[str, int | str]
) -> None:
    error = refusal(text)
    assert (error.code, error.column, error.data) == (code, column, data)


@pytest.mark.parametrize("digit", list("７٧७²⑦"))
def test_only_plain_digits_are_digits(digit: str) -> None:
    error = refusal(f"7 16/{digit}")
    assert (error.code, error.column, error.data) == (Code.DIGIT_ODD, 5, {"character": digit})


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\x7f", "\ud800"])
def test_control_characters_are_refused(character: str) -> None:
    error = refusal(f"7 16{character}/7")
    assert (error.code, error.column) == (Code.CHARACTER_ODD, 4)


def test_the_column_is_that_of_the_text_as_typed() -> None:
    assert refusal("\u200e\u200e7 16/7 74").column == 9


def test_a_line_is_no_book() -> None:
    error = refusal("7 16/7 +74" + " " * 200)
    assert (error.code, error.column, error.data) == (Code.LINE_TOO_LONG, 200, {"limit": 200})


def test_a_night_without_seats_wants_names() -> None:
    past = Context(mode=Mode.CARD)
    assert refusal("7 16/7", past).code == Code.SEATS_NONE
    assert grammar.parse("ruz 16/7", past) == CardLine("ruz", 16, 7)


@pytest.mark.parametrize("text", ["16/7 +74", "none", "out 6"])
def test_without_who_a_line_needs_a_highlighted_seat(text: str) -> None:
    assert getattr(grammar.parse(text, CONTEXT), "who", "absent") is None
    error = refusal(text, Context(mode=Mode.CARD, seats=14, highlighted=None))
    assert (error.code, error.column) == (Code.WHO_MISSING, 0)


def test_leaving_before_the_first_game_is_leaving() -> None:
    assert grammar.parse("7 out 0", CONTEXT) == LeftLine("7", 0)


def test_del_needs_somebody_and_may_name_one_game() -> None:
    assert refusal("del").code == Code.WHOM_MISSING
    assert grammar.parse("7 del", CONTEXT) == RemoveLine("7")
    assert grammar.parse("4.7 del", CONTEXT) == RemoveLine("7", 4)
    assert grammar.parse("4. A7 DEL", CONTEXT) == RemoveLine("A7", 4)
    assert refusal("0.7 del").code == Code.GAMES_NONE
    assert refusal("4. del").code == Code.WHO_UNREADABLE
