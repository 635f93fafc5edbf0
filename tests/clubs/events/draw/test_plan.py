"""The values: a card, a chair, who sits where."""

import pytest

from clubs.events.draw import Draw, DrawError, Meeting, SitOut, Stop, draw


@pytest.fixture
def thirteen() -> Draw:
    return draw(range(1, 14), 9, seed=1, seats={seat: seat for seat in range(1, 14)}, short_order=[13])


def test_a_meeting_knows_opponent_and_chair_of_each() -> None:
    meeting = Meeting(1, 2, 7, 8, 3, 12)
    assert (meeting.opponent(7), meeting.opponent(8)) == (8, 7)
    assert (meeting.chair(7), meeting.chair(8)) == (3, 12)


def test_a_card_lists_the_evening_in_order_with_chairs_and_opponents(thirteen: Draw) -> None:
    card = thirteen.card(12)
    assert [stop.round for stop in card] == list(range(1, 11))
    assert card[0] == Stop(1, 12, 1, 1)
    assert card[1] == Stop(2, 13)
    assert card[9].make_up
    assert card[9].opponent is not None


def test_seat_numbers_are_those_of_the_cards_for_good(thirteen: Draw) -> None:
    assert [thirteen.seat_of(player) for player in (1, 7, 13)] == [1, 7, 13]
    with pytest.raises(ValueError, match="not in tuple"):
        thirteen.seat_of(99)


def test_holders_show_who_sits_where_in_a_game(thirteen: Draw) -> None:
    assert thirteen.holders(1) == {seat: seat for seat in range(1, 14)}
    assert thirteen.holders(2)[13] == 12
    assert 14 not in thirteen.holders(2)


def test_a_one_sided_game_is_on_one_card_only() -> None:
    night = draw(range(1, 14), 9, seed=1, odd="tenth")
    (extra,) = [game for game in night.make_ups if game.counts_for is not None]
    volunteer = extra.opponent(extra.counts_for)  # type: ignore[arg-type]
    assert {night.games_of(player) for player in night.players} == {9}
    stops = [stop for stop in night.card(volunteer) if stop.opponent == extra.counts_for]
    assert [stop.counts for stop in stops] == [False]
    assert sum(stop.opponent is not None for stop in night.card(volunteer)) == 10


def test_present_are_those_who_have_not_left(thirteen: Draw) -> None:
    assert thirteen.present == thirteen.players
    assert len(thirteen.make_ups) == 4
    assert SitOut(1, 13, 13) in thirteen.sit_outs


def test_an_error_carries_its_code_and_its_numbers() -> None:
    error = DrawError("too_few_players", players=2)
    assert (error.code, error.data) == ("too_few_players", {"players": 2})
    assert "too_few_players" in str(error)
