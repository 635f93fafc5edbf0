"""The cards desk: the page, and the line that is typed, looked at, taken back or mended."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.base import live
from clubs.events import presets
from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.people import permissions as people
from clubs.people.context import Here, actor, here
from games.matches import permissions
from games.matches.forms import LineForm, NameForm
from games.matches.models import DeskLine
from games.matches.selectors import cards as card_views
from games.matches.selectors import desk as desks
from games.matches.selectors import lines
from games.matches.services import desk as service
from games.matches.services.outcomes import Kind, Night, Outcome
from games.matches.views.bar import bar, keys

MODES = DeskLine.Mode
LAST = 8
"""So many of the last entries stand beside the grid."""


@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the desk; take a typed line.

    Without scripts a line that stands leads back here; any other stays in the bar with its sentence.
    """
    place, event = night(request, event_id)
    if request.method == "GET":
        return _page(request, place, event)
    outcome = _enter(request, event)
    if _is_script(request):
        return _answer(request, place, event, outcome)
    if outcome.saved:
        messages.success(request, outcome.message)
        return redirect(f"{request.path}?mode={outcome.mode}")
    return _page(request, place, event, outcome)


@require_POST
def look(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Tell what the line typed so far would do; nothing is stored."""
    _here, event = night(request, event_id)
    form = LineForm(request.POST)
    form.is_valid()
    outcome = service.look(
        event=event,
        text=form.cleaned_data.get("line", ""),
        mode=form.mode,
        by=actor(request),
        highlighted_seat=form.seat,
    )
    if outcome.kind is Kind.UNDONE or outcome.code.startswith("missing_"):
        # A command: what it would do is seen when it is done.
        outcome = Outcome(kind=Kind.INFO, text=outcome.text, mode=outcome.mode)
    return render(request, "matches/desk/look_answer.html", _echo(event, outcome, looking=True))


@require_GET
def parts(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Give every part of the desk as it now stands, or nothing where the page has this version."""
    place, event = night(request, event_id)
    if request.GET.get("version") == str(_version(event)):
        return HttpResponse(status=204)
    return render(request, "matches/desk/parts.html", {**_context(place, event), "oob": True})


@require_POST
def undo(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Take the last line back, or the one named."""
    place, event = night(request, event_id)
    line = request.POST.get("line") or request.GET.get("line", "")
    line_id = int(line) if line.isascii() and line.isdigit() and len(line) < 19 else None
    outcome = service.undo(event=event, by=actor(request), line_id=line_id)
    return done(request, place, event, outcome)


@require_POST
def add_name(request: HttpRequest, slug: str, event_id: int, line_id: int) -> HttpResponse:
    """Add the person a kept line names, and enter the line; or drop the line."""
    place, event = night(request, event_id)
    line = lines.line_of(event, line_id)
    form = NameForm(request.POST)
    if not form.is_valid():
        return done(request, place, event, Outcome(kind=Kind.REFUSED, said=_("Choose guest, member or visitor.")))
    if form.cleaned_data["kind"] == "drop":
        return done(request, place, event, service.drop(line=line, by=actor(request)))
    outcome = service.add_unknown(
        line=line, kind=form.cleaned_data["kind"], by=actor(request), name=form.cleaned_data["name"]
    )
    return done(request, place, event, outcome)


@require_GET
def card(request: HttpRequest, slug: str, event_id: int, entry_id: int) -> HttpResponse:
    """Show one card game by game: beside the desk, or as a page of its own."""
    place, event = night(request, event_id)
    entry = events.entry_for(request.user, event, entry_id)
    context: dict[str, Any] = {"event": event, "club": place.club, "card": card_views.card_of(entry)}
    if _is_script(request):
        return render(request, "matches/desk/card.html", context)
    state = desks.desk_state(event)
    context |= {"desk": bar(event, place.membership, state), "desk_tab": "cards", "keys": keys()}
    return render(request, "matches/card.html", context)


# Parts of the answers ------------------------------------------------------------------------------------------------


def night(request: HttpRequest, event_id: int) -> tuple[Here, Event]:
    """Return where we are and the night, for whoever may enter results there.

    Raises Missing or Forbidden.
    """
    place = here(request)
    event = events.event_for(request.user, place.club, event_id)
    if not people.allows(place.membership, permissions.ENTER):
        permissions.require(request.user, event, permissions.ENTER)
    return place, event


def _enter(request: HttpRequest, event: Event) -> Outcome:
    form = LineForm(request.POST)
    form.is_valid()
    given: dict[str, Any] = {
        "event": event,
        "text": form.cleaned_data.get("line", ""),
        "mode": form.mode,
        "by": actor(request),
        "highlighted_seat": form.seat,
    }
    outcome = service.enter(token=form.token, **given)
    if outcome.kind is Kind.ASK and form.cleaned_data.get("confirm"):
        # Both values stood on the button that was pressed: the same line once more, under a token that follows from
        # the first, so that a repeated send is still entered once.
        outcome = service.enter(token=uuid.uuid5(form.token, "again"), **given)
    return outcome


def done(request: HttpRequest, place: Here, event: Event, outcome: Outcome) -> HttpResponse:
    """Answer what a button did: the changed parts, or without scripts the page again with the sentence."""
    if _is_script(request):
        return _answer(request, place, event, outcome)
    if outcome.saved:
        messages.success(request, outcome.message)
    else:
        messages.error(request, outcome.message)
    return redirect("matches:desk", slug=place.club.slug, event_id=event.pk)


def _answer(request: HttpRequest, place: Here, event: Event, outcome: Outcome) -> HttpResponse:
    if outcome.night is None:
        event.refresh_from_db()
    else:
        event = outcome.night.board.event
    context = {**_context(place, event, outcome.night), **_echo(event, outcome), "oob": True}
    return render(request, "matches/desk/answer.html", context)


def _page(request: HttpRequest, place: Here, event: Event, outcome: Outcome | None = None) -> HttpResponse:
    context = _context(place, event)
    mode = outcome.mode if outcome else request.GET.get("mode", "")
    if mode not in MODES.values:
        mode = presets.preset(event.preset).desk if event.mode == Event.Mode.CLUB else MODES.CARD
    context |= {
        "mode": mode,
        "modes": [(value, label) for value, label in MODES.choices],
        "token": uuid.uuid4(),
        "line": outcome.text if outcome else "",
        "keys": keys(),
    }
    if outcome is not None:
        context |= _echo(event, outcome)
        if outcome.kind is Kind.INFO:
            context["line"] = ""
    return render(request, "matches/desk.html", context)


def _context(place: Here, event: Event, entered: Night | None = None) -> dict[str, Any]:
    # Read before the state, so that what is shown is never older than the version it says.
    version = entered.version if entered else _version(event)
    state = desks.desk_state(event, board=entered.board if entered else None)
    return {
        "event": event,
        "club": place.club,
        "state": state,
        "version": version,
        "last_entries": [entry for entry in state.last_entries if entry.state != DeskLine.State.UNDONE][:LAST],
        "desk": bar(event, place.membership, state),
        "desk_tab": "cards",
        "may_rule": people.allows(place.membership, permissions.RULE),
    }


def _echo(event: Event, outcome: Outcome, *, looking: bool = False) -> dict[str, Any]:
    """Return what the bar says of a line; ``looking``: it was not entered, so what would simply be done is not said."""
    card = outcome.entry
    silent = looking and (outcome.unfinished or outcome.kind in (Kind.SAVED, Kind.UNDONE))
    return {
        "event": event,
        "outcome": outcome,
        "looking": looking,
        "games": (card.games if card.card else card.planned or event.games) if card else 0,
        "message": "" if silent else outcome.message,
        "wrong": outcome.kind is Kind.REFUSED and not outcome.unfinished,
        "caution": outcome.kind in (Kind.ASK, Kind.AMBIGUOUS, Kind.KEPT),
        "undo": reverse("matches:undo", args=[event.club.slug, event.pk]),
    }


def _version(event: Event) -> int:
    return next(iter(live.current([("night", event.pk)]).values()))


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
