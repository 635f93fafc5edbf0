"""What every template may name."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name and whether it can send mail."""
    return {"site_name": settings.SITE_NAME, "mail_is_on": settings.MAIL_IS_ON}
