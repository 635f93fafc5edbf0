from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.events.ranking import schemes
from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.schemes import Problem, Reach, Scheme
from engine.errors import OutcomeError
from engine.outcome import Level

ACC = Scheme.standard("acc")
SHORT = Scheme.standard("short", target=61)
MATCH = Scheme.standard("match", win=1, skunk=2, double=3, triple=3)
STEEP = Scheme.standard("steep", win=1, skunk=2, double=4, triple=4)
ONE = Scheme.standard("one", win=1, skunk=1, double=1, triple=1)
LEAGUE = Scheme.standard("league", win=3, skunk=4, double=5, triple=6, loss=1)
NO_LINES = Scheme("legs", 121, 1, 1, 1, 1)
GAPS = Scheme("gaps", 121, 1, 4, 5, 5, skunk_line=119, double_line=118)
"""No club's scheme: margin 1 scores 1, margin 2 scores 4, any other 5, so totals and spreads have gaps."""

ALL = [ACC, SHORT, MATCH, STEEP, ONE, LEAGUE, NO_LINES, GAPS]
schemes_drawn = st.sampled_from(ALL)


def codes(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems]


@st.composite
def played_cards(draw: st.DrawFn) -> tuple[Scheme, dict[str, int]]:
    """A card made of real games: signed margins, totalled as a player would."""
    scheme = draw(schemes_drawn)
    sides = st.integers(1, scheme.target).flatmap(lambda margin: st.sampled_from([margin, -margin]))
    games = draw(st.lists(sides, max_size=22))
    wins = [margin for margin in games if margin > 0]
    plus, minus = sum(wins), -sum(margin for margin in games if margin < 0)
    points = sum(scheme.points(margin) for margin in wins) + scheme.loss * (len(games) - len(wins))
    return scheme, {"games": len(games), "wins": len(wins), "points": points, "plus": plus, "minus": minus}


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        (ACC, [2, 2, 3, 3, 3, 3, 3, 3]),
        (MATCH, [1, 1, 2, 2, 3, 3, 3, 3]),
        (STEEP, [1, 1, 2, 2, 4, 4, 4, 4]),
        (ONE, [1] * 8),
        (LEAGUE, [3, 3, 4, 4, 5, 5, 6, 6]),
        (NO_LINES, [1] * 8),
    ],
    ids=lambda value: getattr(value, "key", ""),
)
def test_points_at_both_sides_of_every_line(scheme: Scheme, points: list[int]) -> None:
    assert [scheme.points(margin) for margin in (1, 30, 31, 60, 61, 90, 91, 121)] == points


def test_a_double_skunk_is_still_three_under_acc() -> None:
    assert ACC.level(61) is Level.DOUBLE
    assert ACC.points(61) == 3
    assert ACC.highest == 3


def test_61_scores_three_from_a_margin_of_31() -> None:
    assert [SHORT.points(margin) for margin in (30, 31, 61)] == [2, 3, 3]
    with pytest.raises(OutcomeError):
        SHORT.points(62)


@pytest.mark.parametrize("points", [{"win": 0}, {"skunk": 1}, {"double": 2}, {"triple": 2}, {"loss": 2}, {"loss": -1}])
def test_a_scheme_that_pays_less_for_more_is_refused(points: dict[str, int]) -> None:
    with pytest.raises(RankingError) as caught:
        Scheme.standard("odd", **points)
    assert caught.value.code == "points_out_of_order"


def test_a_scheme_with_lines_that_do_not_fit_is_refused() -> None:
    with pytest.raises(OutcomeError):
        Scheme("odd", 61, 2, 3, 3, 3, skunk_line=90)
    with pytest.raises(OutcomeError):
        Scheme.standard("odd", target=30)


@pytest.mark.parametrize("scheme", ALL, ids=lambda scheme: scheme.key)
def test_bands_cover_every_margin_once_and_a_scheme_survives_storage(scheme: Scheme) -> None:
    margins = [margin for band in scheme.bands for margin in range(band.low, band.high + 1)]
    assert margins == list(range(1, scheme.target + 1))
    assert all(scheme.level(band.low) is scheme.level(band.high) is band.level for band in scheme.bands)
    assert Scheme.from_data(scheme.to_data()) == scheme


def test_six_wins_score_12_to_18() -> None:
    assert schemes.check_card(ACC, games=9, wins=6, points=19) == (
        Problem("points_outside", {"wins": 6, "points": 19, "low": 12, "high": 18}),
    )
    assert codes(schemes.check_card(ACC, games=9, wins=6, points=11)) == ["points_outside"]
    assert schemes.check_card(ACC, games=9, wins=6, points=12) == ()
    assert schemes.check_card(ACC, games=9, wins=6, points=18) == ()


