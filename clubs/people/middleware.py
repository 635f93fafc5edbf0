"""Give each request its club, its language and its time zone."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from clubs.people import choices, clock, context
from clubs.people.models import User


class PlaceMiddleware(MiddlewareMixin):
    """Find the club of a page with ``slug`` in its address; then speak and tell the time as it does.

    Language: the account's, else the one chosen on this device, else the club's, else the browser's (which
    Django's own middleware has found). Stands behind AuthenticationMiddleware and LocaleMiddleware.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Forget the zone the thread's last request was in."""
        timezone.deactivate()

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: dict[str, Any]
    ) -> None:
        """Look up the club and put language and time zone in place."""
        slug = kwargs.get("slug")
        place = context.locate(request, str(slug)) if slug else None
        request.here = place  # type: ignore[attr-defined]
        if place is not None:
            timezone.activate(clock.zone(place.club))
        language = _chosen(request) or (place.club.language if place is not None else "")
        if language in choices.languages():
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language() or language


def _chosen(request: HttpRequest) -> str:
    if isinstance(request.user, User) and request.user.language:
        return request.user.language
    return str(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""))
