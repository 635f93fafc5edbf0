"""The event bar above every page of a night's desk: title, how far it has come, tabs, and the one next step."""

from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.selectors.progress import Progress, progress_of
from clubs.people import permissions
from clubs.people.models import Membership

Status = Event.Status


def bar(event: Event, viewer: Membership | None, *, tab: str) -> dict[str, Any]:
    """Return what the bar shows above a page of this room; ``tab``: "checkin", "seats" or "standings"."""
    progress = progress_of(event)
    slug = event.club.slug
    titles = {"checkin": _("Check-in"), "seats": _("Seats"), "standings": _("Standings")}
    running = event.status in (Status.RUNNING, Status.CORRECTING)
    return {
        "title": event.name,
        "tab_title": titles[tab],
        "status": status(event, progress),
        "back_url": address("matches:night", slug, event.pk) or reverse("events:nights", args=[slug]),
        "undo_url": address("matches:undo", slug, event.pk) if running else "",
        "wall_url": address("matches:wall", slug, event.pk),
        "tabs": tabs(event, viewer, attending=progress.attending, cards=(progress.cards_in, progress.cards)),
        "next": next_step(event, viewer, tab),
    }


def tabs(event: Event, viewer: Membership | None, *, attending: int, cards: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the tabs of the desk that the viewer may open; ``cards``: how many are in, and of how many."""
    counted = _("%(number)s of %(all)s") % {"number": cards[0], "all": cards[1]} if cards[1] else ""
    wanted = (
        ("checkin", _("Check-in"), attending or "", "events:checkin", "c", "night.checkin"),
        ("seats", _("Seats"), "", "events:seats", "e", "night.checkin"),
        ("cards", pgettext("tab", "Cards"), counted, "matches:desk", "k", "night.enter"),
        ("standings", _("Standings"), "", "events:standings", "s", "club.view"),
    )
    return [
        {"key": key, "label": label, "count": count, "url": url, "go": go}
        for key, label, count, name, go, action in wanted
        if (action == "club.view" or permissions.allows(viewer, action))
        and (url := address(name, event.club.slug, event.pk))
    ]


def status(event: Event, progress: Progress) -> str:
    """Say in a few words how far a night has come."""
    day = date_format(event.date, _("l j F"))
    if event.status == Status.PLANNED:
        return day
    if event.status == Status.CHECKIN:
        here = ngettext("%(count)s here", "%(count)s here", progress.attending) % {"count": progress.attending}
        if event.starts_at is not None and event.date == timezone.localdate():
            return _("%(here)s, starts %(time)s") % {"here": here, "time": time_format(event.starts_at, "H:i")}
        return _("%(here)s, not started") % {"here": here}
    if event.status == Status.PUBLISHED:
        return _("Published, %(day)s") % {"day": day}
    if event.status == Status.CORRECTING:
        return _("Being corrected: %(reason)s") % {"reason": event.correction_reason}
    counted = _("%(in)s of %(all)s cards in") % {"in": progress.cards_in, "all": progress.cards}
    if event.started_at is not None and timezone.localdate(event.started_at) == event.date:
        started = date_format(timezone.localtime(event.started_at), "H:i")
        return _("Started %(time)s. %(cards)s") % {"time": started, "cards": counted}
    return counted


def next_step(event: Event, viewer: Membership | None, tab: str) -> dict[str, Any] | None:
    """Return the one brass button: what the night needs next; None where the viewer may not take it."""
    slug = event.club.slug
    if event.status == Status.PLANNED:
        if not permissions.allows(viewer, "night.checkin"):
            return None
        return {"text": _("Open check-in"), "url": reverse("events:open", args=[slug, event.pk]), "post": True}
    if event.status == Status.CHECKIN:
        return _start(event, viewer, tab)
    if not permissions.allows(viewer, "night.publish"):
        return None
    announce = address("matches:announce", slug, event.pk)
    if event.status == Status.PUBLISHED or not announce:
        return {"text": _("Announced"), "url": announce} if announce else None
    return {"text": _("Announce"), "url": announce}


def _start(event: Event, viewer: Membership | None, tab: str) -> dict[str, Any] | None:
    if not permissions.allows(viewer, "night.seats"):
        return None
    slug = event.club.slug
    if tab != "seats":
        return {"text": _("Seats"), "url": reverse("events:seats", args=[slug, event.pk]), "icon": "users"}
    field = selectors.field_of(event)
    step: dict[str, Any] = {"text": _("Start"), "icon": "play"}
    if len(field.first) < 3:
        return step | {"disabled": True, "reason": _("A night needs three players. Check them in first.")}
    if not field.seated:
        return step | {"disabled": True, "reason": _("Not everybody has a seat yet.")}
    return step | {"post": True, "url": reverse("events:start", args=[slug, event.pk])}


def address(name: str, *args: object) -> str:
    """Return the address of a page of another room; "" where this site does not have it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
