"""The pack, and how cards are read and written."""

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, PACK, RANKS, SUITS, UNKNOWN, Card, card, cards, distinct, text
from engine.errors import CardError

SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


def test_the_pack_is_every_rank_in_every_suit_once() -> None:
    assert [str(one) for one in PACK] == [rank + suit for rank in RANKS for suit in SUITS]
    assert [int(one) for one in PACK] == list(range(52))
    assert [one.rank * 4 + one.suit for one in PACK] == list(range(52))


def test_values_are_pips_and_ten_for_the_court() -> None:
    assert [card(rank + "h").value for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert UNKNOWN.value == 0


@pytest.mark.parametrize("one", PACK, ids=str)
def test_a_card_is_read_however_people_write_it(one: Card) -> None:
    rank, suit = str(one)[0], str(one)[1]
    ranks = {rank, rank.lower(), *(("10",) if rank == "T" else ())}
    suits = {suit, suit.upper(), *SIGNS[suit]}
    assert {card(f" {a}{b} ") for a in ranks for b in suits} == {one}


@pytest.mark.parametrize(
    "wrong", ["", "5", "h", "h5", "1h", "0h", "11h", "100h", "5x", "5hh", "5 h", HIDDEN, "五h", "joker"]
)
def test_what_is_no_card_is_refused_with_the_text(wrong: str) -> None:
    with pytest.raises(CardError) as caught:
        card(wrong)
    assert (caught.value.code, caught.value.data) == ("no_such_card", {"text": wrong})


@pytest.mark.parametrize("number", [-1, 53, 1000])
def test_a_number_outside_the_pack_is_no_card(number: int) -> None:
    with pytest.raises(CardError) as caught:
        Card(number)
    assert (caught.value.code, caught.value.data) == ("no_such_card", {"text": str(number)})


def test_several_cards_are_read_with_or_without_something_between() -> None:
    expected = tuple(map(card, ("5h", "Ts", "Jc", "Ad")))
    for written in ("5h Ts Jc Ad", "5HTSJCAD", "5h,10s , Jc;Ad".replace(";", ","), "5♥10♠J♣ A♦", " 5h\n10s\tjc ad "):
        assert cards(written) == expected
    assert cards("") == cards(" , ") == ()


@pytest.mark.parametrize(("written", "rest"), [("5h Tx", "Tx"), ("5hxTs", "xTs"), ("5h1", "1"), ("5h ??", "??")])
def test_several_cards_with_something_else_among_them_are_refused_where_it_begins(written: str, rest: str) -> None:
    with pytest.raises(CardError) as caught:
        cards(written)
    assert (caught.value.code, caught.value.data) == ("no_such_card", {"text": rest})


def test_a_card_written_twice_is_refused() -> None:
    with pytest.raises(CardError) as caught:
        cards("5h 10s 5♥")
    assert (caught.value.code, caught.value.data) == ("same_card_twice", {"card": "5h"})


def test_the_unknown_card_may_be_there_many_times() -> None:
    distinct([UNKNOWN, card("5h"), UNKNOWN])
    assert text([UNKNOWN, card("5h"), UNKNOWN]) == "??5h??"
    assert repr(UNKNOWN) == "Card('??')"


@given(st.lists(st.sampled_from(PACK), unique=True))
@settings(deadline=None)
def test_written_cards_are_read_as_the_same(some: list[Card]) -> None:
    assert cards(text(some)) == cards(text(some, " ")) == cards(text(some, ", ").upper()) == tuple(some)


def test_cards_sort_by_rank_then_suit() -> None:
    assert text(sorted(cards("Kc As Ac 5h 5d Th"))) == "AcAs5d5hThKc"


def test_a_card_survives_copying_and_storing() -> None:
    five = card("5h")
    assert copy.deepcopy(five) == pickle.loads(pickle.dumps(five)) == five
    assert str(pickle.loads(pickle.dumps(five))) == "5h"
