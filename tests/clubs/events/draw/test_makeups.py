"""Make-ups: who plays whom, and whose card stays short."""

from itertools import combinations

import pytest

from clubs.events.draw.makeups import plan_make_ups


def everybody_has_met(players: str, times: int = 1) -> dict[frozenset[str], int]:
    return {frozenset(pair): times for pair in combinations(players, 2)}


def test_an_even_number_of_sit_outs_leaves_nobody_short() -> None:
    plan = plan_make_ups(dict.fromkeys("abcd", 1), {}, "abcd")
    assert plan.missing == {}
    assert [len(pairs) for pairs in plan.rounds] == [2]


def test_those_who_have_met_make_up_against_others() -> None:
    met = {frozenset("ab"): 1, frozenset("cd"): 1, frozenset("ac"): 1, frozenset("bd"): 1}
    plan = plan_make_ups(dict.fromkeys("abcd", 1), met, "abcd")
    assert {frozenset(pair) for pair in plan.rounds[0]} == {frozenset("ad"), frozenset("bc")}
    assert plan.met_before == 0


def test_the_first_of_the_order_stays_short() -> None:
    for first in "abcde":
        order = first + "abcde".replace(first, "")
        assert plan_make_ups(dict.fromkeys("abcde", 1), {}, order).missing == {first: 1}


def test_the_order_gives_way_to_a_first_meeting() -> None:
    # Without a, b and c must meet, and they have; without b, a and c have not.
    plan = plan_make_ups(dict.fromkeys("abc", 1), {frozenset("bc"): 1}, "abc")
    assert plan.missing == {"b": 1}
    assert plan.rounds == [[("a", "c")]]


def test_the_order_decides_alone_once_all_have_met() -> None:
    met = everybody_has_met("abc") | {frozenset("bc"): 2}
    assert plan_make_ups(dict.fromkeys("abc", 1), met, "abc").missing == {"a": 1}


def test_a_second_meeting_is_taken_when_there_is_no_other() -> None:
    plan = plan_make_ups(dict.fromkeys("ab", 1), everybody_has_met("ab"), "ab")
    assert plan.rounds == [[("a", "b")]]
    assert plan.met_before == 1


def test_three_players_make_up_one_game_at_a_time() -> None:
    plan = plan_make_ups(dict.fromkeys("abc", 3), everybody_has_met("abc", 3), "abc")
    assert [len(pairs) for pairs in plan.rounds] == [1, 1, 1, 1]
    assert plan.missing == {"a": 1}


def test_who_has_most_to_make_up_plays_in_every_round() -> None:
    plan = plan_make_ups({"a": 2, "b": 1, "c": 1}, {}, "abc")
    assert [len(pairs) for pairs in plan.rounds] == [1, 1]
    assert all("a" in pair for pairs in plan.rounds for pair in pairs)


def test_nobody_makes_up_against_themselves() -> None:
    plan = plan_make_ups({"a": 3, "b": 1}, {}, "abc")
    assert plan.rounds == [[("a", "b")]]
    assert plan.missing == {"a": 2}


def test_somebody_alone_is_short_even_when_another_is_first_in_the_order() -> None:
    assert plan_make_ups({"a": 2, "b": 1}, {}, "ba").missing == {"a": 1}
    assert plan_make_ups({"a": 1}, {}, "ba").missing == {"a": 1}
    assert plan_make_ups({}, {}, "ba").rounds == []


def test_urgent_players_are_not_left_out_for_a_first_meeting() -> None:
    # d and e have never met, but a, b and c owe two games each and must play in both rounds.
    met = everybody_has_met("abcde")
    del met[frozenset("de")]
    plan = plan_make_ups({"a": 2, "b": 2, "c": 2, "d": 1, "e": 1}, met, "abcde")
    assert plan.missing == {}
    assert len(plan.rounds) == 2


@pytest.mark.parametrize("keep", [("ab", "cd"), ("ac", "bd"), ("ad", "bc")])
def test_pairs_stay_together_where_it_costs_nothing(keep: tuple[str, str]) -> None:
    plan = plan_make_ups(dict.fromkeys("abcd", 1), {}, "abcd", [frozenset(pair) for pair in keep])
    assert {frozenset(pair) for pair in plan.rounds[0]} == {frozenset(pair) for pair in keep}


def test_pairs_that_have_met_since_do_not_stay_together() -> None:
    plan = plan_make_ups(dict.fromkeys("abcd", 1), {frozenset("ab"): 1}, "abcd", [frozenset("ab"), frozenset("cx")])
    assert frozenset("ab") not in {frozenset(pair) for pair in plan.rounds[0]}
