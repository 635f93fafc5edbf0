from typing import Any

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.models import Event, Publication, Stage
from clubs.events.services import publications
from clubs.people.models import AuditLine
from tests.clubs.events import stories
from tests.factories import Cast


@pytest.fixture
def played(cast: Cast) -> tuple[Event, Stage, Any]:
    """Return a night with two cards, and the source of the first."""
    stories.season(cast)
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    source = stories.post(stage, [stories.card(who["Ada Quince"], 12, 6, net=30)])
    stories.post(stage, [stories.card(who["Bert Rowley"], 11, 5, net=20)])
    return selectors.event_for(cast.director, cast.club, stage.event_id or 0), stage, source


def test_the_first_publication_keeps_the_standings_and_moves_the_night(
    cast: Cast, played: tuple[Event, Stage, Any]
) -> None:
    event, _stage, _source = played
    publication = publications.store(event=event, by=cast.director, audit={"net": 50})
    event.refresh_from_db()
    assert (publication.number, publication.differences, publication.audit) == (1, [], {"net": 50})
    assert [(row["name"], row["rank"], row["points"], row["net"]) for row in publication.rows] == [
        ("Ada Quince", 1, 12, 30),
        ("Bert Rowley", 2, 11, 20),
    ]
    assert event.status == Event.Status.PUBLISHED
    assert event.published_at is not None


def test_a_correction_is_a_new_version_with_its_differences_and_the_old_one_stays(
    cast: Cast, played: tuple[Event, Stage, Any]
) -> None:
    event, stage, source = played
    first = publications.store(event=event, by=cast.director)
    season = event.season_id
    assert season is not None
    before = versions.current("season", season)
    event = publications.correct(event=event, by=cast.director, reason="Ada's card was added up wrong")
    entry = stories.by_name(event)["Ada Quince"]
    stories.post(stage, [stories.card(entry, 10, 5, net=30)], source=source, version=2)
    second = publications.store(event=event, by=cast.director)
    assert (second.number, second.reason) == (2, "Ada's card was added up wrong")
    assert second.differences == [
        {
            "player": stories.by_name(event)["Bert Rowley"].player_id,
            "name": "Bert Rowley",
            "came": False,
            "went": False,
            "changes": {"rank": [2, 1]},
        },
        {
            "player": entry.player_id,
            "name": "Ada Quince",
            "came": False,
            "went": False,
            "changes": {"rank": [1, 2], "points": [12, 10], "won": [6, 5]},
        },
    ]
    assert Publication.objects.get(pk=first.pk).rows == first.rows
    assert versions.current("season", season) == before + 2
    assert list(
        AuditLine.objects.filter(about_id=event.pk, action__startswith="night.").values_list("action", flat=True)
    ) == [
        "night.planned",
        "night.published",
        "night.correcting",
        "night.corrected",
    ]


def test_who_came_and_who_went_is_named() -> None:
    before = [{"player": 1, "name": "Ada", "rank": 1, "points": 12}]
    after = [{"player": 2, "name": "Bert", "rank": 1, "points": 12}]
    came, went = publications.differences(before, after)
    assert (came["name"], came["came"], came["changes"]) == ("Bert", True, {"rank": [None, 1], "points": [None, 12]})
    assert (went["name"], went["went"], went["changes"]) == ("Ada", True, {"rank": [1, None], "points": [12, None]})


def test_publishing_twice_is_refused_and_stores_one(cast: Cast, played: tuple[Event, Stage, Any]) -> None:
    event, _stage, _source = played
    publications.store(event=event, by=cast.director)
    with pytest.raises(Conflict) as refused:
        publications.store(event=event, by=cast.director)
    assert "Correct" in refused.value.message
    assert Publication.objects.count() == 1


def test_nothing_to_publish_is_said(cast: Cast) -> None:
    event = stories.started(cast, 4)
    with pytest.raises(Invalid):
        publications.store(event=event, by=cast.director)
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING


def test_a_correction_needs_a_reason(cast: Cast, played: tuple[Event, Stage, Any]) -> None:
    event, _stage, _source = played
    publications.store(event=event, by=cast.director)
    with pytest.raises(Invalid):
        publications.correct(event=event, by=cast.director, reason=" ")


def test_a_publication_cannot_be_changed_in_the_database(cast: Cast, played: tuple[Event, Stage, Any]) -> None:
    event, _stage, _source = played
    publications.store(event=event, by=cast.director)
    with pytest.raises(DatabaseError), transaction.atomic():
        Publication.objects.update(reason="never happened")


@pytest.mark.parametrize("who", ["scorekeeper", "member", "stranger", "other_director"])
def test_only_directors_publish_and_correct(cast: Cast, played: tuple[Event, Stage, Any], who: str) -> None:
    event, _stage, _source = played
    user = cast.account(who)
    assert user is not None
    with pytest.raises(Forbidden):
        publications.store(event=event, by=user)
    publications.store(event=event, by=cast.director)
    with pytest.raises(Forbidden):
        publications.correct(event=event, by=user, reason="I want to")
    assert Publication.objects.count() == 1
