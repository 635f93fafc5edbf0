"""What the addresses of a night's cards and games have in common."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers

from clubs.base.api import Endpoint, Query
from clubs.base.errors import Forbidden
from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.events.selectors import visible
from clubs.people.models import Membership


class VersionQuery(Query):
    """Which version is meant."""

    expected_version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The version you have read."
    )
    reason = serializers.CharField(required=False, max_length=200, help_text="Why; it is kept.")


removal = partial(
    extend_schema,
    parameters=[VersionQuery],
    request=None,
    responses={204: OpenApiResponse(description="It is removed.")},
)
"""Describe an address at which a card or game of a known version is removed."""


class NightEndpoint(Endpoint):
    """An address below one night."""

    def night(self, event_id: int) -> Event:
        """Return the night.

        Raises Missing.
        """
        return visible.visible_night(self.request.user, event_id)

    def results(self, event_id: int) -> tuple[Event, Membership | None]:
        """Return the night for somebody who reads its cards and games, and how they belong to the club.

        Raises Missing, Forbidden (``not_published``, ``being_corrected``).
        """
        event = self.night(event_id)
        viewer = visible.require_results(self.request.user, event)
        if events.hides_correction(event, viewer):
            raise Forbidden(
                "being_corrected",
                _("%(night)s is being corrected. Read its standings as they were published, or come back later."),
                night=event.name,
            )
        return event, viewer
