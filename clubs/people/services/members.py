"""What somebody is to a club and what they may do there. Nobody raises themselves; an owner always stays."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict, Invalid
from clubs.people import audit, clock, permissions, selectors
from clubs.people.models import Club, Membership, User

Role = Membership.Role


def set_role(*, membership: Membership, role: str, by: User) -> Membership:
    """Say what a member may do in the club.

    Raises Forbidden unless ``by`` is an owner, Conflict when the last owner would go or when the member
    has no account to sign in with.
    """
    permissions.require(by, membership.club, "roles.manage")
    if role not in Role.values:
        raise Invalid("not_a_choice", _("Choose one from the list."), field="role")
    with transaction.atomic():
        stored = _locked(membership)
        # Asked again under the lock: two owners may be lowering each other at this moment.
        permissions.require(by, stored.club, "roles.manage")
        if stored.role == role:
            return stored
        player = selectors.canonical(stored.player)
        if stored.left_on is not None:
            raise Conflict("has_left", _("%(player)s has left the club."), field="role", player=player.name)
        if role != Role.MEMBER and player.user_id is None:
            raise Conflict(
                "no_account",
                _("%(player)s has no account yet and could not sign in. Invite them first."),
                field="role",
                player=player.name,
            )
        if stored.role == Role.OWNER:
            _refuse_last_owner(stored)
        old, stored.role = stored.role, role
        stored.save(update_fields=["role"])
        membership.role = role
        _record("member.role", stored, by, old=old, new=role)
    return stored


def set_kind(*, membership: Membership, by: User, kind: str, joined_on: datetime.date | None = None) -> Membership:
    """Say whether somebody is a member, a guest or a visitor, and since when a member (None: unknown)."""
    permissions.require(by, membership.club, "members.manage")
    if kind not in Membership.Kind.values:
        raise Invalid("not_a_choice", _("Choose one from the list."), field="kind")
    with transaction.atomic():
        stored = _locked(membership)
        if (stored.kind, stored.joined_on) == (kind, joined_on):
            return stored
        old = stored.kind
        stored.kind, stored.joined_on = kind, joined_on
        stored.save(update_fields=["kind", "joined_on"])
        membership.kind, membership.joined_on = kind, joined_on
        _record("member.kind", stored, by, old=old, new=kind)
    return stored


def leave(*, membership: Membership, by: User) -> Membership:
    """End a membership today, one's own or as a director; results stay, a role is given up.

    Only an owner ends the membership of somebody with a role. Raises Conflict when the last owner would go.
    """
    own = selectors.canonical(membership.player).user_id == by.pk
    if not own:
        permissions.require(by, membership.club, "members.manage")
    with transaction.atomic():
        stored = _locked(membership)
        if not own and stored.role != Role.MEMBER:
            permissions.require(by, stored.club, "roles.manage")
        if stored.left_on is not None:
            return stored
        if stored.role == Role.OWNER:
            _refuse_last_owner(stored)
        stored.left_on, stored.role = clock.today(stored.club), Role.MEMBER
        stored.save(update_fields=["left_on", "role"])
        membership.left_on, membership.role = stored.left_on, stored.role
        _record("member.left", stored, by)
    return stored


def come_back(*, membership: Membership, by: User) -> Membership:
    """Take somebody who left back into the club, without a role."""
    permissions.require(by, membership.club, "members.manage")
    with transaction.atomic():
        stored = _locked(membership)
        if stored.left_on is None:
            return stored
        stored.left_on = membership.left_on = None
        stored.save(update_fields=["left_on"])
        _record("member.returned", stored, by)
    return stored


def _locked(membership: Membership) -> Membership:
    """Return the membership under the club's lock, which puts every change of roles in order."""
    Club.objects.select_for_update(no_key=True).get(pk=membership.club_id)
    return Membership.objects.select_related("club", "player__merged_into").get(pk=membership.pk)


def _refuse_last_owner(membership: Membership) -> None:
    owners = selectors.managers_of(membership.club, [Role.OWNER])
    if all(owner.pk == membership.pk for owner in owners):
        raise Conflict(
            "last_owner",
            _("A club needs an owner, and %(player)s is the only one. Make somebody else an owner first."),
            field="role",
            player=selectors.canonical(membership.player).name,
        )


def _record(action: str, membership: Membership, by: User, **data: str) -> None:
    versions.bump("club", membership.club_id)
    player = selectors.canonical(membership.player)
    audit.record(action, by=by, club=membership.club, about="player", about_id=player.pk, player=player.name, **data)
