"""Read the places out, decide what the chain leaves open, publish, and open a published night for correction."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.events.services import ties
from clubs.people.context import Here, actor, here
from games.matches import permissions
from games.matches.forms import ReasonForm, TieForm
from games.matches.selectors import announce as reads
from games.matches.selectors import desk as desks
from games.matches.selectors import lines, publications
from games.matches.services import announce as service
from games.matches.views.bar import bar, keys


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show what is read out, from the last paid place to the first."""
    place, event = _night(request, event_id)
    return _page(request, place, event)


@require_POST
def decide(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Note who won the cut among level players, or that they share the place."""
    _place, event = _night(request, event_id)
    form = TieForm(request.POST)
    try:
        if not form.is_valid():
            raise Invalid("not_level", str(next(iter(form.errors.values()))[0]))
        ids: list[int] = form.cleaned_data["entries"]
        entries = {entry.pk: entry for entry in events.entries_of(event) if entry.pk in ids}
        first = form.cleaned_data["first"]
        ordered = sorted((pk for pk in ids if pk in entries), key=lambda pk: (str(pk) != first, ids.index(pk)))
        ties.decide(
            stage=events.stage_of(event),
            entries=[entries[pk] for pk in ordered],
            shared=not first,
            how=form.cleaned_data["how"] or (str(_("Cut of the cards.")) if first else ""),
            by=actor(request),
        )
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Decided."))
    return redirect("matches:announce", slug=slug, event_id=event.pk)


@require_POST
def publish(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Publish the night, or its correction."""
    _place, event = _night(request, event_id)
    accept, mark = request.POST.get("accept_open") == "1", request.POST.get("mark")
    do = service.publish_correction if event.status == Event.Status.CORRECTING else service.publish
    try:
        do(event=event, by=actor(request), accept_open=accept, mark=mark)
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Published. Everybody sees the places now."))
    return redirect("matches:announce", slug=slug, event_id=event.pk)


@require_POST
def correct(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Open a published night for correction, with the reason players can read."""
    _place, event = _night(request, event_id)
    form = ReasonForm(request.POST)
    form.is_valid()
    try:
        service.correct(event=event, by=actor(request), reason=form.cleaned_data.get("reason", ""))
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
        return redirect("matches:announce", slug=slug, event_id=event.pk)
    messages.success(request, _("Open for correction. Change what was wrong, then publish the correction."))
    return redirect("matches:desk", slug=slug, event_id=event.pk)


def _night(request: HttpRequest, event_id: int) -> tuple[Here, Event]:
    place = here(request)
    event = events.event_for(request.user, place.club, event_id)
    permissions.require(request.user, event, permissions.PUBLISH)
    return place, event


def _page(request: HttpRequest, place: Here, event: Event) -> HttpResponse:
    state = desks.desk_state(event)
    announcement = reads.announcement(event)
    asks = bool(announcement.open_ties or announcement.missing or announcement.problems)
    context: dict[str, Any] = {
        "event": event,
        "announcement": announcement,
        "state": state,
        "games_in": max(state.games_in, announcement.audit.sums.wins),  # by their lines, or by the cards' totals
        "steps": reads.joined([str(reads.STEPS[step]) for step in event.chain if step in reads.STEPS]),
        "corrections": lines.corrections_of(event),
        "published": publications.latest(event, request.user),
        "desk": bar(event, place.membership, state, page="announce", asks=asks, mark=announcement.mark),
        "desk_tab": "cards",
        "keys": [{"keys": [_("Space")], "text": _("Next place to read")}, *keys()],
    }
    return render(request, "matches/announce.html", context)
