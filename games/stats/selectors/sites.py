"""What the home of the site shows of its clubs."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from clubs.events.models import Event
from clubs.people import clock
from clubs.people.models import Club

Status = Event.Status


def next_nights(clubs: Iterable[Club]) -> dict[int, Event]:
    """Return the night each club comes to next, or is at, by the club's id, in one query."""
    known = {club.pk: clock.today(club) for club in clubs}
    if not known:
        return {}
    earliest = min(known.values()) - datetime.timedelta(days=1)
    rows = Event.objects.filter(
        club_id__in=known, date__gte=earliest, status__in=[Status.PLANNED, Status.CHECKIN, Status.RUNNING]
    ).order_by("-date", "-starts_at", "-pk")
    found: dict[int, Event] = {}
    for event in rows:
        if event.date >= known[event.club_id] or event.status != Status.PLANNED:
            found[event.club_id] = event
    return found
