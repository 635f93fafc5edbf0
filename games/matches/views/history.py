"""What was published of a night, version by version, and what each correction changed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.events import selectors as events
from clubs.people.context import here
from games.matches.selectors import publications


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show every version, the newest first."""
    event = events.event_for(request.user, here(request).club, event_id)
    context = {"event": event, "versions": publications.history(event, request.user), "nav_current": "nights"}
    return render(request, "matches/history.html", context)
