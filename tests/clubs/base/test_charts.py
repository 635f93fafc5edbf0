"""The geometry of the season race and the sparkline; figures from the design: pitch 16, gap 7, lanes 46 apart."""

from __future__ import annotations

import pytest

from clubs.base import charts

FOUR = [(130, 115), (104, 94), (103, 91), (100, 84)]


def test_window_runs_from_three_below_the_last_back_peg_to_five_above_the_first_front_peg_in_fives() -> None:
    assert charts.measure_window(FOUR) == (80, 135)


def test_window_never_starts_below_zero() -> None:
    assert charts.measure_window([(3, 0)]) == (0, 10)


def test_laptop_board_has_a_hole_a_point_with_pegs_on_their_own_holes() -> None:
    board = charts.draw_race(FOUR)
    assert (board.width, board.height, board.step) == (986, 222, 1)
    assert board.labels[0] == (90, 85)
    assert board.labels[-1] == (960, 135)
    assert [(lane.y, lane.front, lane.back) for lane in board.lanes] == [
        (51, 873, 612),
        (97, 422, 248),
        (143, 406, 200),
        (189, 351, 74),
    ]


def test_phone_board_has_a_hole_for_two_points() -> None:
    board = charts.draw_race(FOUR, phone=True)
    assert (board.width, board.step) == (503, 2)
    assert board.labels == ((90, 90), (177, 100), (264, 110), (351, 120), (438, 130))
    assert [(lane.front, lane.back) for lane in board.lanes] == [(438, 303), (216, 129), (200, 90), (177, 42)]


@pytest.mark.parametrize("phone", [False, True])
def test_every_peg_stands_inside_the_board_however_far_apart_the_players_are(phone: bool) -> None:
    for points in ([(1902, 1877), (12, 0)], [(5, 0), (0, None)], [(100_000, 1)], [(0, 0)]):
        board = charts.draw_race(points, phone=phone)
        for lane in board.lanes:
            for x in (lane.front, lane.back):
                assert x is None or 0 < x < board.width
        assert board.width < 1400


def test_equal_pegs_are_drawn_once() -> None:
    assert charts.draw_race([(50, 50)]).lanes[0].back is None


def test_sparkline_puts_first_place_on_top_and_leaves_missed_nights_out() -> None:
    assert charts.plot_places([5, None, 1], 24) == [(5, 8.5), (91, 5)]
    assert charts.plot_places([24], 24) == [(5, 25)]
    assert charts.plot_places([], 24) == []
    assert charts.plot_places([1], 1) == [(5, 5)]
