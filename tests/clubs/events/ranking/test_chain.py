import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.events.ranking import chain
from clubs.events.ranking.chain import Decision, HeadToHead, People, Place, Row, Separation, Standing, Waiting
from clubs.events.ranking.errors import RankingError

ACC = chain.chain()


def places(standing: Standing[str]) -> list[tuple[int, list[str]]]:
    return [(place.rank, sorted(place.entries)) for place in standing.places]


figures = st.integers(0, 3)
optional = st.none() | st.integers(-2, 2)
rows_drawn = st.lists(
    st.tuples(figures, figures, optional, st.none() | st.integers(0, 2)), min_size=0, max_size=12
).map(
    lambda drawn: [
        Row(f"P{index}", points=points, wins=wins, net=net, plus=plus)
        for index, (points, wins, net, plus) in enumerate(drawn)
    ]
)
decisions_drawn = st.lists(
    st.lists(st.integers(0, 11), unique=True, min_size=1, max_size=5).flatmap(
        lambda names: st.sampled_from(
            [Decision.ordered(*(f"P{name}" for name in names)), Decision.sharing(*(f"P{name}" for name in names))]
        )
    ),
    max_size=3,
)


def test_the_acc_chain_is_points_wins_net_plus_people() -> None:
    standing = chain.rank(
        [
            Row("plus", 12, 6, plus=90, minus=20),
            Row("net", 12, 6, net=71),
            Row("wins", 12, 5, net=200),
            Row("points", 13, 5, net=-50),
            Row("more", 12, 6, plus=91, minus=21),
        ],
        ACC,
    )
    assert places(standing) == [(1, ["points"]), (2, ["net"]), (3, ["more"]), (4, ["plus"]), (5, ["wins"])]
    assert [place.separation for place in standing.places] == [
        None,
        Separation("points", 13, 12),
        Separation("net", 71, 70),
        Separation("plus", 91, 90),
        Separation("wins", 6, 5),
    ]
    assert not standing.waiting


def test_the_step_that_decided_carries_both_values() -> None:
    standing = chain.rank([Row("Ann", 12, 6, net=23), Row("Jan", 12, 6, net=74)], ACC)
    assert standing.places[1] == Place(2, frozenset({"Ann"}), Separation("net", 74, 23))


def test_minus_is_no_tie_break() -> None:
    assert "minus" not in chain.STEPS
    standing = chain.rank([Row("Ann", 12, 6, plus=80, minus=60), Row("Bob", 12, 6, plus=80, minus=60)], ACC)
    assert places(standing) == [(1, ["Ann", "Bob"])]


def test_what_the_chain_leaves_level_shares_a_rank_leaves_the_gap_and_waits_for_people() -> None:
    level = [Row(name, 12, 6, plus=80, minus=60) for name in ("Cy", "Ann", "Bob")]
    standing = chain.rank([Row("Zed", 10, 5), *level], ACC)
    assert places(standing) == [(1, ["Ann", "Bob", "Cy"]), (4, ["Zed"])]
    assert standing.waiting == (Waiting(1, frozenset({"Ann", "Bob", "Cy"}), "people", frozenset()),)
    assert standing.missing_decides == ()
    assert standing.by_entry["Ann"].shared
    assert standing.by_entry["Ann"].waits
    assert not standing.by_entry["Zed"].waits


def test_people_break_a_tie_by_an_order() -> None:
    level = [Row(name, 12, 6, plus=80, minus=60) for name in ("Ann", "Bob", "Cy")]
    standing = chain.rank([Row("Top", 14, 7), *level, Row("Low", 2, 1)], ACC, [Decision.ordered("Cy", "Ann", "Bob")])
    assert places(standing) == [(1, ["Top"]), (2, ["Cy"]), (3, ["Ann"]), (4, ["Bob"]), (5, ["Low"])]
    assert [place.separation for place in standing.places][1:] == [
        Separation("points", 14, 12),
        Separation("people", None, None),
        Separation("people", None, None),
        Separation("points", 12, 2),
    ]
    assert all(place.decided for place in standing.places[1:4])
    assert not standing.waiting


def test_people_may_let_them_share() -> None:
    level = [Row(name, 12, 6, plus=80, minus=60) for name in ("Ann", "Bob")]
    standing = chain.rank([*level, Row("Cy", 2, 1)], ACC, [Decision.sharing("Ann", "Bob")])
    assert places(standing) == [(1, ["Ann", "Bob"]), (3, ["Cy"])]
    assert standing.places[0].decided
    assert standing.places[0].shared
    assert not standing.waiting


