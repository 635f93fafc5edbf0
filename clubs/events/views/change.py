"""Draw the games not yet played again for late arrivals and early leavers: the difference first, then applied."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions, selectors
from clubs.events.draw import Stop
from clubs.events.forms import GameForm
from clubs.events.models import Entry, Event
from clubs.events.services import rotation as service
from clubs.events.services.rotation import Difference
from clubs.events.views.bar import bar
from clubs.people.context import Here, actor, here


@dataclass(frozen=True, slots=True)
class Line:
    """What one player did in a game by the old plan, and does by the new one."""

    game: int
    make_up: bool
    entry: Entry
    old: str
    new: str


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show what drawing the rest again would change; POST applies exactly what was shown."""
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    permissions.require(request.user, place.club, "night.seats")
    form = GameForm(request.POST or request.GET)
    from_game = form.cleaned_data["game"] if form.is_valid() else None
    by = actor(request)
    if request.method == "POST":
        try:
            done = service.apply_change(
                event=event, by=by, digest=request.POST.get("digest", ""), from_game=from_game or None
            )
        except (Invalid, Conflict) as error:
            messages.error(request, error.message)
            return redirect("events:change", slug=slug, event_id=event.pk)
        messages.success(request, _("Drawn again from game %(game)s. Print the slips.") % {"game": done.from_game})
        return redirect("events:seats", slug=slug, event_id=event.pk)
    try:
        found = service.preview_change(event=event, by=by, from_game=from_game or None)
    except (Invalid, Conflict) as error:
        return _page(request, place, event, None, error.message)
    return _page(request, place, event, found, "")


def _page(request: HttpRequest, place: Here, event: Event, found: Difference | None, refusal: str) -> HttpResponse:
    context: dict[str, Any] = {
        "event": event,
        "difference": found,
        "refusal": refusal,
        "lines": _lines(event, found) if found else [],
        "short": [(found.entries[card.player], card) for card in found.short] if found else [],
        "newly": {card.player for card in found.newly_short} if found else set(),
        "desk": bar(event, place.membership, tab="seats"),
        "desk_tab": "seats",
    }
    return render(request, "events/change.html", context)


def _lines(event: Event, found: Difference) -> list[Line]:
    return [
        Line(
            one.round,
            one.round > event.games,
            found.entries[one.player],
            _stop(found, one.old),
            _stop(found, one.new),
        )
        for one in found.changes
    ]


def _stop(found: Difference, stop: Stop | None) -> str:
    if stop is None:
        return "–"
    if stop.opponent is None:
        return _("sits out in chair %(seat)s") % {"seat": stop.seat}
    name = found.entries[stop.opponent].player.name
    return _("chair %(seat)s against %(name)s") % {"seat": stop.seat, "name": name}
