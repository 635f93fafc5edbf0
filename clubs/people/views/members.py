import csv
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs.base.errors import Conflict, Invalid, Missing
from clubs.base.forms import refuse
from clubs.people import names, permissions, selectors
from clubs.people.context import Here, actor, here
from clubs.people.forms import AddForm, InviteForm, KindForm, PlayerForm, RoleForm
from clubs.people.models import Membership, Player
from clubs.people.services import accounts, given, members, players

REFUSED = 422
LONGEST_SEARCH = 80


# The list ------------------------------------------------------------------------------------------------------------


@require_GET
def list_members(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who belongs to the club."""
    form = AddForm() if permissions.allows(here(request).membership, "players.add") else None
    return _page(request, form)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a name in one line, above the list."""
    club = here(request).club
    permissions.require(request.user, club, "players.add")
    form = AddForm(request.POST or None)
    known = None
    if request.method == "POST" and form.is_valid():
        try:
            player = players.add(club=club, by=actor(request), **form.cleaned_data)
        except (Invalid, Conflict) as error:
            refuse(form, error)
            if error.code == "acc_number_taken" and error.data.get("listed") is False:
                known = {"id": error.data["player_id"], "name": error.data["player"]}
        else:
            messages.success(request, _("%(player)s is in the list.") % {"player": player.name})
            return redirect("people:members", slug=club.slug)
    return _page(request, form, known=known)


@require_POST
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """List a player of another club here, found by their ACC number."""
    club = here(request).club
    permissions.require(request.user, club, "players.add")
    player = selectors.player_by_acc_number(given.acc_number(request.POST.get("acc_number", "")))
    if player is None:
        raise Missing("no_such_player", _("There is no player with that ACC number."))
    membership = players.bring(club=club, player=player, by=actor(request), kind=request.POST.get("kind", "visitor"))
    shown = names.shown(membership.player, club, here(request).membership)
    messages.success(request, _("%(player)s is in the list.") % {"player": shown})
    return redirect("people:members", slug=club.slug)


def _page(request: HttpRequest, form: AddForm | None, known: dict[str, object] | None = None) -> HttpResponse:
    place = here(request)
    club, viewer = place.club, place.membership
    manages = permissions.allows(viewer, "members.manage")
    q = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    left = manages and request.GET.get("left") == "1"
    kept = selectors.kept_ids(club) if manages else set()
    rows = [
        {
            "membership": member.membership,
            "player": member.player,
            "name": names.shown(member.player, club, viewer),
            "contact": member.player.pk in kept and (member.player.email or member.player.phone),
        }
        for member in selectors.members_of(request.user, club, q, left=left)
    ]
    context = {
        "nav_current": "players",
        "rows": rows,
        "q": q,
        "left": left,
        "manages": manages,
        "invitations": selectors.invitations_of(club) if manages else [],
        "form": form,
        "known": known,
    }
    status = REFUSED if form is not None and form.errors else 200
    return render(request, "people/members.html", context, status=status)


@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the list of members as CSV, with the private contact of the club's own players."""
    club = here(request).club
    permissions.require(request.user, club, "members.manage")
    kept = selectors.kept_ids(club)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(club.name) or "club"}-members.csv"'
    response["Cache-Control"] = "no-store"
    writer = csv.writer(response)
    writer.writerow(["name", "acc_number", "kind", "role", "joined_on", "home_club", "email", "phone"])
    for member in selectors.members_of(request.user, club):
        player, membership = member.player, member.membership
        own = player.pk in kept
        row = [
            player.name,
            player.acc_number,
            membership.kind,
            membership.role,
            membership.joined_on.isoformat() if membership.joined_on else "",
            player.home_club.name if player.home_club and (player.home_club.public or player.home_club == club) else "",
            player.email if own else "",
            player.phone if own else "",
        ]
        writer.writerow([_cell(value) for value in row])
    return response


def _cell(text: str) -> str:
    # A spreadsheet would run a cell that begins like a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text


