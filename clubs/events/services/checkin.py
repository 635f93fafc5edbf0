"""Who is here tonight: signing in, late, absent, leaving early, standing down for the short card."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import live
from clubs.base.errors import Conflict, Invalid, Missing
from clubs.events import permissions, selectors
from clubs.events.models import Entry, Event, LedgerLine, Pairing
from clubs.events.services import moves, seasons
from clubs.events.services.entries import next_arrival
from clubs.people import audit
from clubs.people import selectors as people
from clubs.people.models import Membership, Player, User
from clubs.people.services import players

Presence = Entry.Presence
OPEN = (Event.Status.CHECKIN, Event.Status.RUNNING)


def mark(*, event: Event, player: Player, presence: str, by: User, from_game: int | None = None) -> Entry:
    """Say that a player is here, late or not here; said twice it changes nothing and is not logged twice.

    ``from_game``: the first game they can play (None: the first; once play has begun, the next one not begun).
    Whoever signs in after Start has a seat only when the games not yet played are drawn again
    (:mod:`clubs.events.services.rotation`).

    Raises Missing (``not_in_club``), Invalid (``presence``, ``from_game``), Conflict (``not_now``, ``in_the_draw``,
    ``has_results``).
    """
    permissions.require(by, event.club, "night.checkin")
    if presence not in Presence.values:
        raise Invalid("presence", _("Choose here, late or not here."), field="presence")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, *OPEN)
        player = people.canonical(player)
        if people.membership_in(event.club, player) is None:
            raise Missing("not_in_club", _("%(name)s is not in this club’s list. Add them first."), name=player.name)
        _check_game(event, from_game)
        entry, news = _mark(event, player, presence, from_game)
        if news:
            _record(f"entry.{entry.presence}", event, entry, by, from_game=entry.from_game)
    return entry


def walk_in(
    *,
    event: Event,
    name: str,
    by: User,
    kind: str = Membership.Kind.GUEST,
    acc_number: str = "",
    email: str = "",
    force: bool = False,
    presence: str = Presence.HERE,
) -> Entry:
    """Add somebody nobody has in the list yet, and check them in.

    ``force``: somebody else of the same name is meant; the new one gets a number behind the name, to be
    replaced by an initial or a town.

    Raises Conflict (``duplicate_name``, with ``players``: id and name of who is in the list) and what
    ``players.add`` raises.
    """
    permissions.require(by, event.club, "night.checkin")
    if presence not in (Presence.HERE, Presence.LATE):
        raise Invalid("presence", _("Choose here or late."), field="presence")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, *OPEN)
        player = _add(event, name, by, force, kind=kind, acc_number=acc_number, email=email)
        entry, _news = _mark(event, player, presence, None)
        _record("entry.walked_in", event, entry, by, kind=entry.kind)
    return entry


def leaves(*, event: Event, entry: Entry, after_game: int | None, by: User) -> Entry:
    """Say after which game somebody goes home; 0: they never came, None: they stay after all.

    What that does to the games not yet played is shown and applied by :mod:`clubs.events.services.rotation`.

    Raises Invalid (``from_game``), Conflict (``has_results``: a later game of theirs is played already).
    """
    permissions.require(by, event.club, "night.checkin")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, *moves.UNPUBLISHED)
        entry = locked(event, entry)
        if after_game is not None:
            _check_game(event, after_game, lowest=0)
            played = last_game_of(entry)
            if played > after_game:
                raise Conflict(
                    "has_results",
                    _("%(name)s has a result in game %(game)s already. Choose that game or a later one."),
                    field="after_game",
                    name=entry.player.name,
                    game=played,
                )
        if entry.last_game == after_game:
            return entry
        entry.last_game = after_game
        entry.save(update_fields=["last_game"])
        _record("entry.stays" if after_game is None else "entry.leaves", event, entry, by, after_game=after_game)
    return entry


def stands_down(*, event: Event, entry: Entry, by: User, volunteers: bool = True) -> Entry:
    """Note that somebody volunteers for the short card of an odd field, or no longer does."""
    permissions.require(by, event.club, "night.checkin")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, Event.Status.CHECKIN)
        entry = locked(event, entry)
        if entry.stands_down == volunteers:
            return entry
        entry.stands_down = volunteers
        entry.save(update_fields=["stands_down"])
        _record("entry.volunteers" if volunteers else "entry.steps_back", event, entry, by)
    return entry


def set_kind(*, event: Event, entry: Entry, kind: str, by: User) -> Entry:
    """Correct what somebody was to the club on the night: member, guest or visitor. The season credits by it.

    Raises Invalid (``kind``).
    """
    permissions.require(by, event.club, "night.plan")
    if kind not in Membership.Kind.values:
        raise Invalid("kind", _("Choose member, guest or visitor."), field="kind")
    with transaction.atomic():
        event = moves.lock(event)
        entry = locked(event, entry)
        if entry.kind == kind:
            return entry
        before, entry.kind = entry.kind, kind
        entry.save(update_fields=["kind"])
        _record("entry.kind", event, entry, by, old=before, new=kind)
        season = selectors.counting_season(event)
        if season is not None:
            seasons.changed(season)
    return entry


def locked(event: Event, entry: Entry) -> Entry:
    """Lock an entry of a night and return it as it stands now; the night is locked already.

    Raises Missing for an entry of another night.
    """
    found = (
        Entry.objects.select_for_update(no_key=True, of=("self",))
        .select_related("player", "stage")
        .filter(pk=entry.pk, stage__event=event)
        .first()
    )
    if found is None:
        raise Missing("no_such_entry", _("Nobody by that number is in this night."))
    return found


def last_game_of(entry: Entry) -> int:
    """Return the highest game of an entry with a result or a card's word on it; 0 when there is none."""
    lines = LedgerLine.objects.filter(entry=entry, game_number__isnull=False).order_by("-game_number")
    line = lines.values_list("game_number", flat=True).first() or 0
    games = Pairing.objects.filter(round__stage_id=entry.stage_id)
    mine = (games.filter(a=entry) | games.filter(b=entry)).order_by("-round__number")
    began = (mine.filter(claimed=True) | mine.filter(status__in=moves.PLAYED_OUT)).values_list(
        "round__number", flat=True
    )
    return max(line, began.first() or 0)


