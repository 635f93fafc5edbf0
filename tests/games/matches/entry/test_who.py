"""Whom a typed name means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.entry import who
from games.matches.entry.who import By, Player, Roster

NIGHT = Roster(
    [
        Player(107, "Karel Růžička", 7, "A7", "MN-1694"),
        Player(101, "Jan Černý", 1, "A1", "HI296"),
        Player(102, "Jana Dvořáková", 2, "A2", "HI297Y"),
        Player(103, "Ann-Marie O'Brien", 3, "A3"),
        Player(104, "Stan Błaszczyk", 4, "A4"),
        Player(105, "Kalani Kaʻahumanu", 5, "A5"),
        Player(106, "Søren Weiß", 6, "A6"),
        Player(108, "Ann", 8, "B1"),
        Player(109, "Guest 2", 9, "B2"),
        Player(110, "Guest 20", 10, "B3"),
        Player(111, "Zoë Zander"),
        Player(112, "Đorđe Æbelø"),
        Player(113, "Maria De Groot", 11),
    ]
)


def keys(text: str | None, highlighted: int | None = None) -> list[object]:
    return [player.key for player in who.resolve(text, NIGHT, highlighted).players]


@pytest.mark.parametrize("text", ["7", "07", "A7", "a7", "A-7", "a 7", "MN-1694", "mn1694", "MN 1694"])
def test_seats_and_numbers_are_exact(text: str) -> None:
    assert keys(text) == [107]


def test_how_somebody_was_found_is_said() -> None:
    assert who.resolve("7", NIGHT).by is By.SEAT
    assert who.resolve("A7", NIGHT).by is By.SEAT
    assert who.resolve("MN-1694", NIGHT).by is By.ACC_NUMBER
    assert who.resolve("ruz", NIGHT).by is By.NAME
    assert who.resolve("nobody", NIGHT).by is None


def test_a_youth_number_keeps_its_y() -> None:
    assert keys("hi297y") == [102]
    assert keys("hi297") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruz", [107]),
        ("RUZ", [107]),
        ("růž", [107]),
        ("Ru\u030az\u030c", [107]),
        ("jan c", [101]),
        ("jan č.", [101]),
        ("j d", [102]),
        ("bla", [104]),
        ("BŁASZ", [104]),
        ("kaahu", [105]),
        ("Kaʻahumanu", [105]),
        ("ka'ahu", [105]),
        ("soren", [106]),
        ("weiss", [106]),
        ("zoe", [111]),
        ("dorde", [112]),
        ("aebelo", [112]),
        ("obrien", [103]),
        ("o’b", [103]),
        ("marie", [103]),
        ("ann-m", [103]),
        ("annm", [103]),
        ("ann m", [103]),
        ("ann-marie obrien", [103]),
        ("kal-ka", [105]),
        ("maria de g", [113]),
        ("groot", [113]),
    ],
)
def test_the_start_of_a_name_finds_it(text: str, expected: list[object]) -> None:
    assert keys(text) == expected


def test_two_matches_are_both_offered_by_seat() -> None:
    found = who.resolve("jan", NIGHT)
    assert [player.key for player in found.players] == [101, 102]
    assert found.one is None
    assert not found.unknown
    assert keys("z") == [111]
    assert keys("mar") == [103, 113]


def test_who_has_no_seat_comes_after_those_who_have() -> None:
    roster = Roster([Player(1, "Bo B"), Player(2, "Al B"), Player(3, "Cy B", 5), Player(4, "Di B", 2)])
    assert [player.key for player in who.resolve("b", roster).players] == [4, 3, 2, 1]


def test_a_whole_name_wins_over_the_start_of_another() -> None:
    assert keys("ann") == [108]
    assert keys("guest 2") == [109]
    assert keys("guest") == [109, 110]


def test_the_surname_may_stand_first_only_where_nobody_fits_otherwise() -> None:
    assert keys("cerny jan") == [101]
    assert keys("Růžička, Karel") == [107]
    assert keys("de groot maria") == [113]
    roster = Roster([Player(1, "Jan Karel", 1), Player(2, "Karel Jan", 2)])
    assert [player.key for player in who.resolve("jan k", roster).players] == [1]


@pytest.mark.parametrize("text", ["15", "0", "99999999999", "x7", "nobody", "cj", "jan x", "", "...", "🂡", "2"])
def test_what_names_nobody_is_unknown(text: str) -> None:
    roster = Roster([player for player in NIGHT.players if player.seat != 2])
    found = who.resolve(text, roster)
    assert found.unknown
    assert found.one is None
    assert found.by is None


def test_nobody_named_is_the_highlighted_seat() -> None:
    assert keys(None, 7) == [107]
    assert keys(None) == []
    assert keys(None, 13) == []


def test_two_of_the_same_name_are_both_offered() -> None:
    roster = Roster([Player(1, "Jim Cotterill", 1), Player(2, "Jim Cotterill", 2)])
    assert len(who.resolve("jim cotterill", roster).players) == 2


@settings(deadline=None)
@given(st.text())
def test_any_text_names_somebody_or_nobody(text: str) -> None:
    found = who.resolve(text, NIGHT)
    assert found.unknown is (found.by is None)


@settings(deadline=None)
@given(st.sampled_from(NIGHT.players), st.data())
def test_any_start_of_any_word_of_a_name_offers_its_player(player: Player, data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(player.name.replace("-", " ").split()))
    start = word[: data.draw(st.integers(1, len(word)))]
    if start.isdigit() or start == "Ann":
        return
    assert player.key in keys(start.swapcase())
