"""A club's own clock: its nights, deadlines and nightly jobs are in it."""

import datetime
import zoneinfo

from django.utils import timezone

from clubs.people.models import Club


def zone(club: Club) -> zoneinfo.ZoneInfo:
    """Return the club's time zone; UTC where the machine does not know it."""
    try:
        return zoneinfo.ZoneInfo(club.timezone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo("UTC")


def today(club: Club) -> datetime.date:
    """Return the date where the club meets."""
    return timezone.localdate(timezone=zone(club))
