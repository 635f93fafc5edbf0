import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.models import Entry, Stage, Standing, TieDecision
from clubs.events.services import publications, standings, ties
from tests.clubs.events import stories
from tests.factories import Cast

NAMES = ["Ada Quince", "Bert Rowley", "Clara Sims", "Dolores Tate"]


@pytest.fixture
def level(cast: Cast) -> tuple[Stage, list[Entry]]:
    """Return a night whose first three are level on the whole chain."""
    stage, who = stories.past(cast, NAMES)
    for name in NAMES[:3]:
        stories.post(stage, [stories.card(who[name], 10, 5, plus=50, minus=40, net=10)])
    stories.post(stage, [stories.card(who[NAMES[3]], 8, 4, plus=50, minus=40, net=10)])
    return stage, [who[name] for name in NAMES]


def ranks(stage: Stage) -> list[tuple[int | None, bool, bool]]:
    standings.recompute(stage.pk)
    rows = Standing.objects.filter(stage=stage).order_by("entry_id")
    return [(row.rank, row.shared, row.waits) for row in rows]


def test_people_put_level_entries_in_order(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, _dolores) = level
    ties.decide(stage=stage, entries=[clara, ada, bert], how="cut the deck", by=cast.director)
    assert ranks(stage) == [(2, False, False), (3, False, False), (1, False, False), (4, False, False)]


def test_people_let_them_share(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, _dolores) = level
    ties.decide(stage=stage, entries=[ada, bert, clara], shared=True, by=cast.director)
    assert ranks(stage) == [(1, True, False)] * 3 + [(4, False, False)]


def test_the_newest_word_holds_and_withdrawing_leaves_them_level_again(
    cast: Cast, level: tuple[Stage, list[Entry]]
) -> None:
    stage, (ada, bert, clara, _dolores) = level
    first = ties.decide(stage=stage, entries=[ada, bert, clara], by=cast.director)
    second = ties.decide(stage=stage, entries=[bert, clara, ada], by=cast.director)
    assert [rank for rank, *_ in ranks(stage)] == [3, 1, 2, 4]
    with pytest.raises(Conflict):
        ties.withdraw(decision=first, by=cast.director)
    ties.withdraw(decision=second, by=cast.director)
    assert ranks(stage)[:3] == [(1, True, True)] * 3
    assert TieDecision.objects.count() == 3


def test_only_those_who_are_level_can_be_decided_about(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, dolores) = level
    for entries in ([ada], [ada, bert], [ada, bert, clara, dolores], [ada, bert, dolores]):
        with pytest.raises(Invalid) as refused:
            ties.decide(stage=stage, entries=entries, by=cast.director)
        assert refused.value.code == "not_level"
    assert not TieDecision.objects.exists()


def test_a_decision_cannot_be_changed_in_the_database(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, _dolores) = level
    ties.decide(stage=stage, entries=[ada, bert, clara], by=cast.director)
    with pytest.raises(DatabaseError), transaction.atomic():
        TieDecision.objects.update(shared=True)


def test_a_published_night_is_opened_for_correction_first(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, _dolores) = level
    event = selectors.event_for(cast.director, cast.club, stage.event_id or 0)
    publications.store(event=event, by=cast.director)
    with pytest.raises(Conflict):
        ties.decide(stage=stage, entries=[ada, bert, clara], by=cast.director)


def test_a_decision_lapses_when_a_correction_parts_them(cast: Cast, level: tuple[Stage, list[Entry]]) -> None:
    stage, (ada, bert, clara, _dolores) = level
    ties.decide(stage=stage, entries=[ada, bert, clara], by=cast.director)
    line = ada.lines.get()
    stories.post(stage, [stories.card(ada, 8, 4, net=0)], source=line.source, version=2)
    assert ranks(stage) == [(4, False, False), (1, False, False), (2, False, False), (3, False, False)]


@pytest.mark.parametrize("who", ["scorekeeper", "member", "stranger", "other_director"])
def test_only_directors_decide(cast: Cast, level: tuple[Stage, list[Entry]], who: str) -> None:
    stage, (ada, bert, clara, _dolores) = level
    user = cast.account(who)
    assert user is not None
    with pytest.raises(Forbidden):
        ties.decide(stage=stage, entries=[ada, bert, clara], by=user)
    assert not TieDecision.objects.exists()
