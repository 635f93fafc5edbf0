"""ACC rule 12.2, case by case, as domain.md §2.3 quotes it. W16 is a win by 16, L16 a loss by 16."""

import re

import pytest

from clubs.events.ranking.schemes import Scheme
from games.matches import rulings
from games.matches.values import Value

ACC = Scheme.standard("acc9")
SHORT = Scheme.standard("short61", target=61)


def card(text: str) -> Value:
    """Read ``W21``, ``L16``, ``W`` (no figure), ``W-17`` (in the minus column), ``L+16`` (in the plus column)."""
    found = re.fullmatch(r"([WL])([+-]?)(\d*)", text)
    assert found
    won, column, figure = found[1] == "W", found[2], int(found[3]) if found[3] else None
    in_plus = column == "+" or (won and column != "-")
    points = (ACC.points(figure) if figure else ACC.win) if won else ACC.loss
    return Value(won, points, figure if in_plus else None, None if in_plus else figure)


CASES = [
    # letter, first card, second card, who qualifies, first ruled, second ruled
    ("a", "W21", "L16", (True, False), "W16", "L16"),
    ("h", "W16", "L21", (False, True), "W16", "L21"),
    ("a", "W21", "L16", (False, True), "W21", "L21"),
    ("b", "W17", "L16", (True, True), "W16", "L17"),
    ("b", "L16", "W17", (True, True), "L17", "W16"),
    ("c", "W21", "L", (True, True), "W21", "L21"),
    ("c", "W", "L16", (False, False), "W16", "L16"),
    ("c", "W", "L33", (True, False), "W33", "L33"),
    ("d", "W16", "W-16", (True, True), "W16", "L16"),
    ("d", "L-16", "L+16", (False, False), "L16", "W16"),
    ("e", "W16", "W16", (True, True), "L16", "L16"),
    ("e", "W16", "W17", (False, True), "L16", "L17"),
    ("e", "L16", "L16", (True, False), "L16", "L16"),
    ("f", "W16", "L+16", (True, True), "W16", "L16"),
    ("f", "W-16", "L16", (False, False), "W16", "L16"),
    ("h", "W15", "L20", (True, False), "W15", "L20"),
    ("h", "W15", "L20", (True, True), "W15", "L20"),
    ("h", "W15", "L20", (False, True), "W15", "L20"),
    ("", "W21", "L16", (False, False), "W21", "L16"),
]


@pytest.mark.parametrize(("letter", "first", "second", "qualifies", "one", "two"), CASES)
def test_each_case_of_the_rule(
    letter: str, first: str, second: str, qualifies: tuple[bool, bool], one: str, two: str
) -> None:
    ruled = rulings.propose(ACC, card(first), card(second), qualifies=qualifies)
    assert (ruled.letter, ruled.first, ruled.second) == (letter, card(one), card(two))


@pytest.mark.parametrize(("letter", "first", "second", "qualifies", "one", "two"), CASES)
def test_the_order_of_the_cards_changes_nothing(
    letter: str, first: str, second: str, qualifies: tuple[bool, bool], one: str, two: str
) -> None:
    there = rulings.propose(ACC, card(first), card(second), qualifies=qualifies)
    back = rulings.propose(ACC, card(second), card(first), qualifies=(qualifies[1], qualifies[0]))
    assert (there.first, there.second, there.letters) == (back.second, back.first, back.letters)


def test_a_changed_column_and_a_differing_amount_are_ruled_one_after_the_other() -> None:
    ruled = rulings.propose(ACC, card("W17"), card("L+16"), qualifies=(True, True))
    assert (ruled.letters, ruled.first, ruled.second) == ("fb", card("W16"), card("L17"))


def test_two_wins_without_a_figure_are_for_a_person() -> None:
    ruled = rulings.propose(ACC, card("W"), card("W"), qualifies=(True, True))
    assert ruled.decides
    assert ruled.letters == ""
    assert (ruled.first, ruled.second) == (card("W"), card("W"))


def test_points_are_totalled_again_when_the_skunk_line_lies_between() -> None:
    ruled = rulings.propose(ACC, card("W31"), card("L30"), qualifies=(True, False))
    assert (ruled.first.points, ruled.first.plus) == (2, 30)
    ruled = rulings.propose(ACC, card("W"), card("L31"), qualifies=(False, False))
    assert ruled.first.points == 3


def test_at_61_the_same_letters_apply_with_its_own_line() -> None:
    first, second = Value(True, 3, plus=31), Value(False, 0, minus=30)
    assert rulings.propose(SHORT, first, second, qualifies=(True, False)).first == Value(True, 2, plus=30)


