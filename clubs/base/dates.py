"""A day as sentences write it."""

import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext


def written(day: datetime.date) -> str:
    """Return a day in the reader's language: 30 November 2026, 30 de noviembre de 2026."""
    return date_format(day, gettext("j F Y"))
