"""Values of a game and of a card, and every sentence this room can say."""

import re

import pytest
from django.utils import translation

from clubs.events.ranking.schemes import Scheme
from games.matches import desk_words, errors, finding_words, values
from games.matches.values import Totals, Value

ACC = Scheme.standard("acc9")


def test_a_win_stands_in_plus_and_a_loss_in_minus() -> None:
    assert values.of_result(ACC, won=True, margin=33) == Value(True, 3, plus=33)
    assert values.of_result(ACC, won=False, margin=33) == Value(False, 0, minus=33)


@pytest.mark.parametrize(("margin", "points"), [(1, 2), (30, 2), (31, 3), (60, 3), (61, 3), (90, 3), (91, 3), (121, 3)])
def test_points_follow_the_margin(margin: int, points: int) -> None:
    assert values.of_result(ACC, won=True, margin=margin).points == points


def test_a_figure_that_is_not_written_is_a_plain_win_and_no_skunk() -> None:
    value = values.of_result(ACC, won=True, margin=None)
    assert (value.points, value.net, value.short) == (2, None, "W")
    assert not values.is_skunk(ACC, value)


def test_an_award_is_two_and_ten() -> None:
    """ACC rulebook 11.4."""
    assert values.of_award(ACC, won=True) == Value(True, 2, plus=10)
    assert values.of_award(ACC, won=False) == Value(False, 0, minus=10)


def test_stored_totals_are_read_again() -> None:
    totals = Totals(16, 7, 9, 119, 45, 74)
    assert Totals.from_data(totals.to_data()) == totals
    assert Totals.from_data(None) is None


def test_a_forfeit_has_no_spread() -> None:
    assert [values.of_forfeit(ACC, won=won).net for won in (True, False)] == [0, 0]


@pytest.mark.parametrize(
    ("totals", "short"),
    [
        (Totals(16, 7, 9, net=74), "16/7 +74"),
        (Totals(6, 3, 9, net=-12), "6/3 −12"),
        (Totals(11, 5, 9, net=0), "11/5 0"),
        (Totals(12, 6, 9), "12/6"),
        (Totals(16, 7, 9, 119, 45, 74), "16/7 +119 −45"),
    ],
)
def test_a_card_is_quoted_as_the_field_does(totals: Totals, short: str) -> None:
    assert totals.short == short


@pytest.mark.parametrize("value", [Value(True, 3, plus=33), Value(False, 0, minus=121), Value(True, 2)])
def test_values_survive_a_json_column(value: Value) -> None:
    assert Value.from_data(value.to_data()) == value
    assert Value.from_data(None) is None


class _Anything(dict[str, int]):
    def __missing__(self, key: str) -> int:
        return 2


@pytest.mark.parametrize("code", [*errors.SENTENCES, *desk_words.SCHEME])
def test_every_sentence_is_whole_and_its_places_are_named(code: str) -> None:
    with translation.override("en"):
        said = desk_words.sentence(code, _Anything(filled=1))
    assert said.strip()
    assert "%" not in said, "a place without a name, or a stray sign"
    assert re.match(r"^[^a-zà-ÿ]|^%|^plus", said) or code in ("forecast_wins",), "a sentence begins with a capital"


@pytest.mark.parametrize("code", [*finding_words.SENTENCES])
def test_every_finding_has_a_whole_sentence(code: str) -> None:
    assert str(finding_words.SENTENCES[code] % _Anything(filled=1)).strip()
