"""Add players to a club, change and merge them. A player needs no account."""

import datetime
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden, Invalid, Missing
from clubs.people import audit, clock, names, permissions, selectors, spelling
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import given

Kind = Membership.Kind


class Details(TypedDict, total=False):
    """What can be changed of a player; ``home_club`` None: no club of ours."""

    name: str
    acc_number: str
    email: str
    phone: str
    home_club: Club | None


# Adding --------------------------------------------------------------------------------------------------------------


def add(
    *,
    club: Club,
    name: str,
    by: User,
    kind: str = Kind.MEMBER,
    acc_number: str = "",
    email: str = "",
    phone: str = "",
    joined_on: datetime.date | None = None,
) -> Player:
    """Add somebody new to a club by name; only directors may add a private address or number.

    A visitor has no home club here. Raises Conflict "namesake" when the club has somebody of that name,
    "acc_number_taken" when the number is another player's (with ``player_id`` of that player: see :func:`bring`).
    """
    permissions.require(by, club, "players.add")
    if email or phone:
        permissions.require(by, club, "private.read")
    _check_kind(kind)
    fields = {
        "name": given.name(name),
        "acc_number": given.acc_number(acc_number),
        "email": given.email(email),
        "phone": given.phone(phone),
    }
    with transaction.atomic():
        # One name at a time: two desks adding the same walk-in make one player and one sentence.
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        _refuse_namesake(club, fields["name"], None)
        _refuse_taken(club, by, fields["acc_number"], None)
        player = Player(home_club=None if kind == Kind.VISITOR else club, **fields)
        _save(player)
        _join(club, player, kind=kind, joined_on=joined_on)
        versions.bump("club", club.pk)
        audit.record(
            "player.added", by=by, club=club, about="player", about_id=player.pk, player=player.name, kind=kind
        )
    return player


def bring(*, club: Club, player: Player, by: User, kind: str = Kind.VISITOR) -> Membership:
    """List a player of another club here too, usually as a visitor; their own record stays with their club.

    Raises Conflict when the club lists them already.
    """
    permissions.require(by, club, "players.add")
    _check_kind(kind)
    player = selectors.canonical(player)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if selectors.membership_in(club, player) is not None:
            raise Conflict("already_here", _("%(player)s is in the club’s list already."), player=player.name)
        _refuse_namesake(club, player.name, player)
        membership = _join(club, player, kind=kind, joined_on=None)
        versions.bump("club", club.pk)
        audit.record(
            "player.brought", by=by, club=club, about="player", about_id=player.pk, player=player.name, kind=kind
        )
    return membership


def _join(club: Club, player: Player, *, kind: str, joined_on: datetime.date | None) -> Membership:
    if joined_on is None and kind == Kind.MEMBER:
        joined_on = clock.today(club)
    return Membership.objects.create(club=club, player=player, kind=kind, joined_on=joined_on)


# Changing ------------------------------------------------------------------------------------------------------------


def update(*, player: Player, by: User, **details: Unpack[Details]) -> Player:
    """Change a player's own record; what is left out stays.

    Directors of the club that looks after the player may change all of it, the player their address and
    number. The audit log says which private fields changed, never their values.
    Raises Forbidden with the sentence who can.
    """
    own_contact = player.user_id == by.pk and set(details) <= {"email", "phone"}
    if not own_contact:
        permissions.require_keeper(by, player)
    changed = _checked(player, details)
    with transaction.atomic():
        listed = Membership.objects.filter(player=player).values("club")
        clubs = list(Club.objects.select_for_update(no_key=True).filter(pk__in=listed).order_by("pk"))
        stored = Player.objects.select_for_update().get(pk=player.pk)
        if stored.merged_into_id is not None:
            raise Conflict("merged", _("%(player)s was merged. Change the player who stayed."), player=stored.name)
        old = {field: getattr(stored, field) for field in changed}
        changed = {field: value for field, value in changed.items() if old[field] != value}
        if not changed:
            return player
        if "name" in changed:
            for club in clubs:
                _refuse_namesake(club, str(changed["name"]), stored)
        if "acc_number" in changed:
            _refuse_taken(selectors.keeper_of(stored), by, str(changed["acc_number"]), stored)
        for field, value in changed.items():
            setattr(stored, field, value)
            setattr(player, field, value)
        _save(stored)
        for club in clubs:
            versions.bump("club", club.pk)
        versions.bump("player", stored.pk)
        audit.record(
            "player.changed",
            by=by,
            club=selectors.keeper_of(stored),
            about="player",
            about_id=stored.pk,
            player=stored.name,
            fields=", ".join(sorted(changed)),
            changed={
                field: [str(old[field] or ""), str(value or "")]
                for field, value in changed.items()
                if field not in {"email", "phone"}
            },
        )
    return player


