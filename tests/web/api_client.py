"""Programs as tests need them: each with the token of somebody of the cast, or with none."""

from typing import Any

from rest_framework.test import APIClient

from clubs.events.models import Entry, Event
from clubs.people.models import User
from clubs.people.services import tokens
from games.matches.services import announce
from games.matches.services import cards as services
from tests.factories import Cast
from tests.games.matches import evenings


def client(user: User | None = None, **headers: str) -> APIClient:
    """Return a program that acts for ``user``; None: for nobody."""
    made = APIClient(headers=headers or None)
    if user is not None:
        made.credentials(HTTP_AUTHORIZATION=f"Bearer {tokens.make(user=user, by=user)}")
    return made


def night(cast: Cast, size: int = 6, **fields: Any) -> tuple[Event, list[Entry]]:
    """Return a night being played, and its entries by seat."""
    event = evenings.started(cast, size, **fields)
    return event, list(Entry.objects.filter(stage__event=event).select_related("player").order_by("seat"))


def cards(event: Event) -> str:
    """Return the address of a night's cards."""
    return f"/api/v1/events/{event.pk}/cards/"


def games(event: Event) -> str:
    """Return the address of a night's games."""
    return f"/api/v1/events/{event.pk}/games/"


def rows(client: APIClient, address: str, **query: Any) -> list[dict[str, Any]]:
    """Return the rows of a list's first page."""
    answer = client.get(address, query)
    assert answer.status_code == 200, answer.json()
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def published(cast: Cast, size: int = 4, **fields: Any) -> Event:
    """Return a published night: seat 1 has the best card, each seat after it one win less."""
    event, entries = night(cast, size, **fields)
    for place, entry in enumerate(entries):
        services.put(entry=entry, points=16 - 2 * place, wins=8 - place, net=30 - 20 * place, by=cast.director)
    announce.publish(event=event, by=cast.director, accept_open=True)
    return Event.objects.get(pk=event.pk)
