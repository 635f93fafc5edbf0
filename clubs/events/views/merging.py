"""Two names of one person. The page is here because only this room knows whether the two ever met."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Conflict, Forbidden
from clubs.events.services import merging
from clubs.people import permissions, selectors
from clubs.people.context import actor, here
from clubs.people.models import Player
from clubs.people.services import invitations

LONGEST_SEARCH = 80


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Choose who is the same person, and which of the two stays."""
    club = here(request).club
    permissions.require(request.user, club, "members.manage")
    player = selectors.player_for(request.user, club, player_id)
    refusal: Conflict | Forbidden | None = None
    chosen = request.POST.get("other", "")
    if request.method == "POST" and chosen.isdecimal() and len(chosen) < 19:
        other = selectors.player_for(request.user, club, int(chosen))
        keep, drop = _order(player, other)
        try:
            merging.merge(keep=keep, drop=drop, by=actor(request))
        except (Conflict, Forbidden) as error:
            refusal = error
        else:
            text = _("%(drop)s is now %(keep)s.") % {"drop": drop.name, "keep": keep.name}
            messages.success(request, text, extra_tags=reverse("events:unmerge", args=[club.slug, drop.pk]))
            return redirect("people:member", slug=club.slug, player_id=keep.pk)
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    context = {
        "nav_current": "players",
        "player": player,
        "others": [other for other in selectors.players_of(request.user, club, q, left=True) if other != player],
        "q": q,
        "chosen": chosen,
        "refusal": refusal,
    }
    return render(request, "people/merge.html", context, status=409 if refusal else 200)


@require_POST
def unmerge(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Undo a merge: two people again."""
    club = here(request).club
    permissions.require(request.user, club, "members.manage")
    player = selectors.merged_in(club, player_id)
    merging.unmerge(player=player, by=actor(request))
    messages.success(request, _("%(player)s is in the list again.") % {"player": player.name})
    return redirect("people:member", slug=club.slug, player_id=player.pk)


@require_POST
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation by somebody who is a player already: the two become one."""
    player = invitations.accept(token=token, by=actor(request), merge=merging.merge_claimed)
    messages.success(request, _("All results are yours now, %(player)s.") % {"player": player.name})
    return redirect("people:account")


def _order(one: Player, two: Player) -> tuple[Player, Player]:
    """Return who stays and who goes: the one with the account stays, then the one with the number, then the older."""
    keep, drop = sorted((one, two), key=lambda player: (player.user_id is None, not player.acc_number, player.pk))
    return keep, drop
