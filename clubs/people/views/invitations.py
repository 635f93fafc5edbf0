from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.people import permissions, selectors
from clubs.people.context import actor, here
from clubs.people.forms import InviteForm
from clubs.people.models import User
from clubs.people.services import invitations
from clubs.people.views import members


@require_http_methods(["GET", "POST"])
@members.or_back
def create(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Make an invitation, send it where it can be sent, and show its link this once."""
    place = here(request)
    permissions.require(request.user, place.club, "members.manage")
    player = selectors.player_for(request.user, place.club, player_id)
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            invitation, token = invitations.create(
                club=place.club, player=player, by=actor(request), email=form.cleaned_data["email"]
            )
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            link = request.build_absolute_uri(reverse("people:invitation", args=[token]))
            sent = invitations.mail(invitation=invitation, link=link)
            return members.hand_over(
                request,
                place,
                player,
                link=link,
                what="invitation",
                mailed_to=invitation.email if sent else "",
                tried=invitation.email,
            )
    return members.show(request, place, player, invite_form=form)


@require_POST
def withdraw(request: HttpRequest, slug: str, invitation_id: int) -> HttpResponse:
    """Make an invitation's link worthless."""
    club = here(request).club
    permissions.require(request.user, club, "members.manage")
    invitation = selectors.invitation_in(club, invitation_id)
    invitations.withdraw(invitation=invitation, by=actor(request))
    messages.success(request, _("The invitation is withdrawn. Its link no longer works."))
    return redirect("people:members", slug=slug)


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Say who is invited as whom, and let whoever is signed in accept."""
    found = invitations.look_up(token=token)
    player = selectors.canonical(found.player)
    own = selectors.player_of(request.user)
    context = {
        "invitation": found,
        "player": player,
        "inviting_club": found.club,
        "own": own,
        "merge_url": _merge_url(token) if own is not None else "",
    }
    if request.method == "GET":
        return render(request, "people/invitation.html", context)
    if not isinstance(request.user, User):
        return redirect(f"{reverse('account_login')}?next={request.path}")
    accepted = invitations.accept(token=token, by=request.user)
    messages.success(
        request, _("You are %(player)s in %(club)s now.") % {"player": accepted.name, "club": found.club.name}
    )
    return redirect("people:members", slug=found.club.slug)


def _merge_url(token: str) -> str:
    # The events room merges, because only it knows whether the two ever met.
    try:
        return reverse("events:claim_merge", args=[token])
    except NoReverseMatch:
        return ""
