"""Every address of the site; a room's own stand in its urls.py."""

from __future__ import annotations

import importlib.util

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from clubs.people.views import accounts
from config import api, health

# From the lowest room up: /clubs/new/ of the people must be tried before the /clubs/<slug>/ of the statistics.
ROOMS = ("clubs.base", "clubs.people", "clubs.events", "clubs.honours", "games.matches", "games.stats")


def _of_rooms(module: str, prefix: str) -> list[URLPattern | URLResolver]:
    return [path(prefix, include(f"{room}.{module}")) for room in ROOMS if importlib.util.find_spec(f"{room}.{module}")]


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", accounts.language, name="set_language"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    *_of_rooms("api_urls", "api/v1/"),
    re_path(r"^api/v1/.*/$", api.Nowhere.as_view(), name="api-nowhere"),
    *_of_rooms("urls", ""),
]
