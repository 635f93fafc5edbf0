"""Entity tags made of versions, so that a page that has not changed is not made again."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from clubs.people.context import THEME_COOKIE, here

CODE = ("clubs", "config", "games", "locale", "static", "templates")


def make(request: HttpRequest, parts: Iterable[object]) -> str | None:
    """Return the tag of a page of a club: what it shows (``parts``: versions and the like), for whom, by which release.

    None while a message waits to be shown, and while templates may change under the server (DEBUG).
    """
    if settings.DEBUG or len(get_messages(request)):
        return None
    place = here(request)
    reader = (
        request.user.pk,
        str(request.user),
        getattr(request.user, "theme", request.COOKIES.get(THEME_COOKIE, "")),
        get_language(),
        place.membership and (place.membership.pk, place.membership.role, place.membership.kind),
        # The page holds a form's token, which is worth something only with the cookie it was made for.
        request.META.get("CSRF_COOKIE", ""),
        request.headers.get("HX-Request", ""),
        request.get_full_path(),
    )
    made = hashlib.blake2b(repr((release(), reader, tuple(parts))).encode(), digest_size=16).hexdigest()
    return f'"{made}"'


def unchanged(request: HttpRequest, etag: str | None) -> HttpResponseBase | None:
    """Return 304 when the reader holds the page of this tag already; None: make it."""
    return get_conditional_response(request, etag=etag) if etag else None


def mark(response: HttpResponse, etag: str | None) -> HttpResponse:
    """Give a page its tag; a browser asks again each time, and no cache between keeps it."""
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "HX-Request"])
    if etag and response.status_code == 200:
        response["ETag"] = etag
    return response


@functools.cache
def release() -> int:
    """Return when the newest file of the site was written; another release makes other pages out of the same facts."""
    root = Path(settings.BASE_DIR)
    files = (path for folder in CODE for path in (root / folder).rglob("*") if path.suffix != ".pyc")
    return max(path.stat().st_mtime_ns for path in files if path.is_file())