def _checked(player: Player, details: Details) -> dict[str, str | Club | None]:
    checked: dict[str, str | Club | None] = {}
    if "name" in details:
        checked["name"] = given.name(details["name"])
    if "acc_number" in details:
        checked["acc_number"] = given.acc_number(details["acc_number"])
    if "email" in details:
        checked["email"] = given.email(details["email"])
    if "phone" in details:
        checked["phone"] = given.phone(details["phone"])
    if "home_club" in details:
        home = details["home_club"]
        if home is not None and home.pk != player.home_club_id and selectors.membership_in(home, player) is None:
            raise Invalid("home_club", _("A home club is one that lists the player."), field="home_club")
        checked["home_club"] = home
    return checked


# Merging -------------------------------------------------------------------------------------------------------------


def merge(*, keep: Player, drop: Player, by: User) -> Player:
    """Let ``drop`` stand for ``keep`` from now on: one person, all results, undone by :func:`unmerge`.

    This is the lower half: it knows no events. Whoever merges calls the service of the events room, which
    first refuses two who ever sat in the same event and afterwards has the seasons computed again.
    Both must be listed in a club where ``by`` manages the members, and ``drop`` looked after by one.
    Raises Forbidden, or Conflict with the sentence why these two are not one.
    """
    permissions.require_keeper(by, drop)
    if not _share_a_managed_club(by, keep, drop):
        raise Forbidden(
            "not_your_player",
            _("%(keep)s is not in a club of yours together with %(drop)s, so you cannot merge them."),
            keep=keep.name,
            drop=drop.name,
        )
    return _merged(keep, drop, by)


def merge_claimed(*, keep: Player, drop: Player, by: User) -> Player:
    """Merge a player who was claimed by invitation into the one ``by`` already is; the invitation allows it."""
    if keep.user_id != by.pk:
        raise Forbidden("not_your_player", _("You can merge an invited player only into your own."))
    return _merged(keep, drop, by)


def unmerge(*, player: Player, by: User) -> Player:
    """Undo a merge: the player stands for themself again, with the results they came with.

    Raises Conflict when their ACC number or their name has been given to somebody else since.
    """
    permissions.require_keeper(by, player)
    with transaction.atomic():
        pair = _locked(player.pk, player.merged_into_id)
        stored = pair[player.pk]
        if stored.merged_into_id is None:
            raise Conflict("not_merged", _("%(player)s is not merged with anybody."), player=stored.name)
        keep = pair[stored.merged_into_id]
        if stored.acc_number and keep.acc_number == stored.acc_number:
            keep.acc_number = ""
            keep.save(update_fields=["acc_number"])
        holder = selectors.player_by_acc_number(stored.acc_number)
        if holder is not None:
            raise _number_taken(None, holder)
        stored.merged_into = None
        stored.save(update_fields=["merged_into"])
        player.merged_into = None
        _record_merge("player.unmerged", keep, stored, by)
    return player


def _merged(keep: Player, drop: Player, by: User) -> Player:
    with transaction.atomic():
        pair = _locked(keep.pk, drop.pk)
        if len(pair) < 2:
            raise Conflict("same_player", _("That is one and the same player."))
        kept, dropped = pair[keep.pk], pair[drop.pk]
        _refuse_merge(kept, dropped)
        dropped.merged_into = drop.merged_into = kept
        dropped.save(update_fields=["merged_into"])
        if dropped.acc_number and not kept.acc_number:
            kept.acc_number = keep.acc_number = dropped.acc_number
            kept.save(update_fields=["acc_number"])
        _record_merge("player.merged", kept, dropped, by)
    return keep


