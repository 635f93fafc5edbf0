"""A whole list pasted: what it would do, and nothing done."""

from __future__ import annotations

import time
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.events.ranking import schemes
from games.matches.entry import paste
from games.matches.entry.errors import Code, EntryError, Problem
from games.matches.entry.lines import CardLine, Context, GameLine, LeftLine, Line, Mode, NoCardLine, Result
from games.matches.entry.paste import Finding, Preview, Row, Skipped
from games.matches.entry.who import Player, Roster

NAMES = ["Wilf Garside", "Agnieszka Kowalczyk", "Karel Růžička", "Jan Černý", "Jana Dvořáková", "3 Fingers Joe"]
PLAYERS = [Player(seat, name, seat, f"A{seat}", f"HI{290 + seat}") for seat, name in enumerate(NAMES, 1)]
ROSTER = Roster(PLAYERS)
CONTEXT = Context(mode=Mode.CARD, seats=6)
PAST = Context(mode=Mode.CARD)


def fine(line: Line, player: Player | None) -> Iterable[Finding]:
    return ()


def read(text: str, *, out: Iterable[int] = (), context: Context = CONTEXT, roster: Roster = ROSTER) -> Preview:
    return paste.read(text, roster, context, check=fine, out=out)


def row(text: str, context: Context = CONTEXT) -> Row:
    preview = read(text, context=context)
    assert not preview.skipped
    (only,) = preview.rows
    return only


def codes(found: Row) -> list[str]:
    return [problem.code for problem in found.problems]


@pytest.mark.parametrize(
    "text",
    [
        "Karel Růžička 16/7 +74",
        "karel ruzicka\t16/7\t+74",
        "Karel Růžička,16/7,+74",
        "Karel Růžička;16/7;+74",
        "Karel Růžička,16,7,+74",
        "Karel Růžička\t16\t7\t+74\t\t",
        '"Růžička, Karel",16/7,+74',
        '"Růžička, Karel", "16/7" ,+74',
        "Růžička, Karel 16/7 +74",
        "Růžička Karel 16/7 +74",
        "1. Karel Růžička 16/7 +74",
        "1.Karel Růžička 16/7 +74",
        "12) Karel Růžička 16/7 +74",
        "1 Karel Růžička 16/7 +74",
        "1,Karel Růžička,16,7,+74",
        "HI293 Karel Růžička 16/7 +74",
        "HI293,somebody else entirely,16/7,+74",
        "A3 16/7 +74",
        "3 16/7 +74",
        "3,16/7,+74",
        "  ruz 16/7 +74  ",
    ],
)
def test_every_shape_of_a_list_is_read(text: str) -> None:
    found = row(text)
    assert isinstance(found.line, CardLine)
    assert (found.line.points, found.line.wins, found.line.net) == (16, 7, 74)
    assert found.player == PLAYERS[2]
    assert found.problems == ()
    assert found.candidates == ()
    assert not found.unknown
    assert found.text == text.strip()


def test_quotes_may_hold_quotes_and_may_be_left_open() -> None:
    assert row('"Karel ""Růž"" Růžička",16/7').who == 'Karel "Růž" Růžička'
    assert row('"ruz,16/7,+74').player == PLAYERS[2]
    assert row('"ruz" k,16/7,+74').player == PLAYERS[2]


def test_a_number_may_belong_to_the_name() -> None:
    assert row("3 Fingers Joe 12/6").player == PLAYERS[5]


def test_a_whole_list_with_headings_is_read() -> None:
    text = (
        "\ufeffClub night 10, 3 Dec 2026\r\n"
        "\r\n"
        "Name;Points/Wins;Spread\r\n"
        "----;----;----\r\n"
        "Wilf Garside;6/3;-153\r\n"
        "\r\n"
        "Agnieszka Kowalczyk;14/6;+162 -70\r\n"
        "Jan Černý;12/6\r\n"
        "Jana Dvořáková;none\r\n"
        "3 Fingers Joe;out 6\r\n"
    )
    preview = read(text)
    assert preview.skipped == (Skipped(1, "Club night 10, 3 Dec 2026"), Skipped(3, "Name;Points/Wins;Spread"))
    assert [found.number for found in preview.rows] == [5, 7, 8, 9, 10]
    assert [found.player for found in preview.rows] == [PLAYERS[index] for index in (0, 1, 3, 4, 5)]
    assert [found.line for found in preview.rows] == [
        CardLine("Wilf Garside", 6, 3, -153),
        CardLine("Agnieszka Kowalczyk", 14, 6, 92, 162, 70),
        CardLine("Jan Černý", 12, 6),
        NoCardLine("Jana Dvořáková"),
        LeftLine("3 Fingers Joe", 6),
    ]
    assert preview.ready


