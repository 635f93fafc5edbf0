"""Who may do what in a club: one table of actions, and the sentence for whoever may not."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Forbidden
from clubs.people import names, selectors
from clubs.people.models import Club, Membership, Player
from clubs.people.selectors import Viewer

Role = Membership.Role

_OWNER = frozenset({Role.OWNER})
_DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
_DESK = frozenset({Role.OWNER, Role.DIRECTOR, Role.SCOREKEEPER})
_EVERYBODY = frozenset(Role)

# "club.view" is wider where the club's pages are public; "private.read" and "player.keep" also ask whose
# player it is (see below).
ACTIONS: dict[str, frozenset[Role]] = {
    "club.view": _EVERYBODY,
    "club.settings": _OWNER,
    "members.manage": _DIRECTORS,
    "players.add": _DESK,
    "roles.manage": _OWNER,
    "audit.read": _DIRECTORS,
    "season.manage": _DIRECTORS,
    "night.plan": _DIRECTORS,
    "night.checkin": _DESK,
    "night.seats": _DIRECTORS,
    "night.enter": _DESK,
    "night.rule": _DIRECTORS,
    "night.publish": _DIRECTORS,
    "night.decide": _DIRECTORS,
    "private.read": _DIRECTORS,
}

_SENTENCES: dict[str, str | Promise] = {
    "club.view": _("Only members can see these pages. Ask %(who)s."),
    "club.settings": _("Only an owner can change the club’s settings. Ask %(who)s."),
    "members.manage": _("Only directors can change the list of members. Ask %(who)s."),
    "players.add": _("Only directors and scorekeepers can add a name. Ask %(who)s."),
    "roles.manage": _("Only an owner can say who does what in the club. Ask %(who)s."),
    "audit.read": _("Only directors can read the audit log. Ask %(who)s."),
    "season.manage": _("Only directors can change seasons and balances. Ask %(who)s."),
    "night.plan": _("Only directors can plan a night. Ask %(who)s."),
    "night.checkin": _("Only directors and scorekeepers can check people in. Ask %(who)s."),
    "night.seats": _("Only directors can change the seats. Ask %(who)s."),
    "night.enter": _("Only directors and scorekeepers can enter results. Ask %(who)s."),
    "night.rule": _("Only directors can rule on a card. Ask %(who)s."),
    "night.publish": _("Only directors can publish a night. Ask %(who)s."),
    "night.decide": _("Only directors can decide a tie. Ask %(who)s."),
    "private.read": _("Only directors can see private e-mail addresses and phone numbers. Ask %(who)s."),
}


def can(user: Viewer, club: Club, action: str) -> bool:
    """Return whether ``user`` may do ``action`` in the club today."""
    if action == "club.view":
        return selectors.is_visible(user, club)
    return allows(selectors.membership_of(user, club), action)


def allows(membership: Membership | None, action: str) -> bool:
    """Return whether somebody who belongs to a club in this way may do ``action`` there."""
    return membership is not None and membership.left_on is None and membership.role in ACTIONS[action]


def require(user: Viewer, club: Club, action: str) -> None:
    """Let ``action`` pass, or refuse it.

    Raises Missing when the club is hidden from ``user``, Forbidden with the sentence who can.
    """
    membership = selectors.membership_of(user, club)
    if membership is None and not club.public:
        raise selectors.no_club()
    if not allows(membership, action) and not (action == "club.view" and club.public):
        raise Forbidden("forbidden", _SENTENCES[action], action=action, who=whom_to_ask(club, action, membership))


def whom_to_ask(club: Club, action: str, viewer: Membership | None) -> str:
    """Return the name of somebody who may do ``action``, as ``viewer`` may read it; else the club's.

    Without the full stop of an initial: it ends the sentence.
    """
    managers = selectors.managers_of(club, ACTIONS[action])
    return names.shown(managers[0].player, club, viewer).removesuffix(".") if managers else club.name


# Whose player it is --------------------------------------------------------------------------------------------------


def can_keep(user: Viewer, player: Player) -> bool:
    """Return whether ``user`` manages the club that looks after this player."""
    keeper = selectors.keeper_of(player)
    return keeper is not None and can(user, keeper, "members.manage")


def require_keeper(user: Viewer, player: Player) -> None:
    """Let a change of the player's own record pass, or refuse it with the sentence who can."""
    keeper = selectors.keeper_of(player)
    if keeper is not None and can(user, keeper, "members.manage"):
        return
    if keeper is None or not selectors.is_visible(user, keeper):
        raise Forbidden(
            "not_your_player",
            _("%(player)s belongs to another club, and only that club can change this."),
            player=player.name,
        )
    raise Forbidden(
        "not_your_player",
        _("%(player)s is looked after by %(club)s, and only its directors can change this. Ask %(who)s."),
        player=player.name,
        club=keeper.name,
        who=whom_to_ask(keeper, "members.manage", selectors.membership_of(user, keeper)),
    )


def can_read_private(user: Viewer, player: Player) -> bool:
    """Return whether ``user`` may read the player's e-mail address and phone number."""
    if not user.is_authenticated:
        return False
    if player.user_id == user.pk:
        return True
    keeper = selectors.keeper_of(player)
    return keeper is not None and can(user, keeper, "private.read")


def private_ids(user: Viewer) -> set[int]:
    """Return the ids of the players whose e-mail address and phone number ``user`` may read.

    :func:`can_read_private` for a whole list: one query for each club where ``user`` has the right.
    """
    own = selectors.player_of(user)
    found = set() if own is None else {own.pk}
    for membership in selectors.memberships_of(user):
        if allows(membership, "private.read"):
            found |= selectors.kept_ids(membership.club)
    return found
