"""The whole night: every size and number of games through the checker, and the known facts of nine-game nights."""

import json
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.events.draw import Draw, DrawError, draw
from clubs.events.draw.checker import check_draw, check_same
from tests.clubs.events.draw.evenings import (
    NINE_GAMES_EVEN_REPEATS,
    NINE_GAMES_ODD,
    Nine,
    fields,
    pair_counts,
    pairings,
)

ROOT = Path(__file__).parents[4]
SMALL_AND_AWKWARD = [(size, games) for size in range(3, 14) for games in range(1, 23)]
EVERY_SIZE = [(size, games) for size in range(14, 61) for games in (1, 8, 9, 22)]
GRID = [(size, games) for size in range(3, 61) for games in range(1, 23)]


def check_both_ways(size: int, games: int) -> None:
    """Check a drawn night, and one with typed seats and anchors, of one size."""
    players = range(1, size + 1)
    order = [1 + games % size]
    drawn = draw(players, games, seed=f"{size}/{games}", short_order=order)
    assert check_draw(drawn) == []
    assert drawn.notes == ()
    if size % 2 and games % 2:
        assert [card.player for card in drawn.short] == order
    typed = draw(
        players,
        games,
        seed=1,
        seats={seat: seat for seat in players},
        anchors={1, size // 2, size},
        odd="tenth",
    )
    assert check_draw(typed, seats_drawn=False) == []


@pytest.mark.parametrize(("size", "games"), SMALL_AND_AWKWARD + EVERY_SIZE)
def test_small_fields_and_every_size_pass_the_checker(size: int, games: int) -> None:
    check_both_ways(size, games)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), GRID)
def test_every_field_and_number_of_games_passes_the_checker(size: int, games: int) -> None:
    check_both_ways(size, games)


@given(fields(largest=40))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_field_passes_the_checker(field: dict[str, Any]) -> None:
    night = draw(**field)
    assert check_draw(night, seats_drawn=field["seats"] is None) == []
    assert check_same(night, draw(**field)) == []


