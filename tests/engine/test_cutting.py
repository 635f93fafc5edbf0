"""The cut for the first deal."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Rules
from engine.cards import PACK, Card, card, cards
from engine.cutting import Cutting, cut_for_deal
from engine.errors import CardError, EngineError


def cut(rules: Rules, written: str, **more: Any) -> Cutting:
    return cut_for_deal(rules, dict(enumerate(cards(written))), **more)


def test_the_lowest_card_deals_by_rank_not_by_what_it_counts() -> None:
    assert cut(Rules(), "Ts Js") == Cutting(0)
    assert cut(Rules(), "Ks Ah") == Cutting(1)
    assert cut(Rules(4), "9d Kc 3s 4h") == Cutting(2)


def test_those_tied_for_low_cut_again() -> None:
    assert cut(Rules(4), "4s 3s 3d 8c") == Cutting(None, (1, 2))
    assert cut_for_deal(Rules(4), {1: card("9h"), 2: card("9c")}, tied=(1, 2)) == Cutting(None, (1, 2))
    assert cut_for_deal(Rules(4), {1: card("9h"), 2: card("8c")}, tied=(1, 2)) == Cutting(2)


def test_a_tie_that_is_not_for_low_does_not_matter() -> None:
    assert cut(Rules(3), "9d 5c 9h") == Cutting(1)


def test_with_the_option_everybody_cuts_again() -> None:
    rules = Rules(4, recut="all")
    assert cut(rules, "4s 3s 3d 8c") == Cutting(None, (0, 1, 2, 3))
    assert cut(rules, "2s 3s 3d 8c", tied=(0, 1, 2, 3)) == Cutting(0)


@pytest.mark.parametrize(
    ("rules", "cuts", "tied", "expected"),
    [
        (Rules(), {0: "5h"}, None, (0, 1)),
        (Rules(), {0: "5h", 2: "6h"}, None, (0, 1)),
        (Rules(3), {0: "5h", 1: "6h", 2: "7h"}, (0, 1), (0, 1)),
        (Rules(3), {0: "5h", 2: "6h"}, (0, 1), (0, 1)),
        (Rules(3, recut="all"), {0: "5h", 1: "6h"}, (0, 1), (0, 1, 2)),
    ],
)
def test_exactly_those_whose_turn_it_is_cut(
    rules: Rules, cuts: dict[int, str], tied: tuple[int, ...] | None, expected: tuple[int, ...]
) -> None:
    with pytest.raises(EngineError) as caught:
        cut_for_deal(rules, {seat: card(one) for seat, one in cuts.items()}, tied)
    assert (caught.value.code, caught.value.data) == ("cuts_wrong", {"seats": tuple(cuts), "expected": expected})


def test_two_seats_cannot_cut_one_card() -> None:
    with pytest.raises(CardError) as caught:
        cut_for_deal(Rules(), {0: card("5h"), 1: card("5h")})
    assert caught.value.code == "same_card_twice"


@given(
    st.integers(2, 4).flatmap(
        lambda seats: st.lists(st.sampled_from(PACK), min_size=seats, max_size=seats, unique=True)
    )
)
@settings(deadline=None)
def test_either_one_deals_who_is_lowest_or_all_of_the_lowest_cut_again(drawn: list[Card]) -> None:
    found = cut_for_deal(Rules(len(drawn)), dict(enumerate(drawn)))
    lowest = {seat for seat, one in enumerate(drawn) if all(one.rank <= other.rank for other in drawn)}
    assert ({found.dealer} if found.dealer is not None else set(found.again)) == lowest
    assert (found.dealer is None) == (len(lowest) > 1)
