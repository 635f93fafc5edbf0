"""What a club may choose from: plain data for forms, services and the API."""

from functools import lru_cache
from zoneinfo import available_timezones

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Choice = tuple[str, str | Promise]

# The keys are those of the events room's presets; a test in tests/architecture compares the two.
CLUB_PRESETS: tuple[Choice, ...] = (
    ("acc9", _("Nine-game night (ACC-compatible)")),
    ("short61", _("Short games to 61")),
    ("match123", _("Match points 1/2/3")),
    ("onepoint", _("One point a win")),
)

CURRENCIES: tuple[Choice, ...] = (
    ("USD", _("US dollar")),
    ("CAD", _("Canadian dollar")),
    ("GBP", _("Pound sterling")),
    ("EUR", _("Euro")),
    ("AUD", _("Australian dollar")),
    ("NZD", _("New Zealand dollar")),
    ("CHF", _("Swiss franc")),
    ("CZK", _("Czech crown")),
    ("DKK", _("Danish crown")),
    ("MXN", _("Mexican peso")),
    ("NOK", _("Norwegian crown")),
    ("PLN", _("Polish zloty")),
    ("SEK", _("Swedish crown")),
)

_REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@lru_cache(maxsize=1)
def timezones() -> tuple[str, ...]:
    """Return every zone named after a place, and UTC."""
    named = (zone for zone in available_timezones() if zone.partition("/")[0] in _REGIONS)
    return ("UTC", *sorted(named))


def timezone_groups() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones grouped by region, as a select shows them."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for zone in timezones():
        region, _slash, place = zone.partition("/")
        groups.setdefault(region, []).append((zone, (place or region).replace("_", " ")))
    return list(groups.items())


def languages() -> tuple[str, ...]:
    """Return the codes of the languages the site speaks."""
    return tuple(code for code, _name in settings.LANGUAGES)


# Each language in its own words, so that whoever needs it can find it.
LANGUAGE_NAMES = {"en": "English", "es": "Español"}


def language_choices() -> list[tuple[str, str]]:
    """Return the languages the site speaks, each named in itself."""
    return [(code, LANGUAGE_NAMES.get(code, str(name))) for code, name in settings.LANGUAGES]
