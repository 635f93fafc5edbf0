"""The checker names every kind of damage: good draws are spoilt in one way each."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.events.draw import Draw, Meeting, ShortCard, SitOut, draw, redraw
from clubs.events.draw.checker import check_continuation, check_draw, check_same
from clubs.events.draw.checker.pairing import can_all_be_paired
from tests.clubs.events.draw.evenings import UNANCHORED_OPPONENTS

Damage = Callable[[Draw], Draw]


def thirteen() -> Draw:
    return draw(range(1, 14), 9, seed=1, seats={seat: seat for seat in range(1, 14)}, short_order=[13])


def anchored() -> Draw:
    return draw(range(1, 14), 9, seed=1, seats={seat: seat for seat in range(1, 14)}, anchors={1, 4})


def eight() -> Draw:
    return draw(range(1, 9), 9, seed=1)


def tenth() -> Draw:
    return draw(range(1, 14), 9, seed=1, odd="tenth", short_order=[13])


def change(index: int, **values: Any) -> Damage:
    """Return a damage to one meeting."""

    def damage(night: Draw) -> Draw:
        meetings = list(night.meetings)
        meetings[index] = replace(meetings[index], **values)
        return replace(night, meetings=tuple(meetings))

    return damage


def drop(index: int) -> Damage:
    return lambda night: replace(night, meetings=night.meetings[:index] + night.meetings[index + 1 :])


def add(*games: Meeting) -> Damage:
    return lambda night: replace(night, meetings=(*night.meetings, *games))


def put(**values: Any) -> Damage:
    return lambda night: replace(night, **values)


def wait(index: int, **values: Any) -> Damage:
    def damage(night: Draw) -> Draw:
        waits = list(night.sit_outs)
        waits[index] = replace(waits[index], **values)
        return replace(night, sit_outs=tuple(waits))

    return damage


def swap_rounds(first: int, second: int) -> Damage:
    """Return a damage in which two rounds change places."""
    other = {first: second, second: first}

    def damage(night: Draw) -> Draw:
        meetings = [replace(game, round=other.get(game.round, game.round)) for game in night.meetings]
        waits = [replace(out, round=other.get(out.round, out.round)) for out in night.sit_outs]
        return replace(night, meetings=tuple(meetings), sit_outs=tuple(waits))

    return damage


DAMAGE = [
    # room
    (thirteen, change(0, seat_a=2), "table_chairs"),
    (thirteen, change(0, seat_a=12), "chair_twice"),
    (thirteen, change(0, table=2), "table_twice"),
    (thirteen, change(0, b=1), "plays_oneself"),
    (thirteen, change(0, round=99), "round_number"),
    (thirteen, change(0, make_up=True), "round_number"),
    (thirteen, change(0, round=2), "two_games_in_one_round"),
    (thirteen, change(0, a=99), "player_unknown"),
    # seats
    (thirteen, put(chairs=(*range(1, 13), 12, None)), "seat"),
    (thirteen, put(chairs=(*range(1, 14), 99)), "player_unknown"),
    # everybody has something to do
    (thirteen, drop(0), "idle"),
    (thirteen, put(sit_outs=thirteen().sit_outs[1:]), "idle"),
    (thirteen, put(sit_outs=thirteen().sit_outs[1:]), "sit_out_number"),
    (eight, put(sit_outs=(SitOut(1, 1, 1),)), "sit_out_number"),
    (thirteen, put(sit_outs=(*thirteen().sit_outs, SitOut(10, 2, 2))), "sit_out"),
    (thirteen, wait(0, player=99), "sit_out"),
    # meetings
    (thirteen, change(6, a=thirteen().meetings[0].a, b=thirteen().meetings[0].b), "pair_meets_twice"),
    (eight, change(29, a=eight().meetings[0].a, b=eight().meetings[0].b), "meetings_uneven"),
    # sit-outs
    (thirteen, wait(1, player=13), "sits_out_too_early"),
    (lambda: draw(range(5), 9, seed=1), swap_rounds(3, 6), "sits_out_too_early"),
    (thirteen, put(sit_outs=tuple(SitOut(game, 13, 13) for game in range(1, 10))), "sit_outs_uneven"),
    # cards
    (eight, drop(0), "card_games"),
    (thirteen, drop(-1), "short_cards"),
    (thirteen, add(Meeting(10, 5, 13, 3, 5, 8, True)), "make_up_not_owed"),
    (thirteen, put(short=()), "short_card_not_named"),
    (thirteen, put(short=(ShortCard(12, 8, 1, "parity"),)), "short_card_wrongly_named"),
    (thirteen, put(short=(ShortCard(13, 7, 2, "parity"),)), "short_card_not_named"),
    (thirteen, add(Meeting(10, 5, 13, 3, 5, 8, True, 13)), "one_sided_games"),
    (tenth, change(-1, counts_for=None), "one_sided_games"),
    (tenth, change(-1, counts_for=99), "counts_for"),
    (tenth, change(0, counts_for=tenth().meetings[0].a), "counts_for"),
    (tenth, change(-1, counts_for=None), "make_up_not_owed"),
    # length
    (thirteen, put(rounds=11), "rounds"),
    (thirteen, put(rounds=9), "rounds"),
    # anchors
    (anchored, put(anchors=(1, 4, 7)), "anchor_moves"),
    (anchored, wait(0, seat=9), "anchor_moves"),
]


@pytest.mark.parametrize(("make", "damage", "code"), DAMAGE)
def test_every_damage_is_named(make: Callable[[], Draw], damage: Damage, code: str) -> None:
    night = make()
    assert check_draw(night, seats_drawn=False) == []
    assert code in {violation.code for violation in check_draw(damage(night), seats_drawn=False)}


def test_another_draw_under_the_same_seed_is_noticed() -> None:
    assert check_same(thirteen(), thirteen()) == []
    assert [found.code for found in check_same(thirteen(), drop(3)(thirteen()))] == ["seed_differs"]


def everybody_moves(size: int, games: int = 9) -> Draw:
    """Return a night in which all seats shift and nobody holds the anchor place: a real and known mistake."""
    meetings = []
    for game in range(games):
        for table in range(1, size // 2 + 1):
            near, far = table, size + 1 - table
            a, b = ((chair - 1 - game) % size + 1 for chair in (near, far))
            meetings.append(Meeting(game + 1, table, a, b, near, far))
    good = draw(range(1, size + 1), games, seed=1, seats={seat: seat for seat in range(1, size + 1)})
    return replace(good, meetings=tuple(meetings))


@pytest.mark.parametrize(("size", "opponents"), UNANCHORED_OPPONENTS.items())
def test_a_night_without_an_anchor_is_found_out(size: int, opponents: int) -> None:
    found = check_draw(everybody_moves(size))
    (missing,) = [violation for violation in found if violation.code == "nobody_anchored"]
    assert (missing.expected, missing.found) == (9, opponents)
    assert {violation.code for violation in found} == {"nobody_anchored", "pair_meets_twice"}


def test_a_couple_in_game_one_is_found_only_when_it_could_be_helped() -> None:
    night = draw([1, 2, 3, 4], 3, seed=1, seats={1: 1, 2: 2, 3: 3, 4: 4})
    helped = replace(night, couples=((1, 4),))
    assert [violation.code for violation in check_draw(helped)] == ["couple_meets_first"]
    hopeless = replace(night, couples=((1, 4), (1, 2), (1, 3)))
    assert check_draw(hopeless) == []
    crowded = replace(night, couples=((1, 4),), anchors=(1, 2, 3))
    assert "couple_meets_first" not in {violation.code for violation in check_draw(crowded)}


def test_an_anchored_player_faces_the_ghost_when_couples_are_judged() -> None:
    # 1 is anchored and sits out game 1, so 2, 3, 4 and 5 play: nothing else keeps 2 from facing 3, 4 or 5.
    night = draw([1, 2, 3, 4, 5], 5, seed=1, seats={seat: seat for seat in range(1, 6)}, anchors={1})
    together = replace(night, couples=((2, 5), (2, 3), (2, 4)))
    assert check_draw(together) == []
    helped = replace(night, couples=((2, 5),))
    assert [violation.code for violation in check_draw(helped)] == ["couple_meets_first"]


@given(st.sets(st.sampled_from(list(combinations(range(8), 2)))), st.integers(2, 8))
def test_the_determinant_says_whether_all_can_be_paired(edges: set[tuple[int, int]], size: int) -> None:
    def possible(people: frozenset[int]) -> bool:
        if not people:
            return True
        first = min(people)
        return any((first, other) in edges and possible(people - {first, other}) for other in people if other != first)

    assert can_all_be_paired(range(size), lambda a, b: (min(a, b), max(a, b)) in edges) == possible(
        frozenset(range(size))
    )


def before() -> Draw:
    return draw(range(1, 13), 9, seed=1, seats={seat: seat for seat in range(1, 13)})


def after() -> Draw:
    return redraw(before(), from_round=4, arrivals=[13], departures=[], seed=2)


def gone() -> Draw:
    return redraw(before(), from_round=4, departures=[12], seed=2)


def index_of(night: Draw, number: int, **wanted: Any) -> int:
    return next(
        index
        for index, game in enumerate(night.meetings)
        if game.round == number and all(getattr(game, name) == value for name, value in wanted.items())
    )


def again_with(night: Draw) -> Draw:
    """Let the pair of table 1 in round 1 meet again in round 5, by an exchange with nobody's good in mind."""
    a, b = night.meetings[0].a, night.meetings[0].b
    meetings = list(night.meetings)
    first = next(i for i, game in enumerate(meetings) if game.round == 5 and a in (game.a, game.b))
    second = next(i for i, game in enumerate(meetings) if game.round == 5 and b in (game.a, game.b))
    x, y = meetings[first].opponent(a), meetings[second].opponent(b)
    meetings[first] = replace(meetings[first], a=a, b=b)
    meetings[second] = replace(meetings[second], a=x, b=y)
    return replace(night, meetings=tuple(meetings))


