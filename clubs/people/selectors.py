"""Read people and clubs; from an id to an object only with the user who asks."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.people import acc, spelling
from clubs.people.models import AuditLine, Club, Invitation, Membership, Player, User

Viewer = User | AnonymousUser

# From the one who may do most to the one who may do least.
ROLES = (Membership.Role.OWNER, Membership.Role.DIRECTOR, Membership.Role.SCOREKEEPER, Membership.Role.MEMBER)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a club: the membership, and the player it speaks of today (after merging)."""

    membership: Membership
    player: Player


# Clubs ---------------------------------------------------------------------------------------------------------------


def club_for(user: Viewer, slug: str) -> Club:
    """Return the club at this address.

    Raises Missing when there is none, or when its pages are private and ``user`` does not belong.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None or not is_visible(user, club):
        raise no_club()
    return club


def no_club() -> Missing:
    """Return the refusal that tells a hidden club and no club apart from nothing."""
    return Missing("no_such_club", _("There is no such club, or its pages are for its members. Sign in if you belong."))


def is_visible(user: Viewer, club: Club) -> bool:
    """Return whether ``user`` may know of the club."""
    return club.public or membership_of(user, club) is not None


def public_clubs() -> QuerySet[Club]:
    """Return the clubs that show themselves to everybody, by name."""
    return Club.objects.filter(public=True).order_by("name", "id")


def clubs_of(user: Viewer) -> QuerySet[Club]:
    """Return the clubs ``user`` belongs to today, by name."""
    if not user.is_authenticated:
        return Club.objects.none()
    mine = Membership.objects.filter(_of_user(user), left_on__isnull=True)
    return Club.objects.filter(id__in=mine.values("club")).order_by("name", "id")


def visible_clubs(user: Viewer) -> QuerySet[Club]:
    """Return every club ``user`` may know of: public ones and their own, by name."""
    if not user.is_authenticated:
        return public_clubs()
    mine = Membership.objects.filter(_of_user(user), left_on__isnull=True)
    return Club.objects.filter(Q(public=True) | Q(id__in=mine.values("club"))).order_by("name", "id")


# Memberships ---------------------------------------------------------------------------------------------------------


def _of_user(user: User) -> Q:
    # A player who was merged into the user's own player belongs to the user too.
    return Q(player__user=user, player__merged_into__isnull=True) | Q(player__merged_into__user=user)


def _of_player(player: Player) -> Q:
    return Q(player=player) | Q(player__merged_into=player)


def _foremost(memberships: Iterable[Membership]) -> Membership | None:
    """Return the membership that counts where merging left several: there before left, then by role."""
    return min(
        memberships,
        key=lambda m: (m.left_on is not None, ROLES.index(Membership.Role(m.role)), m.player.merged_into_id or 0, m.pk),
        default=None,
    )


def membership_of(user: Viewer, club: Club) -> Membership | None:
    """Return how ``user`` belongs to the club today; None when they do not."""
    if not user.is_authenticated:
        return None
    mine = Membership.objects.filter(_of_user(user), club=club, left_on__isnull=True)
    return _foremost(mine.select_related("player__merged_into", "club"))


def memberships_of(user: Viewer) -> list[Membership]:
    """Return every club ``user`` belongs to today, one membership a club, by the club's name."""
    if not user.is_authenticated:
        return []
    found: dict[int, list[Membership]] = {}
    rows = Membership.objects.filter(_of_user(user), left_on__isnull=True)
    for row in rows.select_related("club", "player__merged_into").order_by("club__name", "club_id"):
        found.setdefault(row.club_id, []).append(row)
    return [best for rows_ in found.values() if (best := _foremost(rows_))]


def membership_in(club: Club, player: Player) -> Membership | None:
    """Return how a player belongs to the club, also one who has left; None: never did."""
    player = canonical(player)
    rows = Membership.objects.filter(_of_player(player), club=club)
    return _foremost(rows.select_related("player__merged_into", "club"))


def kind_in(club: Club, player: Player) -> Membership.Kind:
    """Return what a player is to the club today: member, guest or visitor; a stranger counts as visitor."""
    membership = membership_in(club, player)
    if membership is None or membership.left_on is not None:
        return Membership.Kind.VISITOR
    return Membership.Kind(membership.kind)


