"""The way in: the clubs a reader may see, and how somebody new begins."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.people import selectors as people
from games.stats.selectors import sites

MOST_CLUBS = 200


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Show one's own clubs first, then the public ones; a newcomer is told what to do."""
    mine = people.memberships_of(request.user)
    own = {membership.club_id for membership in mine}
    others = [club for club in people.public_clubs()[: MOST_CLUBS + len(own)] if club.pk not in own]
    clubs = [*(membership.club for membership in mine), *others]
    nights = sites.next_nights(clubs)
    shown = [{"club": club, "night": nights.get(club.pk)} for club in others]
    context = {
        "mine": [{"membership": one, "club": one.club, "night": nights.get(one.club_id)} for one in mine],
        "others": shown,
        "only": shown[0] if len(shown) == 1 and not mine else None,
    }
    return render(request, "stats/home.html", context)
