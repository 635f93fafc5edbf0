"""What was published, version by version, and what each correction changed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.events.models import Event
from games.matches.services import announce
from tests.factories import Cast
from tests.games.matches import evenings


def address(event: Event) -> str:
    return reverse("matches:history", args=[event.club.slug, event.pk])


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def event(cast: Cast) -> Event:
    night = evenings.started(cast, 4)
    for line in ("1 14/6 +60", "2 10/5 +3", "3 8/4 -13", "4 6/3 -50"):
        evenings.type_in(night, line, cast.director)
    announce.publish(event=night, by=cast.director, accept_open=True)
    return night


def correct(cast: Cast, event: Event, line: str, reason: str) -> None:
    announce.correct(event=event, by=cast.director, reason=reason)
    evenings.type_twice(event, line, cast.director)
    announce.publish_correction(event=event, by=cast.director, accept_open=True)


def test_before_publishing_there_is_nothing(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    assert "Nothing published yet" in text_of(client.get(address(evenings.started(cast, 4))))


def test_a_correction_shows_old_and_new_for_each_player(cast: Cast, client: Client, event: Event) -> None:
    correct(cast, event, "2 16/7 +3", "Card 2 was misread.")
    client.force_login(cast.member)
    text = text_of(client.get(address(event)))
    assert text.index("Version 2") < text.index("Version 1")
    assert "Card 2 was misread." in text
    changed = text.split('class="tbl changes"')[1].split("</table>")[0]
    assert cast.players[1].name in changed
    assert "10" in changed
    assert "16" in changed
    assert "→" in changed
    assert cast.players[2].name not in changed.split("<tbody>")[1]


def test_strangers_read_short_names_where_the_club_says_so(cast: Cast, client: Client, event: Event) -> None:
    cast.club.names = "short"
    cast.club.save()
    text = text_of(client.get(address(event)))
    assert cast.players[1].name not in text
    assert "Tom H." in text


def test_the_number_of_queries_does_not_grow_with_the_versions(
    cast: Cast, client: Client, event: Event, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.member)
    with django_assert_max_num_queries(20) as captured:
        client.get(address(event))
    before = len(captured)
    for number in range(3):
        correct(cast, event, f"2 10/5 +{10 + number}", "Again.")
    with django_assert_max_num_queries(20) as captured:
        client.get(address(event))
    assert len(captured) == before