def members_of(
    user: Viewer, club: Club, q: str = "", *, kind: str = "", role: str = "", left: bool = False
) -> list[Member]:
    """Return who belongs to the club, one line a person, by name; ``left``: those who have left instead.

    ``q`` matches the start of any word of the name without accents, or an ACC number.
    Raises Missing when ``user`` may not know of the club.
    """
    if not is_visible(user, club):
        raise no_club()
    rows = Membership.objects.filter(club=club).select_related(
        "club", "player__merged_into__user", "player__user", "player__home_club", "player__merged_into__home_club"
    )
    grouped: dict[int, list[Membership]] = {}
    for row in rows:
        grouped.setdefault(row.player.merged_into_id or row.player_id, []).append(row)
    members = []
    for rows_ in grouped.values():
        best = _foremost(rows_)
        if best is None or (best.left_on is not None) != left:
            continue
        member = Member(best, best.player.merged_into or best.player)
        if (not kind or best.kind == kind) and (not role or best.role == role) and (not q or matches(member.player, q)):
            members.append(member)
    return sorted(members, key=lambda member: (spelling.fold(member.player.name), member.player.pk))


def managers_of(club: Club, roles: Iterable[str]) -> list[Membership]:
    """Return the members with an account who have one of the roles today, directors first, then by id."""
    rows = Membership.objects.filter(club=club, role__in=list(roles), left_on__isnull=True).filter(
        Q(player__user__is_active=True) | Q(player__merged_into__user__is_active=True)
    )
    order = (Membership.Role.DIRECTOR, Membership.Role.OWNER, Membership.Role.SCOREKEEPER, Membership.Role.MEMBER)
    return sorted(
        rows.select_related("player__merged_into"), key=lambda m: (order.index(Membership.Role(m.role)), m.pk)
    )


# Players -------------------------------------------------------------------------------------------------------------


def canonical(player: Player) -> Player:
    """Return the player this one was merged into, or itself."""
    return player.merged_into or player


def matches(player: Player, text: str) -> bool:
    """Return whether a search text finds the player, by name or by ACC number."""
    if spelling.starts(player.name, text):
        return True
    try:
        return bool(player.acc_number) and player.acc_number == acc.normalise(text)
    except ValueError:
        return False


def _in_club(club: Club, *, left: bool) -> QuerySet[Player]:
    rows = Membership.objects.filter(club=club)
    if not left:
        rows = rows.filter(left_on__isnull=True)
    own, merged = rows.values("player"), rows.values("player__merged_into")
    return Player.objects.filter(Q(id__in=own) | Q(id__in=merged), merged_into__isnull=True)


def players_of(user: Viewer, club: Club, q: str = "", *, left: bool = False) -> QuerySet[Player]:
    """Return the players of a club by name, each person once; ``left``: with those who have left.

    Raises Missing when ``user`` may not know of the club.
    """
    if not is_visible(user, club):
        raise no_club()
    players = _in_club(club, left=left)
    if q:
        players = players.filter(id__in=[player.pk for player in players if matches(player, q)])
    return players.order_by("name", "id")


def player_for(user: Viewer, club: Club, player_id: int) -> Player:
    """Return a player of the club, also one who has left; a merged one as who they are now.

    Raises Missing when the club is hidden from ``user`` or the player was never in it.
    """
    if not is_visible(user, club):
        raise no_club()
    player = Player.objects.select_related("merged_into", "home_club", "user").filter(pk=player_id).first()
    if player is None or membership_in(club, player) is None:
        raise Missing("no_such_player", _("There is no such player in this club."))
    return canonical(player)


def merged_in(club: Club, player_id: int) -> Player:
    """Return a player of the club who was merged into somebody, as who they were.

    Raises Missing when there is none.
    """
    listed = Membership.objects.filter(club=club).values("player")
    rows = Player.objects.filter(pk=player_id, id__in=listed, merged_into__isnull=False)
    found = rows.select_related("merged_into").first()
    if found is None:
        raise Missing("no_such_player", _("There is no such player in this club."))
    return found


