"""Seats by lot, typed from the bag, or kept; anchors and couples."""

from collections import Counter
from random import Random

import pytest

from clubs.events.draw import DrawError, draw
from clubs.events.draw.checker import check_draw
from clubs.events.draw.rotation import Ring
from clubs.events.draw.seats import draw_seats, take_seats


def test_typed_seats_are_taken_as_they_are() -> None:
    assert take_seats([5, 6, 7], {2: 5, 1: 6, 4: 7}) == [6, 5, None, 7]


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({1: 5, 2: 6, 3: 9}, "seat_player_unknown"),
        ({1: 5, 2: 6, 3: 5}, "seat_player_twice"),
        ({1: 5, 2: 6, 5: 7}, "seat_number"),
        ({0: 5, 1: 6, 2: 7}, "seat_number"),
        ({1: 5, 2: 6}, "seat_player_missing"),
    ],
)
def test_seats_that_do_not_fit_the_players_are_refused(seats: dict[int, int], code: str) -> None:
    with pytest.raises(DrawError) as caught:
        take_seats([5, 6, 7], seats)
    assert caught.value.code == code


def test_lots_are_fair() -> None:
    tables = Ring(4, None, False).tables
    rng = Random(5)
    seen = Counter(tuple(draw_seats([1, 2, 3, 4], rng, tables=tables)) for _ in range(4800))
    assert len(seen) == 24
    assert all(130 < times < 280 for times in seen.values())


def test_one_anchor_holds_the_place_that_never_moves_and_others_have_tables_of_their_own() -> None:
    tables = Ring(12, None, False).tables
    for seed in range(50):
        held = draw_seats(range(1, 13), Random(seed), anchors={3, 4, 5, 6}, tables=tables)
        assert held[0] in {3, 4, 5, 6}
        assert not any({held[a - 1], held[b - 1]} <= {3, 4, 5, 6} for a, b in tables)


def test_anchored_players_leave_their_chairs_only_to_meet_an_anchor_of_a_lower_seat() -> None:
    meetings = 0
    for seed in range(20):
        night = draw(range(1, 15), 9, seed=seed, anchors={2, 9, 11})
        meetings += sum(note.code == "anchors_meet" for note in night.notes)
        for player in (2, 9, 11):
            home = night.seat_of(player)
            away = [stop.opponent for stop in night.card(player) if stop.seat != home]
            assert all(other in (2, 9, 11) and night.seat_of(other) < home for other in away)
        assert check_draw(night) == []
    assert meetings > 20


def test_two_anchors_typed_at_one_table_are_told_who_moves() -> None:
    seats = {seat: seat for seat in range(1, 9)}
    night = draw(range(1, 9), 7, seed=1, anchors={2, 7}, seats=seats)
    assert [note.players for note in night.notes if note.code == "anchors_share_table"] == [(2, 7)]
    assert {stop.seat for stop in night.card(2)} == {2}
    assert {stop.seat for stop in night.card(7)} != {7}
    assert check_draw(night, seats_drawn=False) == []


def test_more_anchors_than_tables_share_them() -> None:
    night = draw(range(1, 7), 5, seed=3, anchors=range(1, 7))
    assert sum(note.code == "anchors_share_table" for note in night.notes) == 3
    assert check_draw(night) == []


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("size", [6, 7, 12, 13])
def test_couples_do_not_meet_in_game_one(size: int, seed: int) -> None:
    couples = [(player, player + 1) for player in range(1, size, 2)]
    night = draw(range(1, size + 1), 5, seed=seed, couples=couples, anchors={2})
    first = {frozenset((game.a, game.b)) for game in night.meetings_in(1)}
    assert not first & {frozenset(couple) for couple in couples}
    assert night.notes == ()


def test_a_large_family_is_kept_apart_by_calculation_when_lots_do_not_find_it() -> None:
    # Twelve of twenty-four are of one family: each must face one of the other twelve, which one lot in 660 does.
    family = range(1, 13)
    couples = [(a, b) for a in family for b in family if a < b]
    for seed in range(5):
        night = draw(range(1, 25), 9, seed=seed, couples=couples)
        assert all((game.a in family) != (game.b in family) for game in night.meetings_in(1))
        assert night.notes == ()
        assert sorted(night.chairs) == list(range(1, 25))  # type: ignore[type-var]


@pytest.mark.parametrize("anchors", [(), (1,), (1, 13, 14)])
def test_a_large_family_around_anchors_and_the_short_card(anchors: tuple[int, ...]) -> None:
    family = range(1, 13)
    couples = [(a, b) for a in family for b in family if a < b]
    for seed in range(5):
        night = draw(range(1, 24), 9, seed=seed, couples=couples, anchors=anchors, short_order=[5])
        assert check_draw(night) == []
        assert night.notes == () or {note.code for note in night.notes} == {"anchors_meet"}
        assert [card.player for card in night.short] == [5]


def test_who_cannot_be_given_a_seat_for_the_short_card_is_told_who_has_it() -> None:
    # With one game the anchored player faces the ghost, so theirs is the short card whoever is first in the order.
    night = draw(range(1, 6), 1, seed=1, anchors={2}, short_order=[4])
    assert [(note.code, note.players) for note in night.notes] == [("short_not_first", (4, 2))]
    # Of three anchored players the one asked for is given the place at the ghost.
    for seed in range(10):
        night = draw(range(1, 12), 1, seed=seed, anchors={2, 4, 6}, short_order=[4])
        assert [card.player for card in night.short] == [4]


def test_a_family_that_fills_the_room_is_told_that_it_meets() -> None:
    couples = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    night = draw(range(1, 6), 5, seed=1, couples=couples)
    assert [note.code for note in night.notes] == ["couple_meets_first"]
    assert check_draw(night) == []


def test_typed_seats_are_reported_rather_than_moved() -> None:
    night = draw([1, 2, 3, 4], 3, seed=1, seats={1: 1, 2: 2, 3: 3, 4: 4}, couples=[(4, 1), (1, 2)])
    assert [(note.code, note.players) for note in night.notes] == [("couple_meets_first", (4, 1))]
    assert night.chairs == (1, 2, 3, 4)
    assert check_draw(night, seats_drawn=False) == []


def test_a_hole_among_the_typed_seats_is_the_ghosts() -> None:
    seats = {seat: seat for seat in range(1, 15) if seat != 7}
    night = draw([player for player in range(1, 15) if player != 7], 9, seed=1, seats=seats)
    assert night.chairs[6] is None
    assert night.sit_outs[0].player == 8
    assert check_draw(night, seats_drawn=False) == []
