"""The ring in seat numbers, against what is known of club nights of every size."""

from collections import Counter
from itertools import combinations

import pytest

from clubs.events.draw.rotation import Ring, rounds_in_all
from tests.clubs.events.draw.evenings import NINE_GAMES_ODD, Nine


def games_of(ring: Ring, number: int) -> list[list[frozenset[int]]]:
    return [[frozenset((a, b)) for _, a, _, b in rows] for _, rows in ring.games(number)]


def test_fourteen_chairs_turn_as_on_the_paper_sheet() -> None:
    ring = Ring(14, None, False)
    assert ring.tables == ((1, 14), (2, 13), (3, 12), (4, 11), (5, 10), (6, 9), (7, 8))
    first, second = games_of(ring, 2)
    assert first == [frozenset(pair) for pair in ((1, 14), (2, 13), (3, 12), (4, 11), (5, 10), (6, 9), (7, 8))]
    assert second == [frozenset(pair) for pair in ((1, 13), (14, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7))]


def test_everybody_but_the_anchor_moves_one_chair_on() -> None:
    ring = Ring(8, None, False)
    before, after = ring.turn(1), ring.turn(2)
    assert after[1] == before[1] == 1
    assert [after[chair] for chair in (3, 4, 5, 6, 7, 8, 2)] == [before[chair] for chair in (2, 3, 4, 5, 6, 7, 8)]


def test_an_anchored_ghost_has_the_last_table_and_the_one_who_faces_it_waits_there() -> None:
    ring = Ring(14, 14, True)
    assert ring.tables == ((1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7), (13, 14))
    waiting = [next(pair - {14} for pair in game if 14 in pair) for game in games_of(ring, 9)]
    assert [seat for (seat,) in waiting] == [13, 12, 11, 10, 9, 8, 7, 6, 5]
    assert all(ring.turn(game)[14] == 14 for game in range(1, 10))


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16, 20, 24])
@pytest.mark.parametrize("ghost_anchored", [False, True])
def test_everybody_meets_everybody_once_before_the_ring_starts_again(size: int, ghost_anchored: bool) -> None:
    ring = Ring(size, size if ghost_anchored else None, ghost_anchored)
    games = games_of(ring, 2 * (size - 1))
    met = Counter(pair for game in games[: size - 1] for pair in game)
    assert met == Counter(frozenset(pair) for pair in combinations(range(1, size + 1), 2))
    assert games[size - 1 :] == games[: size - 1]


@pytest.mark.parametrize("size", [10, 12, 14, 16, 20, 24])
def test_nine_games_are_against_nine_different_opponents(size: int) -> None:
    games = games_of(Ring(size, None, False), 9)
    for seat in range(1, size + 1):
        opponents = {next(iter(pair - {seat})) for game in games for pair in game if seat in pair}
        assert len(opponents) == 9


@pytest.mark.parametrize("night", NINE_GAMES_ODD, ids=lambda night: str(night.players))
def test_rounds_in_all_of_a_nine_game_night(night: Nine) -> None:
    assert rounds_in_all(night.players, 9) == night.rounds


def test_an_even_field_needs_no_round_more() -> None:
    assert [rounds_in_all(players, 9) for players in (4, 10, 60)] == [9, 9, 9]
    assert rounds_in_all(13, 1) == 1
    assert rounds_in_all(13, 8) == 9
