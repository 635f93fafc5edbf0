"""A player's page in a club."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from clubs.people import permissions
from clubs.people import selectors as people
from clubs.people.context import here
from games.stats.selectors.player import Opponent, player_state

NIGHTS = 20
OPPONENTS = 12
SCALE = 25.0
"""Points of average margin to either side of the bar."""
HALF = 60


@require_GET
def show(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show what a player has done in the club; one who was merged leads to who they are now."""
    place = here(request)
    player = people.player_for(request.user, place.club, player_id)
    if player.pk != player_id:
        return redirect("stats:player", slug=slug, player_id=player.pk)
    state = player_state(place.club, player, place.membership)
    everybody = request.GET.get("opponents") == "all"
    shown = state.opponents if everybody else state.opponents[:OPPONENTS]
    context = {
        "nav_current": "players",
        "state": state,
        "nights": Paginator(state.nights, NIGHTS).get_page(request.GET.get("page")),
        "opponents": [{"one": one, "bar": _bar(one)} for one in shown],
        "more_opponents": len(state.opponents) - len(shown),
        "manages": permissions.allows(place.membership, "members.manage"),
    }
    return render(request, "stats/player.html", context)


def _bar(one: Opponent) -> dict[str, object] | None:
    """Return where the bar of an average margin lies, in units of its picture; None: no figure is known."""
    if one.margin is None:
        return None
    length = round(min(abs(one.margin), SCALE) / SCALE * (HALF - 2), 1)
    return {
        "x": HALF if one.margin >= 0 else round(HALF - length, 1),
        "width": max(length, 1.0),
        "good": one.margin >= 0,
    }
