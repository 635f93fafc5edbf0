"""Throws: exact hands, signed cribs, and the chance to win near the end."""

import time
from itertools import combinations
from math import sqrt
from random import Random
from statistics import mean, median, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import scoring
from engine.cards import PACK, UNKNOWN, Card, cards, text
from engine.errors import CardError, OddsError
from engine.odds import tables, throws
from engine.odds.throws import Throw
from engine.rules import Rules

FOUR = Rules(seats=4)
FIVE_CARD = Rules(five_card=True, target=61)


def dealt(size: int) -> st.SearchStrategy[list[Card]]:
    return st.permutations(PACK).map(lambda pack: pack[:size])


def exact(held: list[Card], keep: tuple[Card, ...]) -> float:
    unseen = [one for one in PACK if one not in held]
    return sum(scoring.hand(keep, starter).total for starter in unseen) / len(unseen)


@settings(deadline=None)  # tables are made on first use
@given(held=dealt(6), dealer=st.booleans())
def test_fifteen_throws_exact_over_46_starters(held: list[Card], dealer: bool) -> None:
    ranked = throws.ranked(held, dealer=dealer)
    assert {one.throw for one in ranked} == set(combinations(sorted(held), 2))
    for one in ranked:
        assert sorted((*one.throw, *one.keep)) == sorted(held)
        assert list(one.keep) == sorted(one.keep)
        assert one.hand == pytest.approx(exact(held, one.keep), rel=1e-12)
        look_up = tables.own if dealer else tables.opponent
        assert one.crib == look_up(one.throw)
        assert one.total == one.hand + (one.crib if dealer else -one.crib)
        assert one.win is None
    totals = [one.total for one in ranked]
    assert totals == sorted(totals, reverse=True)


@settings(deadline=None)  # tables are made on first use
@given(held=dealt(5), dealer=st.booleans(), seats=st.sampled_from([3, 4]))
def test_five_throws_of_one_card_exact_over_47_starters(held: list[Card], dealer: bool, seats: int) -> None:
    ranked = throws.ranked(held, dealer=dealer, rules=Rules(seats=seats))
    assert {one.throw for one in ranked} == {(one,) for one in held}
    for one in ranked:
        assert one.hand == pytest.approx(exact(held, one.keep), rel=1e-12)
        assert one.crib == tables.single(one.throw[0])
        assert one.total == one.hand + (one.crib if dealer else -one.crib)


@settings(deadline=None)  # tables are made on first use
@given(held=dealt(5), dealer=st.booleans())
def test_the_five_card_game_keeps_three(held: list[Card], dealer: bool) -> None:
    ranked = throws.ranked(held, dealer=dealer, rules=FIVE_CARD)
    assert {one.keep for one in ranked} == set(combinations(sorted(held), 3))
    best = ranked[0]
    assert best.hand == pytest.approx(exact(held, best.keep), rel=1e-12)


@pytest.mark.parametrize("words", ["5H 5S 5D JC 2C 2D", "JC JD JH JS 5C 5D", "2H 4H 6H 8H TH QH", "AC AD AH AS KC KD"])
def test_flushes_nobs_and_four_of_a_kind_are_exact(words: str) -> None:
    held = list(cards(words))
    for one in throws.ranked(held, dealer=True):
        assert one.hand == pytest.approx(exact(held, one.keep), rel=1e-12)


def test_hands_kept_average_what_all_twenty_million_deals_do() -> None:
    best, as_dealer, as_pone = [], [], []
    for held in hands(4_000):
        own = throws.ranked(held, dealer=True, column="uniform")
        best.append(max(one.hand for one in own))
        as_dealer.append(own[0].hand)
        as_pone.append(throws.ranked(held, dealer=False, column="uniform")[0].hand)
    for found, exact_mean in ((best, 8.293938), (as_dealer, 8.025005), (as_pone, 8.158533)):
        assert mean(found) == pytest.approx(exact_mean, abs=4 * stdev(found) / sqrt(len(found)))


def test_any_column_can_be_asked_for() -> None:
    held = cards("5S 4S 2S 8D 6H 8C")
    for column in tables.COLUMNS:
        for one in throws.ranked(held, dealer=False, column=column):
            assert one.crib == tables.opponent(one.throw, column)


def test_whose_crib_it_is_decides() -> None:
    held = cards("5H 5C 2D 3S 9H KD")
    assert text(throws.ranked(held, dealer=True)[0].throw) != text(throws.ranked(held, dealer=False)[0].throw)