@pytest.mark.slow
@given(fields())
@settings(max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_very_many_fields_pass_the_checker(field: dict[str, Any]) -> None:
    assert check_draw(draw(**field), seats_drawn=field["seats"] is None) == []


@pytest.mark.parametrize("night", NINE_GAMES_ODD, ids=lambda night: str(night.players))
@pytest.mark.parametrize("anchors", [(), (1,)])
def test_nine_games_with_an_odd_field(night: Nine, anchors: tuple[int, ...]) -> None:
    drawn = draw(range(1, night.players + 1), 9, seed=7, anchors=anchors)
    assert drawn.rounds == night.rounds
    assert len(drawn.sit_outs) == 9
    assert len(drawn.make_ups) == 4
    cards = Counter(
        sum(player in (game.a, game.b) for game in drawn.meetings if not game.make_up) for player in drawn.players
    )
    assert cards == night.before_make_ups
    assert Counter(drawn.games_of(player) for player in drawn.players) == {9: night.players - 1, 8: 1}
    (short,) = drawn.short
    assert (short.games, short.missing, short.reason) == (8, 1, "parity")
    met = pair_counts(drawn, make_ups=False)
    assert sum(met[frozenset((game.a, game.b))] > 0 for game in drawn.make_ups) == night.second_meetings


@pytest.mark.parametrize(("size", "repeats"), NINE_GAMES_EVEN_REPEATS.items())
def test_nine_games_with_an_even_field(size: int, repeats: int) -> None:
    drawn = draw(range(1, size + 1), 9, seed=7)
    assert (drawn.rounds, drawn.sit_outs, drawn.short) == (9, (), ())
    for player in drawn.players:
        opponents = [stop.opponent for stop in drawn.card(player)]
        assert len(opponents) == 9
        assert len(opponents) - len(set(opponents)) == repeats


@pytest.mark.parametrize("index", [0, 1, 2])
def test_recorded_nights_have_the_pairings_of_the_ring(index: int) -> None:
    cases = json.loads((ROOT / "tests/data/cases/nights_full.json").read_text())
    case = cases[index]
    names = sorted(case["cards"])
    drawn = draw(
        range(len(names)),
        9,
        seed=0,
        seats={seat: seat - 1 for seat in range(1, len(names) + 1)},
        short_order=[names.index(name) for name in case.get("short", [])],
    )
    for number in range(1, 10):
        recorded = {
            frozenset((names.index(line["winner"]), names.index(line["loser"])))
            for line in case["lines"]
            if line["game"] == number
        }
        assert pairings(drawn, number) == recorded
    assert [names[wait.player] for wait in drawn.sit_outs] == case.get("sit_outs", [])
    assert [names[card.player] for card in drawn.short] == case.get("short", [])
    assert len(drawn.meetings) == len(case["lines"])


def test_thirteen_with_an_anchor_sit_out_as_on_the_seats_page() -> None:
    drawn = draw(range(1, 14), 9, seed=0, seats={seat: seat for seat in range(1, 14)}, anchors={1}, short_order=[6])
    assert drawn.tables == ((1, 14), (2, 13), (3, 12), (4, 11), (5, 10), (6, 9), (7, 8))
    assert [wait.player for wait in drawn.sit_outs] == [1, 12, 10, 8, 6, 4, 2, 13, 11]
    assert [card.player for card in drawn.short] == [6]
    assert {stop.seat for stop in drawn.card(1)} == {1}


@given(st.integers(5, 29).map(lambda n: 2 * n + 1), st.data())
@settings(max_examples=25, deadline=None)
def test_with_drawn_seats_the_first_of_the_order_has_the_short_card(size: int, data: st.DataObject) -> None:
    games = data.draw(st.sampled_from([1, 3, 5, 7, 9, 11, 13, 21]))
    order = data.draw(st.permutations(range(size)))[:3]
    drawn = draw(range(size), games, seed=data.draw(st.integers()), short_order=order)
    assert [card.player for card in drawn.short] == order[:1]
    assert drawn.notes == ()


@pytest.mark.parametrize("first", range(1, 18))
def test_with_typed_seats_the_short_card_is_of_those_who_sit_out_in_an_odd_game(first: int) -> None:
    # From 2G − 1 players on, people who sit out an even number of games apart have met in the game half-way between.
    # So make-ups join an odd game's sit-out to an even game's, and the one left over is of the five odd games.
    order = [*range(first, 18), *range(1, first)]
    drawn = draw(range(1, 18), 9, seed=0, seats={seat: seat for seat in range(1, 18)}, short_order=order)
    possible = [wait.player for wait in drawn.sit_outs if wait.round % 2]
    expected = next(player for player in order if player in possible)
    assert [card.player for card in drawn.short] == [expected]
    told = [(note.code, note.players) for note in drawn.notes]
    assert told == ([] if first == expected else [("short_not_first", (first, expected))])


def test_without_an_order_the_last_to_sign_in_is_short() -> None:
    assert [card.player for card in draw([9, 3, 7, 1, 5], 9, seed=4).short] == [5]


@pytest.mark.parametrize("size", [5, 9, 11, 13, 21])
def test_a_tenth_game_fills_the_short_card_and_counts_for_it_only(size: int) -> None:
    drawn = draw(range(size), 9, seed=2, odd="tenth", short_order=[3])
    (extra,) = [game for game in drawn.make_ups if game.counts_for is not None]
    assert extra.counts_for == 3
    assert drawn.short == ()
    assert {drawn.games_of(player) for player in drawn.players} == {9}
    assert (pair_counts(drawn)[frozenset((extra.a, extra.b))] == 1) == (size > 10)
    assert [note.code for note in drawn.notes] == ([] if size > 10 else ["tenth_meets_again"])


def test_a_named_volunteer_plays_the_tenth_game_and_is_never_the_short_card() -> None:
    for volunteer in range(13):
        drawn = draw(range(13), 9, seed=2, odd="tenth", short_order=[volunteer, 3], volunteer=volunteer)
        (extra,) = [game for game in drawn.make_ups if game.counts_for is not None]
        assert volunteer in (extra.a, extra.b)
        assert extra.counts_for != volunteer
        assert check_draw(drawn) == []


def test_a_tenth_game_of_somebody_who_makes_up_has_a_round_of_its_own() -> None:
    plain = draw(range(17), 9, seed=2, short_order=[3])
    busy = plain.make_ups[0].a
    drawn = draw(range(17), 9, seed=2, short_order=[3], odd="tenth", volunteer=busy)
    assert (plain.rounds, drawn.rounds) == (10, 11)
    assert drawn.meetings[-1].counts_for == 3


def test_an_even_field_or_number_of_games_has_no_tenth_game() -> None:
    assert all(game.counts_for is None for game in draw(range(12), 9, seed=1, odd="tenth").meetings)
    assert all(game.counts_for is None for game in draw(range(13), 8, seed=1, odd="tenth").meetings)


def test_anchors_and_couples_who_are_not_here_are_ignored() -> None:
    night = draw([1, 2, 3, 4], 3, seed=1, anchors={1, 99}, couples=[(2, 99), (3, 4)], short_order=[99])
    assert (night.anchors, night.couples) == ((1,), ((3, 4),))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"players": [1, 2]}, "too_few_players"),
        ({"players": []}, "too_few_players"),
        ({"players": [1, 2, 3, 2]}, "player_twice"),
        ({"games": 0}, "too_few_games"),
        ({"odd": "even_games"}, "odd_choice"),
        ({"volunteer": 99}, "volunteer_unknown"),
    ],
)
def test_what_cannot_be_drawn_is_refused(arguments: dict[str, Any], code: str) -> None:
    field: dict[str, Any] = {"players": [1, 2, 3, 4], "games": 3, "seed": 1}
    with pytest.raises(DrawError) as caught:
        draw(**field | arguments)
    assert caught.value.code == code


def test_other_seeds_give_other_draws() -> None:
    assert len({draw(range(12), 9, seed=seed).chairs for seed in range(20)}) == 20
    assert draw(range(12), 9, seed="7").chairs != draw(range(12), 9, seed=7).chairs


def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_sets_in_this_process() -> None:
    script = (
        "from clubs.events.draw import draw, redraw\n"
        "names = [f'player {n}' for n in range(13)]\n"
        "night = draw(names, 9, seed='x', anchors=set(names[:3]), couples=[(names[4], names[5])], odd='tenth')\n"
        "night = redraw(night, from_round=4, departures=set(names[7:9]), arrivals=['late'], seed='y')\n"
        "print(hash(0), night.chairs, night.meetings, night.sit_outs, night.short, night.notes)\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("0", "1", "2", "3")
    }
    assert len(seen) == 1


def test_a_seed_gives_tomorrow_what_it_gave_today() -> None:
    # Written down once: if this changes, every stored seed would draw another night.
    assert draw(range(1, 9), 7, seed="tuesday").chairs == (1, 4, 2, 7, 6, 5, 8, 3)


def test_a_full_turn_of_the_ring_meets_everybody_once() -> None:
    for size in (4, 5, 12, 13):
        night: Draw = draw(range(size), size - 1 + size % 2, seed=3)
        met = pair_counts(night, make_ups=False)
        assert met == Counter(frozenset(pair) for pair in combinations(range(size), 2))