@pytest.mark.parametrize(
    ("first", "second", "imbalance"), [("W17", "L16", -1), ("W16", "W16", -32), ("W16", "W-16", 0), ("W21", "L", 0)]
)
def test_the_imbalance_a_ruling_leaves_is_told(first: str, second: str, imbalance: int) -> None:
    assert rulings.propose(ACC, card(first), card(second), qualifies=(True, True)).imbalance == imbalance


def test_both_lost_is_told() -> None:
    assert rulings.propose(ACC, card("W16"), card("W16"), qualifies=(True, True)).both_lost


@pytest.mark.parametrize(
    ("first", "second", "fields"),
    [
        ("W33", "L33", ()),
        ("W", "L", ()),
        ("W33", "L32", ("amount",)),
        ("W33", "L", ("blank",)),
        ("W33", "W33", ("outcome", "column")),
        ("W33", "W-33", ("outcome", "column")),
        ("W33", "L+33", ("column",)),
        ("W-33", "L+33", ("column",)),
        ("W33", "W20", ("outcome", "column", "amount")),
    ],
)
def test_the_fields_in_which_two_cards_differ(first: str, second: str, fields: tuple[str, ...]) -> None:
    assert rulings.differences(card(first), card(second)) == fields


def test_apparent_qualifiers_are_one_in_four_rounded_up_ties_included() -> None:
    assert rulings.apparent_qualifiers({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}) == {"a", "b"}
    assert rulings.apparent_qualifiers({"a": 1, "b": 2, "c": 2, "d": 4, "e": 5}) == {"a", "b", "c"}
    assert rulings.apparent_qualifiers({"a": 1, "b": 1, "c": 1, "d": 4}) == {"a", "b", "c"}
    assert rulings.apparent_qualifiers({}) == frozenset()


def test_who_qualifies_or_where_because_of_a_correction_is_shown_the_cards() -> None:
    before = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}
    after = {"a": 2, "b": 1, "c": 3, "d": 5, "e": 4}
    assert set(rulings.affected(before, after)) == {"a", "b"}
    assert rulings.affected(before, before) == ()


# Case i and the order of rulings -------------------------------------------------------------------------------------

FIELD = {
    "A": (18, 9, 80), "B": (16, 8, 40), "C": (16, 8, 38), "D": (8, 4, -10),
    "E": (8, 4, -20), "F": (6, 3, -30), "G": (6, 3, -40), "H": (4, 2, -58),
}  # fmt: skip
"""Eight cards as handed in: A and B qualify apparently, C is next."""


def case(entries: str, claims: tuple[str, str], ruled: tuple[str, str] | None = None) -> rulings.Case[str]:
    one, other = tuple(entries)
    first, second = (card(text) for text in claims)
    return rulings.Case((one, other), (first, second), (card(ruled[0]), card(ruled[1])) if ruled else None)


def test_a_ruling_may_bring_a_card_over_the_cut_which_is_then_treated_as_a_qualifier() -> None:
    waits = case("CE", ("W17", "L16"))
    (alone,), _after = rulings.review(ACC, FIELD, [waits])
    assert (alone.proposal.letter, alone.lifted) == ("", ())
    verdicts, after = rulings.review(ACC, FIELD, [case("BD", ("W21", "L16"), ("W16", "L16")), waits])
    assert [verdict.proposal.letter for verdict in verdicts] == ["a", "a"]
    assert (verdicts[1].lifted, verdicts[1].proposal.first, verdicts[1].proposal.second) == (
        ("C",),
        card("W16"),
        card("L16"),
    )
    assert (after["B"], after["C"]) == (3, 2)
    assert set(rulings.affected(rulings.places(FIELD), after)) == {"B", "C"}


def test_a_ruling_never_changes_what_is_proposed_for_one_before_it() -> None:
    first = case("CE", ("W17", "L16"), ("W17", "L16"))
    verdicts, _after = rulings.review(ACC, FIELD, [first, case("BD", ("W21", "L16"), ("W16", "L16"))])
    assert verdicts[0].proposal.letter == ""


def test_two_qualifiers_stay_what_they_were_as_handed_in_whatever_is_ruled() -> None:
    lost = case("AH", ("W33", "W33"), ("L33", "L33"))
    verdicts, after = rulings.review(ACC, FIELD, [lost, case("AB", ("W17", "L16"))])
    assert verdicts[0].proposal.letter == "e"
    assert after["A"] == 3
    assert verdicts[1].proposal.letter == "b"
    assert (verdicts[1].proposal.first, verdicts[1].proposal.second) == (card("W16"), card("L17"))
    assert verdicts[1].lifted == ()


def test_a_case_of_somebody_without_a_card_moves_nobody() -> None:
    verdicts, after = rulings.review(ACC, FIELD, [case("XY", ("W21", "L16"), ("W16", "L16"))])
    assert verdicts[0].proposal.letter == ""
    assert after == rulings.places(FIELD)
