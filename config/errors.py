"""Refusals as HTTP: the one place, with config.api, where an ApplicationError meets a status code."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from clubs.base import errors

STATUSES: tuple[tuple[type[errors.ApplicationError], int], ...] = (
    (errors.Missing, 404),
    (errors.Forbidden, 403),
    (errors.Conflict, 409),
    (errors.Invalid, 422),
    (errors.ApplicationError, 400),
)
__all__ = ["ApplicationErrorMiddleware", "body", "status_of"]


def status_of(error: errors.ApplicationError) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUSES if isinstance(error, kind))


def body(error: errors.ApplicationError) -> dict[str, object]:
    """Return a refusal as the API tells it."""
    data = json.loads(json.dumps(error.data, default=str))
    return {"code": error.code, "message": error.message, "field": error.field, "data": data}


class ApplicationErrorMiddleware(MiddlewareMixin):
    """Answer a refusal nobody has caught with its status and its sentence."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return a page, a fragment for htmx, or JSON; None for any other exception."""
        if not isinstance(exception, errors.ApplicationError):
            return None
        status = status_of(exception)
        if request.headers.get("Accept", "").startswith("application/json"):
            return JsonResponse(body(exception), status=status)
        fragment = bool(getattr(request, "htmx", False))
        template = "errors/refusal_fragment.html" if fragment else "errors/refusal.html"
        return render(request, template, {"error": exception, "status": status}, status=status)
