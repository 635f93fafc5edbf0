"""The manners of the API: paging, and errors as a code, a sentence and data."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from rest_framework import exceptions, pagination, permissions, views
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.errors import ApplicationError, Missing
from config import errors


class Pages(pagination.PageNumberPagination):
    """Fifty a page; `?page_size=` from 1 to 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int:
        """Return how many rows a page has.

        Raises ValidationError for anything but a number in bounds: rows that are silently missing are found late.
        """
        asked = request.query_params.get("page_size")
        if asked is None:
            return 50
        if asked.isascii() and asked.isdigit() and len(asked) < 4 and 1 <= int(asked) <= 200:
            return int(asked)
        raise exceptions.ValidationError({"page_size": [_("A page has 1 to 200 rows.")]}, "page_size")

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe page and page_size with their bounds."""
        bounds = {"page": {"type": "integer", "minimum": 1}}
        bounds["page_size"] = {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}
        said = {"page": "Which page, from 1.", "page_size": "Rows a page."}
        return [
            {"name": name, "required": False, "in": "query", "description": said[name], "schema": schema}
            for name, schema in bounds.items()
        ]


class Nowhere(views.APIView):
    """Every address under the API that there is not: the refusal in the API's own shape."""

    permission_classes = [permissions.AllowAny]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse before anything else is looked at."""
        raise Missing("no_such_address", _("The API has no such address. See /api/docs/."))


# Errors --------------------------------------------------------------------------------------------------------------

_WORDS = {
    "not_authenticated": _("Send a token, or sign in first."),
    "not_found": _("There is no such page of this list."),
}


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return `{code, message, field, data}` for whatever went wrong; None for a fault of ours (a 500)."""
    if isinstance(error, ApplicationError):
        views.set_rollback()
        return Response(errors.body(error), status=errors.status_of(error))
    response = views.exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, exceptions.ValidationError):
        # Like Invalid of a service: understood, but it cannot be right. 400 is what cannot even be read.
        response.status_code = 422
        fields = list(_fields(error.detail))
        first: dict[str, Any] = fields[0] if fields else {"message": "", "field": None}
        response.data = _body("invalid", first["message"], first["field"], fields=fields)
    elif isinstance(error, exceptions.Throttled):
        wait = max(1, math.ceil(getattr(error, "wait", None) or 1))
        response["Retry-After"] = str(wait)
        sentence = ngettext(
            "That was too much at once. Try again in %(wait)s second.",
            "That was too much at once. Try again in %(wait)s seconds.",
            wait,
        )
        response.data = _body("throttled", sentence % {"wait": wait}, None, wait=wait)
    else:
        detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
        code = str(getattr(detail, "code", "error"))
        response.data = _body(code, str(_WORDS.get(code, detail)), None)
    return response


def _body(code: str, message: str, field: str | None, **data: Any) -> dict[str, Any]:
    return {"code": code, "message": message, "field": field, "data": data}


def _fields(detail: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Yield each complaint with its field (dotted where nested; None: the whole request), code and sentence."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            here = "" if name == "non_field_errors" else str(name)
            yield from _fields(inner, ".".join(part for part in (path, here) if part))
    elif isinstance(detail, (list, tuple)):
        for inner in detail:
            yield from _fields(inner, path)
    else:
        yield {"field": path or None, "code": str(getattr(detail, "code", "invalid")), "message": str(detail)}
