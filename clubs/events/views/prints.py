"""Sheets to print: who sits where, and the whole rotation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.events import permissions, selectors
from clubs.events.models import Entry, Event
from clubs.people.context import here


@require_GET
def seating(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the seats of game 1 by seat and by name."""
    event = _night(request, event_id)
    return render(request, "events/print_seating.html", _context(event))


@require_GET
def rotation(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the whole evening: every player's games, then every game by table."""
    event = _night(request, event_id)
    return render(request, "events/print_rotation.html", _context(event))


def _night(request: HttpRequest, event_id: int) -> Event:
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    permissions.require(request.user, place.club, "night.checkin")
    return event


def _context(event: Event) -> dict[str, Any]:
    plans = selectors.card_plans(event)
    entries = {entry.pk: entry for entry in selectors.entries_of(event)}
    cards: list[tuple[Entry, list[selectors.Stop]]] = [(entries[pk], stops) for pk, stops in plans.items()]
    cards.sort(key=lambda card: (card[0].seat or 10_000, card[0].pk))
    return {
        "event": event,
        "cards": cards,
        "by_name": sorted(cards, key=lambda card: card[0].player.name.casefold()),
        "rounds": selectors.schedule_of(selectors.stage_of(event)),
        "numbers": sorted({stop.number for _entry, stops in cards for stop in stops}),
    }