def _refuse_merge(keep: Player, drop: Player) -> None:
    if drop.merged_into_id is not None or keep.merged_into_id is not None:
        raise Conflict("merged_already", _("One of the two is merged already. Undo that first."))
    if drop.merged.exists():
        # One step only, so that every query finds the player of today with one join.
        raise Conflict(
            "stands_for_others", _("%(drop)s already stands for somebody else. Keep %(drop)s instead."), drop=drop.name
        )
    if drop.user_id is not None:
        if keep.user_id is not None:
            raise Conflict(
                "two_accounts", _("%(keep)s and %(drop)s both have an account."), keep=keep.name, drop=drop.name
            )
        raise Conflict("keep_the_account", _("Keep %(drop)s instead: that one has the account."), drop=drop.name)
    if keep.acc_number and drop.acc_number and keep.acc_number != drop.acc_number:
        raise Conflict(
            "two_numbers",
            _("%(keep)s is %(keep_number)s and %(drop)s is %(drop_number)s: two numbers are two people."),
            keep=keep.name,
            drop=drop.name,
            keep_number=keep.acc_number,
            drop_number=drop.acc_number,
        )


def _record_merge(action: str, keep: Player, drop: Player, by: User) -> None:
    clubs = Club.objects.filter(memberships__player__in=[keep, drop]).distinct().order_by("id")
    # Clubs before players, as a posting does: two who bump the same rows must not wait for each other in a circle.
    versions.bump_all(
        [("club", club.pk) for club in clubs] + [("player", player) for player in sorted((keep.pk, drop.pk))]
    )
    for club in clubs.filter(memberships__player=drop):
        audit.record(
            action,
            by=by,
            club=club,
            about="player",
            about_id=drop.pk,
            player=drop.name,
            into=keep.name,
            into_id=keep.pk,
        )


def _share_a_managed_club(by: User, keep: Player, drop: Player) -> bool:
    both = Club.objects.filter(memberships__player=keep).filter(memberships__player=drop).distinct()
    return any(permissions.can(by, club, "members.manage") for club in both)


def _locked(*ids: int | None) -> dict[int, Player]:
    wanted = sorted({number for number in ids if number is not None})
    found = {row.pk: row for row in Player.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
    if len(found) != len(wanted):
        raise Missing("no_such_player", _("There is no such player in this club."))
    return found


# Refusals ------------------------------------------------------------------------------------------------------------


def _check_kind(kind: str) -> None:
    if kind not in Kind.values:
        raise Invalid("not_a_choice", _("Choose one from the list."), field="kind")


def _refuse_namesake(club: Club, name: str, player: Player | None) -> None:
    """Refuse a second player of the same name: one typed line could not tell them apart."""
    wanted = spelling.fold(name)
    rows = Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player")
    for membership in rows:
        if spelling.fold(membership.player.name) == wanted and membership.player != player:
            if membership.left_on is not None:
                raise Conflict(
                    "namesake_left",
                    _("%(player)s was in the club before. Bring them back from the list of those who left."),
                    field="name",
                    player=membership.player.name,
                    player_id=membership.player_id,
                )
            raise Conflict(
                "namesake",
                _("The club already has %(player)s. If this is somebody else, add an initial or a town."),
                field="name",
                player=membership.player.name,
                player_id=membership.player_id,
            )


def _refuse_taken(club: Club | None, by: User, number: str, player: Player | None) -> None:
    holder = selectors.player_by_acc_number(number)
    if holder is not None and holder != player:
        raise _number_taken(club, holder, by)


def _number_taken(club: Club | None, holder: Player, by: User | None = None) -> Conflict:
    listed = selectors.membership_in(club, holder) if club else None
    if listed is not None:
        return Conflict(
            "acc_number_taken",
            _("%(number)s is %(player)s, who is in the club’s list already."),
            field="acc_number",
            number=holder.acc_number,
            player=holder.name,
            player_id=holder.pk,
            listed=True,
        )
    home = selectors.keeper_of(holder)
    known = home is not None and by is not None and selectors.is_visible(by, home)
    viewer = selectors.membership_of(by, home) if home is not None and by is not None else None
    return Conflict(
        "acc_number_taken",
        _("%(number)s is %(player)s of another club. Is this the same person? Then list them here as a visitor."),
        field="acc_number",
        number=holder.acc_number,
        player=names.shown(holder, home, viewer) if home is not None and known else spelling.shorten(holder.name),
        player_id=holder.pk,
        listed=False,
    )


def _save(player: Player) -> None:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        # Lost the race for the number against another club.
        raise Conflict(
            "acc_number_taken",
            _("%(number)s was just given to another player. Look it up before you go on."),
            field="acc_number",
            number=player.acc_number,
        ) from None
