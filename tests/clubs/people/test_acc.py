"""Numbers as domain.md gives them: `HI296`, `MN-1694`, a youth's ends in Y."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.people import acc


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("HI296", "HI296"),
        ("hi296", "HI296"),
        ("MN-1694", "MN1694"),
        ("mn 1694", "MN1694"),
        (" MN–1694 ", "MN1694"),
        ("MN-1694-Y", "MN1694Y"),
        ("mn1694y", "MN1694Y"),
        ("", ""),
        ("   ", ""),
        ("-", ""),
    ],
)
def test_every_spelling_is_stored_in_one_shape(typed: str, stored: str) -> None:
    assert acc.normalise(typed) == stored


@pytest.mark.parametrize(
    "typed",
    ["296", "H296", "HIS296", "HI", "HI29A", "HI296YY", "HI296X", "HI1234567", "HI0", "HI000", "ÄB12", "HI２９６"],
)
def test_what_is_no_number_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        acc.normalise(typed)


def test_a_youth_is_known_by_the_letter() -> None:
    assert acc.is_youth("MN1694Y")
    assert not acc.is_youth("HI296")


@given(st.text(max_size=20))
def test_normalising_twice_changes_nothing(typed: str) -> None:
    try:
        once = acc.normalise(typed)
    except ValueError:
        return
    assert acc.normalise(once) == once
