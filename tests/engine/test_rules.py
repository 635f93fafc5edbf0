"""What the settings of a game are, and what follows from them."""

from typing import Any

import pytest

from engine import Rules
from engine.errors import OutcomeError, RulesError
from engine.outcome import Lines, standard_lines


@pytest.mark.parametrize(
    ("rules", "sides", "dealt", "thrown", "kept", "extra"),
    [
        (Rules(), 2, 6, 2, 4, 0),
        (Rules(3), 3, 5, 1, 4, 1),
        (Rules(4), 2, 5, 1, 4, 0),
        (Rules(five_card=True, target=61), 2, 5, 2, 3, 0),
    ],
    ids=["2", "3", "4", "five-card"],
)
def test_cards_and_sides_follow_from_the_seats(
    rules: Rules, sides: int, dealt: int, thrown: int, kept: int, extra: int
) -> None:
    assert (rules.sides, rules.cards_dealt, rules.cards_thrown, rules.cards_kept) == (sides, dealt, thrown, kept)
    assert rules.cards_extra == extra
    assert rules.seats * thrown + extra == 4, "a crib is four cards"


def test_the_usual_game() -> None:
    usual = Rules()
    assert (usual.seats, usual.target, usual.muggins, usual.manual, usual.five_card) == (2, 121, False, False, False)
    assert (usual.recut, usual.first_deal, usual.skunk_lines) == ("low", None, None)


@pytest.mark.parametrize(
    ("settings", "code", "data"),
    [
        ({"seats": 1}, "seats_outside", {"seats": 1, "low": 2, "high": 4}),
        ({"seats": 5}, "seats_outside", {"seats": 5, "low": 2, "high": 4}),
        ({"target": 30}, "target_too_low", {"target": 30, "low": 31}),
        ({"seats": 3, "five_card": True}, "five_card_seats", {"seats": 3}),
        ({"seats": 4, "five_card": True}, "five_card_seats", {"seats": 4}),
    ],
)
def test_settings_that_no_game_has_are_refused(settings: dict[str, Any], code: str, data: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**settings)
    assert (caught.value.code, caught.value.data) == (code, data)


def test_skunk_lines_must_fit_the_target() -> None:
    assert Rules(skunk_lines=Lines(90)).lines == Lines(90)
    assert Rules(target=61).lines == standard_lines(61)
    with pytest.raises(OutcomeError) as caught:
        Rules(target=61, skunk_lines=Lines(90))
    assert caught.value.code == "line_outside"


def test_the_lowest_target_and_another_target() -> None:
    assert Rules(target=31).target == 31
    assert Rules(3, muggins=True).to(61) == Rules(3, 61, muggins=True)


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    for ask in (Rules().side_of, Rules().check_seat, lambda one: Rules().next_first_dealer(one, 0)):
        with pytest.raises(RulesError) as caught:
            ask(seat)
        assert (caught.value.code, caught.value.data) == ("seat_outside", {"seat": seat, "seats": 2})


def test_partners_sit_opposite() -> None:
    assert [Rules(4).side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert Rules(4).round_from(3) == (3, 0, 1, 2)
    assert [Rules(3).left_of(seat) for seat in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("rules", "first_dealer", "winner", "expected"),
    [
        (Rules(), 0, 0, 1),
        (Rules(), 0, 1, 0),
        (Rules(first_deal="next"), 0, 1, 1),
        (Rules(first_deal="next"), 1, 1, 0),
        (Rules(3), 2, 2, 0),
        (Rules(3), 2, 0, 0),
        (Rules(3, first_deal="loser"), 2, 0, 1),
        (Rules(4), 1, 1, 2),
        (Rules(4, first_deal="loser"), 1, 0, 3),
        (Rules(4, first_deal="loser"), 1, 1, 2),
    ],
)
def test_e14_who_deals_first_in_the_next_game(rules: Rules, first_dealer: int, winner: int, expected: int) -> None:
    assert rules.next_first_dealer(first_dealer, winner) == expected
