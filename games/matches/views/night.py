"""The night's public page: before, while and after it is played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.base import live
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.events.selectors import RoundPlan
from clubs.people import names, permissions
from clubs.people.context import Here, here
from clubs.people.selectors import canonical
from games.matches.selectors import cards, publications
from games.matches.selectors import night as nights
from games.matches.selectors.night import NextGame, NightState
from games.matches.views import placing
from games.matches.views.placing import by_name

PODIUM = 3
Status = Event.Status


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show who is here, who meets whom where, the latest results, and the standings as far as they are public."""
    place = here(request)
    event = events.event_for(request.user, place.club, event_id)
    version = live.current([("night", event.pk)])[f"night-{event.pk}"]
    state = nights.night_state(event, request.user)
    mine = own_game(place, state)
    standings = placing.explained(state.standings, event.chain, final=state.standings_are != "provisional")
    context = {
        "nav_current": "nights",
        "event": event,
        "state": state,
        "version": version,
        "scheme": events.scheme_of(event),
        "published": publications.latest(event, request.user) if state.version else None,
        "standings": standings,
        "podium": standings[:PODIUM] if _has_podium(state) else [],
        "rest": standings[PODIUM:] if _has_podium(state) else standings,
        "going": by_name(state.seats),
        "done": _done(event, state),
        "mine": mine,
        "card": cards.card_of(events.entry_for(request.user, event, mine.entry_id)) if mine else None,
        "present": _present(place, event) if event.status in (Status.PLANNED, Status.CHECKIN) else [],
        "seats": _seats(place, event, request.GET.get("game", "")),
        "enters": permissions.allows(place.membership, "night.enter"),
        "checks_in": permissions.allows(place.membership, "night.checkin"),
    }
    template = "matches/night_parts.html" if request.headers.get("HX-Request") else "matches/night.html"
    return render(request, template, context)


def own_game(place: Here, state: NightState) -> NextGame | None:
    """Return where the reader goes next; None for who does not play tonight."""
    if place.membership is None:
        return None
    player = canonical(place.membership.player).pk
    return next((game for game in state.seats if game.player_id == player), None)


def _done(event: Event, state: NightState) -> int:
    """Return how many games of the rotation everybody has behind them."""
    ahead = [game.number for game in state.seats if game.number is not None]
    return min([*(number - 1 for number in ahead), event.games])


def _has_podium(state: NightState) -> bool:
    """Tell whether three on felt say what the table would say: places that are read out, none of them shared."""
    first = [row.place for row in state.standings[: PODIUM + 1]]
    return state.standings_are in ("published", "correcting") and first[:PODIUM] == [1, 2, 3] and first[3:] != [3]


def _present(place: Here, event: Event) -> list[dict[str, Any]]:
    rows = events.entries_of(event).exclude(presence=Entry.Presence.ABSENT)
    return [
        {
            "name": names.shown(entry.player, place.club, place.membership),
            "player_id": canonical(entry.player).pk,
            "late": entry.presence == Entry.Presence.LATE,
            "kind": entry.kind,
            "kind_name": entry.get_kind_display(),
        }
        for entry in rows
    ]


def _seats(place: Here, event: Event, asked: str) -> dict[str, Any] | None:
    """Return who sits where in one game: the one asked for, else the first that is not over; None without a plan."""
    if event.status == Status.PLANNED:
        return None
    rounds = events.schedule_of(events.stage_of(event))
    if not rounds:
        return None
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else None
    shown = next((one for one in rounds if one.number == wanted), None) or next(
        (one for one in rounds if any(game.status == "open" for game in one.games)), rounds[-1]
    )
    page = reverse("matches:night", kwargs={"slug": place.club.slug, "event_id": event.pk})
    return {
        "number": shown.number,
        "make_up": shown.make_up,
        "asked": wanted is not None,
        "rail": [
            {
                "text": str(one.number) if not one.make_up else _("M%(number)s") % {"number": one.number - event.games},
                "url": f"{page}?game={one.number}#seats",
                "current": one is shown,
            }
            for one in rounds
        ],
        "pairs": _pairs(place, shown),
    }


def _pairs(place: Here, shown: RoundPlan) -> list[dict[str, Any]]:
    def chair(entry: Entry, seat: int) -> dict[str, Any]:
        name = names.shown(entry.player, place.club, place.membership)
        return {"seat": seat, "name": name, "anchor": entry.anchor}

    pairs = [
        {"top": chair(game.a, game.seat_a), "bottom": chair(game.b, game.seat_b), "between": _("v")}
        for game in shown.games
    ]
    sits_out = [
        {"top": chair(wait.entry, wait.seat), "bottom": {"ghost": True}, "between": _("sits out")}
        for wait in shown.waits
    ]
    return pairs + sits_out
