"""The nights of a club: the list, planning one, changing it, opening its check-in."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.events import permissions, selectors
from clubs.events.forms import NO_SEASON, NightForm, ReasonForm
from clubs.events.models import Event
from clubs.events.services import nights as service
from clubs.people import clock
from clubs.people.context import actor, here
from clubs.people.permissions import allows

REFUSED = 422
PAGE = 40


@require_GET
def list_nights(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's nights, the newest first."""
    place = here(request)
    pages = Paginator(selectors.nights_of(place.club), PAGE)
    return render(
        request,
        "events/nights.html",
        {
            "nav_current": "nights",
            "page": pages.get_page(request.GET.get("page")),
            "plans": allows(place.membership, "night.plan"),
            "desk": allows(place.membership, "night.checkin"),
            "today": clock.today(place.club),
        },
    )


@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan a night, or note down a past one."""
    place = here(request)
    permissions.require(request.user, place.club, "night.plan")
    today = clock.today(place.club)
    first = {
        "date": today,
        "preset": place.club.preset,
        "counts": True,
        "mode": Event.Mode.CLUB,
        "name": _("Night %(number)s") % {"number": selectors.nights_of(place.club).count() + 1},
    }
    form = NightForm(request.POST or None, club=place.club, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            event = service.plan(club=place.club, by=actor(request), **form.rules())
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            if event.date < today:
                return redirect("matches:past", slug=slug, event_id=event.pk)
            messages.success(request, _("%(name)s is planned.") % {"name": event.name})
            return redirect("events:checkin", slug=slug, event_id=event.pk)
    return _form(request, form, None)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Change a night; what would make results wrong is refused once there are any."""
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    permissions.require(request.user, place.club, "night.plan")
    form = NightForm(request.POST or None, club=place.club, edit=True, initial=_stands(event))
    if request.method == "POST" and form.is_valid():
        try:
            service.update(event=event, by=actor(request), **form.rules())
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("events:checkin", slug=slug, event_id=event.pk)
    return _form(request, form, event)


@require_POST
def open_checkin(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Open the check-in of a planned night."""
    event = selectors.event_for(request.user, here(request).club, event_id)
    try:
        service.open_checkin(event=event, by=actor(request))
    except Conflict as error:
        messages.error(request, error.message)
    return redirect("events:checkin", slug=slug, event_id=event.pk)


@require_POST
def reopen(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Go back from play to check-in, while no result is in, and say why."""
    event = selectors.event_for(request.user, here(request).club, event_id)
    form = ReasonForm(request.POST)
    form.is_valid()
    try:
        service.reopen_checkin(event=event, by=actor(request), reason=form.cleaned_data.get("reason", ""))
    except (Conflict, Invalid) as error:
        messages.error(request, error.message)
    return redirect("events:seats", slug=slug, event_id=event.pk)


def _stands(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "date": event.date,
        "starts_at": event.starts_at,
        "season": str(event.season_id) if event.season_id else NO_SEASON,
        "counts": event.counts,
        "games": event.games,
        "target": str(event.target),
        "record": event.record,
        "mode": event.mode,
    }


def _form(request: HttpRequest, form: NightForm, event: Event | None) -> HttpResponse:
    context = {"form": form, "event": event, "nav_current": "nights"}
    return render(request, "events/night_form.html", context, status=REFUSED if form.errors else 200)
