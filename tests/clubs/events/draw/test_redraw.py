"""Late arrivals and early leavers: only games not played are drawn again."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.events.draw import Draw, DrawError, Meeting, difference, draw, redraw
from clubs.events.draw.checker import check_continuation
from tests.clubs.events.draw.evenings import pair_counts, pairings


def seated(size: int, games: int = 9, **more: Any) -> Draw:
    return draw(range(1, size + 1), games, seed=1, seats={seat: seat for seat in range(1, size + 1)}, **more)


def shorts(night: Draw) -> dict[int, tuple[int, str]]:
    return {card.player: (card.missing, card.reason) for card in night.short}


@pytest.mark.parametrize(("size", "number"), [(3, 2), (5, 2), (9, 2), (11, 2), (13, 2), (21, 2), (13, 6), (21, 5)])
def test_a_latecomer_takes_the_ghosts_place_and_nobody_else_changes(size: int, number: int) -> None:
    night = seated(size)
    more = redraw(night, from_round=number, arrivals=[99], seed=1)
    assert check_continuation(night, more, number) == []
    sitters = {out.round: out.player for out in night.sit_outs}
    for ahead in range(number, 10):
        assert pairings(more, ahead) == pairings(night, ahead) | {frozenset((99, sitters[ahead]))}
    assert shorts(more)[99] == (number - 1, "late")
    assert more.seat_of(99) == size + 1
    for change in difference(night, more):
        # Everybody else keeps game, table and chair; the sitter-out has a game, make-ups are planned again.
        assert change.round > 9 or change.player in (99, sitters[change.round])


@pytest.mark.parametrize("anchors", [(), (1,)])
@pytest.mark.parametrize("size", [11, 13, 17, 21])
@pytest.mark.parametrize("number", range(2, 10))
def test_games_change_for_others_only_to_spare_a_second_meeting_in_the_make_ups(
    size: int, number: int, anchors: tuple[int, ...]
) -> None:
    night = seated(size, anchors=anchors)
    more = redraw(night, from_round=number, arrivals=[99], seed=1)
    assert check_continuation(night, more, number) == []
    assert max(pair_counts(more).values()) == 1
    ahead = [game for game in night.meetings if number <= game.round <= 9]
    kept = pair_counts(more, make_ups=False)
    before = pair_counts(replace(night, meetings=tuple(ahead)))
    assert sum((before - kept).values()) <= 2 * (number - 1)


def test_the_chair_of_a_latecomer_is_the_ghosts() -> None:
    more = redraw(seated(13), from_round=2, arrivals=[99], seed=1)
    assert {stop.seat for stop in more.card(99) if not stop.make_up} == {14}


def test_early_sit_outs_are_still_made_up_when_a_latecomer_evens_the_field() -> None:
    more = redraw(seated(13), from_round=5, arrivals=[99], seed=1)
    assert len(more.sit_outs) == 4
    assert len(more.make_ups) == 2
    assert shorts(more) == {99: (4, "late")}


@pytest.mark.parametrize("size", [4, 6, 8, 12, 20])
def test_the_seat_of_an_early_leaver_becomes_the_ghost(size: int) -> None:
    night = seated(size)
    less = redraw(night, from_round=6, departures=[2], seed=1, short_order=[3])
    assert check_continuation(night, less, 6) == []
    assert less.left == (2,)
    assert less.chairs == night.chairs
    assert shorts(less)[2] == (4, "left")
    assert [out.round for out in less.sit_outs] == [6, 7, 8, 9]
    if size > 8:
        opponents = {stop.round: stop.opponent for stop in night.card(2)}
        last = redraw(night, from_round=9, departures=[2], seed=1)
        assert [(out.round, out.player) for out in last.sit_outs] == [(9, opponents[9])]


@pytest.mark.parametrize("size", [5, 7, 11, 13, 21])
def test_a_departure_that_makes_the_field_even_removes_the_ghost(size: int) -> None:
    night = seated(size)
    less = redraw(night, from_round=4, departures=[size // 2], seed=1)
    assert check_continuation(night, less, 4) == []
    assert max(out.round for out in less.sit_outs) == 3
    if size > 10:
        assert max(pair_counts(less).values()) == 1


@pytest.mark.parametrize("size", [4, 6, 12, 20])
def test_a_latecomer_to_an_even_field_makes_it_odd_from_that_game(size: int) -> None:
    night = seated(size)
    more = redraw(night, from_round=4, arrivals=[99], seed=1)
    assert check_continuation(night, more, 4) == []
    assert [out.round for out in more.sit_outs] == [4, 5, 6, 7, 8, 9]
    if size >= 6:
        assert len({out.player for out in more.sit_outs}) == 6
    assert (more.seat_of(99), len(more.tables)) == (size + 1, size // 2 + 1)
    assert shorts(more)[99][1] == "late"


def test_a_latecomers_own_sit_out_is_made_up_but_not_what_they_missed() -> None:
    night = seated(12)
    for seed in range(30):
        more = redraw(night, from_round=4, arrivals=[99], seed=seed)
        assert more.games_of(99) == 6
        assert shorts(more) == {99: (3, "late")}


def test_an_arrival_takes_the_place_of_somebody_who_leaves_at_the_same_time() -> None:
    night = seated(13)
    other = redraw(night, from_round=4, arrivals=[99], departures=[2], seed=1)
    assert [out for out in other.sit_outs if out.player not in (2, 99)] == [
        out for out in night.sit_outs if out.player != 2
    ]
    assert other.seat_of(99) == 14
    assert check_continuation(night, other, 4) == []
    for number in range(4, 10):
        moved = {frozenset(99 if player == 2 else player for player in pair) for pair in pairings(night, number)}
        assert pairings(other, number) == moved


def test_somebody_who_left_may_come_back_to_their_seat() -> None:
    night = seated(12)
    less = redraw(night, from_round=4, departures=[5], seed=1)
    back = redraw(less, from_round=7, arrivals=[5], seed=1)
    assert check_continuation(less, back, 7) == []
    assert (back.seat_of(5), back.left) == (5, ())
    assert shorts(back)[5] == (3, "late")


def test_games_played_ahead_stay_even_for_those_who_leave() -> None:
    night = seated(14)
    over = night.meetings_in(5)[:3]
    less = redraw(night, from_round=5, departures=[over[0].a], played=over, seed=1)
    assert check_continuation(night, less, 5, played=over) == []
    assert set(over) <= set(less.meetings)
    # Six of fourteen have played game 5 already: the eight others can all play it.
    assert [out.round for out in less.sit_outs] == [6, 7, 8, 9]


def test_a_departure_before_the_make_ups_replans_them_only() -> None:
    night = seated(13, short_order=[13])
    gone = night.make_ups[0].a
    left_over = night.make_ups[0].b
    less = redraw(night, from_round=10, departures=[gone], seed=1, short_order=[13])
    assert check_continuation(night, less, 10) == []
    # Eight are owed a game still: the one who lost their opponent meets the one who would have been short, or others.
    assert left_over in {player for game in less.make_ups for player in (game.a, game.b)}
    assert shorts(less) == {gone: (1, "left")}


def test_make_ups_that_were_played_are_not_owed_again() -> None:
    night = seated(13, short_order=[13])
    over = night.make_ups[:2]
    gone = night.make_ups[2].a
    less = redraw(night, from_round=10, departures=[gone], played=over, seed=1)
    assert check_continuation(night, less, 10, played=over) == []
    assert set(over) <= set(less.make_ups)
    assert shorts(less) == {gone: (1, "left")}


def test_nobody_new_may_come_after_the_last_game_but_it_can_be_said() -> None:
    night = seated(12)
    more = redraw(night, from_round=10, arrivals=[99], seed=1)
    assert more.meetings == night.meetings
    assert shorts(more) == {99: (9, "late")}


def test_a_promised_tenth_game_is_kept() -> None:
    night = seated(12, odd="tenth")
    less = redraw(night, from_round=9, departures=[4], seed=1, volunteer=7)
    (extra,) = [game for game in less.make_ups if game.counts_for is not None]
    assert 7 in (extra.a, extra.b)
    assert shorts(less) == {4: (1, "left")}
    again = redraw(less, from_round=extra.round + 1, departures=[9], seed=1)
    assert extra in again.meetings
    assert shorts(again) == {4: (1, "left")}


def test_anchors_can_be_changed_for_the_rest_of_the_evening() -> None:
    night = seated(12)
    less = redraw(night, from_round=4, anchors=[8], seed=1)
    assert {stop.seat for stop in less.card(8) if stop.round >= 4} == {8}
    assert check_continuation(night, less, 4) == []
    assert {frozenset((game.a, game.b)) for game in less.meetings} == set(pair_counts(night))


def test_an_anchored_latecomer_stays_in_a_seat_of_their_own() -> None:
    night = seated(12, anchors=(1,))
    more = redraw(night, from_round=4, arrivals=[99], anchors=[1, 99], seed=1)
    assert check_continuation(night, more, 4) == []
    assert more.anchors == (1, 99)


def test_the_draw_says_which_pairs_meet_again() -> None:
    night = seated(4, 6)
    less = redraw(night, from_round=4, departures=[4], seed=1)
    again = [note.players for note in less.notes if note.code == "meet_again"]
    ahead = [game for game in less.meetings if game.round >= 4]
    assert Counter(map(frozenset, again)) == Counter(frozenset((game.a, game.b)) for game in ahead)


def test_the_same_seed_gives_the_same_rest() -> None:
    night = seated(9)
    assert redraw(night, from_round=3, departures=[4], seed=5) == redraw(night, from_round=3, departures=[4], seed=5)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"from_round": 0}, "round_number"),
        ({"from_round": 11}, "round_number"),
        ({"arrivals": [4]}, "player_twice"),
        ({"arrivals": [99, 99]}, "player_twice"),
        ({"departures": [99]}, "player_unknown"),
        ({"departures": [1, 2, 3]}, "too_few_players"),
        ({"played": [Meeting(4, 1, 1, 2, 1, 5)]}, "game_unknown"),
        ({"volunteer": 99}, "volunteer_unknown"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(arguments: dict[str, Any], code: str) -> None:
    night = draw(range(1, 6), 8, seed=1)
    night = replace(night, rounds=9)
    with pytest.raises(DrawError) as caught:
        redraw(night, **{"from_round": 3, "seed": 1} | arguments)
    assert caught.value.code == code


def evening(seed: int, smallest: int, largest: int) -> None:
    """Play a random evening of several changes through the checker."""
    rng = Random(seed)
    size = rng.randrange(smallest, largest + 1)
    games = rng.choice([9, 9, rng.randrange(1, 23)])
    anchors = rng.sample(range(size), rng.randrange(3))
    night = draw(range(size), games, seed=seed, anchors=anchors, odd=rng.choice(["ghost", "tenth"]))
    number, newest = 1, size
    for _ in range(rng.randrange(1, 5)):
        number = rng.randrange(number, night.rounds + 2)
        leaving = rng.sample(night.present, rng.randrange(min(3, len(night.present) - 2)))
        arriving = [newest + extra for extra in range(rng.randrange(3))]
        newest += len(arriving)
        if night.left and rng.random() < 0.3:
            arriving.append(rng.choice(night.left))
        over = [game for game in night.meetings if game.round == number and rng.random() < 0.2]
        after = redraw(
            night, from_round=number, arrivals=arriving, departures=leaving, played=over, seed=rng.random().hex()
        )
        assert check_continuation(night, after, number, played=over) == [], (seed, number, leaving, arriving)
        night = after


@given(st.integers(0, 10**9))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_several_changes_of_any_small_field_pass_the_checker(seed: int) -> None:
    evening(seed, 3, 12)


@given(st.integers(0, 10**9))
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_several_changes_of_a_roomy_field_pass_the_checker(seed: int) -> None:
    evening(seed, 10, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1500))
def test_very_many_evenings_pass_the_checker(seed: int) -> None:
    evening(seed, 3, 12 if seed % 3 else 60)


@pytest.mark.parametrize("size", range(14, 31, 4))
@pytest.mark.parametrize("change", [{"arrivals": [99]}, {"departures": [3]}, {"departures": [3], "arrivals": [98, 99]}])
@pytest.mark.parametrize("number", [2, 5, 8])
def test_in_a_roomy_field_nobody_meets_again(size: int, change: dict[str, Any], number: int) -> None:
    for field in (size, size + 1):
        night = seated(field)
        after = redraw(night, from_round=number, seed=1, **change)
        assert check_continuation(night, after, number) == []
        assert max(pair_counts(after).values()) == 1
        assert not [note for note in after.notes if note.code == "meet_again"]
