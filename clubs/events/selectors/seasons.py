import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.events.models import Season
from clubs.people import permissions
from clubs.people.models import Club, User


def seasons_of(club: Club) -> QuerySet[Season]:
    """Return the seasons of a club, the newest first."""
    return Season.objects.filter(club=club).order_by("-first_day", "-pk")


def season_for(user: User | AnonymousUser, club: Club, season_id: int) -> Season:
    """Return a season of a club.

    Raises Missing when there is none, or the club is not theirs to see.
    """
    if permissions.can(user, club, "club.view"):
        season = Season.objects.select_related("club").filter(club=club, pk=season_id).first()
        if season is not None:
            return season
    raise Missing("no_such_season", _("There is no such season here."))


def season_containing(club: Club, date: datetime.date) -> Season | None:
    """Return the club's open season that contains a date, the one that began last where two do; None outside all."""
    return (
        Season.objects.filter(club=club, first_day__lte=date, last_day__gte=date, closed_at__isnull=True)
        .order_by("-first_day", "-pk")
        .first()
    )