def test_more_wins_than_games_is_refused() -> None:
    assert schemes.check_card(ACC, games=8, wins=9, points=18) == (
        Problem("wins_above_games", {"wins": 9, "games": 8}),
    )
    assert codes(schemes.check_card(ACC, games=9, wins=-1, points=0)) == ["below_zero"]
    assert codes(schemes.check_card(ACC, games=-1, wins=0, points=0)) == ["below_zero"]


@pytest.mark.parametrize(("wins", "points"), [(0, 0), (1, 3), (6, 12), (6, 14), (9, 27)])
@pytest.mark.parametrize("scheme", [ACC, SHORT], ids=["121", "61"])
def test_plus_and_minus_keep_to_the_published_bounds(scheme: Scheme, wins: int, points: int) -> None:
    skunks, losses = points - 2 * wins, 9 - wins
    low, high = (wins - skunks) + 31 * skunks, 30 * (wins - skunks) + scheme.target * skunks
    bounds = schemes.card_bounds(scheme, games=9, wins=wins, points=points)
    assert bounds.plus is not None
    assert bounds.net is not None
    assert (bounds.plus.low, bounds.plus.high) == (low, high)
    assert (bounds.minus.low, bounds.minus.high) == (losses, losses * scheme.target)
    assert (bounds.net.low, bounds.net.high) == (low - losses * scheme.target, high - losses)
    assert bounds.skunks == skunks
    for plus, wrong in ((low - 1, True), (low, False), (high, False), (high + 1, True)):
        problems = schemes.check_card(scheme, games=9, wins=wins, points=points, plus=plus)
        assert codes(problems) == (["plus_outside"] if wrong else [])
    for minus, wrong in ((losses - 1, True), (losses, False), (losses * scheme.target + 1, True)):
        problems = schemes.check_card(scheme, games=9, wins=wins, points=points, minus=minus)
        assert codes(problems) == (["minus_outside"] if wrong else [])
    for net, wrong in ((bounds.net.low - 1, True), (bounds.net.low, False), (bounds.net.high + 1, True)):
        problems = schemes.check_card(scheme, games=9, wins=wins, points=points, net=net)
        assert codes(problems) == (["net_outside"] if wrong else [])


def test_a_card_of_no_games_says_nothing() -> None:
    assert schemes.check_card(ACC, games=0, wins=0, points=0, plus=0, minus=0, net=0) == ()
    assert codes(schemes.check_card(ACC, games=0, wins=0, points=0, net=1)) == ["net_outside"]


def test_net_must_be_plus_less_minus() -> None:
    problems = schemes.check_card(ACC, games=9, wins=6, points=12, plus=119, minus=45, net=47)
    assert problems == (Problem("net_not_plus_minus", {"net": 47, "plus": 119, "minus": 45, "right": 74}),)
    assert schemes.check_card(ACC, games=9, wins=6, points=12, plus=119, minus=45, net=74) == ()


def test_net_and_one_column_give_the_other() -> None:
    assert schemes.check_card(ACC, games=9, wins=6, points=12, plus=119, net=74) == ()
    assert schemes.check_card(ACC, games=9, wins=6, points=12, minus=45, net=74) == ()
    assert codes(schemes.check_card(ACC, games=9, wins=6, points=12, plus=119, net=118)) == ["minus_outside"]
    assert codes(schemes.check_card(ACC, games=9, wins=6, points=12, minus=45, net=200)) == ["plus_outside"]


def test_totals_no_sum_of_wins_reaches_are_named_with_their_neighbours() -> None:
    (problem,) = schemes.check_card(GAPS, games=9, wins=1, points=3)
    assert problem == Problem("points_unreachable", {"wins": 1, "points": 3, "below": 1, "above": 4})
    (problem,) = schemes.check_card(GAPS, games=4, wins=4, points=16, plus=9)
    assert problem.code == "plus_unreachable"
    assert (problem.data["below"], problem.data["above"]) == (8, 10)
    (problem,) = schemes.check_card(GAPS, games=4, wins=4, points=16, net=9)
    assert problem.code == "net_unreachable"


@pytest.mark.parametrize(
    ("scheme", "wins", "points", "skunks"),
    [
        (ACC, 6, 14, 2),
        (ACC, 0, 0, 0),
        (MATCH, 2, 2, 0),
        (MATCH, 2, 3, 1),
        (MATCH, 2, 4, None),
        (MATCH, 2, 6, 2),
        (STEEP, 1, 4, 1),
        (ONE, 5, 5, None),
        (NO_LINES, 5, 5, 0),
        (LEAGUE, 2, 2 * 3 + 7, 0),
        (ACC, 6, 11, None),
        (ACC, 10, 20, None),
        (ACC, -1, 0, None),
    ],
)
def test_skunks_follow_from_points_only_where_the_scheme_tells(
    scheme: Scheme, wins: int, points: int, skunks: int | None
) -> None:
    assert schemes.skunks_implied(scheme, games=9, wins=wins, points=points) == skunks


