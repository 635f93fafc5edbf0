"""Every address of the site; a room's own stand in its urls.py."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from clubs.people.views import accounts
from config import api, health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", accounts.language, name="set_language"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("api/v1/", include("clubs.people.api_urls")),
    path("api/v1/", include("clubs.events.api_urls")),
    path("api/v1/", include("clubs.honours.api_urls")),
    path("api/v1/", include("games.matches.api_urls")),
    re_path(r"^api/v1/(?:[\s\S]*/)?\Z", api.Nowhere.as_view(), name="api-nowhere"),
    # From the lowest room up: /clubs/new/ of the people must be tried before the /clubs/<slug>/ of the statistics.
    path("", include("clubs.base.urls")),
    path("", include("clubs.people.urls")),
    path("", include("clubs.events.urls")),
    path("", include("clubs.honours.urls")),
    path("", include("games.matches.urls")),
    path("", include("games.stats.urls")),
]
