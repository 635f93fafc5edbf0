from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.honours import grp
from clubs.honours.grp import HonoursError, Kind, Rules
from tests.data import nights


@pytest.mark.parametrize(("points", "worth"), [(0, 0), (11, 0), (12, 12), (13, 13), (27, 27)])
def test_a_card_is_worth_its_own_points_from_twelve(points: int, worth: int) -> None:
    assert grp.grp(points, 9) == worth
    assert grp.reaches(points) == (worth > 0)


def test_the_threshold_is_a_setting() -> None:
    assert grp.grp(11, 9, threshold=11) == 11
    assert grp.grp(12, 9, threshold=13) == 0
    assert grp.grp(0, 9, threshold=0) == 0
    assert grp.reaches(11, threshold=11)


def test_a_table_replaces_the_points_of_the_card() -> None:
    table = {12: 3, 13: 6, 14: 11, 21: 107}
    assert [grp.grp(points, 9, table=table) for points in (11, 12, 13, 14, 20, 21, 27)] == [0, 3, 6, 11, 11, 107, 107]


def test_a_card_under_the_lowest_row_of_the_table_is_worth_nothing() -> None:
    assert grp.grp(12, 9, table={13: 6}) == 0
    assert grp.grp(12, 9, table={}) == 12


def test_a_short_card_counts_unless_the_club_says_otherwise() -> None:
    assert grp.grp(14, 8) == 14
    assert grp.grp(14, 8, full_games=9) == 0
    assert grp.grp(14, 9, full_games=9) == 14


def test_a_table_is_read_from_storage() -> None:
    assert grp.read_table({"12": 3, "13": 6}) == {12: 3, 13: 6}
    assert grp.read_table({}) == {}


@pytest.mark.parametrize("data", [{"twelve": 3}, {"-1": 3}, {"12": "3"}, {"12": -3}, {"12": True}, {"12": 3.5}])
def test_a_table_that_is_no_table_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(HonoursError) as caught:
        grp.read_table(data)
    assert caught.value.code == "table_not_numbers"


@pytest.mark.parametrize(
    ("kind", "joined", "rules", "credited"),
    [
        ("member", False, Rules(), True),
        ("member", True, Rules(), True),
        ("guest", False, Rules(), False),
        ("guest", True, Rules(), False),
        ("guest", False, Rules(credit_guests_once_joined=True), False),
        ("guest", True, Rules(credit_guests_once_joined=True), True),
        ("visitor", False, Rules(), False),
        ("visitor", True, Rules(credit_guests_once_joined=True), False),
        ("visitor", False, Rules(credit_visitors=True), True),
    ],
)
def test_who_is_credited(kind: Kind, joined: bool, rules: Rules, credited: bool) -> None:
    assert grp.credits(kind, joined=joined, rules=rules) is credited


@pytest.mark.parametrize("night", nights.full(), ids=lambda night: night["night"])
def test_a_complete_evening_gives_its_season_points(night: dict[str, Any]) -> None:
    assert {card.player: grp.grp(card.points, card.games) for card in nights.cards_of(night)} == night["grp"]


def test_a_published_evening_gives_its_season_points() -> None:
    (night,) = [night for night in nights.published() if "grp" in night]
    assert {card.player: grp.grp(card.points, card.games) for card in nights.cards_of(night)} == night["grp"]


@given(st.integers(0, 66), st.integers(0, 22), st.integers(0, 30))
def test_season_points_are_nothing_or_the_card(points: int, games: int, threshold: int) -> None:
    assert grp.grp(points, games, threshold=threshold) == (points if points >= threshold else 0)