def test_bounds_without_points_are_those_of_any_points() -> None:
    bounds = schemes.card_bounds(ACC, games=9, wins=7)
    assert bounds.points == Reach(((14, 21),))
    assert bounds.net is not None
    assert (bounds.net.low, bounds.net.high) == schemes.net_reach(ACC, games=9, wins=7) == (7 - 242, 847 - 2)
    assert bounds.skunks is None
    assert schemes.card_bounds(NO_LINES, games=9, wins=7).skunks == 0
    assert schemes.card_bounds(ACC, games=9, wins=0).skunks == 0


@given(played_cards())
def test_every_card_made_of_real_games_is_accepted(drawn: tuple[Scheme, dict[str, int]]) -> None:
    scheme, card = drawn
    net = card["plus"] - card["minus"]
    assert schemes.check_card(scheme, **card, net=net) == ()
    bare = {name: card[name] for name in ("games", "wins", "points")}
    assert schemes.check_card(scheme, **bare) == ()
    assert schemes.check_card(scheme, **bare, net=net) == ()
    assert net in Reach((schemes.net_reach(scheme, games=card["games"], wins=card["wins"]),))


@given(played_cards(), st.sampled_from(["points", "plus", "minus", "net"]), st.integers(1, 2000), st.booleans())
def test_every_figure_outside_its_bounds_is_refused(
    drawn: tuple[Scheme, dict[str, int]], name: str, beyond: int, over: bool
) -> None:
    scheme, card = drawn
    bounds = schemes.card_bounds(scheme, games=card["games"], wins=card["wins"], points=card["points"])
    reach: Any = getattr(bounds, name)
    value = reach.high + beyond if over else reach.low - beyond
    figures = {key: card[key] for key in ("games", "wins", "points")} | {name: value}
    assert codes(schemes.check_card(scheme, **figures)) == [f"{name}_outside"]


@settings(max_examples=40)
@given(st.sampled_from([ACC, MATCH, LEAGUE]), st.integers(0, 3), st.integers(0, 12))
def test_reachable_totals_are_exactly_those_of_some_games(scheme: Scheme, wins: int, points: int) -> None:
    made = {sum(choice) for choice in product([band.points for band in scheme.bands], repeat=wins)}
    reach = schemes.card_bounds(scheme, games=wins, wins=wins).points
    assert (points in reach) == (points in made)


def test_every_single_digit_slip_in_points_or_wins_is_caught_in_78_of_100() -> None:
    """Over all 55 cards nine games can give, every digit of points and wins replaced by each other digit."""
    typed = caught = 0
    for wins in range(10):
        for points in range(2 * wins, 3 * wins + 1):
            text = f"{points}/{wins}"
            for place, right in enumerate(text):
                for digit in "0123456789".replace(right, "") if right != "/" else "":
                    slip_points, slip_wins = map(int, (text[:place] + digit + text[place + 1 :]).split("/"))
                    typed += 1
                    caught += bool(schemes.check_card(ACC, games=9, wins=slip_wins, points=slip_points))
    assert typed == 1377
    assert round(100 * caught / typed) == 78


@pytest.mark.parametrize(
    ("scheme", "typed", "expected"),
    [
        (ACC, {}, []),
        (ACC, {"margin": 1}, []),
        (ACC, {"margin": 121}, []),
        (ACC, {"margin": 0}, ["margin_outside"]),
        (ACC, {"margin": 122}, ["margin_outside"]),
        (SHORT, {"margin": 62}, ["margin_outside"]),
        (SHORT, {"margin": 61}, []),
        (ACC, {"loser_hole": 120}, []),
        (ACC, {"loser_hole": 0}, []),
        (ACC, {"loser_hole": 121}, ["hole_outside"]),
        (ACC, {"loser_hole": -1}, ["hole_outside"]),
        (SHORT, {"loser_hole": 61}, ["hole_outside"]),
        (ACC, {"margin": 33, "loser_hole": 88}, []),
        (ACC, {"margin": 33, "loser_hole": 89}, ["margin_not_hole"]),
    ],
)
def test_impossible_games_are_refused(scheme: Scheme, typed: dict[str, int], expected: list[str]) -> None:
    assert codes(schemes.check_game(scheme, **typed)) == expected


@pytest.mark.parametrize(
    ("scheme", "margin", "expected"),
    [
        (ACC, 29, []),
        (ACC, 30, ["unusual_line"]),
        (ACC, 31, ["unusual_line"]),
        (ACC, 32, []),
        (ACC, 60, []),
        (ACC, 61, ["unusual_wide"]),
        (SHORT, 30, ["unusual_line"]),
        (SHORT, 61, ["unusual_wide"]),
        (NO_LINES, 31, []),
    ],
)
def test_unusual_margins_are_asked_once(scheme: Scheme, margin: int, expected: list[str]) -> None:
    assert codes(schemes.unusual(scheme, margin=margin)) == expected
