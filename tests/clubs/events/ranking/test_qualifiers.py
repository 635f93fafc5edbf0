import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.events.ranking import chain, qualifiers
from clubs.events.ranking.chain import Place, Row
from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.qualifiers import Cut


def ranked(*points: int) -> tuple[Place[str], ...]:
    return chain.rank([Row(f"P{n}", score) for n, score in enumerate(points)], chain.chain(["points"])).places


@pytest.mark.parametrize(
    ("field", "paid"),
    [
        (0, 0),
        (1, 1),
        (4, 1),
        (5, 2),
        (9, 3),
        (12, 3),
        (60, 15),
        (75, 19),
        (108, 27),
        (121, 31),
        (124, 31),
        (132, 33),
        (306, 77),
    ],
)
def test_one_in_four_is_rounded_up_and_never_to_a_bracket(field: int, paid: int) -> None:
    assert qualifiers.qualifiers(field) == paid


def test_other_ratios() -> None:
    assert qualifiers.qualifiers(20, one_in=6) == 4
    assert qualifiers.qualifiers(10, one_in=2) == 5


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(RankingError, match="count_below_zero"):
        qualifiers.qualifiers(-1)
    with pytest.raises(RankingError, match="ratio_below_one"):
        qualifiers.qualifiers(8, one_in=0)
    with pytest.raises(RankingError, match="count_below_zero"):
        qualifiers.cut(ranked(1), -1)


def test_a_tie_across_the_line_is_contested() -> None:
    assert qualifiers.cut(ranked(9, 8, 8, 8, 7), 3) == Cut(frozenset({"P0"}), frozenset({"P1", "P2", "P3"}), 2)


def test_a_tie_above_the_line_is_not() -> None:
    assert qualifiers.cut(ranked(9, 8, 8, 7), 3) == Cut(frozenset({"P0", "P1", "P2"}), frozenset(), 0)


def test_more_places_than_people() -> None:
    assert qualifiers.cut(ranked(9, 8), 3) == Cut(frozenset({"P0", "P1"}), frozenset(), 0)


@given(st.lists(st.integers(0, 4), max_size=20), st.integers(0, 20))
def test_the_line_never_admits_more_than_there_are_places(points: list[int], count: int) -> None:
    cut = qualifiers.cut(ranked(*points), count)
    assert len(cut.inside) + cut.open_places == min(count, len(points))
    assert not cut.inside & cut.contested
    assert len(cut.contested) > cut.open_places or not cut.contested