def test_the_winner_of_a_cut_and_the_rest_sharing() -> None:
    level = [Row(name, 12, 6, plus=80, minus=60) for name in ("Ann", "Bob", "Cy")]
    decision = Decision((frozenset({"Cy"}), frozenset({"Ann", "Bob"})))
    assert places(chain.rank(level, ACC, [decision])) == [(1, ["Cy"]), (2, ["Ann", "Bob"])]


def test_the_last_decision_about_a_group_holds() -> None:
    level = [Row(name, 12, 6, plus=80, minus=60) for name in ("Ann", "Bob")]
    first, second = Decision.ordered("Ann", "Bob"), Decision.ordered("Bob", "Ann")
    standing = chain.rank(level, ACC, [first, second])
    assert places(standing) == [(1, ["Bob"]), (2, ["Ann"])]
    assert standing.unused == (first,)


def test_a_decision_holds_when_somebody_leaves_the_tie_and_not_when_somebody_joins() -> None:
    pair = [Row(name, 12, 6, plus=80, minus=60) for name in ("Ann", "Bob")]
    decision = Decision.ordered("Cy", "Bob", "Ann")
    assert places(chain.rank(pair, ACC, [decision])) == [(1, ["Bob"]), (2, ["Ann"])]
    late = [*pair, Row("Dee", 12, 6, plus=80, minus=60)]
    standing = chain.rank(late, ACC, [decision])
    assert places(standing) == [(1, ["Ann", "Bob", "Dee"])]
    assert standing.unused == (decision,)
    assert len(standing.waiting) == 1


def test_a_decision_cannot_overrule_the_chain() -> None:
    standing = chain.rank([Row("Ann", 12, 6), Row("Bob", 10, 5)], ACC, [Decision.ordered("Bob", "Ann")])
    assert places(standing) == [(1, ["Ann"]), (2, ["Bob"])]
    assert len(standing.unused) == 1


def test_a_missing_spread_is_asked_for_only_where_it_decides() -> None:
    rows = [Row("Ann", 13, 6, net=97), Row("Bob", 13, 6, net=46), Row("Dee", 12, 6)]
    standing = chain.rank(rows, ACC)
    assert places(standing) == [(1, ["Ann"]), (2, ["Bob"]), (3, ["Dee"])]
    assert standing.missing_decides == ()


def test_a_missing_spread_that_decides_waits_and_never_counts_as_zero() -> None:
    rows = [Row("Ann", 12, 6, net=-5), Row("Bob", 12, 6), Row("Cy", 12, 6, net=10), Row("Low", 2, 1)]
    standing = chain.rank(rows, ACC)
    assert places(standing) == [(1, ["Ann", "Bob", "Cy"]), (4, ["Low"])]
    assert standing.missing_decides == (Waiting(1, frozenset({"Ann", "Bob", "Cy"}), "net", frozenset({"Bob"})),)


def test_plus_is_asked_for_only_where_the_chain_reaches_it() -> None:
    rows = [Row("Ann", 12, 6, net=10), Row("Bob", 12, 6, plus=70, minus=60), Row("Cy", 12, 6, net=9)]
    standing = chain.rank(rows, ACC)
    assert places(standing) == [(1, ["Ann", "Bob"]), (3, ["Cy"])]
    assert standing.missing_decides == (Waiting(1, frozenset({"Ann", "Bob"}), "plus", frozenset({"Ann"})),)


def test_people_may_decide_where_a_spread_is_missing() -> None:
    rows = [Row("Ann", 12, 6, net=10), Row("Bob", 12, 6)]
    standing = chain.rank(rows, ACC, [Decision.ordered("Bob", "Ann")])
    assert places(standing) == [(1, ["Bob"]), (2, ["Ann"])]
    assert not standing.waiting


def test_another_club_puts_skunks_before_spread() -> None:
    rows = [Row("Ann", 12, 5, net=90, skunks=2), Row("Bob", 12, 5, net=10, skunks=3)]
    assert places(chain.rank(rows, chain.chain(["points", "skunks", "net", "people"]))) == [(1, ["Bob"]), (2, ["Ann"])]
    assert places(chain.rank(rows, ACC)) == [(1, ["Ann"]), (2, ["Bob"])]


def test_head_to_head_separates_two_who_met() -> None:
    rows = [Row("Ann", 12, 6, met={"Bob": -1}), Row("Bob", 12, 6, met={"Ann": 1})]
    standing = chain.rank(rows, chain.chain(["points", "met", "people"]))
    assert places(standing) == [(1, ["Bob"]), (2, ["Ann"])]
    assert standing.places[1].separation == Separation("met", 1, -1)


def test_head_to_head_separates_neither_three_nor_two_who_never_met() -> None:
    steps = chain.chain(["points", "met", "people"])
    three = [Row("Ann", 12, met={"Bob": 1, "Cy": 1}), Row("Bob", 12, met={"Ann": -1}), Row("Cy", 12, met={"Ann": -1})]
    assert places(chain.rank(three, steps)) == [(1, ["Ann", "Bob", "Cy"])]
    assert places(chain.rank([Row("Ann", 12), Row("Bob", 12)], steps)) == [(1, ["Ann", "Bob"])]


