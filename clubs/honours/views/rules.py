"""How a season turns cards into points: the page on which directors change it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.base.errors import Invalid
from clubs.base.forms import refuse
from clubs.events import selectors as events
from clubs.honours import selectors
from clubs.honours.forms import RulesForm
from clubs.honours.services import rules
from clubs.people import permissions
from clubs.people.context import actor, here

REFUSED = 422


@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show and change the rules; the whole table follows."""
    club = here(request).club
    permissions.require(request.user, club, "season.manage")
    season = events.season_for(request.user, club, season_id)
    now = selectors.rules_of(season)
    form = RulesForm(
        request.POST or None,
        initial={
            "threshold": now.threshold,
            "table": RulesForm.written(dict(now.table)),
            "credit_guests_once_joined": now.credit_guests_once_joined,
            "credit_visitors": now.credit_visitors,
            "short_cards_count": now.short_cards_count,
        },
    )
    if request.method == "POST" and form.is_valid():
        try:
            rules.update(season=season, by=actor(request), **form.cleaned_data)
        except Invalid as error:
            refuse(form, error)
        else:
            messages.success(request, _("The rules are saved. The table follows."))
            return redirect("honours:season", slug=slug, season_id=season.pk)
    context = {"nav_current": "season", "season": season, "form": form}
    return render(request, "honours/rules.html", context, status=REFUSED if form.errors else 200)
