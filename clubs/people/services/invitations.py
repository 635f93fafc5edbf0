"""Invite somebody to claim a player as their own, by a private link that works once."""

import datetime
import hashlib
import logging
import secrets
from typing import Protocol

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict, Missing
from clubs.people import audit, permissions, selectors
from clubs.people.models import Club, Invitation, Player, User
from clubs.people.services import given

log = logging.getLogger(__name__)

LASTS = datetime.timedelta(days=14)


class Merge(Protocol):
    """How a room above merges a claimed player into the one the user already is, with its own checks."""

    def __call__(self, *, keep: Player, drop: Player, by: User) -> object: ...


def create(*, club: Club, player: Player, by: User, email: str = "") -> tuple[Invitation, str]:
    """Make an invitation and return it with its token, which is told here once and stored only as a hash.

    An older open invitation of the player is withdrawn. ``email``: where it will be sent, "" for a link
    handed over. Raises Forbidden, or Conflict when the player has an account.
    """
    permissions.require(by, club, "members.manage")
    if selectors.membership_in(club, player) is None:
        raise Missing("no_such_player", _("There is no such player in this club."))
    permissions.require_keeper(by, player)
    address = given.email(email)
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        stored = Player.objects.select_for_update().get(pk=player.pk)
        _refuse_claimed(stored)
        now = timezone.now()
        for older in selectors.invitations_of(club).filter(player=stored):
            _end(older, by)
        invitation = Invitation.objects.create(
            club=club,
            player=stored,
            token_hash=_hashed(token),
            email=address,
            created_by=by,
            expires_at=now + LASTS,
        )
        audit.record("invitation.made", by=by, club=club, about="player", about_id=stored.pk, player=stored.name)
    return invitation, token


def mail(*, invitation: Invitation, link: str) -> bool:
    """Send the link to the invitation's address, in the club's language; return whether it went out.

    Called after :func:`create` has been stored. False: no address, mail is off, or the mail server did not
    take it; then the link is handed over.
    """
    if not invitation.email or not settings.MAIL_IS_ON:
        return False
    club = invitation.club
    context = {
        "club": club,
        "player": invitation.player,
        "link": link,
        "inviter": invitation.created_by,
        "days": LASTS.days,
    }
    with translation.override(club.language):
        subject = " ".join(render_to_string("people/mail/invitation_subject.txt", context).split())
        text = render_to_string("people/mail/invitation.txt", context)
    try:
        return bool(send_mail(subject, text, None, [invitation.email]))
    except OSError as error:  # smtplib's errors are OSErrors too
        log.warning("invitation %s was not mailed: %s", invitation.pk, error)
        return False


def look_up(*, token: str) -> Invitation:
    """Return the invitation a link leads to.

    Raises Missing for an unknown token, Conflict with the sentence for one that works no more.
    """
    invitation = _found(token)
    _refuse_ended(invitation)
    _refuse_claimed(selectors.canonical(invitation.player))
    return invitation


def accept(*, token: str, by: User, merge: Merge | None = None) -> Player:
    """Let ``by`` be the player they were invited as; the link works once.

    Where ``by`` is a player already, the two have to be merged: a room above passes ``merge``; without it
    Conflict "has_player" is raised, with ``keep`` and ``drop``. Raises Missing, or Conflict with the sentence why not.
    """
    with transaction.atomic():
        # In this order everywhere: account, players by id, invitation.
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        own = selectors.player_of(by)
        invited = selectors.canonical(_found(token).player)
        wanted = [invited.pk] if own is None else [invited.pk, own.pk]
        locked = {row.pk: row for row in Player.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
        player = locked[invited.pk]
        invitation = _found(token, lock=True)
        _refuse_ended(invitation)
        if own is not None and own.pk == player.pk:
            raise Conflict("already_you", _("You are %(player)s already."), player=player.name)
        _refuse_claimed(player)
        if own is None:
            player.user = by
            player.save(update_fields=["user"])
            versions.bump("player", player.pk)
            if not by.name:
                by.name = player.name
                by.save(update_fields=["name"])
        elif merge is None:
            raise Conflict(
                "has_player",
                _("You are %(own)s already. If %(player)s is you too, the two have to be merged."),
                own=own.name,
                player=player.name,
                keep=own.pk,
                drop=player.pk,
            )
        else:
            merge(keep=own, drop=player, by=by)
        invitation.accepted_by, invitation.accepted_at = by, timezone.now()
        invitation.save(update_fields=["accepted_by", "accepted_at"])
        audit.record(
            "invitation.accepted",
            by=by,
            club=invitation.club,
            about="player",
            about_id=player.pk,
            player=player.name,
        )
    return own or player


def withdraw(*, invitation: Invitation, by: User) -> Invitation:
    """Make an invitation's link worthless.

    Raises Conflict when somebody has used it already.
    """
    permissions.require(by, invitation.club, "members.manage")
    with transaction.atomic():
        stored = Invitation.objects.select_for_update(of=("self",)).select_related("player").get(pk=invitation.pk)
        if stored.accepted_at is not None:
            raise Conflict("used", _("Somebody has used this invitation already."))
        if stored.withdrawn_at is None:
            _end(stored, by)
    return stored


# Not for callers -----------------------------------------------------------------------------------------------------


def _hashed(token: str) -> str:
    # 256 random bits need no salt and no slow hash.
    return hashlib.sha256(token.encode()).hexdigest()


def _found(token: str, *, lock: bool = False) -> Invitation:
    rows = Invitation.objects.select_related("player__merged_into", "club", "created_by")
    if lock:
        rows = rows.select_for_update(of=("self",))
    found = rows.filter(token_hash=_hashed(token)).first()
    if found is None:
        raise Missing("no_such_invitation", _("This link leads to no invitation. Ask for a new one."))
    return found


def _refuse_ended(invitation: Invitation) -> None:
    inviter = invitation.created_by
    who = inviter.name if inviter is not None and inviter.name else invitation.club.name
    if invitation.accepted_at is not None:
        raise Conflict("used", _("This invitation has been used. Ask %(who)s if that was not you."), who=who)
    if invitation.withdrawn_at is not None:
        raise Conflict("withdrawn", _("This invitation was withdrawn. Ask %(who)s for a new one."), who=who)
    if invitation.expires_at <= timezone.now():
        raise Conflict("expired", _("This invitation has run out. Ask %(who)s for a new one."), who=who)


def _refuse_claimed(player: Player) -> None:
    if player.merged_into_id is not None:
        raise Conflict("merged", _("%(player)s was merged. Invite the player who stayed."), player=player.name)
    if player.user_id is not None:
        raise Conflict("claimed", _("%(player)s has an account already."), player=player.name)


def _end(invitation: Invitation, by: User) -> None:
    invitation.withdrawn_at = timezone.now()
    invitation.save(update_fields=["withdrawn_at"])
    audit.record(
        "invitation.withdrawn",
        by=by,
        club=invitation.club,
        about="player",
        about_id=invitation.player_id,
        player=invitation.player.name,
    )