def test_a_chain_without_people_lets_level_entries_share_for_good() -> None:
    rows = [Row("Ann", 12), Row("Bob", 12), Row("Cy", 13)]
    standing = chain.rank(rows, chain.chain(["points"]), [Decision.ordered("Bob", "Ann")])
    assert places(standing) == [(1, ["Cy"]), (2, ["Ann", "Bob"])]
    assert not standing.waiting
    assert len(standing.unused) == 1


def test_a_chain_without_people_still_asks_for_a_missing_figure() -> None:
    standing = chain.rank([Row("Ann", 12, net=1), Row("Bob", 12)], chain.chain(["points", "net"]))
    assert [group.step for group in standing.missing_decides] == ["net"]


def test_other_chains_may_use_figures_of_their_own() -> None:
    steps = (chain.Figure("aces", "aces held"), People())
    rows = [Row("Ann", extra={"aces": 2}), Row("Bob", extra={"aces": 3})]
    assert places(chain.rank(rows, steps)) == [(1, ["Bob"]), (2, ["Ann"])]
    assert chain.rank([*rows, Row("Cy")], steps).missing_decides[0].missing == {"Cy"}


def test_nobody_to_rank() -> None:
    empty: list[Row[str]] = []
    assert chain.rank(empty, ACC) == Standing((), (), ())


def test_steps_know_their_names() -> None:
    assert [chain.STEPS[key].name for key in chain.ACC] == [
        "game points",
        "games won",
        "net spread",
        "plus points",
        "decided by people",
    ]
    assert HeadToHead().name == "head-to-head"
    assert People().value(Row("Ann"), []) == 0


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ([], "chain_empty"),
        (["points", "alphabet"], "unknown_step"),
        (["points", "wins", "points"], "step_twice"),
        (["people", "points"], "people_not_last"),
    ],
)
def test_a_chain_that_cannot_be_followed_is_refused(keys: list[str], code: str) -> None:
    with pytest.raises(RankingError) as caught:
        chain.chain(keys)
    assert caught.value.code == code


def test_contradictory_rows_and_decisions_are_refused() -> None:
    with pytest.raises(RankingError, match="net_not_plus_minus"):
        Row("Ann", 12, 6, net=60, plus=100, minus=50)
    assert Row("Ann", 12, 6, net=50, plus=100, minus=50).net == 50
    with pytest.raises(RankingError, match="entry_twice"):
        chain.rank([Row("Ann"), Row("Ann")], ACC)
    with pytest.raises(RankingError, match="entry_twice"):
        Decision.ordered("Ann", "Bob", "Ann")


@given(rows_drawn, decisions_drawn, st.integers())
def test_the_order_of_the_rows_changes_nothing(rows: list[Row[str]], decisions: list[Decision[str]], seed: int) -> None:
    shuffled = rows[:]
    random.Random(seed).shuffle(shuffled)
    assert chain.rank(shuffled, ACC, decisions) == chain.rank(rows, ACC, decisions)


@given(rows_drawn, decisions_drawn)
def test_level_entries_share_a_rank_and_the_next_leaves_the_gap(
    rows: list[Row[str]], decisions: list[Decision[str]]
) -> None:
    standing = chain.rank(rows, ACC, decisions)
    position = 1
    for place in standing.places:
        assert place.rank == position
        position += len(place.entries)
    assert position == len(rows) + 1
    assert {entry for place in standing.places for entry in place.entries} == {row.entry for row in rows}


@given(rows_drawn)
def test_renaming_the_entries_changes_no_place(rows: list[Row[str]]) -> None:
    renamed: list[Row[Any]] = [Row(-index, row.points, row.wins, row.net, row.plus) for index, row in enumerate(rows)]
    ranks = chain.rank(rows, ACC).by_entry
    others = chain.rank(renamed, ACC).by_entry
    for index, row in enumerate(rows):
        assert ranks[row.entry].rank == others[-index].rank


@given(rows_drawn)
def test_a_lower_place_is_never_better_on_the_step_that_separates(rows: list[Row[str]]) -> None:
    by_name = {row.entry: row for row in rows}
    standing = chain.rank(rows, ACC)
    for above, below in zip(standing.places, standing.places[1:], strict=False):
        assert below.separation is not None
        step = below.separation.step
        assert below.separation.above is not None
        assert below.separation.below is not None
        assert below.separation.above > below.separation.below
        assert {getattr(by_name[name], step) for name in above.entries} == {below.separation.above}
        assert {getattr(by_name[name], step) for name in below.entries} == {below.separation.below}
