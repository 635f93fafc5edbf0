"""Chances to win: what the stored table says, that it follows from the stored deals, and that those are fair."""

import json
from itertools import pairwise
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import odds
from engine.errors import OddsError
from engine.odds import chain, deals, win
from engine.odds.deals import Deal, Sample

holes = st.integers(1, 121)


def test_the_first_dealer_wins_as_often_as_is_known() -> None:
    """A million games each say 55.75 and 53.7 %."""
    assert win.probability((0, 0), dealer=True) == pytest.approx(0.5575, abs=0.0035)
    assert win.probability((0, 0), dealer=True, target=61) == pytest.approx(0.537, abs=0.0035)


def test_more_holes_are_never_worse() -> None:
    table = win.dealer_wins()
    for row in table[1:]:
        assert all(near <= far for near, far in pairwise(row))
    for b in range(1, 122):
        assert all(table[a][b] >= table[a + 1][b] for a in range(1, 121))


@given(own=st.integers(0, 120), other=st.integers(0, 120), dealer=st.booleans())
def test_somebody_wins(own: int, other: int, dealer: bool) -> None:
    chance = win.probability((own, other), dealer=dealer)
    assert 0 <= chance <= 1
    assert chance + win.probability((other, own), dealer=not dealer) == pytest.approx(1)
    assert win.after((own, other), 0 if dealer else 1) == (chance, 1 - chance)
    assert win.after((other, own), 1 if dealer else 0)[1] == pytest.approx(chance)


@given(own=st.integers(0, 60), other=st.integers(0, 60), dealer=st.booleans())
def test_only_the_holes_to_go_matter(own: int, other: int, dealer: bool) -> None:
    short = win.probability((own, other), dealer=dealer, target=61)
    assert short == win.probability((own + 60, other + 60), dealer=dealer)


def test_at_the_target_the_game_is_decided() -> None:
    for dealer in (True, False):
        assert win.probability((121, 120), dealer=dealer) == 1
        assert win.probability((60, 61), dealer=dealer, target=61) == 0


def test_first_count_matters_at_the_end() -> None:
    """Both need five: pone counts first (E19). Both need one: pone's lead cannot score, the dealer is ahead (E38)."""
    assert win.probability((116, 116), dealer=True) < 0.35
    assert win.probability((120, 120), dealer=True) > 0.55


@pytest.mark.parametrize(
    ("scores", "target", "code"),
    [
        ((-1, 0), 121, "score_outside"),
        ((0, 122), 121, "score_outside"),
        ((121, 121), 121, "score_outside"),
        ((0, 0), 122, "no_table"),
        ((0, 0), 30, "no_table"),
    ],
)
def test_scores_and_targets_that_cannot_be_are_refused(scores: tuple[int, int], target: int, code: str) -> None:
    with pytest.raises(OddsError) as refused:
        win.probability(scores, dealer=True, target=target)
    assert refused.value.code == code


def test_the_stored_chances_follow_from_the_stored_deals() -> None:
    """The first 31 holes; the slow test makes all of them."""
    near = chain.solve(deals.stored(), 31)
    table = win.dealer_wins()
    for a in range(1, 32):
        for b in range(1, 32):
            assert round(near[a][b] * chain.SCALE) == round(table[a][b] * chain.SCALE)


def test_the_stored_bytes_are_the_table() -> None:
    table = [list(row) for row in win.dealer_wins()]
    assert chain.packed(table) == (odds.DATA / "win.bin").read_bytes()
    assert len(chain.packed(table)) == 2 * 121 * 121


@pytest.mark.slow
def test_the_program_makes_the_stored_chances_to_the_byte() -> None:
    assert chain.packed(chain.solve(deals.stored())) == (odds.DATA / "win.bin").read_bytes()


@pytest.mark.slow
def test_the_program_makes_the_stored_deals_to_the_byte() -> None:
    assert odds.played().written(odds.NOTE) == (odds.DATA / "deals.json").read_text(encoding="utf-8")


def test_the_stored_deals_are_those_of_the_simple_policy() -> None:
    """Other deals of the same policy differ by chance alone; the means of the reference are met."""
    stored = deals.stored()
    fresh = deals.sample(3_000, choose=odds.choose, rng=Random(1))
    for side in (0, 1):
        assert fresh.mean()[side] == pytest.approx(stored.mean()[side], abs=4 * 8 / sqrt(3_000))
        assert fresh.pegging()[side] == pytest.approx(stored.pegging()[side], abs=4 * 2.5 / sqrt(3_000))
    assert stored.mean() == pytest.approx((16.38, 10.43), abs=0.03)
    assert stored.pegging() == pytest.approx((3.44 + 2 / 13, 2.28), abs=0.015)
    assert sum(points * count for points, count in stored.pone.items()) / stored.size == pytest.approx(8.16, abs=0.02)
    assert sum(points * count for points, count in stored.dealer.items()) / stored.size == pytest.approx(8.03, abs=0.02)
    assert sum(points * count for points, count in stored.crib.items()) / stored.size == pytest.approx(4.76, abs=0.02)


def test_the_same_seed_plays_the_same_deals() -> None:
    first, again = (deals.sample(40, choose=odds.choose, rng=Random(3)) for _ in range(2))
    assert first.written("one") == again.written("one")
    assert deals.read(first.written("one")) == again
    assert json.loads(first.written("one"))["note"] == "one"


# A chain worked by simulation of the same deals


def played_out(outcomes: list[Deal], a: int, b: int, random: Random) -> bool:
    """Play deals drawn from a list until somebody is home; tell whether the first dealer is."""
    need = [a, b]
    dealer = 0
    while True:
        deal = random.choice(outcomes)
        pone = 1 - dealer
        events = [(dealer if dealt else pone, points) for dealt, points in deal.pegged]
        for side, points in [*events, (pone, deal.pone), (dealer, deal.dealer), (dealer, deal.crib)]:
            need[side] -= points
            if need[side] <= 0:
                return side == 0
        dealer = pone


@pytest.mark.parametrize(("a", "b"), [(1, 1), (3, 2), (7, 9), (20, 20), (40, 31)])
def test_the_chain_gives_what_playing_the_same_deals_gives(a: int, b: int) -> None:
    random = Random(11)
    outcomes = [deals.one(choose=odds.choose, rng=random) for _ in range(200)]
    sample = Sample()
    for deal in outcomes:
        sample.add(deal)
    wins = sum(played_out(outcomes, a, b, random) for _ in range(8_000))
    assert wins / 8_000 == pytest.approx(chain.solve(sample, max(a, b))[a][b], abs=0.025)


def test_a_deal_without_a_point_cannot_be() -> None:
    sample = Sample()
    sample.add(Deal((), pone=0, dealer=0, crib=0))
    with pytest.raises(ValueError, match="without a point"):
        chain.solve(sample, 31)
