"""The distribution of all hands and cribs, against exact figures and against counting hands one by one."""

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from engine import scoring
from engine.cards import PACK
from engine.odds import distribution
from engine.odds.distribution import Distribution
from tests.data import figures

EXACT = figures.load("distribution.json")
BOTH = [("hand", distribution.hands()), ("crib", distribution.cribs())]


@pytest.mark.parametrize(("name", "found"), BOTH)
def test_all_counts_and_means_are_exact(name: str, found: Distribution) -> None:
    assert {str(score): count for score, count in enumerate(found.counts)} == EXACT[name]["counts"]
    assert sum(found.counts) == EXACT[name]["n"] == distribution.CHOICES
    assert str(found.exact_mean) == EXACT[name]["mean_fraction"]
    assert found.mean == pytest.approx(EXACT[name]["mean"], rel=1e-15)


@pytest.mark.parametrize(
    ("kind", "name"), [("fifteen", "fifteens"), ("pair", "pairs"), ("run", "runs"), ("nobs", "nobs")]
)
def test_each_category_is_exact(kind: scoring.Kind, name: str) -> None:
    for _, found in BOTH:
        assert {str(worth): count for worth, count in found.parts[kind].items()} == EXACT["by_category"][name]


@pytest.mark.parametrize(("name", "found"), BOTH)
def test_flushes_are_exact(name: str, found: Distribution) -> None:
    exact = EXACT["by_category"][f"flush_{name}"]
    assert {str(worth): count for worth, count in found.parts["flush"].items()} == exact


@pytest.mark.parametrize(("name", "found"), BOTH)
def test_the_categories_add_up_to_the_mean(name: str, found: Distribution) -> None:
    points = sum(worth * count for part in found.parts.values() for worth, count in part.items())
    assert Fraction(points, distribution.CHOICES) == found.exact_mean


def test_nobody_has_nineteen_or_more_than_24_but_for_28_and_29() -> None:
    for _, found in BOTH:
        assert [score for score, count in enumerate(found.counts) if not count] == EXACT["impossible"]
        assert found.chance(28) == Fraction(*EXACT["odds"]["hand_28_given_four_and_starter"])
        assert found.chance(29) == Fraction(*EXACT["odds"]["perfect_29_given_four_and_starter"])


def test_it_takes_less_than_five_seconds() -> None:
    distribution._count.cache_clear()
    distribution._rank_points.cache_clear()
    started = time.process_time()
    distribution.hands()
    distribution.cribs()
    assert time.process_time() - started < 5


@pytest.mark.parametrize("crib", [False, True])
def test_a_slice_counted_hand_by_hand(crib: bool) -> None:
    """Tens to kings, where flush, nobs and a jack turned up all happen."""
    whole: Counter[int] = Counter()
    for starter in PACK[36:]:
        for four in combinations([one for one in PACK[36:] if one != starter], 4):
            whole[scoring.total(four, starter, crib=crib)] += 1
    counted: Counter[int] = Counter()
    points_of = distribution._rank_points()
    for ranks, last in distribution._choices():
        if ranks[0] >= 9 and last >= 9:
            points = sum(points_of[tuple(sorted((*ranks, last)))])
            for flush, nobs, ways in distribution._suits(ranks, last, crib=crib):
                counted[points + flush + nobs] += ways
    assert counted == whole


@pytest.mark.slow
def test_every_one_of_the_choices_counted() -> None:
    counts: dict[str, Any] = {"hand": Counter(), "crib": Counter()}
    for five in combinations(PACK, 5):
        for at in range(5):
            starter, four = five[at], five[:at] + five[at + 1 :]
            points = scoring.total(four, starter)
            counts["hand"][points] += 1
            if four[0] & 3 == four[1] & 3 == four[2] & 3 == four[3] & 3:
                points = scoring.total(four, starter, crib=True)
            counts["crib"][points] += 1
    for name, found in BOTH:
        assert [counts[name][score] for score in range(30)] == list(found.counts)
