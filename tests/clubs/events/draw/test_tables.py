"""Which table a game gets when players are anchored."""

from clubs.events.draw.tables import Room, Sitting

FOUR = ((1, 8), (2, 7), (3, 6), (4, 5))


def test_games_stay_where_they_are_when_nobody_is_anchored() -> None:
    sittings = [Sitting(10, 1, 11, 8), Sitting(12, 3, 13, 6)]
    assert Room(FOUR, {}).place(sittings) == sittings


def test_an_anchored_player_changes_tables_with_the_game_that_stood_there() -> None:
    room = Room(FOUR, {20: 7})
    placed = room.place([Sitting(20, 1, 11, 8), Sitting(12, 2, 13, 7), Sitting(14, 3, 15, 6)])
    assert placed == [Sitting(12, 1, 13, 8), Sitting(11, 2, 20, 7), Sitting(14, 3, 15, 6)]


def test_a_game_follows_a_chain_of_changes_to_the_free_table() -> None:
    room = Room(FOUR, {20: 2, 30: 3})
    placed = room.place([Sitting(11, 2, 12, 7), Sitting(20, 3, 13, 6), Sitting(14, 4, 30, 5)])
    assert placed == [Sitting(20, 2, 13, 7), Sitting(30, 3, 14, 6), Sitting(11, 4, 12, 5)]


def test_a_game_takes_any_free_table_when_the_chain_goes_in_a_circle() -> None:
    room = Room(FOUR, {20: 2, 30: 3})
    placed = room.place([Sitting(20, 3, 11, 6), Sitting(30, 2, 12, 7), Sitting(13, 2, 14, 7)])
    assert placed == [Sitting(13, 1, 14, 8), Sitting(20, 2, 11, 7), Sitting(30, 3, 12, 6)]


def test_an_anchored_player_waits_at_home() -> None:
    room = Room(FOUR, {20: 7})
    assert room.place([Sitting(20, 1, None, 8)]) == [Sitting(20, 7, None, 2)]


def test_the_lower_seat_owns_a_table_and_receives_other_owners() -> None:
    room = Room(FOUR, {20: 7, 30: 2, 40: 3})
    assert room.owners == {30: 2, 40: 3}
    assert room.owner_beside(20) == 30
    assert room.place([Sitting(40, 1, 30, 8)]) == [Sitting(30, 2, 40, 7)]


def test_a_table_in_use_is_given_to_nobody() -> None:
    room = Room(FOUR, {20: 7})
    placed = room.place([Sitting(20, 2, 11, 7), Sitting(12, 1, 13, 8)], in_use={1})
    assert placed == [Sitting(12, 1, 13, 8), Sitting(20, 3, 11, 6)]
