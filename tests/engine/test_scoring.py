"""The show: what it refuses, how it explains itself, and its two ways of counting against each other."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import scoring
from engine.cards import PACK, UNKNOWN, Card, card, cards, text
from engine.errors import CardError, ScoringError

KINDS: tuple[scoring.Kind, ...] = ("fifteen", "run", "pair", "flush", "nobs")
FIVES = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


def kinds(kept: str, starter: str, *, crib: bool = False) -> list[tuple[str, str, int, int]]:
    score = scoring.hand(cards(kept), card(starter), crib=crib)
    return [(one.kind, text(one.cards), one.points, one.running) for one in score.combos]


def test_twenty_nine_is_counted_as_one_counts_aloud() -> None:
    assert kinds("5h 5s 5d Jc", "5c") == [
        ("fifteen", "5cJc", 2, 2),
        ("fifteen", "5dJc", 2, 4),
        ("fifteen", "5hJc", 2, 6),
        ("fifteen", "5sJc", 2, 8),
        ("fifteen", "5c5d5h", 2, 10),
        ("fifteen", "5c5d5s", 2, 12),
        ("fifteen", "5c5h5s", 2, 14),
        ("fifteen", "5d5h5s", 2, 16),
        ("pair", "5c5d", 2, 18),
        ("pair", "5c5h", 2, 20),
        ("pair", "5c5s", 2, 22),
        ("pair", "5d5h", 2, 24),
        ("pair", "5d5s", 2, 26),
        ("pair", "5h5s", 2, 28),
        ("nobs", "Jc", 1, 29),
    ]


@pytest.mark.parametrize(
    ("kept", "starter", "runs", "points"),
    [
        ("Ac 2d 3h 8s", "Kd", ["Ac2d3h"], 3),
        ("4c 5d 6h 7s", "8c", ["4c5d6h7s8c"], 5),
        ("2h 2d 2c 3s", "4h", ["2c3s4h", "2d3s4h", "2h3s4h"], 9),
        ("2h 3d 3c 4s", "4h", ["2h3c4h", "2h3c4s", "2h3d4h", "2h3d4s"], 12),
        ("2c 3d 4h Ks", "Kc", ["2c3d4h"], 3),
        ("Jc Qd Kh Ks", "As", ["JcQdKh", "JcQdKs"], 6),
        ("Qc Kd Ah 2s", "7s", [], 0),
        ("4c 5d 9h Ks", "Qd", [], 0),
    ],
)
def test_runs_are_the_longest_and_doubled_only_by_their_own_cards(
    kept: str, starter: str, runs: list[str], points: int
) -> None:
    assert [one for kind, one, *_ in kinds(kept, starter) if kind == "run"] == runs
    assert scoring.hand(cards(kept), card(starter)).of("run") == points


def test_a_flush_names_its_cards() -> None:
    assert kinds("2h 6h 9h Qh", "Kd")[-1] == ("flush", "2h6h9hQh", 4, 6)
    assert kinds("2h 6h 9h Qh", "Kh", crib=True)[-1] == ("flush", "2h6h9hQhKh", 5, 7)
    assert kinds("2h 9h Qh", "Kd") == [("flush", "2h9hQh", 3, 3)]


def test_a_hand_of_nothing_has_no_combination() -> None:
    assert scoring.hand(cards("Ad 3d 9c Jh"), card("7s")) == scoring.Score(0, ())


@pytest.mark.parametrize("kept", ["", "5h", "5h 6h", "5h 6h 7h 8h 9h"])
def test_only_three_or_four_cards_are_counted_with_a_starter(kept: str) -> None:
    for count in (scoring.hand, scoring.total):
        with pytest.raises(ScoringError) as caught:
            count(cards(kept), card("Kd"))
        assert (caught.value.code, caught.value.data) == ("hand_size", {"size": len(cards(kept))})


def test_hidden_cards_are_not_counted() -> None:
    for kept, starter in [((UNKNOWN, *cards("5h 6h 7h")), card("Kd")), (cards("5h 6h 7h 8h"), UNKNOWN)]:
        with pytest.raises(ScoringError) as caught:
            scoring.hand(kept, starter)
        assert caught.value.code == "hand_size"


def test_a_card_that_is_there_twice_is_refused() -> None:
    for kept in (cards("5h 6h 7h 8h"), (card("9h"), *cards("5h 6h"), card("9h"))):
        with pytest.raises(CardError) as caught:
            scoring.hand(kept, card("5h"))
        assert caught.value.code == "same_card_twice"


def test_three_cards_are_added_up_as_they_are_explained() -> None:
    assert scoring.total(cards("5h 5s Jc"), card("5c")) == scoring.hand(cards("5h 5s Jc"), card("5c")).total == 15


@given(FIVES, st.booleans())
@settings(deadline=None)
def test_the_table_adds_up_to_what_is_explained(five: list[Card], crib: bool) -> None:
    *kept, starter = five
    assert scoring.total(kept, starter, crib=crib) == scoring.hand(kept, starter, crib=crib).total


@given(FIVES, st.booleans())
@settings(deadline=None)
def test_the_count_said_aloud_rises_to_the_total(five: list[Card], crib: bool) -> None:
    *kept, starter = five
    score = scoring.hand(kept, starter, crib=crib)
    said = 0
    for combo in score.combos:
        said += combo.points
        assert combo.running == said
        assert set(combo.cards) <= set(five)
        assert list(combo.cards) == sorted(set(combo.cards))
    assert said == score.total == sum(map(score.of, KINDS))


def test_five_ranks_have_one_key_and_it_is_small() -> None:
    table = scoring.by_ranks()
    assert len(table) == 6175
    assert max(table) < 2**30


def test_no_hand_is_19_25_26_or_27() -> None:
    """Every five ranks, each of them as starter, with every nobs and flush that can come to them."""
    found = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] == ranks[4]:
            continue
        points = scoring.total([Card(rank * 4 + at) for at, rank in enumerate(ranks[:4])], Card(ranks[4] * 4))
        points -= ranks[:1] == (10,)  # the only jack that could be of the starter's suit is the first card
        for at, starter in enumerate(ranks):
            kept = ranks[:at] + ranks[at + 1 :]
            nobs = {0, 1} if 10 in kept else {0}
            flushes = {4} if len(set(kept)) == 4 else set()
            both = {5 + one for one in nobs} if len(set(kept)) == 4 and starter not in kept else set()
            found |= {points + more for more in nobs | flushes | both}
    assert found == set(range(30)) - {19, 25, 26, 27}