def next_game(event: Event) -> int:
    """Return the first game that nobody has begun, as far as the results tell; 1 before Start."""
    begun = Pairing.objects.filter(round__stage__event=event)
    begun = begun.filter(status__in=moves.PLAYED_OUT) | begun.filter(claimed=True)
    return (begun.order_by("-round__number").values_list("round__number", flat=True).first() or 0) + 1


def _mark(event: Event, player: Player, presence: str, from_game: int | None) -> tuple[Entry, bool]:
    stage = selectors.stage_of(event)
    ids = [player.pk, *player.merged.values_list("pk", flat=True)]
    entry = (
        Entry.objects.select_for_update(no_key=True, of=("self",))
        .select_related("player", "stage")
        .filter(stage=stage, player__in=ids)
        .first()
    )
    if entry is None:
        entry = Entry(stage=stage, player=player, kind=people.kind_in(event.club, player), presence=Presence.ABSENT)
    elif entry.presence == presence and from_game in (None, entry.from_game):
        return entry, False
    if presence == Presence.ABSENT:
        _refuse_absent(entry)
        entry.arrived, entry.seat, entry.from_game, entry.last_game = None, None, 1, None
    elif entry.arrived is None or (entry.presence, presence) == (Presence.LATE, Presence.HERE):
        # The order of signing in is when somebody was really there: who was only announced signs in now.
        entry.arrived = next_arrival(stage)
    if event.status == Event.Status.RUNNING and presence != Presence.ABSENT and not entry.planned_games:
        # In no draw yet, or drawn out again as a no-show: whoever comes now joins at a game that is still open.
        entry.from_game = max(entry.from_game, from_game or next_game(event))
        entry.last_game, from_game = None, None
    if presence != Presence.ABSENT and from_game is not None:
        if entry.planned_games is not None and from_game != entry.from_game:
            raise Conflict("in_the_draw", _("%(name)s has a place in the draw already."), name=player.name)
        entry.from_game = from_game
    entry.presence = presence
    if event.status == Event.Status.CHECKIN and (presence == Presence.LATE or entry.from_game > 1):
        entry.seat = None
    entry.save()
    return entry, True


def _refuse_absent(entry: Entry) -> None:
    if entry.pk and (LedgerLine.objects.filter(entry=entry).exists() or last_game_of(entry)):
        raise Conflict(
            "has_results",
            _("%(name)s has results tonight, so they were here. Take those back first."),
            name=entry.player.name,
        )
    if entry.planned_games is not None:
        raise Conflict(
            "in_the_draw",
            _("%(name)s has a place in the draw. Say that they leave after game 0 and draw the other games again."),
            name=entry.player.name,
        )


def _check_game(event: Event, game: int | None, *, lowest: int = 1) -> None:
    if game is not None and not lowest <= game <= event.games:
        raise Invalid(
            "from_game",
            _("Tonight has games %(lowest)s to %(games)s."),
            field="from_game",
            lowest=lowest,
            games=event.games,
        )


def _add(event: Event, name: str, by: User, force: bool, **details: Any) -> Player:
    """Add the player, with a number behind the name where that is taken and somebody else is meant."""
    wanted, number = name, 1
    while True:
        try:
            return players.add(club=event.club, name=wanted, by=by, **details)
        except Conflict as refusal:
            if refusal.code not in ("namesake", "namesake_left"):
                raise
            if not force:
                raise Conflict(
                    "duplicate_name",
                    _("%(name)s is in the club’s list already. Check that one in, or say that this is somebody else."),
                    field="name",
                    name=refusal.data["player"],
                    players=[{"id": refusal.data["player_id"], "name": refusal.data["player"]}],
                ) from None
            number += 1
            wanted = f"{name.strip()} ({number})"


def _record(action: str, event: Event, entry: Entry, by: User, **data: Any) -> None:
    audit.record(
        action,
        by=by,
        club=event.club,
        about="event",
        about_id=event.pk,
        player=entry.player.name,
        entry=entry.pk,
        **data,
    )
    live.changed("night", event.pk)
