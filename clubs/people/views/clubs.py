from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.base.errors import Forbidden, Invalid
from clubs.base.forms import refuse
from clubs.people import permissions, selectors
from clubs.people.context import actor, here
from clubs.people.forms import ClubForm
from clubs.people.models import Club
from clubs.people.services import clubs

REFUSED = 422


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Found a club."""
    user = actor(request)
    founder = selectors.player_of(user) is None
    initial = {
        "your_name": user.name,
        "public": True,
        "names": Club.Names.FULL,
        "language": translation.get_language(),
        "preset": "acc9",
        "currency": "USD",
        "timezone": "",
    }
    form = ClubForm(request.POST or None, initial=initial, founder=founder)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.create(by=user, **form.cleaned_data)
        except Invalid as error:
            refuse(form, error)
        else:
            messages.success(request, _("%(club)s is founded. Add the players next.") % {"club": club.name})
            return redirect("people:members", slug=club.slug)
    return render(request, "people/new_club.html", {"form": form}, status=REFUSED if form.errors else 200)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a club's settings."""
    club = here(request).club
    permissions.require(request.user, club, "club.settings")
    fields = ("name", "place", "preset", "timezone", "language", "currency", "public", "names")
    initial = {field: getattr(club, field) for field in fields}
    form = ClubForm(request.POST or None, initial=initial, founder=False)
    if request.method == "POST" and form.is_valid():
        try:
            clubs.update(club=club, by=actor(request), **form.cleaned_data)
        except (Invalid, Forbidden) as error:
            refuse(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("people:settings", slug=club.slug)
    return render(request, "people/settings.html", {"form": form}, status=REFUSED if form.errors else 200)
