"""Seasons of a club: the dates between which counting nights add up."""

import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict, Invalid
from clubs.events import jobs, permissions
from clubs.events.models import Event, Season
from clubs.people import audit
from clubs.people.models import Club, User


def create(*, club: Club, name: str, first_day: datetime.date, last_day: datetime.date, by: User) -> Season:
    """Make a season. Nights planned before it was made stay as they are; edit one to put it in.

    Raises Invalid (``season_dates``, ``season_name``).
    """
    permissions.require(by, club, "season.manage")
    name = _checked(name, first_day, last_day)
    with transaction.atomic():
        season = _save(Season(club=club, name=name, first_day=first_day, last_day=last_day))
        audit.record(
            "season.created",
            by=by,
            club=club,
            about="season",
            about_id=season.pk,
            name=name,
            first_day=first_day.isoformat(),
            last_day=last_day.isoformat(),
        )
        changed(season.pk)
    return season


def update(*, season: Season, name: str, first_day: datetime.date, last_day: datetime.date, by: User) -> Season:
    """Change a season's name and dates.

    Raises Invalid (``season_dates``, ``season_name``, ``night_outside``: one of its nights would lie outside).
    """
    permissions.require(by, season.club, "season.manage")
    name = _checked(name, first_day, last_day)
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=season.pk)
        nights = Event.objects.filter(season=season).order_by("date")
        outside = nights.exclude(date__range=(first_day, last_day)).first()
        if outside is not None:
            raise Invalid(
                "night_outside",
                _("“%(night)s” on %(date)s would lie outside. Move that night to another season first."),
                field="first_day" if outside.date < first_day else "last_day",
                night=outside.name,
                date=outside.date,
            )
        before = {
            "name": season.name,
            "first_day": season.first_day.isoformat(),
            "last_day": season.last_day.isoformat(),
        }
        season.name, season.first_day, season.last_day = name, first_day, last_day
        _save(season)
        after = {"name": name, "first_day": first_day.isoformat(), "last_day": last_day.isoformat()}
        audit.record(
            "season.changed", by=by, club=season.club, about="season", about_id=season.pk, before=before, after=after
        )
        changed(season.pk)
    return season


def close(*, season: Season, by: User, reopen: bool = False) -> Season:
    """Close a season to new nights, or open it again; its nights can still be corrected."""
    permissions.require(by, season.club, "season.manage")
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=season.pk)
        if (season.closed_at is None) == reopen:
            return season
        season.closed_at = None if reopen else timezone.now()
        season.save(update_fields=["closed_at"])
        action = "season.reopened" if reopen else "season.closed"
        audit.record(action, by=by, club=season.club, about="season", about_id=season.pk, name=season.name)
        changed(season.pk)
    return season


def changed(season_id: int) -> None:
    """Count a change of the facts of a season, inside the caller's transaction; announce on commit."""
    versions.bump("season", season_id)
    jobs.season_changed(season_id)


def _checked(name: str, first_day: datetime.date, last_day: datetime.date) -> str:
    name = " ".join(name.split())
    if not name:
        raise Invalid("season_name", _("Give the season a name."), field="name")
    if last_day < first_day:
        raise Invalid("season_dates", _("A season ends after it begins. Check the two dates."), field="last_day")
    return name


def _save(season: Season) -> Season:
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise Conflict(
            "season_name_taken", _("There is a season “%(name)s” already."), field="name", name=season.name
        ) from None
    return season
