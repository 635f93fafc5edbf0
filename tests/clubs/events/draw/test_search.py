"""The search for opponents when the ring is gone."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.events.draw.search import Place, Search


def filled(search: Search) -> dict[int, set[frozenset[Place]]]:
    search.run()
    return {number: {frozenset(pair) for pair in search.pairs(number)} for number in search.open_places}


@given(st.integers(2, 6).map(lambda half: 2 * half), st.data())
@settings(max_examples=40, deadline=None)
def test_everybody_is_paired_in_every_round(size: int, data: st.DataObject) -> None:
    players = list(range(size))
    rounds = data.draw(st.integers(1, size - 1))
    search = Search(dict.fromkeys(range(rounds), players), {}, {}, Random(data.draw(st.integers())))
    for pairs in filled(search).values():
        assert sorted(player for pair in pairs for player in pair) == players  # type: ignore[type-var]


def test_a_full_round_robin_is_found_from_nothing() -> None:
    # As many rounds as opponents: every pair exactly once, the tightest case there is.
    for size in (6, 8, 10):
        search = Search({number: range(size) for number in range(size - 1)}, {}, {}, Random(size))
        met = Counter(pair for pairs in filled(search).values() for pair in pairs)
        assert met == Counter(map(frozenset, combinations(range(size), 2)))


def test_old_pairs_stay_when_they_are_allowed() -> None:
    met = {frozenset((1, 2)): 1}
    search = Search({4: [1, 2, 3, 4], 5: [1, 2, 3, 4]}, {}, met, Random(1))
    search.keep(4, 1, 2)  # they have met
    search.keep(4, 1, 3)
    search.keep(4, 3, 4)  # 3 is taken
    search.keep(4, 4, 4)
    search.keep(4, 2, 9)  # 9 is not here
    search.keep(5, 1, 3)  # they meet in round 4
    assert filled(search) == {4: {frozenset((1, 3)), frozenset((2, 4))}, 5: {frozenset((1, 4)), frozenset((2, 3))}}


def test_everybody_sits_out_once_a_turn() -> None:
    players = [1, 2, 3, 4, 5]
    rows: dict[int, list[Place]] = {number: [*players, None] for number in range(1, 6)}
    turn = (1, frozenset(players))
    search = Search(rows, dict.fromkeys(rows, turn), {}, Random(3))
    waiting = [next(iter(pair - {None})) for pairs in filled(search).values() for pair in pairs if None in pair]
    assert sorted(waiting) == players  # type: ignore[type-var]


def test_a_sit_out_is_borrowed_from_another_round_when_nobody_else_may_have_it() -> None:
    # In round 1 only player 1 may sit out, and the old plan gave 1 the sit-out of round 2.
    rows: dict[int, list[Place]] = {1: [1, None], 2: [1, 2, 3, None]}
    turns = {1: (1, frozenset({1})), 2: (1, frozenset({1, 2}))}
    search = Search(rows, turns, {}, Random(3))
    search.keep(2, 1, None)
    assert filled(search) == {1: {frozenset((1, None))}, 2: {frozenset((2, None)), frozenset((1, 3))}}


def test_a_game_is_borrowed_from_another_round_when_nobody_else_is_left() -> None:
    rows = {1: [1, 2], 2: [1, 2, 3, 4]}
    search = Search(rows, {}, {}, Random(3))
    search.keep(2, 1, 2)
    pairs = filled(search)
    assert pairs[1] == {frozenset((1, 2))}
    assert frozenset((1, 2)) not in pairs[2]


def test_pairs_meet_again_only_when_there_is_nobody_else() -> None:
    met = Counter({frozenset((1, 2)): 1})
    assert filled(Search({2: [1, 2]}, {}, met, Random(1))) == {2: {frozenset((1, 2))}}
    # 1 has met all but 4; the others are met equally often, so one of two pairings is bound to repeat.
    met = Counter(map(frozenset, ((1, 2), (1, 3), (2, 4), (3, 4))))
    assert filled(Search({2: [1, 2, 3, 4]}, {}, met, Random(1))) == {2: {frozenset((1, 4)), frozenset((2, 3))}}


def test_two_who_are_alone_in_a_round_meet_again() -> None:
    # Counting opponents does not show it: 1 and 2 have others to meet, but not in round 1.
    search = Search({1: [1, 2], 2: [1, 2, 3, 4]}, {}, {frozenset((1, 2)): 1}, Random(1))
    pairs = filled(search)
    assert pairs[1] == {frozenset((1, 2))}
    assert frozenset((1, 2)) not in pairs[2]


def test_exchanges_take_back_a_needless_second_meeting() -> None:
    met = Counter(map(frozenset, combinations(range(4), 2)))
    search = Search({1: [0, 1, 2, 3, None, 4]}, {1: (1, frozenset(range(5)))}, met, Random(1))
    search.limit = 2
    search.keep(1, 0, 1)
    search.keep(1, 2, 3)
    search.keep(1, 4, None)
    pairs = filled(search)[1]
    # Somebody meets 4, whom nobody has met; only those who must meet again do.
    again = [pair for pair in pairs if met[pair]]  # type: ignore[index]
    assert len(again) == 1


def test_an_exchange_lets_nobody_sit_out_who_may_not() -> None:
    met = Counter(map(frozenset, combinations(range(4), 2)))
    search = Search({1: [0, 1, 2, 3, None, 4]}, {1: (1, frozenset({4}))}, met, Random(1))
    assert frozenset((None, 4)) in filled(search)[1]
