"""Whose turn it is to sit out after a change of the field."""

from clubs.events.draw import Meeting, SitOut
from clubs.events.draw.turns import sit_out_levels, take_turns


def test_sit_outs_so_far_are_remembered_and_newcomers_start_with_the_least() -> None:
    kept = [Meeting(1, 1, 1, 2, 1, 2), Meeting(2, 1, 2, 3, 1, 2), Meeting(3, 1, 1, 2, 1, 2)]
    waited = [SitOut(1, 3, 3), SitOut(2, 1, 3), SitOut(3, 3, 3)]
    assert sit_out_levels(kept, waited, [1, 2, 3, 9], 4) == {1: 1, 2: 0, 3: 2, 9: 0}
    waited += [SitOut(4, 2, 3)]
    assert sit_out_levels(kept, waited, [1, 2, 3, 9], 5) == {1: 1, 2: 1, 3: 2, 9: 1}


def test_who_came_in_game_three_keeps_the_level_of_that_time() -> None:
    kept = [Meeting(1, 1, 1, 2, 1, 2), Meeting(2, 1, 2, 3, 1, 2), Meeting(3, 1, 1, 2, 1, 2)]
    waited = [SitOut(1, 3, 3), SitOut(2, 1, 3), SitOut(2, 2, 3), SitOut(3, 4, 3)]
    assert sit_out_levels(kept, waited, [1, 2, 3, 4], 4) == {1: 1, 2: 1, 3: 1, 4: 2}


def test_nobody_has_a_level_before_game_one() -> None:
    assert sit_out_levels([], [], [1, 2, 3], 1) == {1: 0, 2: 0, 3: 0}


def test_a_turn_lasts_until_all_of_its_group_have_sat_out() -> None:
    rows = {number: [1, 2, 3, None] for number in range(4, 10)}
    turns = take_turns([4, 5, 6, 7, 8, 9], rows, {1: 1, 2: 0, 3: 0})
    assert [turns[number] for number in (4, 5)] == [(1, frozenset({2, 3}))] * 2
    assert [turns[number] for number in (6, 7, 8)] == [(2, frozenset({1, 2, 3}))] * 3
    assert turns[9] == (3, frozenset({1, 2, 3}))


def test_a_round_all_of_the_group_have_played_is_sat_out_by_somebody_else() -> None:
    rows = {4: [1, None], 5: [1, 2, 3, None]}
    turns = take_turns([4, 5], rows, {1: 1, 2: 0, 3: 0})
    assert turns == {4: (-4, frozenset({1})), 5: (1, frozenset({2, 3}))}
