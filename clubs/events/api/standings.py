"""The standings of a night, and what was published of them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base import versions
from clubs.base.api import IF_NONE_MATCH, NOT_MODIFIED, Endpoint, Output, When
from clubs.events import selectors
from clubs.events.models import Publication
from clubs.events.selectors import visible
from clubs.people import names
from clubs.people import selectors as people
from clubs.people.models import Club, Membership

# Standings -----------------------------------------------------------------------------------------------------------


class StandingOut(Output):
    """One row of the standings. Null: not given."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null: no result yet.")
    shared = serializers.BooleanField()
    waits = serializers.BooleanField(help_text="Level by every step of the chain; people have to decide.")
    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(Membership.Kind.choices)
    games = serializers.IntegerField()
    planned = serializers.IntegerField(allow_null=True)
    won = serializers.IntegerField()
    points = serializers.IntegerField()
    plus = serializers.IntegerField(allow_null=True)
    minus = serializers.IntegerField(allow_null=True)
    net = serializers.IntegerField(allow_null=True)
    skunks = serializers.IntegerField()
    skunks_lost = serializers.IntegerField(allow_null=True)
    rests_on = serializers.CharField(help_text='"lines" (games), "card" (totals), "both", or "" before any result.')
    step = serializers.CharField(help_text='The step that put it below the row above; "" where none had to.')
    step_data = serializers.DictField(help_text="What the two had at that step: `above` and `below`.")


STATES = [(state, "") for state in ("provisional", "published", "correcting")]


class StandingsOut(Output):
    """The standings of a night."""

    event = serializers.IntegerField()
    state = serializers.ChoiceField(
        STATES,
        help_text="While a published night is corrected, strangers go on reading the version that was published.",
    )
    publication = serializers.IntegerField(allow_null=True, help_text="Number of the newest published version.")
    version = serializers.IntegerField(help_text="Of the facts these rows were computed from; 0: as published.")
    being_counted = serializers.IntegerField(help_text="Changes that are stored but not in these rows yet.")
    rows = StandingOut(many=True)


class Standings(Endpoint):
    """The standings of a night."""

    pagination_class = None

    @extend_schema(
        operation_id="get_standings",
        tags=["Events"],
        summary="The standings of a night",
        description="Whole, best first. Before a night is published only the club's own people may read them.",
        parameters=[IF_NONE_MATCH],
        responses={200: StandingsOut, 304: NOT_MODIFIED},
    )
    def get(self, request: Request, event_id: int) -> Any:
        """Show the standings."""
        event = visible.visible_night(request.user, event_id)
        shown = visible.shown_standings(request.user, event, selectors.stage_of(event))
        club = versions.current("club", event.club_id)
        fresh = shown.fresh
        figures = (fresh.built, fresh.facts) if fresh else (0, 0)

        def document() -> Any:
            rows = [{**row, "name": names.written(row["name"], event.club, shown.viewer)} for row in shown.rows()]
            return StandingsOut(
                {
                    "event": event.pk,
                    "state": shown.state,
                    "publication": shown.publication,
                    "version": figures[0],
                    "being_counted": fresh.behind if fresh else 0,
                    "rows": rows,
                }
            ).data

        in_full = names.in_full(event.club, shown.viewer)
        parts = ["standings", event.pk, shown.state, shown.publication, in_full, fresh is None, club, *figures]
        return self.versioned(parts, document)


# Publications --------------------------------------------------------------------------------------------------------


class PublicationOut(Output):
    """A published version of a night; it never changes."""

    number = serializers.IntegerField()
    at = When()
    by = serializers.CharField()
    reason = serializers.CharField(help_text="Why it was corrected; for the club's own people.")
    changed = serializers.IntegerField(help_text="Players whose figures differ from the version before.")


class DifferenceOut(Output):
    """What a correction changed for one player."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    came = serializers.BooleanField(help_text="Was not in the version before.")
    went = serializers.BooleanField(help_text="Is not in this version.")
    changes = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True)),
        help_text="By figure: what it was, what it is.",
    )


class WholePublicationOut(PublicationOut):
    """A published version with its rows."""

    rows = StandingOut(many=True)
    differences = DifferenceOut(many=True)


def _publication(publication: Publication, club: Club, viewer: Membership | None) -> dict[str, Any]:
    return {
        "number": publication.number,
        "at": publication.at,
        "by": names.written(str(publication.by), club, viewer) if publication.by else "",
        "reason": publication.reason if viewer is not None else "",
        "changed": len(publication.differences),
    }


class Publications(Endpoint):
    """What was published of a night."""

    @extend_schema(
        operation_id="list_publications",
        tags=["Events"],
        summary="What was published of a night",
        description="Version 1, then one for each correction.",
        responses={200: PublicationOut(many=True)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the versions."""
        event = visible.visible_night(request.user, event_id)
        viewer = people.membership_of(request.user, event.club)
        publications = visible.publications_of(event)
        return self.paged(
            publications, PublicationOut, lambda page: [_publication(one, event.club, viewer) for one in page]
        )


class OnePublication(Endpoint):
    """One published version of a night."""

    @extend_schema(
        operation_id="get_publication",
        tags=["Events"],
        summary="One published version",
        description="Its rows as they were published, and what it changed against the version before.",
        responses={200: WholePublicationOut},
    )
    def get(self, request: Request, event_id: int, number: int) -> Response:
        """Show the version."""
        event = visible.visible_night(request.user, event_id)
        viewer = people.membership_of(request.user, event.club)
        publication = visible.publication_of(event, number)

        def named(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [{**row, "name": names.written(row["name"], event.club, viewer)} for row in rows]

        whole = {
            **_publication(publication, event.club, viewer),
            "rows": named(publication.rows),
            "differences": named(publication.differences),
        }
        return Response(WholePublicationOut(whole).data)
