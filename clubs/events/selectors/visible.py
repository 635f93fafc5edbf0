"""Nights and seasons by their id alone, or of every club at once: for whoever does not come through a club's page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Forbidden, Missing
from clubs.events.models import Event, Publication, Season, Stage, Standing
from clubs.events.selectors.standings import Freshness, freshness, standings_of
from clubs.people import selectors as people
from clubs.people.models import Membership, User

Viewer = User | AnonymousUser


def visible_seasons(user: Viewer) -> QuerySet[Season]:
    """Return the seasons of every club ``user`` may know of, the newest first."""
    clubs = people.visible_clubs(user).order_by().values("id")
    return Season.objects.filter(club__in=clubs).select_related("club").order_by("-first_day", "-pk")


def visible_nights(user: Viewer) -> QuerySet[Event]:
    """Return the nights of every club ``user`` may know of, the newest first."""
    clubs = people.visible_clubs(user).order_by().values("id")
    return Event.objects.filter(club__in=clubs).select_related("club").order_by("-date", "-pk")


def visible_season(user: Viewer, season_id: int) -> Season:
    """Return a season.

    Raises Missing when there is none, or the club is not theirs to see.
    """
    season = visible_seasons(user).filter(pk=season_id).first()
    if season is None:
        raise Missing("no_such_season", _("There is no such season here."))
    return season


def visible_night(user: Viewer, event_id: int) -> Event:
    """Return a night.

    Raises Missing when there is none, or the club is not theirs to see.
    """
    event = visible_nights(user).filter(pk=event_id).first()
    if event is None:
        raise Missing("no_such_night", _("There is no such night here."))
    return event


def publications_of(event: Event) -> QuerySet[Publication]:
    """Return what was published of a night, the first version first."""
    return Publication.objects.filter(event=event).select_related("by").order_by("number")


def publication_of(event: Event, number: int) -> Publication:
    """Return one published version of a night.

    Raises Missing.
    """
    found = publications_of(event).filter(number=number).first()
    if found is None:
        raise Missing("no_such_publication", _("This night has no published version %(number)s."), number=number)
    return found


# Standings -----------------------------------------------------------------------------------------------------------


def require_results(user: Viewer, event: Event) -> Membership | None:
    """Let pass whoever may read cards, games and places as they stand; return how they belong to the club.

    A night's results are announced, not leaked: before the night is published only the club's own people see them.
    Raises Forbidden (``not_published``).
    """
    membership = people.membership_of(user, event.club)
    if membership is None and event.published_at is None:
        raise Forbidden(
            "not_published",
            _("The results of %(night)s are shown to %(club)s’s own people until they are published."),
            night=event.name,
            club=event.club.name,
        )
    return membership


@dataclass(frozen=True, slots=True)
class Shown:
    """Which standings of a night a reader gets.

    ``state``: "provisional" (live, before publishing), "published", "correcting" (live for the club's own people, the
    last published version for others). ``viewer``: how the reader belongs to the club. ``publication``: the newest
    version, None before. ``fresh``: of the live rows; None where ``publication`` is what is shown.
    """

    stage: Stage
    state: str
    viewer: Membership | None
    publication: int | None
    fresh: Freshness | None

    def rows(self) -> Sequence[dict[str, Any]]:
        """Return the rows, best first, those without a result last, names in full."""
        if self.fresh is not None:
            return [_row(row) for row in standings_of(self.stage)]
        newest = publications_of(_event(self.stage)).last()
        return newest.rows if newest else []


def shown_standings(user: Viewer, event: Event, stage: Stage) -> Shown:
    """Return the standings of a night as ``user`` may see them; nothing but versions is read yet.

    Raises Forbidden (``not_published``).
    """
    membership = require_results(user, event)
    newest = Publication.objects.filter(event=event).order_by("-number").values_list("number", flat=True).first()
    state = event.status if event.status == Event.Status.CORRECTING else "published" if newest else "provisional"
    live = membership is not None or newest is None
    return Shown(stage, state, membership, newest, freshness(stage) if live else None)


def _event(stage: Stage) -> Event:
    assert stage.event is not None, "a night's stage"
    return stage.event


def _row(row: Standing) -> dict[str, Any]:
    player = row.entry.player.merged_into or row.entry.player
    figures = (
        "rank", "shared", "waits", "step", "step_data", "games", "planned", "won", "points", "plus", "minus", "net",
        "skunks", "skunks_lost", "rests_on",
    )  # fmt: skip
    return {
        "entry": row.entry_id,
        "player": player.pk,
        "name": player.name,
        "seat": row.entry.seat,
        "kind": row.entry.kind,
        **{name: getattr(row, name) for name in figures},
    }
