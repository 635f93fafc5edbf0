"""The seasons of a club: the list, a new one, its dates, closing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.events import permissions, selectors
from clubs.events.forms import SeasonForm
from clubs.events.services import seasons as service
from clubs.people.context import actor, here
from clubs.people.permissions import allows

REFUSED = 422


@require_GET
def list_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's seasons, the newest first."""
    place = here(request)
    return render(
        request,
        "events/seasons.html",
        {
            "nav_current": "season",
            "seasons": selectors.seasons_of(place.club),
            "manages": allows(place.membership, "season.manage"),
        },
    )


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a season."""
    place = here(request)
    permissions.require(request.user, place.club, "season.manage")
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            season = service.create(club=place.club, by=actor(request), **form.cleaned_data)
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            messages.success(request, _("%(name)s is there. Plan its nights now.") % {"name": season.name})
            return redirect("events:seasons", slug=slug)
    return _form(request, form, None)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Change a season's name and dates."""
    place = here(request)
    season = selectors.season_for(request.user, place.club, season_id)
    permissions.require(request.user, place.club, "season.manage")
    stands = {"name": season.name, "first_day": season.first_day, "last_day": season.last_day}
    form = SeasonForm(request.POST or None, initial=stands)
    if request.method == "POST" and form.is_valid():
        try:
            service.update(season=season, by=actor(request), **form.cleaned_data)
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("events:seasons", slug=slug)
    return _form(request, form, season.name)


@require_POST
def close(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Close a season to new nights, or open it again."""
    place = here(request)
    season = selectors.season_for(request.user, place.club, season_id)
    reopen = request.POST.get("reopen") == "1"
    service.close(season=season, by=actor(request), reopen=reopen)
    said = _("%(name)s is open again.") if reopen else _("%(name)s is closed. Its nights can still be corrected.")
    messages.success(request, said % {"name": season.name})
    return redirect("events:seasons", slug=slug)


def _form(request: HttpRequest, form: SeasonForm, name: str | None) -> HttpResponse:
    context = {"form": form, "name": name, "nav_current": "season"}
    return render(request, "events/season_form.html", context, status=REFUSED if form.errors else 200)