@pytest.mark.parametrize(
    ("held", "rules"),
    [
        (cards("5S 4S 2S 8D 6H"), Rules()),
        (cards("5S 4S 2S 8D 6H 8C"), FOUR),
        (cards("5S 4S 2S 8D 6H 8C"), FIVE_CARD),
        ((*cards("5S 4S 2S 8D 6H"), UNKNOWN), Rules()),
    ],
)
def test_a_deal_of_the_wrong_size_is_refused(held: tuple[Card, ...], rules: Rules) -> None:
    with pytest.raises(OddsError) as refused:
        throws.ranked(held, dealer=True, rules=rules)
    assert refused.value.code == "throw_size"
    assert refused.value.data == {"size": len(held), "expected": rules.cards_dealt}


def test_a_card_held_twice_is_refused() -> None:
    with pytest.raises(CardError):
        throws.ranked((PACK[0], *PACK[:5]), dealer=True)


def hands(number: int) -> list[list[Card]]:
    random = Random(7)
    return [random.sample(PACK, 6) for _ in range(number)]


def test_an_exact_analysis_takes_less_than_a_millisecond() -> None:
    took = []
    for held in hands(300):
        started = time.process_time()
        throws.ranked(held, dealer=True)
        took.append(time.process_time() - started)
    assert median(took) < 0.001


def test_chances_to_win_take_less_than_20_milliseconds() -> None:
    took = []
    for at, held in enumerate(hands(60)):
        started = time.process_time()
        throws.ranked(held, dealer=at % 2 == 0, scores=(90 + at % 30, 119 - at % 28))
        took.append(time.process_time() - started)
    assert median(took) < 0.020


@settings(deadline=None)  # tables are made on first use
@given(held=dealt(6), dealer=st.booleans(), scores=st.tuples(st.integers(0, 120), st.integers(0, 120)))
def test_chances_are_chances_and_points_stay_as_they_are(
    held: list[Card], dealer: bool, scores: tuple[int, int]
) -> None:
    plain = throws.ranked(held, dealer=dealer)
    ranked = throws.ranked(held, dealer=dealer, scores=scores)
    assert all(one.win is not None and 0 <= one.win <= 1 for one in ranked)
    assert {(one.throw, one.hand, one.crib) for one in ranked} == {(one.throw, one.hand, one.crib) for one in plain}


def test_far_from_the_end_points_rank_and_near_it_chances() -> None:
    held = cards("2H 3D 5S 9C JD KS")
    early = throws.ranked(held, dealer=True, scores=(40, 50))
    assert [one.throw for one in early] == [one.throw for one in throws.ranked(held, dealer=True)]
    assert early[0].win is not None
    late = [
        (round(one.win or 0, throws.PLACES), one.total) for one in throws.ranked(held, dealer=False, scores=(110, 112))
    ]
    assert late == sorted(late, reverse=True)


def named(ranked: tuple[Throw, ...], throw: str) -> Throw:
    return next(one for one in ranked if set(one.throw) == set(cards(throw)))


def test_pone_who_needs_a_sure_count_keeps_it_whatever_the_crib_gets() -> None:
    """Pone needs eight and counts first: 7 7 8 8 goes out surely; the crib is never counted then."""
    held = cards("7H 7D 8S 8C 5D 5H")
    ranked = throws.ranked(held, dealer=False, scores=(113, 110))
    assert named(ranked, "5D 5H").win == pytest.approx(1, abs=0.02)
    assert set(ranked[0].throw) == set(cards("5D 5H"))


def test_the_dealer_pays_for_points_that_come_too_late() -> None:
    """Pone needs one: nothing thrown or kept helps much, and the chance is that of going out in the play first."""
    ranked = throws.ranked(cards("2H 3D 5S 9C JD KS"), dealer=True, scores=(60, 120))
    assert all((one.win or 0) < 0.02 for one in ranked)


def test_at_61_the_same_holes_are_left() -> None:
    held = cards("2H 3D 5S 9C JD KS")
    short = throws.ranked(held, dealer=True, rules=Rules(target=61), scores=(50, 45))
    assert short == throws.ranked(held, dealer=True, scores=(110, 105))


@pytest.mark.parametrize(
    ("rules", "scores", "code"),
    [
        (FIVE_CARD, (50, 50), "no_five_card_table"),
        (FOUR, (50, 50), "no_win_table"),
        (Rules(target=200), (50, 50), "no_table"),
        (Rules(), (121, 50), "score_outside"),
        (Rules(target=61), (0, 61), "score_outside"),
        (Rules(), (-1, 61), "score_outside"),
    ],
)
def test_where_no_chance_is_known_none_is_made_up(rules: Rules, scores: tuple[int, int], code: str) -> None:
    with pytest.raises(OddsError) as refused:
        throws.ranked(PACK[: rules.cards_dealt], dealer=True, rules=rules, scores=scores)
    assert refused.value.code == code