def or_back(view: Callable[[HttpRequest, str, int], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a GET of an address that a refused form or a link was shown at with the member's page."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
        if request.method == "GET":
            player = selectors.player_for(request.user, here(request).club, player_id)
            return redirect("people:member", slug=slug, player_id=player.pk)
        return view(request, slug, player_id)

    return answer


# One member ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def member(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Show one member to a director, and change the player's own record."""
    place = here(request)
    permissions.require(request.user, place.club, "members.manage")
    player = selectors.player_for(request.user, place.club, player_id)
    form = None
    if permissions.can_keep(request.user, player):
        fields = ("name", "acc_number", "home_club", "email", "phone")
        initial = {field: getattr(player, field) for field in fields}
        form = PlayerForm(request.POST or None, initial=initial, player=player, viewer=request.user)
    elif request.method == "POST":
        permissions.require_keeper(request.user, player)
    if form is not None and request.method == "POST" and form.is_valid():
        try:
            players.update(player=player, by=actor(request), **form.cleaned_data)
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            messages.success(request, _("%(player)s is saved.") % {"player": player.name})
            return redirect("people:member", slug=place.club.slug, player_id=player.pk)
    return show(request, place, player, form=form)


@require_http_methods(["GET", "POST"])
@or_back
def kind(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Say whether somebody is a member, a guest or a visitor."""
    place, player, membership = _asked(request, player_id)
    form = KindForm(request.POST)
    if form.is_valid():
        members.set_kind(membership=membership, by=actor(request), **form.cleaned_data)
        messages.success(request, _("%(player)s is saved.") % {"player": player.name})
        return redirect("people:member", slug=slug, player_id=player.pk)
    return show(request, place, player, kind_form=form)


@require_http_methods(["GET", "POST"])
@or_back
def role(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Say what a member may do in the club."""
    place, player, membership = _asked(request, player_id, action="roles.manage")
    form = RoleForm(request.POST)
    if form.is_valid():
        try:
            members.set_role(membership=membership, by=actor(request), role=form.cleaned_data["role"])
        except Conflict as error:
            refuse(form, error)
        else:
            messages.success(request, _("%(player)s is saved.") % {"player": player.name})
            still = permissions.can(request.user, place.club, "members.manage")
            return redirect(*(("people:member", slug, player.pk) if still else ("people:members", slug)))
    return show(request, place, player, role_form=form)


@require_POST
def leave(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """End a membership: one's own, or as a director."""
    place = here(request)
    player = selectors.player_for(request.user, place.club, player_id)
    membership = _membership(place, player)
    own = player.user_id is not None and player.user_id == request.user.pk
    if not own:
        permissions.require(request.user, place.club, "members.manage")
    members.leave(membership=membership, by=actor(request))
    messages.success(request, _("%(player)s has left %(club)s.") % {"player": player.name, "club": place.club.name})
    return redirect("people:account") if own else redirect("people:members", slug=slug)


@require_POST
def come_back(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Take somebody who left back."""
    _place, player, membership = _asked(request, player_id)
    members.come_back(membership=membership, by=actor(request))
    messages.success(request, _("%(player)s is back.") % {"player": player.name})
    return redirect("people:member", slug=slug, player_id=player.pk)


@require_http_methods(["GET", "POST"])
@or_back
def reset_link(request: HttpRequest, slug: str, player_id: int) -> HttpResponse:
    """Make a link by which a member chooses a new password, to be handed over; only where mail is off."""
    place, player, _belonging = _asked(request, player_id)
    number, key = accounts.make_reset_key(club=place.club, player=player, by=actor(request))
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": number, "key": key})
    return hand_over(request, place, player, link=request.build_absolute_uri(path), what="reset")


def hand_over(
    request: HttpRequest, place: Here, player: Player, *, link: str, what: str, mailed_to: str = "", tried: str = ""
) -> HttpResponse:
    """Show a private link, this once."""
    context = {
        "nav_current": "players",
        "player": player,
        "link": link,
        "what": what,
        "mailed_to": mailed_to,
        "tried": tried,
    }
    response = render(request, "people/hand_over.html", context)
    response["Cache-Control"] = "no-store"
    return response


def show(
    request: HttpRequest,
    place: Here,
    player: Player,
    *,
    form: PlayerForm | None = None,
    kind_form: KindForm | None = None,
    role_form: RoleForm | None = None,
    invite_form: InviteForm | None = None,
) -> HttpResponse:
    """Render the page of one member, with the form that was just refused."""
    membership = _membership(place, player)
    keeps = permissions.can_keep(request.user, player)
    if form is None and keeps:
        fields = ("name", "acc_number", "home_club", "email", "phone")
        initial = {field: getattr(player, field) for field in fields}
        form = PlayerForm(initial=initial, player=player, viewer=request.user)
    refused = any(shown is not None and shown.errors for shown in (form, kind_form, role_form, invite_form))
    keeper = selectors.keeper_of(player)
    context = {
        "nav_current": "players",
        "player": player,
        "belonging": membership,
        "keeper": keeper if keeper is not None and selectors.is_visible(request.user, keeper) else None,
        "form": form,
        "kind_form": kind_form or KindForm(initial={"kind": membership.kind, "joined_on": membership.joined_on}),
        "role_form": (role_form or RoleForm(initial={"role": membership.role}))
        if permissions.allows(place.membership, "roles.manage")
        else None,
        "invite_form": (invite_form or InviteForm(initial={"email": player.email})) if keeps else None,
        "merged": selectors.merged_into(place.club, player),
        "invitation": selectors.invitations_of(place.club).filter(player=player).first(),
        "may_reset": accounts.may_reset(club=place.club, player=player, by=actor(request)),
        "may_end": membership.role == Membership.Role.MEMBER or permissions.allows(place.membership, "roles.manage"),
    }
    return render(request, "people/member.html", context, status=REFUSED if refused else 200)


def _asked(request: HttpRequest, player_id: int, action: str = "members.manage") -> tuple[Here, Player, Membership]:
    place = here(request)
    permissions.require(request.user, place.club, action)
    player = selectors.player_for(request.user, place.club, player_id)
    return place, player, _membership(place, player)


def _membership(place: Here, player: Player) -> Membership:
    membership = selectors.membership_in(place.club, player)
    if membership is None:
        raise Missing("no_such_player", _("There is no such player in this club."))
    return membership
