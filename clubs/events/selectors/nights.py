from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.events.models import Entry, Event, LedgerLine, Pairing, Stage
from clubs.events.ranking import chain
from clubs.events.ranking.chain import Chain
from clubs.events.ranking.schemes import Scheme
from clubs.people import permissions
from clubs.people.models import Club, User


def event_for(user: User | AnonymousUser, club: Club, event_id: int) -> Event:
    """Return a night of a club.

    Raises Missing when there is none, or the club is not theirs to see.
    """
    if permissions.can(user, club, "club.view"):
        event = Event.objects.select_related("club", "season").filter(club=club, pk=event_id).first()
        if event is not None:
            return event
    raise Missing("no_such_night", _("There is no such night here."))


def nights_of(club: Club) -> QuerySet[Event]:
    """Return the nights of a club, the newest first."""
    return Event.objects.filter(club=club).select_related("season").order_by("-date", "-pk")


def night_before(event: Event) -> Event | None:
    """Return the club's last night before this one at which seats were given; None when it is the first."""
    seated = Entry.objects.filter(stage__event__club_id=event.club_id, seat__isnull=False)
    return (
        Event.objects.filter(club_id=event.club_id, pk__in=seated.values("stage__event_id"), date__lte=event.date)
        .exclude(pk=event.pk)
        .order_by("-date", "-pk")
        .first()
    )


def stage_of(event: Event) -> Stage:
    """Return the rotation stage of a night."""
    return Stage.objects.select_related("event", "club").get(event=event, number=1)


def scheme_of(event: Event) -> Scheme:
    """Return what a game is worth on this night, as stored with it."""
    return Scheme.from_data(event.scheme)


def chain_of(event: Event) -> Chain:
    """Return the chain of tie-breaks of this night, as stored with it."""
    return chain.chain(event.chain)


def counting_season(event: Event) -> int | None:
    """Return the season this night has entered; None while it was never published or does not count."""
    return event.season_id if event.counts and event.published_at else None


def has_results(event: Event) -> bool:
    """Tell whether anything was entered that a redraw or another scheme would make wrong."""
    return (
        LedgerLine.objects.filter(stage__event=event).exists()
        or Pairing.objects.filter(round__stage__event=event, claimed=True).exists()
        or Pairing.objects.filter(round__stage__event=event)
        .exclude(status__in=[Pairing.Status.OPEN, Pairing.Status.SITOUT])
        .exists()
    )
