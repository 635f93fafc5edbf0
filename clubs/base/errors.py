"""The one family of errors a service raises: a code, a sentence a person can act on, and data."""

import datetime
from typing import Any

from django.utils.functional import Promise

from clubs.base import dates


class ApplicationError(Exception):
    """Refuse what was asked, with a sentence for the person who asked.

    ``code`` is stable and machine-readable; ``message`` is a translated sentence with named
    placeholders, filled from ``data``, days in the reader's words; ``field`` names the control the
    sentence belongs beside (None: the whole request).
    """

    def __init__(self, code: str, message: str | Promise, *, field: str | None = None, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.template = message
        self.field = field
        self.data = data

    @property
    def message(self) -> str:
        """Return the sentence in the reader's language."""
        shown = {key: dates.written(one) if _is_day(one) else one for key, one in self.data.items()}
        # A lazy plural chooses its form by the data, so it must be filled before it becomes text.
        return str(self.template % shown) if shown else str(self.template)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class Invalid(ApplicationError):
    """What was sent cannot be right."""


class Forbidden(ApplicationError):
    """The person may see the thing but not do this to it."""


class Missing(ApplicationError):
    """There is no such thing, as far as this person may know."""


class Conflict(ApplicationError):
    """Somebody else was there first, or the moment for this has passed."""


def _is_day(value: object) -> bool:
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)
