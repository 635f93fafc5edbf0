"""Who is champion after a tie: the page on which directors record what people decided."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Invalid
from clubs.base.forms import refuse
from clubs.events import selectors as events
from clubs.honours import selectors
from clubs.honours.forms import ChampionForm
from clubs.honours.services import champion as service
from clubs.honours.views import rows as table
from clubs.people import permissions
from clubs.people import selectors as people
from clubs.people.context import actor, here

REFUSED = 422


@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the level leaders and record which of them is champion."""
    place = here(request)
    permissions.require(request.user, place.club, "season.manage")
    season = events.season_for(request.user, place.club, season_id)
    tie = table.tie_of(season, table.rows_of(season, place))
    form = ChampionForm(table.choices(tie), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        player = people.player_for(request.user, place.club, form.cleaned_data["player"])
        try:
            service.decide(season=season, player=player, reason=form.cleaned_data["reason"], by=actor(request))
        except Invalid as error:
            refuse(form, error)
        else:
            said = _("%(player)s is champion of %(season)s.") % {"player": player.name, "season": season.name}
            messages.success(request, said)
            return redirect("honours:season", slug=slug, season_id=season.pk)
    context = {
        "nav_current": "season",
        "season": season,
        "tie": tie,
        "champion": table.champion_of(season, tie, place),
        "over": selectors.is_over(season),
        "champion_form": form,
    }
    return render(request, "honours/champion.html", context, status=REFUSED if form.errors else 200)


@require_POST
def withdraw(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Take the decision that holds back; the leaders are level again."""
    place = here(request)
    permissions.require(request.user, place.club, "season.manage")
    season = events.season_for(request.user, place.club, season_id)
    service.withdraw(season=season, by=actor(request))
    messages.success(request, _("The decision is taken back. The leaders are level again."))
    return redirect("honours:season", slug=slug, season_id=season.pk)