def merged_into(club: Club, player: Player) -> list[Player]:
    """Return the players of the club who were merged into this one, by name."""
    listed = Membership.objects.filter(club=club).values("player")
    return list(Player.objects.filter(merged_into=player, id__in=listed).order_by("name", "id"))


def find_players(club: Club, text: str) -> list[Player]:
    """Return the club's players of today whom a typed text may mean, the surest first.

    An ACC number in any spelling, the whole name, then the start of any of its words; accents may be left out.
    """
    wanted = spelling.fold(text)
    if not wanted:
        return []

    def doubt(player: Player) -> tuple[bool, bool, str, int]:
        name = spelling.fold(player.name)
        return (name != wanted, not name.startswith(wanted), name, player.pk)

    return sorted((player for player in _in_club(club, left=False) if matches(player, text)), key=doubt)


def player_by_acc_number(number: str) -> Player | None:
    """Return who holds an ACC number (stored shape), in whatever club."""
    if not number:
        return None
    return Player.objects.filter(acc_number=number, merged_into__isnull=True).select_related("home_club").first()


def player_of(user: Viewer) -> Player | None:
    """Return the player ``user`` has claimed; None: none yet."""
    if not user.is_authenticated:
        return None
    player = Player.objects.filter(user=user).select_related("merged_into", "home_club").first()
    return canonical(player) if player else None


def keeper_of(player: Player) -> Club | None:
    """Return the club that looks after a player's name and private contact.

    The home club; without one, the club that first listed them. So a club that brings in somebody
    else's player as a visitor learns and changes nothing of them.
    """
    if player.home_club_id is not None:
        return player.home_club
    first = Membership.objects.filter(player=player).select_related("club").order_by("id").first()
    return first.club if first else None


def kept_ids(club: Club) -> set[int]:
    """Return the ids of the players the club looks after, in one query (see :func:`keeper_of`)."""
    first = Membership.objects.filter(player=OuterRef("pk")).order_by("id").values("club")[:1]
    kept = Player.objects.annotate(first_club=Subquery(first)).filter(
        Q(home_club=club) | Q(home_club__isnull=True, first_club=club.pk)
    )
    return set(kept.values_list("id", flat=True))


def home_clubs_for(player: Player, viewer: Viewer) -> QuerySet[Club]:
    """Return the clubs that may become a player's home: those that list them and that ``viewer`` may know of."""
    listing = Q(memberships__player=player, id__in=visible_clubs(viewer).values("id"))
    return Club.objects.filter(listing | Q(pk=player.home_club_id)).distinct().order_by("name", "id")


# Invitations and audit -----------------------------------------------------------------------------------------------


def invitations_of(club: Club) -> QuerySet[Invitation]:
    """Return the club's invitations that nobody has accepted or withdrawn, newest first."""
    rows = Invitation.objects.filter(club=club, accepted_at__isnull=True, withdrawn_at__isnull=True)
    return rows.select_related("player__merged_into", "created_by").order_by("-id")


def invitation_in(club: Club, invitation_id: int) -> Invitation:
    """Return an invitation of the club.

    Raises Missing when there is none.
    """
    found = Invitation.objects.filter(club=club, pk=invitation_id).select_related("player").first()
    if found is None:
        raise Missing("no_such_invitation", _("There is no such invitation in this club."))
    return found


def audit_of(club: Club, *, action: str = "", about: str = "", about_id: int | None = None) -> QuerySet[AuditLine]:
    """Return the club's audit lines, newest first; ``action`` also as a beginning ("night.")."""
    lines = AuditLine.objects.filter(club=club)
    if action:
        lines = lines.filter(action__startswith=action) if action.endswith(".") else lines.filter(action=action)
    if about:
        lines = lines.filter(about=about)
    if about_id is not None:
        lines = lines.filter(about_id=about_id)
    return lines.order_by("-id")


def audit_actions(club: Club) -> list[str]:
    """Return the codes that occur in the club's audit log, in order."""
    return list(AuditLine.objects.filter(club=club).order_by("action").values_list("action", flat=True).distinct())