def test_a_past_night_needs_no_seats() -> None:
    roster = Roster([Player("a", "Ann Lee"), Player("b", "Bob Ray")])
    preview = read("Ann Lee 16/7 +74\nBob Ray 12/6 -3", context=PAST, roster=roster)
    assert preview.ready
    assert [found.player and found.player.key for found in preview.rows] == ["a", "b"]


def test_a_heading_is_only_above_the_list() -> None:
    preview = read("Tuesday\nruz 16/7 +74\nWednesday\nwilf 12/6")
    assert preview.skipped == (Skipped(1, "Tuesday"),)
    assert [codes(found) for found in preview.rows] == [[], [Code.POINTS_WINS_MISSING], []]
    assert not preview.ready


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ruz 16/7 74", Code.SIGN_MISSING),
        ("ruz 167 +74", Code.POINTS_WINS_MISSING),
        ("ruz 1²/7", Code.DIGIT_ODD),
        ("ruz" + " x" * 200, Code.LINE_TOO_LONG),
    ],
)
def test_a_card_gone_wrong_is_no_heading(text: str, code: Code) -> None:
    found = row(text)
    assert codes(found) == [code]
    assert found.line is None
    assert found.problems[0].column is None


def test_two_who_fit_are_both_offered() -> None:
    found = row("jan 16/7 +74")
    assert found.player is None
    assert found.candidates == (PLAYERS[3], PLAYERS[4])
    assert found.problems == (Problem(Code.WHO_SEVERAL, None, {"who": "jan"}),)
    assert not found.unknown


def test_an_unknown_name_is_kept_and_marked() -> None:
    found = row("1. Zbigniew Nowak 16/7 +74")
    assert found.line == CardLine("1. Zbigniew Nowak", 16, 7, 74)
    assert found.who == "Zbigniew Nowak"
    assert found.unknown
    assert found.player is None
    assert found.problems == (Problem(Code.WHO_UNKNOWN, None, {"who": "Zbigniew Nowak"}),)


def test_a_player_twice_is_marked_with_the_line_before() -> None:
    preview = read("ruz 16/7 +74\nwilf 12/6\n3 14/6 +2\nruz none\nruz out 6")
    assert [codes(found) for found in preview.rows] == [[], [], [Code.PLAYER_TWICE], [Code.PLAYER_TWICE], []]
    assert preview.rows[2].problems[0].data == {"row": 1}


def test_an_unknown_name_twice_is_marked_too() -> None:
    preview = read("Zbigniew Nowak 16/7\nZBIGNIEW nowak 12/6\nSomebody Else 12/6")
    assert [codes(found) for found in preview.rows] == [
        [Code.WHO_UNKNOWN],
        [Code.WHO_UNKNOWN, Code.PLAYER_TWICE],
        [Code.WHO_UNKNOWN],
    ]


def test_two_doubtful_names_are_not_called_the_same() -> None:
    preview = read("jan 16/7\njan 12/6")
    assert [codes(found) for found in preview.rows] == [[Code.WHO_SEVERAL], [Code.WHO_SEVERAL]]


def test_unnamed_lines_are_given_to_the_cards_still_out_in_seat_order() -> None:
    preview = read("16/7 +74\n12/6 -3\nnone", out=(5, 2, 1))
    assert [found.player for found in preview.rows] == [PLAYERS[0], PLAYERS[1], PLAYERS[4]]
    assert all(found.assigned for found in preview.rows)
    assert preview.ready


def test_named_lines_take_their_card_away_first() -> None:
    preview = read("agni 12/6\n16/7 +74\n10/5", out=(5, 2, 1))
    assert [found.player for found in preview.rows] == [PLAYERS[1], PLAYERS[0], PLAYERS[4]]
    assert [found.assigned for found in preview.rows] == [False, True, True]


@pytest.mark.parametrize(("out", "waiting"), [((), 0), ((1,), 1), ((1, 2, 3), 3), ((1, 99), 1)])
def test_unnamed_lines_that_do_not_fit_the_number_are_nobodys(out: tuple[int, ...], waiting: int) -> None:
    preview = read("16/7 +74\n12/6 -3", out=out)
    problem = Problem(Code.UNNAMED_COUNT, None, {"lines": 2, "out": waiting})
    assert [found.problems for found in preview.rows] == [(problem,), (problem,)]
    assert [found.player for found in preview.rows] == [None, None]


