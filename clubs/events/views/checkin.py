"""Check-in: who is here, late or not here; new names; who leaves early; the odd number in view."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.events import permissions, selectors
from clubs.events.forms import GameForm, WalkInForm
from clubs.events.models import Entry, Event
from clubs.events.services import checkin as service
from clubs.events.services import rotation
from clubs.events.views import words
from clubs.events.views.bar import bar
from clubs.people import selectors as people
from clubs.people.context import Here, actor, here
from clubs.people.models import Membership, Player
from clubs.people.permissions import allows
from clubs.people.selectors import Viewer

REFUSED = 422


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list: a player of the club and how they stand tonight (``entry`` None: not marked yet)."""

    player: Player
    kind: str
    entry: Entry | None
    note: str

    @property
    def presence(self) -> str:
        """Return here, late or absent; "" before anybody said."""
        return self.entry.presence if self.entry else ""


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show who is here."""
    place, event = _night(request, event_id)
    return _page(request, place, event)


@require_GET
def parts(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Answer the parts of the page that change: list, sums, bar."""
    place, event = _night(request, event_id)
    return _parts(request, place, event)


@require_POST
def mark(request: HttpRequest, slug: str, event_id: int, player_id: int) -> HttpResponse:
    """Say that somebody is here, late or not here: one tap."""
    place, event = _night(request, event_id)
    player = people.player_for(request.user, place.club, player_id)
    form = GameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write the number of the first game they play, like 3."))
        return _answer(request, place, event)
    game, presence = form.cleaned_data["game"], request.POST.get("presence", "")
    try:
        service.mark(event=event, player=player, presence=presence, by=actor(request), from_game=game or None)
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
    return _answer(request, place, event)


@require_POST
def walk_in(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Add a new name in one line, and check them in."""
    place, event = _night(request, event_id)
    form = WalkInForm(request.POST)
    namesakes: list[dict[str, Any]] = []
    if form.is_valid():
        data = dict(form.cleaned_data)
        presence = data.pop("presence") or Entry.Presence.HERE
        try:
            entry = service.walk_in(event=event, by=actor(request), presence=presence, **data)
        except (Invalid, Conflict) as error:
            refuse(form, error)
            namesakes = list(error.data.get("players", []))
        else:
            messages.success(request, _("%(name)s is here.") % {"name": entry.player.name})
            return redirect("events:checkin", slug=slug, event_id=event.pk)
    return _page(request, place, event, form=form, namesakes=namesakes)


@require_POST
def leaves(request: HttpRequest, slug: str, event_id: int, entry_id: int) -> HttpResponse:
    """Note after which game somebody goes home, or that they stay."""
    place, event = _night(request, event_id)
    entry = selectors.entry_for(request.user, event, entry_id)
    form = GameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write the number of the last game they play, like 6."))
        return _answer(request, place, event)
    try:
        service.leaves(event=event, entry=entry, after_game=form.cleaned_data["game"], by=actor(request))
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
    return _answer(request, place, event)


@require_POST
def volunteer(request: HttpRequest, slug: str, event_id: int, entry_id: int) -> HttpResponse:
    """Note that somebody offers to stand down or to take the short card, or no longer does."""
    place, event = _night(request, event_id)
    entry = selectors.entry_for(request.user, event, entry_id)
    try:
        service.stands_down(event=event, entry=entry, by=actor(request), volunteers=request.POST.get("on") == "1")
    except Conflict as error:
        messages.error(request, error.message)
    return _answer(request, place, event)


@require_POST
def kind(request: HttpRequest, slug: str, event_id: int, entry_id: int) -> HttpResponse:
    """Correct what somebody is to the club tonight: member, guest or visitor."""
    place, event = _night(request, event_id)
    entry = selectors.entry_for(request.user, event, entry_id)
    try:
        service.set_kind(event=event, entry=entry, kind=request.POST.get("kind", ""), by=actor(request))
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
    return _answer(request, place, event)


def _night(request: HttpRequest, event_id: int) -> tuple[Here, Event]:
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    permissions.require(request.user, place.club, "night.checkin")
    return place, event


def _answer(request: HttpRequest, place: Here, event: Event) -> HttpResponse:
    if getattr(request, "htmx", False):
        return _parts(request, place, selectors.event_for(request.user, place.club, event.pk))
    return redirect("events:checkin", slug=place.club.slug, event_id=event.pk)


def _page(
    request: HttpRequest,
    place: Here,
    event: Event,
    *,
    form: WalkInForm | None = None,
    namesakes: list[dict[str, Any]] | None = None,
) -> HttpResponse:
    context = _context(request.user, place, event) | {"form": form or WalkInForm(), "namesakes": namesakes or []}
    return render(request, "events/checkin.html", context, status=REFUSED if form is not None else 200)


def _parts(request: HttpRequest, place: Here, event: Event) -> HttpResponse:
    return render(request, "events/checkin_parts.html", _context(request.user, place, event) | {"oob": True})


def _context(user: Viewer, place: Here, event: Event) -> dict[str, Any]:
    rows = _rows(user, place, event)
    counts = {presence: sum(row.presence == presence for row in rows) for presence in Entry.Presence.values}
    field = selectors.field_of(event)
    started = event.status not in (Event.Status.PLANNED, Event.Status.CHECKIN)
    return {
        "event": event,
        "rows": rows,
        "here_count": counts[Entry.Presence.HERE],
        "late_count": counts[Entry.Presence.LATE],
        "absent_count": counts[Entry.Presence.ABSENT],
        "open": event.status in service.OPEN,
        "started": started,
        "pending": started and event.status == Event.Status.RUNNING and rotation.has_pending(event),
        "seats": allows(place.membership, "night.seats"),
        "plans": allows(place.membership, "night.plan"),
        "odd": None if started else words.odd(event),
        "odd_number": field.odd,
        "arrivals": [words.arrival(event, field, entry) for entry in _late(field)],
        "games": range(1, event.games + 1),
        "kinds": Membership.Kind.choices,
        "desk": bar(event, place.membership, tab="checkin"),
        "desk_tab": "checkin",
        "keys": words.checkin_keys(),
    }


def _late(field: selectors.Field) -> list[Entry]:
    later = [pk for game in field.later for pk in field.later[game]]
    return [field.entries[pk] for pk in (*field.expected, *later)]


def _rows(user: Viewer, place: Here, event: Event) -> list[Row]:
    """Return everybody who may be here tonight by name: the club's people, and whoever has an entry."""
    entries = {entry.player.merged_into_id or entry.player_id: entry for entry in selectors.entries_of(event)}
    visits = selectors.guest_visits(event)
    rows = []
    for member in people.members_of(user, place.club):
        entry = entries.pop(member.player.pk, None)
        kind = entry.kind if entry else member.membership.kind
        rows.append(Row(member.player, kind, entry, words.note(event, entry, kind, visits)))
    for entry in entries.values():
        player = people.canonical(entry.player)
        rows.append(Row(player, entry.kind, entry, words.note(event, entry, entry.kind, visits)))
    return rows
