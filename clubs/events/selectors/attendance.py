import datetime
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.events import presets
from clubs.events.models import Entry, Event
from clubs.people import permissions
from clubs.people import selectors as people
from clubs.people.models import Club, Membership, Player, User

GUEST_VISITS = 4
"""How often a guest may play before joining (the Code of Congeniality of the ACC's clubs)."""

CANONICAL = Coalesce(F("player__merged_into_id"), F("player_id"))
"""The player a fact belongs to today; merges are one step deep."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Which visit of a guest this is, tonight included, and how many a guest may make.

    ``helped``: an earlier night gave a points card, with which the help for a guest ended.
    """

    number: int
    allowed: int = GUEST_VISITS
    helped: bool = False

    @property
    def last(self) -> bool:
        """Tell whether it is the last one the club grants a guest."""
        return self.number == self.allowed

    @property
    def over(self) -> bool:
        """Tell whether the guest has come more often than a guest may."""
        return self.number > self.allowed


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return everybody with an entry tonight, absent ones included, in seat order, then as they signed in."""
    return (
        Entry.objects.filter(stage__event=event)
        .select_related("player", "player__merged_into", "stage", "apart_from__player")
        .order_by(F("seat").asc(nulls_last=True), F("arrived").asc(nulls_last=True), "pk")
    )


def attending(event: Event) -> list[Entry]:
    """Return who plays tonight, here or late, as they signed in: the field of the draw."""
    here = entries_of(event).exclude(presence=Entry.Presence.ABSENT)
    return list(here.order_by(F("arrived").asc(nulls_last=True), "pk"))


def entry_for(user: User | AnonymousUser, event: Event, entry_id: int) -> Entry:
    """Return an entry of a night.

    Raises Missing when it is none of this night's, or the club is not theirs to see.
    """
    if permissions.can(user, event.club, "club.view"):
        entry = entries_of(event).filter(pk=entry_id).first()
        if entry is not None:
            return entry
    raise Missing("no_such_entry", _("Nobody by that number is in this night."))


def guest_visits(event: Event) -> dict[int, Visit]:
    """Return the visit of each guest of a night by the entry's id: nights attended as a guest, this one included."""
    guests = dict(
        Entry.objects.filter(stage__event=event, kind=Membership.Kind.GUEST)
        .annotate(who=CANONICAL)
        .values_list("pk", "who")
    )
    counts = _visits(
        event.club,
        Q(stage__event__date__lt=event.date) | Q(stage__event__date=event.date, stage__event_id__lt=event.pk),
        set(guests.values()),
    )
    none = Visit(0)
    before = {entry: counts.get(player, none) for entry, player in guests.items()}
    return {entry: Visit(visit.number + 1, helped=visit.helped) for entry, visit in before.items()}


def guest_visit_number(player: Player, club: Club, on: datetime.date) -> int:
    """Return how many nights of the club the player attended as a guest up to a date, that day included."""
    who = people.canonical(player).pk
    return _visits(club, Q(stage__event__date__lte=on), {who}).get(who, Visit(0)).number


def _visits(club: Club, before: Q, players: set[int]) -> dict[int, Visit]:
    if not players:
        return {}
    points_card = Q(
        standing__points__gte=presets.POINTS_CARD, stage__event__preset__in=presets.keys_with_points_cards()
    )
    rows = (
        Entry.objects.filter(before, stage__event__club=club, kind=Membership.Kind.GUEST)
        .exclude(presence=Entry.Presence.ABSENT)
        .annotate(who=CANONICAL)
        .filter(who__in=players)
        .values("who")
        .annotate(nights=Count("stage__event_id", distinct=True), helped=Count("pk", filter=points_card))
        .order_by()
    )
    return {row["who"]: Visit(row["nights"], helped=bool(row["helped"])) for row in rows}