def without_make_up(night: Draw) -> Draw:
    last = night.make_ups[-1]
    return replace(night, meetings=tuple(game for game in night.meetings if game != last))


LATER_DAMAGE: list[tuple[Callable[[], Draw], Damage, str]] = [
    (after, drop(0), "played_game_moved"),
    (after, change(0, table=2), "game_before_the_change"),
    (after, lambda night: replace(night, sit_outs=(SitOut(2, 5, 14), *night.sit_outs)), "sit_out_moved"),
    (after, lambda night: replace(night, chairs=(2, 1, *night.chairs[2:])), "seat"),
    (gone, lambda night: change(index_of(night, 5), a=12)(night), "plays_after_leaving"),
    (gone, wait(0, player=12), "plays_after_leaving"),
    (after, lambda night: wait(1, player=night.sit_outs[0].player)(night), "sits_out_too_early"),
    (after, again_with, "meets_again_needlessly"),
    (after, without_make_up, "make_up_missing"),
    (after, add(Meeting(10, 7, 13, 1, 13, 14, True)), "card_topped_up"),
    (after, put(short=()), "short_card_not_named"),
]


@pytest.mark.parametrize(("make", "damage", "code"), LATER_DAMAGE)
def test_every_damage_to_a_continued_night_is_named(make: Callable[[], Draw], damage: Damage, code: str) -> None:
    night = make()
    assert check_continuation(before(), night, 4) == []
    assert code in {violation.code for violation in check_continuation(before(), damage(night), 4)}


def test_played_games_of_later_rounds_count_as_played() -> None:
    over = before().meetings_in(4)[:2]
    night = redraw(before(), from_round=4, departures=[over[0].a], played=over, seed=2)
    assert check_continuation(before(), night, 4, played=over) == []
    moved = change(night.meetings.index(over[1]), table=7)(night)
    found = {violation.code for violation in check_continuation(before(), moved, 4, played=over)}
    assert "played_game_moved" in found


def test_the_game_that_nobody_played_for_the_short_card_is_missed() -> None:
    night = redraw(before(), from_round=5, arrivals=[13], seed=2)
    assert [card.reason for card in night.short if card.player != 13] == ["parity"]
    assert check_continuation(before(), night, 5) == []
    promised = replace(night, odd="tenth")
    assert [violation.code for violation in check_continuation(before(), promised, 5)] == ["make_up_missing"]