def test_game_lines_are_read_with_both_seats() -> None:
    preview = read("3 33\n4.3 1 -12\nt2 w\nA9 5", context=CONTEXT)
    assert [found.line for found in preview.rows] == [
        GameLine("3", Result.WON, 33),
        GameLine("3", Result.LOST, 12, opponent="1", game=4),
        GameLine(None, Result.WON, table=2),
        GameLine("A9", Result.WON, 5),
    ]
    assert [found.player for found in preview.rows] == [PLAYERS[2], PLAYERS[2], None, None]
    assert [found.opponent for found in preview.rows] == [None, PLAYERS[0], None, None]
    assert [codes(found) for found in preview.rows] == [[], [], [], [Code.WHO_UNKNOWN]]


def test_one_game_of_a_player_twice_is_marked() -> None:
    preview = read("4.3 33\n3 12\n4.A3 -1\n5.3 2")
    assert [codes(found) for found in preview.rows] == [[], [], [Code.PLAYER_TWICE], []]


@pytest.mark.parametrize("text", ["u", "m", "?7 x", "3 del"])
def test_commands_have_no_place_in_a_list(text: str) -> None:
    found = row(text)
    assert codes(found) == [Code.COMMAND_IN_PASTE]


def test_columns_of_bare_numbers_are_not_guessed() -> None:
    """Without a name, three numbers may be a game as well."""
    assert row("3,1,+7").line == GameLine("3", Result.WON, 7, opponent="1")
    assert codes(row("3,16,7,+74")) == [Code.SEAT_UNKNOWN]


def test_the_check_speaks_for_every_line_that_can_be_read() -> None:
    asked: list[tuple[Line, Player | None]] = []

    def check(line: Line, player: Player | None) -> Iterable[Finding]:
        asked.append((line, player))
        assert isinstance(line, CardLine)
        scheme = schemes.Scheme.standard("acc")
        return schemes.check_card(scheme, games=9, wins=line.wins, points=line.points, net=line.net)

    preview = paste.read("ruz 19/6 +74\nZed 12/6\nwilf 16/7 74\n16/7", ROSTER, CONTEXT, check=check)
    assert [codes(found) for found in preview.rows] == [
        ["points_outside"],
        [Code.WHO_UNKNOWN],
        [Code.SIGN_MISSING],
        [Code.UNNAMED_COUNT],
    ]
    assert preview.rows[0].problems[0].data == {"wins": 6, "points": 19, "low": 12, "high": 18}
    assert [player for _, player in asked] == [PLAYERS[2], None, None]


def test_nothing_pasted_is_nothing_ready() -> None:
    for text in ("", "\n \r\n\t", "----\n====", "\ufeff"):
        preview = read(text)
        assert (preview.rows, preview.skipped, preview.ready) == ((), (), False)


def test_ten_megabytes_cost_nothing() -> None:
    text = "Karel Růžička 16/7 +74\n" * 450_000
    started = time.process_time()
    with pytest.raises(EntryError) as caught:
        read(text)
    assert time.process_time() - started < 0.1
    assert (caught.value.code, caught.value.data) == (Code.PASTE_TOO_LONG, {"limit": 64})


def test_five_hundred_lines_are_read_and_one_more_is_not() -> None:
    assert len(read("x 1/1\n\n" * 500).rows) == 500
    with pytest.raises(EntryError) as caught:
        read("x 1/1\n" * 501)
    assert (caught.value.code, caught.value.data) == (Code.PASTE_TOO_MANY, {"limit": 500, "lines": 501})


@pytest.mark.parametrize("unit", [",", '"', '",', "\t", ";", "1,", "1/", "a,1,1,", '"a'])
def test_the_largest_list_of_one_line_is_cheap(unit: str) -> None:
    started = time.process_time()
    read(("x" + unit * 65_535)[:65_536])
    assert time.process_time() - started < 2


def test_the_largest_list_against_a_large_roster_is_cheap() -> None:
    roster = Roster(Player(seat, f"First{seat} Second{seat}", seat) for seat in range(1, 301))
    started = time.process_time()
    preview = read("\n".join(f"{index}. unknown-{index} person, 16/7, +74" for index in range(500)), roster=roster)
    assert len(preview.rows) == 500
    assert time.process_time() - started < 5


@settings(deadline=None)
@given(st.one_of(st.text(), st.text('0123456789/+-,;\t\n" .jaruz\u200eu', max_size=120)), st.sets(st.integers(1, 6)))
def test_any_text_makes_a_preview(text: str, out: set[int]) -> None:
    preview = read(text, out=out)
    for found in preview.rows:
        assert found.line is not None or found.problems
        assert found.player is None or not found.candidates
    numbers = [found.number for found in preview.rows] + [found.number for found in preview.skipped]
    assert len(numbers) == len(set(numbers))
    assert preview.ready == (bool(preview.rows) and not any(found.problems for found in preview.rows))
