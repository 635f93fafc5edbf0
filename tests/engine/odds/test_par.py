"""Par holes of 26."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import OddsError
from engine.odds import par


@pytest.mark.parametrize(
    ("dealt_first", "holes"),
    [(False, (10, 26, 36, 52, 62, 78, 88, 104, 114)), (True, (16, 26, 42, 52, 68, 78, 94, 104, 120))],
)
def test_par_holes_are_the_published_ones(dealt_first: bool, holes: tuple[int, ...]) -> None:
    assert tuple(par.hole(deals, dealt_first=dealt_first) for deals in range(1, 10)) == holes
    assert par.holes(dealt_first=dealt_first) == holes


@given(deals=st.integers(0, 30), dealt_first=st.booleans(), score=st.integers(0, 121))
def test_two_deals_are_26_holes(deals: int, dealt_first: bool, score: int) -> None:
    assert par.hole(deals + 2, dealt_first=dealt_first) == par.hole(deals, dealt_first=dealt_first) + 26
    assert par.ahead(score, deals, dealt_first=dealt_first) == score - par.hole(deals, dealt_first=dealt_first)


def test_no_deals_are_fewer_than_none() -> None:
    with pytest.raises(OddsError) as refused:
        par.ahead(0, -1, dealt_first=True)
    assert refused.value.code == "deals_negative"
