"""The event bar above every page of a night's desk: title, how far it has come, tabs, and the one next step."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.events.models import Event
from clubs.events.views.bar import address, tabs
from clubs.people import clock
from clubs.people import permissions as people
from clubs.people.models import Membership
from games.matches import permissions
from games.matches.selectors.desk import DeskState

Status = Event.Status


def bar(
    event: Event,
    viewer: Membership | None,
    state: DeskState,
    *,
    page: str = "cards",
    asks: bool = False,
    mark: str = "",
) -> dict[str, Any]:
    """Return what the bar shows.

    ``page``: "cards" or "announce", which decides the next step. ``asks``: Publish asks first. ``mark``: of the
    announcement that Publish stands beside.
    """
    slug = event.club.slug
    rooms = tabs(event, viewer, attending=len(state.rows), cards=(state.cards_in, state.cards_all))
    return {
        "title": event.name,
        "tab_title": pgettext("tab", "Cards") if page == "cards" else _("Announce"),
        "status": _status(event, state),
        "back_url": reverse("matches:night", args=[slug, event.pk]),
        "undo_url": reverse("matches:undo", args=[slug, event.pk]) if event.status != Status.PUBLISHED else "",
        "wall_url": reverse("matches:wall", args=[slug, event.pk]),
        "tabs": rooms,
        "next": _next(event, viewer, page, asks=asks, mark=mark),
    }


def keys() -> list[dict[str, Any]]:
    """Return the keys of the desk for the key list."""
    return [
        {"keys": ["16/7 +74", "Enter"], "text": _("One card: points/wins and spread, for the marked seat")},
        {"keys": ["7 16/7 +74", "Enter"], "text": _("One card of seat 7")},
        {"keys": ["7 33", "Enter"], "text": _("Seat 7 won its next game by 33")},
        {"keys": ["7 -33", "Enter"], "text": _("Seat 7 lost it by 33")},
        {"keys": ["4.7 33", "Enter"], "text": _("Game 4 of seat 7")},
        {"keys": ["7 w", "7 l"], "text": _("Won or lost, the figure not written")},
        {"keys": ["7 so", "7 np"], "text": _("Sat out, not played")},
        {"keys": ["7 aw", "7 ff"], "text": _("Awarded (+10 and −10), forfeited (a win without spread)")},
        {"keys": ["7 out 6"], "text": _("Left after game 6")},
        {"keys": ["7 none"], "text": _("Card not handed in")},
        {"keys": ["7 del", "4.7 del"], "text": _("Remove the card, remove game 4")},
        {"keys": ["?7"], "text": _("Show the card of seat 7")},
        {"keys": ["M"], "text": _("What is still missing")},
        {"keys": ["U", "Ctrl Z"], "text": _("Undo the last entry, as often as you like")},
        {"keys": ["Esc"], "text": _("Clear the line")},
        {"keys": ["0", "…", "9"], "text": _("Into the line, from anywhere")},
        {"keys": ["Ctrl Enter"], "text": _("The next step: announce, publish")},
    ]


def _status(event: Event, state: DeskState) -> str:
    if not state.cards_all:
        return date_format(event.date, _("l j F"))
    if event.status == Status.PUBLISHED:
        return _("Published. %(in)s of %(all)s cards in, %(audit)s") % {
            "in": state.cards_in,
            "all": state.cards_all,
            "audit": state.audit_text,
        }
    waited = [out for out in state.missing if not out.given_up]
    started = ""
    if event.started_at is not None and timezone.localdate(event.started_at) == event.date:
        started = date_format(timezone.localtime(event.started_at), "H:i")
    if len(waited) == 1 and state.cards_in:
        if started:
            return _("Started %(time)s. Last card to come: %(name)s") % {
                "time": started,
                "name": _first(waited[0].name),
            }
        return _("Last card to come: %(name)s") % {"name": _first(waited[0].name)}
    counted = _("%(in)s of %(all)s cards in") % {"in": state.cards_in, "all": state.cards_all}
    if waited:
        return _("Started %(time)s. %(cards)s") % {"time": started, "cards": counted} if started else counted
    return f"{counted}, {state.audit_text}"


def _first(name: str) -> str:
    return name.split()[0] if name.split() else name


def _next(event: Event, viewer: Membership | None, page: str, *, asks: bool, mark: str) -> dict[str, Any] | None:
    slug = event.club.slug
    announce = reverse("matches:announce", args=[slug, event.pk])
    waits = event.status in (Status.PLANNED, Status.CHECKIN)
    if waits and event.date >= clock.today(event.club):
        seats = address("events:seats", slug, event.pk)
        return {"text": _("Start"), "url": seats, "icon": "play"} if seats else None
    if not people.allows(viewer, permissions.PUBLISH):
        return None
    if event.status == Status.PUBLISHED:
        return {"text": _("Correct"), "icon": "pencil", "dialog": "correct"}
    if page != "announce":
        return {"text": _("Announce"), "url": announce}
    text = _("Publish correction") if event.status == Status.CORRECTING else _("Publish")
    if asks:
        return {"text": text, "icon": "send", "dialog": "publish"}
    address_of = reverse("matches:publish", args=[slug, event.pk])
    return {"text": text, "icon": "send", "post": True, "url": address_of, "mark": mark}
