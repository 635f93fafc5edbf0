"""Seats: drawn, typed from the bag or kept; the long table game by game; what an odd field does; Start."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions, selectors
from clubs.events.draw import Draw
from clubs.events.models import Entry, Event
from clubs.events.selectors import Field, Plan
from clubs.events.services import rotation
from clubs.events.services import seats as service
from clubs.events.views import words
from clubs.events.views.bar import bar
from clubs.people import spelling
from clubs.people.context import Here, actor, here
from clubs.people.permissions import allows

LONGEST_LINE = 80


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show who sits where, game by game."""
    place, event = _night(request, event_id)
    return render(request, "events/seats.html", _context(request, place, event))


@require_POST
def act(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Draw, keep, fill or clear the seats, or say how they are given."""
    _place, event = _night(request, event_id)
    by = actor(request)
    ways: dict[str, Callable[[], object]] = {
        "draw": lambda: service.draw(event=event, by=by),
        "keep": lambda: service.keep(event=event, by=by),
        "fill": lambda: service.fill(event=event, by=by),
        "clear": lambda: service.clear(event=event, by=by),
        "typed": lambda: service.choose_way(event=event, seating=Event.Seating.TYPED, by=by),
    }
    return _do(request, event, ways.get(request.POST.get("do", "")))


@require_POST
def type_seat(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Write down one seat as drawn from the bag: the seat, then the start of a name."""
    _place, event = _night(request, event_id)
    return _do(request, event, lambda: _typed(request, event))


@require_POST
def odd(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Choose what the odd field does tonight."""
    _place, event = _night(request, event_id)
    value, _colon, games = request.POST.get("odd", "").partition(":")
    even = int(games) if games.isascii() and games.isdigit() and len(games) < 3 else None
    return _do(request, event, lambda: service.choose_odd(event=event, odd=value, games=even, by=actor(request)))


@require_POST
def anchor(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Let somebody keep their chair all evening, or no longer."""
    _place, event = _night(request, event_id)
    entry = _entry(request, event, "entry")
    return _do(request, event, lambda: service.anchor(entry=entry, on=request.POST.get("on") == "1", by=actor(request)))


@require_POST
def couple(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Keep two people apart in game 1, or no longer."""
    _place, event = _night(request, event_id)
    entry = _entry(request, event, "entry")
    by = actor(request)
    if request.POST.get("on") == "0":
        return _do(request, event, lambda: service.uncouple(entry=entry, by=by))
    other = _entry(request, event, "other")
    return _do(request, event, lambda: service.couple(a=entry, b=other, by=by))


@require_POST
def start(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Begin to play."""
    _place, event = _night(request, event_id)
    try:
        rotation.start(event=event, by=actor(request))
    except (Invalid, Conflict) as error:
        messages.error(request, error.message)
        return redirect("events:seats", slug=slug, event_id=event.pk)
    messages.success(request, _("Play has begun. Print the seats, or type the cards as they come in."))
    return redirect("events:seats", slug=slug, event_id=event.pk)


def _typed(request: HttpRequest, event: Event) -> None:
    """Read ``7 ruz`` (or ``ruz`` for the next free seat, or ``7`` alone to free it) and store it."""
    line = request.POST.get("line", "").strip()[:LONGEST_LINE]
    number, _blank, name = line.partition(" ")
    field = selectors.field_of(event)
    if number.isascii() and number.isdigit() and len(number) < 4:
        seat = int(number)
        if not name.strip():
            service.type_seat(event=event, seat=seat, entry=None, by=actor(request))
            return
    else:
        free = _next_free(field)
        if free is None:
            raise Conflict("all_seated", _("Everybody has a seat. Write the seat’s number to free it."))
        seat, name = free, line
    waiting = [field.entries[pk] for pk in field.first]
    found = [entry for entry in waiting if spelling.starts(entry.player.name, name)]
    exact = [entry for entry in found if spelling.fold(entry.player.name) == spelling.fold(name)]
    found = exact or ([entry for entry in found if entry.seat is None] or found)
    if len(found) != 1:
        names = ", ".join(entry.player.name for entry in found[:6])
        said = (
            _("“%(text)s” can be %(names)s. Type more of the name.")
            if found
            else _("Nobody here is called “%(text)s”.")
        )
        raise Invalid("who", said, field="line", text=name.strip(), names=names)
    service.type_seat(event=event, seat=seat, entry=found[0], by=actor(request))


def _next_free(field: Field) -> int | None:
    """Return the lowest seat nobody has, while somebody still needs one; None: all are seated."""
    if field.seated:
        return None
    return next((seat for seat in range(1, field.chairs + 1) if seat not in field.seats), None)


def _night(request: HttpRequest, event_id: int) -> tuple[Here, Event]:
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    permissions.require(request.user, place.club, "night.checkin")
    return place, event


def _entry(request: HttpRequest, event: Event, name: str) -> Entry:
    given = request.POST.get(name, "")
    return selectors.entry_for(request.user, event, int(given) if given.isascii() and given.isdigit() else 0)


def _do(request: HttpRequest, event: Event, step: Callable[[], object] | None) -> HttpResponse:
    """Take one step and show the page again; a refusal stands above it."""
    if step is not None:
        try:
            step()
        except (Invalid, Conflict) as error:
            messages.error(request, error.message)
    where = reverse("events:seats", args=[event.club.slug, event.pk])
    return redirect(f"{where}?line=1" if request.POST.get("line") is not None else where)


# What the page shows -------------------------------------------------------------------------------------------------


def _context(request: HttpRequest, place: Here, event: Event) -> dict[str, Any]:
    plan = selectors.plan_of(event)
    field = selectors.field_of(event)
    started = event.status not in (Event.Status.PLANNED, Event.Status.CHECKIN)
    game = _chosen_game(request, plan)
    return {
        "event": event,
        "started": started,
        "changes": allows(place.membership, "night.seats"),
        "open": event.status == Event.Status.CHECKIN and allows(place.membership, "night.seats"),
        "field": field,
        "plan": plan,
        "game": game,
        "game_title": _game_title(plan, game),
        "games": _game_rail(plan, game),
        "pairs": _pairs(plan, field, game),
        "next_seat": None if started else _next_free(field),
        "unseated": [] if started else [field.entries[pk] for pk in field.first if field.entries[pk].seat is None],
        "rounds": selectors.schedule_of(selectors.stage_of(event)),
        "short": [(plan.entry(card.player), card) for card in plan.draw.short] if plan else [],
        "anchors": [field.entries[pk] for pk in field.anchors],
        "couples": [(field.entries[a], field.entries[b]) for a, b in field.couples],
        "attending": list(field.entries.values()),
        "odd": None if started else words.odd(event),
        "notes": words.notes(plan) if plan else [],
        "has_results": started and selectors.has_results(event),
        "pending": event.status == Event.Status.RUNNING and rotation.has_pending(event),
        "typing": request.GET.get("line") == "1",
        "desk": bar(event, place.membership, tab="seats"),
        "desk_tab": "seats",
        "keys": [],
    }


def _chosen_game(request: HttpRequest, plan: Plan | None) -> int:
    given = request.GET.get("game", "1")
    game = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else 1
    return max(1, min(game, plan.draw.rounds if plan else 1))


def _game_rail(plan: Plan | None, current: int) -> list[dict[str, Any]]:
    if plan is None:
        return []
    rail = [{"text": str(n), "url": f"?game={n}", "current": n == current} for n in range(1, plan.draw.games + 1)]
    if plan.draw.rounds > plan.draw.games:
        first = plan.draw.games + 1
        rail.append(
            {"text": pgettext("short, on the rail", "Make-ups"), "url": f"?game={first}", "current": current >= first}
        )
    return rail


def _game_title(plan: Plan | None, game: int) -> str:
    if plan is None:
        return ""
    if game > plan.draw.games:
        return _("Make-up games, after game %(game)s") % {"game": plan.draw.games}
    out = [plan.entry(wait.player).player.name for wait in plan.draw.sit_outs if wait.round == game]
    if not out:
        return _("Game %(game)s") % {"game": game}
    return _("Game %(game)s. %(names)s sits out.") % {"game": game, "names": ", ".join(out)}


def _pairs(plan: Plan | None, field: Field, game: int) -> list[dict[str, Any]]:
    """Return the chairs facing each other in a game; before there is a plan, as far as they are given."""
    coupled = {pk for pair in field.couples for pk in pair}

    def chair(seat: int, pk: int | None, *, upcoming: bool = False) -> dict[str, Any]:
        entry = None if pk is None else (plan.entries if plan else field.entries)[pk]
        return {
            "seat": seat,
            "name": entry.player.name if entry else "",
            "ghost": plan is not None and entry is None,
            "anchor": entry is not None and entry.anchor,
            "couple": pk in coupled,
            "next": upcoming,
        }

    if plan is not None:
        held = plan.draw.holders(game)
        waiting = {wait.seat for wait in plan.draw.sit_outs if wait.round == game}
        return [
            {
                "top": chair(a, held.get(a)),
                "bottom": chair(b, held.get(b)),
                "between": _("sits out") if {a, b} & waiting else "" if held.keys() & {a, b} else "–",
            }
            for a, b in _facing(plan.draw)
        ]
    upcoming = _next_free(field)
    last = field.chairs
    seats = field.seats
    return [
        {
            "top": chair(seat, seats.get(seat), upcoming=seat == upcoming),
            "bottom": chair(last + 1 - seat, seats.get(last + 1 - seat), upcoming=last + 1 - seat == upcoming),
        }
        for seat in range(1, last // 2 + 1)
    ]


def _facing(drawn: Draw) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((min(pair), max(pair)) for pair in drawn.tables))
