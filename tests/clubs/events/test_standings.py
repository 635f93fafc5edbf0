import random
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from clubs.base import versions
from clubs.events import selectors
from clubs.events.models import Entry, LedgerLine, Stage, Standing, TieDecision
from clubs.events.services import standings
from tests.clubs.events import stories
from tests.factories import Cast

NAMES = ["Ada Quince", "Bert Rowley", "Clara Sims", "Dolores Tate"]


def places(stage: Stage) -> dict[str, int | None]:
    rows = Standing.objects.filter(stage=stage).select_related("entry__player")
    return {row.entry.player.name: row.rank for row in rows}


def test_games_count_and_the_card_is_the_checksum(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    stories.post(stage, [stories.card(who[NAMES[0]], 3, 1, net=31, games=1)])
    standings.recompute(stage.pk)
    row = Standing.objects.get(entry=who[NAMES[0]])
    assert (row.points, row.won, row.net, row.rests_on) == (2, 1, 12, "both")
    assert Standing.objects.get(entry=who[NAMES[1]]).rests_on == "lines"


def test_a_card_of_nine_games_stands_until_the_lines_are_complete(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    ada, bert = who[NAMES[0]], who[NAMES[1]]
    stories.post(stage, [stories.card(ada, 13, 6, plus=120, minus=40, net=80)])
    for number in range(1, 9):
        stories.post(stage, stories.game(ada, bert, 10, number=number))
        standings.recompute(stage.pk)
        row = Standing.objects.get(entry=ada)
        assert (row.games, row.points, row.net, row.rests_on) == (9, 13, 80, "card")
    stories.post(stage, stories.game(bert, ada, 31, number=9, points=3, skunk=True))
    standings.recompute(stage.pk)
    row = Standing.objects.get(entry=ada)
    assert (row.games, row.points, row.won, row.net, row.skunks_lost) == (9, 16, 8, 49, 1)
    assert row.rests_on == "both"


def test_the_net_no_game_line_gives_is_taken_from_the_card(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    ada, bert = who[NAMES[0]], who[NAMES[1]]
    stories.post(stage, stories.game(ada, bert, None, number=1))
    standings.recompute(stage.pk)
    assert Standing.objects.get(entry=ada).net is None
    stories.post(stage, [stories.card(ada, 2, 1, net=17, games=1)])
    standings.recompute(stage.pk)
    row = Standing.objects.get(entry=ada)
    assert (row.net, row.plus, row.minus, row.rests_on) == (17, None, None, "both")


def test_one_missing_margin_leaves_the_sums_open_instead_of_counting_it_as_nothing(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    ada, bert = who[NAMES[0]], who[NAMES[1]]
    stories.post(stage, stories.game(ada, bert, 20, number=1))
    stories.post(stage, stories.game(ada, bert, None, number=2))
    standings.recompute(stage.pk)
    row = Standing.objects.get(entry=ada)
    assert (row.points, row.won, row.plus, row.minus, row.net) == (4, 2, None, None, None)


def test_a_game_line_with_its_net_alone_still_gives_plus_and_minus(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    lines = stories.game(who[NAMES[0]], who[NAMES[1]], 20, number=1)
    stories.post(stage, lines)
    LedgerLine.objects.filter(stage=stage).update(plus=None, minus=None)
    standings.recompute(stage.pk)
    rows = {row.entry_id: (row.plus, row.minus, row.net) for row in Standing.objects.filter(stage=stage)}
    assert rows == {who[NAMES[0]].pk: (20, 0, 20), who[NAMES[1]].pk: (0, 20, -20)}


def test_the_step_that_decided_is_kept_with_both_values(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:3])
    stories.post(stage, [stories.card(who[NAMES[0]], 10, 5, net=38)])
    stories.post(stage, [stories.card(who[NAMES[1]], 10, 5, net=31)])
    stories.post(stage, [stories.card(who[NAMES[2]], 8, 4, net=90)])
    standings.recompute(stage.pk)
    rows = list(selectors.standings_of(stage))
    assert [(row.rank, row.step, row.step_data) for row in rows] == [
        (1, "", {}),
        (2, "net", {"above": 38, "below": 31}),
        (3, "points", {"above": 10, "below": 8}),
    ]


def test_level_entries_share_a_rank_wait_and_the_next_rank_leaves_the_gap(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES)
    for name in NAMES[:3]:
        stories.post(stage, [stories.card(who[name], 10, 5, plus=50, minus=40, net=10)])
    stories.post(stage, [stories.card(who[NAMES[3]], 8, 4, plus=50, minus=40, net=10)])
    standings.recompute(stage.pk)
    rows = list(selectors.standings_of(stage))
    assert [(row.rank, row.shared, row.waits) for row in rows] == [(1, True, True)] * 3 + [(4, False, False)]
    assert rows[0].step_data == {"waits_for": "people", "missing": []}


def test_a_missing_spread_that_decides_a_place_is_named(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    stories.post(stage, [stories.card(who[NAMES[0]], 10, 5, net=38)])
    stories.post(stage, [stories.card(who[NAMES[1]], 10, 5)])
    standings.recompute(stage.pk)
    row = Standing.objects.get(entry=who[NAMES[0]])
    assert row.waits
    assert row.step_data == {"waits_for": "net", "missing": [who[NAMES[1]].pk]}


def test_head_to_head_is_read_from_the_game_lines_where_the_chain_asks_for_it(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:3], chain=["points", "met", "people"])
    ada, bert, clara = (who[name] for name in NAMES[:3])
    stories.post(stage, stories.game(bert, ada, 5, number=1))
    stories.post(stage, stories.game(ada, clara, 25, number=2))
    standings.recompute(stage.pk)
    assert places(stage) == {NAMES[0]: 2, NAMES[1]: 1, NAMES[2]: 3}


def test_people_in_the_draw_without_a_result_have_a_row_without_a_place(cast: Cast) -> None:
    event = stories.started(cast, 4)
    stage = selectors.stage_of(event)
    standings.recompute(stage.pk)
    rows = list(selectors.standings_of(stage))
    assert [(row.rank, row.planned, row.games, row.rests_on) for row in rows] == [(None, 9, 0, "")] * 4


def test_only_rows_that_differ_are_written(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES)
    for name, points in zip(NAMES[:3], (16, 12, 8), strict=True):
        stories.post(stage, [stories.card(who[name], points, points // 2, net=points)])
    standings.recompute(stage.pk)
    first = versions.current("stage", stage.pk)
    stories.post(stage, stories.game(who[NAMES[2]], who[NAMES[3]], 12, number=1))
    standings.recompute(stage.pk)
    assert versions.built("standings", stage.pk) == first + 1
    changed = Standing.objects.filter(stage=stage, version=first + 1)
    # The third has a card of nine games, which one line does not replace; the fourth is new.
    assert {row.entry for row in changed} == {who[NAMES[3]]}


def test_the_row_of_an_entry_whose_lines_are_gone_goes_too(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    source = stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    standings.recompute(stage.pk)
    stories.post(stage, [], source=source, version=2)
    standings.recompute(stage.pk)
    assert not Standing.objects.filter(stage=stage).exists()


def test_now_gives_the_same_rows_without_writing(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:3])
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    rows = standings.now(stage)
    assert not Standing.objects.filter(stage=stage).exists()
    assert [(row.entry.player.name, row.rank) for row in rows] == [(NAMES[0], 1), (NAMES[1], 2)]
    standings.recompute(stage.pk)
    stored = list(selectors.standings_of(stage))
    for figure in standings.FIGURES:
        assert [getattr(row, figure) for row in rows] == [getattr(row, figure) for row in stored]


def fill(stage: Stage, entries: list[Entry], games: int, seed: int) -> None:
    """Put a whole night of random games straight into the ledger."""
    chance = random.Random(seed)
    lines = []
    for number in range(1, games + 1):
        chance.shuffle(entries)
        for a, b in zip(entries[::2], entries[1::2], strict=True):
            margin = chance.randint(1, 60)
            for line in stories.game(a, b, margin, number=number, points=3 if margin > 30 else 2, skunk=margin > 30):
                lines.append(line)
    LedgerLine.objects.bulk_create(
        LedgerLine(
            stage=stage, source=uuid.uuid4(), **{name: getattr(line, name) for name in line.__dataclass_fields__}
        )
        for line in lines
    )
    versions.bump("stage", stage.pk)


@pytest.mark.parametrize("size", [4, 40])
def test_a_recompute_takes_the_same_few_queries_for_any_field(
    cast: Cast, size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    stage, who = stories.past(cast, [f"P{number:03}" for number in range(size)])
    fill(stage, list(who.values()), 9, seed=1)
    # Savepoint and its release, lock, facts version, built version, version again, stage, stored rows, sums, decisions,
    # insert, topic version, mark.
    with django_assert_num_queries(13):
        standings.recompute(stage.pk)
    # Nothing new: savepoint, lock, two versions, release.
    with django_assert_num_queries(5):
        standings.recompute(stage.pk)
    # Sums, decisions, entries with their players.
    with django_assert_num_queries(3):
        standings.now(stage)
    with django_assert_num_queries(1):
        [row.entry.player.name for row in selectors.standings_of(stage)]


lines_of_a_night = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.one_of(st.none(), st.integers(1, 121))).filter(
        lambda line: line[0] != line[1]
    ),
    min_size=1,
    max_size=25,
)


@pytest.fixture
def empty_night(cast: Cast) -> tuple[Stage, list[Entry]]:
    stage, who = stories.past(cast, [f"P{number}" for number in range(6)])
    return stage, list(who.values())


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=lines_of_a_night, data=st.data())
def test_standings_do_not_depend_on_the_order_of_lines(
    empty_night: tuple[Stage, list[Entry]], lines: list[tuple[int, int, int | None]], data: Any
) -> None:
    stage, who = empty_night
    seen = []
    for order in (lines, data.draw(st.permutations(lines))):
        LedgerLine.objects.filter(stage=stage).delete()
        Standing.objects.filter(stage=stage).delete()
        for number, (winner, loser, margin) in enumerate(order, 1):
            stories.post(stage, stories.game(who[winner], who[loser], margin, number=number))
        standings.recompute(stage.pk)
        rows = Standing.objects.filter(stage=stage).order_by("entry_id")
        seen.append([[getattr(row, figure) for figure in standings.FIGURES] for row in rows])
    assert seen[0] == seen[1]
    net = [row[9] for row in seen[0]]
    assert None in net or sum(net) == 0


def test_a_decision_of_people_is_shown_as_theirs(cast: Cast) -> None:
    stage, who = stories.past(cast, NAMES[:2])
    for name in NAMES[:2]:
        stories.post(stage, [stories.card(who[name], 10, 5, plus=50, minus=40, net=10)])
    TieDecision.objects.create(stage=stage, entries=[who[NAMES[1]].pk, who[NAMES[0]].pk], by=cast.director)
    versions.bump("stage", stage.pk)
    standings.recompute(stage.pk)
    first, second = selectors.standings_of(stage)
    assert (first.entry, first.rank, first.waits) == (who[NAMES[1]], 1, False)
    assert (second.rank, second.step, second.step_data) == (2, "people", {"decided": True})
