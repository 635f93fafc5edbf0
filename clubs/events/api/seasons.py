"""The seasons of clubs."""

from typing import Any

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.api import FILTERS, Day, Endpoint, Ordering, Output, When
from clubs.events.models import Season
from clubs.events.selectors import visible


class SeasonOut(Output):
    """The dates between which a club's counting nights add up to one table."""

    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    name = serializers.CharField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    closed_at = When(allow_null=True)


class SeasonFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Which seasons."""

    club = django_filters.CharFilter(field_name="club__slug", max_length=60, label="The club's slug.")
    on = Day(method="containing", label="Seasons that contain this date.")
    ordering = Ordering(fields=("first_day", "name"))

    class Meta:
        model = Season
        fields: list[str] = []

    def containing(self, seasons: Any, _name: str, date: Any) -> Any:
        """Keep the seasons that contain a date."""
        return seasons.filter(first_day__lte=date, last_day__gte=date)


def _season(season: Season) -> dict[str, Any]:
    fields = ("name", "first_day", "last_day", "closed_at")
    return {"id": season.pk, "club": season.club.slug, **{name: getattr(season, name) for name in fields}}


class Seasons(Endpoint):
    """The seasons of the clubs you may know of."""

    queryset = Season.objects.none()  # says of what the filters are
    filter_backends = FILTERS
    filterset_class = SeasonFilter

    @extend_schema(
        operation_id="list_seasons",
        tags=["Seasons"],
        summary="Seasons",
        description="Of every club you may know of, the newest first.",
        responses={200: SeasonOut(many=True)},
    )
    def get(self, request: Request) -> Response:
        """List the seasons."""
        seasons = self.filter_queryset(visible.visible_seasons(request.user))
        return self.paged(seasons, SeasonOut, lambda page: map(_season, page))


class OneSeason(Endpoint):
    """One season."""

    @extend_schema(
        operation_id="get_season", tags=["Seasons"], summary="One season", description="", responses={200: SeasonOut}
    )
    def get(self, request: Request, season_id: int) -> Any:
        """Show the season."""
        return Response(SeasonOut(_season(visible.visible_season(request.user, season_id))).data)
