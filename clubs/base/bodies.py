"""What a request of the API may carry: JSON of a bounded size."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, parsers

LARGEST: Final = 64 * 1024
"""Bytes; a card has a few hundred."""


class TooLarge(exceptions.APIException):
    """A body that no card or game needs."""

    status_code = 413
    default_code = "too_large"
    default_detail = _("This is too much for one request.")


class Json(parsers.JSONParser):
    """JSON of a bounded size, so that nobody fills the memory with one request."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the parsed body.

        Raises TooLarge, ParseError.
        """
        request = (parser_context or {}).get("request")
        if request is not None and int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
            raise TooLarge
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError from None
