"""The standings of a night carry a tag made of versions: unchanged they are not sent again, changed they are."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import nights, publications, standings
from clubs.people.models import Club
from clubs.people.services import players
from tests.factories import Cast
from tests.games.matches import evenings

pytestmark = pytest.mark.django_db

Change = Callable[[Cast, Event], object]


@pytest.fixture
def night(cast: Cast) -> Event:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    standings.recompute(selectors.stage_of(event).pk)
    return event


def address(event: Event) -> str:
    return reverse("events:standings", args=[event.club.slug, event.pk])


def test_unchanged_standings_are_not_sent_again(cast: Cast, night: Event) -> None:
    for user in (None, cast.member, cast.director):
        client = Client()
        if user is not None:
            client.force_login(user)
        client.get(address(night))
        etag = client.get(address(night))["ETag"]
        again = client.get(address(night), headers={"If-None-Match": etag})
        assert (again.status_code, again.content) == (304, b"")


def test_each_reader_has_a_tag_of_their_own(cast: Cast, night: Event) -> None:
    tags = set()
    for user in (None, cast.member, cast.director):
        client = Client()
        if user is not None:
            client.force_login(user)
        client.get(address(night))
        tags.add(client.get(address(night))["ETag"])
    assert len(tags) == 3


def test_a_hidden_clubs_tag_opens_nothing(cast: Cast, night: Event) -> None:
    client = Client()
    client.get(address(night))
    etag = client.get(address(night))["ETag"]
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    assert client.get(address(night), headers={"If-None-Match": etag}).status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        lambda cast, event: evenings.type_in(event, "2 5", cast.scorekeeper),
        lambda cast, event: nights.update(event=event, by=cast.director, name="Other name"),
        lambda cast, event: publications.store(event=event, by=cast.director),
        lambda cast, event: players.update(player=cast.owner.player, by=cast.director, name="Margaret Jones"),
    ],
    ids=["a result", "another name", "published", "a player renamed"],
)
def test_whatever_changes_the_standings_changes_the_tag(cast: Cast, night: Event, change: Change) -> None:
    client = Client()
    client.get(address(night))
    etag = client.get(address(night))["ETag"]
    assert client.get(address(night), headers={"If-None-Match": etag}).status_code == 304
    change(cast, Event.objects.get(pk=night.pk))
    assert client.get(address(night), headers={"If-None-Match": etag}).status_code == 200
