import doctest
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import errors, outcome
from engine.errors import EngineError, OutcomeError
from engine.outcome import Level, Lines
from tests.data import nights

targets = st.integers(min_value=31, max_value=400)


@pytest.mark.parametrize("row", nights.rows("skunk"), ids=lambda row: f"{row['target']}-{row['loser']}")
def test_published_skunk_lines(row: dict[str, Any]) -> None:
    margin = outcome.margin_of(row["target"], row["loser"])
    assert outcome.level(row["target"], margin=margin) == row["level"]
    assert outcome.outcome(row["target"], loser_hole=row["loser"]).level == row["level"]


@pytest.mark.parametrize(
    ("margin", "level"),
    [(1, 1), (30, 1), (31, 2), (60, 2), (61, 3), (90, 3), (91, 4), (121, 4)],
)
def test_a_skunk_at_121_is_a_margin_of_31_never_30(margin: int, level: int) -> None:
    assert outcome.level(121, margin=margin) == level


@pytest.mark.parametrize(("margin", "level"), [(1, 1), (30, 1), (31, 2), (61, 2)])
def test_61_has_one_line_and_no_double(margin: int, level: int) -> None:
    assert outcome.level(61, margin=margin) == level


def test_lines_are_settings() -> None:
    assert outcome.level(121, margin=61, lines=Lines(90)) is Level.SKUNK
    assert outcome.level(121, margin=121, lines=Lines()) is Level.WIN
    assert outcome.level(61, margin=61, lines=Lines(30, 0)) is Level.DOUBLE


@pytest.mark.parametrize("margin", [0, -1, 122, 1000])
def test_an_impossible_margin_is_refused_with_its_limits(margin: int) -> None:
    with pytest.raises(OutcomeError) as caught:
        outcome.level(121, margin=margin)
    assert caught.value.code == "margin_outside"
    assert caught.value.data == {"margin": margin, "low": 1, "high": 121}


@pytest.mark.parametrize("hole", [-1, 61, 121])
def test_a_loser_at_or_above_the_target_is_refused(hole: int) -> None:
    with pytest.raises(OutcomeError) as caught:
        outcome.margin_of(61, hole)
    assert caught.value.code == "hole_outside"
    assert caught.value.data == {"loser_hole": hole, "low": 0, "high": 60}


def test_a_player_pegged_back_to_the_start_is_beaten_by_the_whole_board() -> None:
    assert outcome.margin_of(121, 0) == 121
    assert outcome.outcome(121, margin=121).loser_hole == 0


def test_both_figures_check_each_other() -> None:
    assert outcome.outcome(121, margin=33, loser_hole=88).is_skunk
    with pytest.raises(OutcomeError) as caught:
        outcome.outcome(121, margin=30, loser_hole=90)
    assert caught.value.code == "margin_not_hole"
    with pytest.raises(OutcomeError) as caught:
        outcome.outcome(121, margin=122, loser_hole=90)
    assert caught.value.code == "margin_outside"


def test_no_figure_no_outcome() -> None:
    with pytest.raises(OutcomeError, match=r"^figure_missing$") as caught:
        outcome.outcome(121)
    assert isinstance(caught.value, EngineError)


@pytest.mark.parametrize("target", [30, 0, -121])
def test_a_target_without_room_for_a_skunk_is_refused(target: int) -> None:
    for ask in (
        lambda: outcome.standard_lines(target),
        lambda: outcome.hole_of(target, 1),
        lambda: outcome.margin_of(target, 0),
        lambda: outcome.outcome(target, margin=1, lines=Lines()),
    ):
        with pytest.raises(OutcomeError) as caught:
            ask()
        assert caught.value.code == "target_too_low"


@pytest.mark.parametrize("lines", [(60, 90), (60, 60), (None, 30), (90, None, 30), (-1,), (90, 60, -1)])
def test_lines_that_do_not_descend_are_refused(lines: tuple[int | None, ...]) -> None:
    with pytest.raises(OutcomeError, match="lines_not_descending"):
        Lines(*lines)


def test_a_line_that_leaves_no_plain_win_is_refused() -> None:
    assert outcome.level(61, margin=2, lines=Lines(59)) is Level.SKUNK
    assert outcome.level(61, margin=1, lines=Lines(59)) is Level.WIN
    with pytest.raises(OutcomeError, match="line_outside"):
        outcome.level(61, margin=1, lines=Lines(60))


@given(targets, st.data())
def test_margin_and_hole_are_one_figure_and_the_level_never_falls(target: int, data: st.DataObject) -> None:
    margin = data.draw(st.integers(1, target))
    assert outcome.margin_of(target, outcome.hole_of(target, margin)) == margin
    assert outcome.outcome(target, margin=margin) == outcome.outcome(target, loser_hole=target - margin)
    level = outcome.level(target, margin=margin)
    assert (level >= Level.SKUNK) == (margin >= 31 and target > 31)
    if margin < target:
        assert level <= outcome.level(target, margin=margin + 1)


@pytest.mark.parametrize("module", [outcome, errors], ids=lambda module: module.__name__)
def test_the_examples_in_the_engine_hold(module: ModuleType) -> None:
    result = doctest.testmod(module, raise_on_error=False)
    assert result.attempted > 0
    assert result.failed == 0
