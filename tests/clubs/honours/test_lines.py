"""Opening balances as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.honours.lines import FIELDS, MOST_CHARACTERS, BalanceLine, Problem, read, read_line

WHOLE = BalanceLine("Ann Baker", 90, 8, 72, 41, 12, None, 18, 8, 104, 1240)


@pytest.mark.parametrize(
    "text",
    [
        "Ann Baker 90 8 72 41 12 18/8 +104 1240",
        "Ann Baker 90 8 72 41 12 18/8+104 1240",
        "Ann Baker, 90, 8, 72, 41, 12, 18/8 +104, 1240",
        "Ann Baker\t90\t8\t72\t41\t12\t18/8 +104\t1240",
        "Ann Baker; 90; 8; 72; 41; 12; 18/8 +104; 1240;;",
    ],
)
def test_a_whole_line_in_any_separator(text: str) -> None:
    assert read_line(text) == WHOLE


def test_the_rest_may_end_early_and_a_dash_is_not_known() -> None:
    assert read_line("Jan 12") == BalanceLine("Jan", 12)
    assert read_line("Jan 12 - 9 5") == BalanceLine("Jan", 12, None, 9, 5)
    assert read_line("Jan,12,,9,5") == BalanceLine("Jan", 12, None, 9, 5)


def test_skunks_won_and_lost_and_a_minus_of_any_kind() -> None:
    line = read_line("Jan 40 5 45 22 12-4 15/7 −12")
    assert line == BalanceLine("Jan", 40, 5, 45, 22, 12, 4, 15, 7, -12)


@pytest.mark.parametrize("name", ["Mary-Ann O’Neil", "Kaʻahumanu", "Ruzicka-Novák Jan", "R2 D2 Smith"])
def test_names_keep_their_marks(name: str) -> None:
    line = read_line(f"{name} 30 3")
    assert isinstance(line, BalanceLine)
    assert (line.name, line.points, line.nights) == (name, 30, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("90", "points_missing"),
        (",90", "name_missing"),
        ("Ann", "points_missing"),
        ("Ann,", "points_missing"),
        ("Ann,-,4", "points_missing"),
        ("Ann,ninety", "not_a_number"),
        ("Ann,1234567", "not_a_number"),
        ("Ann,90,8,72,73", "wins_above_games"),
        ("Ann,90,8,72,41,twelve", "not_skunks"),
        ("Ann,90,8,72,41,12,18-8", "not_a_card"),
        ("Ann,90,8,72,41,12,18/8 104", "not_a_card"),
        ("Ann,90,8,72,41,12,18/8 +104,1240,7", "too_many"),
        ("Ann,９０", "not_a_number"),
    ],
)
def test_what_cannot_be_is_named(text: str, code: str) -> None:
    problem = read_line(text)
    assert isinstance(problem, Problem)
    assert problem.code == code


def test_a_list_keeps_its_line_numbers_and_passes_over_headings_and_blanks() -> None:
    rows = read("\ufeffname, points\n\nAnn, 90\r\nBob, x\n")
    assert [
        (row.number, row.line.name if row.line else None, row.problem.code if row.problem else "") for row in rows
    ] == [
        (3, "Ann", ""),
        (4, None, "not_a_number"),
    ]


@pytest.mark.parametrize("text", ["x" * (MOST_CHARACTERS + 1), "Ann 9\n" * 600])
def test_a_list_too_long_is_refused_before_any_work(text: str) -> None:
    (row,) = read(text)
    assert row.problem is not None
    assert row.problem.code == "too_long"


@given(st.text(max_size=300))
def test_anything_is_either_a_balance_or_a_problem(text: str) -> None:
    for row in read(text):
        assert (row.line is None) != (row.problem is None)
        if row.line is not None:
            assert row.line.name
            assert 0 <= row.line.points <= 99_999
        else:
            assert row.problem is not None
            assert row.problem.field in ("", *FIELDS)
