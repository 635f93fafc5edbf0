"""What one card of the play earns."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import pegging
from engine.cards import PACK, VALUES, Card, card, cards
from engine.errors import CardError, ScoringError
from engine.pegging import Peg, PlayScore


def earned(pile: str) -> list[int]:
    some = cards(pile)
    return [pegging.last(some[:size]).points for size in range(1, len(some) + 1)]


def whys(pile: str) -> list[str]:
    return [peg.why for peg in pegging.last(cards(pile)).pegs]


def test_the_first_card_of_a_count_earns_nothing() -> None:
    assert pegging.last(cards("5h")) == PlayScore(5, 0, ())


def test_a_card_that_earns_says_why_and_with_which_cards() -> None:
    assert pegging.last(cards("Jh 5s")).pegs == (Peg("fifteen", cards("5s Jh"), 2),)
    assert pegging.last(cards("Jh Qd 5c 6s")).pegs == (Peg("thirtyone", cards("5c 6s Jh Qd"), 2),)
    assert pegging.last(cards("5d 5c 5h")).pegs == (
        Peg("fifteen", cards("5c 5d 5h"), 2),
        Peg("pair3", cards("5c 5d 5h"), 6),
    )
    assert pegging.last(cards("Kd 4h 6d 5c")).pegs == (Peg("run3", cards("4h 5c 6d"), 3),)


def test_pairs_grow_while_they_are_not_interrupted() -> None:
    assert earned("7s 7h 7d 7c") == [0, 2, 6, 12]
    assert earned("6d 5s 6c 5c") == [0, 0, 0, 0]
    assert earned("2d 7s 7h") == [0, 0, 2]
    assert earned("Ac As 3h 3d 3s") == [0, 2, 0, 2, 6]


def test_ten_cards_pair_by_rank() -> None:
    assert earned("Jh Qd") == earned("Ts Kd") == [0, 0]


def test_every_length_of_run_has_its_name() -> None:
    assert [whys("Ac 2d 3h 4s 5c 6d 7h"[: size * 3]) for size in range(3, 8)] == [
        ["run3"],
        ["run4"],
        ["fifteen", "run5"],
        ["run6"],
        ["run7"],
    ]


def test_the_ace_is_low() -> None:
    assert earned("Qh Kd Ac") == [0, 0, 0]
    assert earned("3c 2d As") == [0, 0, 3]


def test_over_31_is_refused() -> None:
    with pytest.raises(ScoringError) as caught:
        pegging.last(cards("Kh Kd Kc 2s"))
    assert (caught.value.code, caught.value.data) == ("over_31", {"card": "2s", "count": 32})


def test_no_cards_are_refused() -> None:
    with pytest.raises(ScoringError) as caught:
        pegging.last(())
    assert caught.value.code == "no_cards"


def test_one_card_laid_twice_is_refused() -> None:
    with pytest.raises(CardError) as caught:
        pegging.last((card("5h"), card("6h"), card("5h")))
    assert caught.value.code == "same_card_twice"


@pytest.mark.parametrize("size", range(3, 8))
def test_a_run_may_be_laid_in_any_order(size: int) -> None:
    orders = permutations(range(size)) if size < 6 else [[size // 2, *range(size // 2), *range(size // 2 + 1, size)]]
    for order in orders:
        assert pegging.run_length([Card(rank * 4) for rank in order]) == size


@st.composite
def piles(draw: st.DrawFn) -> list[Card]:
    """Draw a count: from few ranks, so that pairs and runs are common."""
    low = draw(st.integers(0, 8))
    near = [one for one in PACK if low <= one.rank < low + 5]
    pile: list[Card] = []
    for one in draw(st.lists(st.sampled_from(near), min_size=1, max_size=13, unique=True)):
        if sum(VALUES[other] for other in pile) + one.value <= 31:
            pile.append(one)
    return pile


@given(piles())
@settings(deadline=None)
def test_points_alone_and_reasons_agree(pile: list[Card]) -> None:
    score = pegging.last(pile)
    assert score.count == sum(one.value for one in pile)
    assert score.points == sum(peg.points for peg in score.pegs) == pegging.points(pile, score.count)
    for peg in score.pegs:
        assert list(peg.cards) == sorted(set(peg.cards))
        assert set(peg.cards) <= set(pile)


@given(piles())
@settings(deadline=None)
def test_the_run_is_the_longest_window_that_ends_with_the_card(pile: list[Card]) -> None:
    windows = [sorted(one.rank for one in pile[-size:]) for size in range(3, len(pile) + 1)]
    runs = [len(ranks) for ranks in windows if ranks == list(range(ranks[0], ranks[0] + len(ranks)))]
    assert pegging.run_length(pile) == max(runs, default=0)
