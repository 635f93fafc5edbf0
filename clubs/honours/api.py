"""Season tables and opening balances, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base import versions
from clubs.base.api import IF_NONE_MATCH, NOT_MODIFIED, Endpoint, Output, When
from clubs.events.models import Season
from clubs.events.selectors import visible
from clubs.honours import permissions, selectors
from clubs.honours.models import OpeningBalance, SeasonRow
from clubs.people import names
from clubs.people import selectors as people
from clubs.people.models import Club, Membership

ROW = (
    "rank", "shared", "before", "credited", "grp", "brought_forward", "lifetime", "twelve_plus", "nights", "games",
    "won", "skunks", "skunks_lost", "skunk_balance", "skunks_known", "net", "best_points", "best_wins", "best_net",
    "grand_slams", "places",
)  # fmt: skip
BALANCE = (
    "points", "nights", "games", "wins", "twelve_plus", "skunks", "skunks_lost", "best_points", "best_wins",
    "best_net", "grand_slams", "lifetime", "as_of", "at",
)  # fmt: skip


class PlaceOut(Output):
    """The place on one night; `rank` null: no card, or not ranked."""

    event = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    of = serializers.IntegerField(allow_null=True)


class SeasonRowOut(Output):
    """One player of the season table. Null: not known."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null: shown in grey, no card is credited.")
    shared = serializers.BooleanField()
    before = serializers.IntegerField(allow_null=True, help_text="Rank before the last night; null: not in the table.")
    player = serializers.IntegerField()
    name = serializers.CharField()
    credited = serializers.BooleanField()
    grp = serializers.IntegerField(help_text="Season points, what was brought forward included.")
    brought_forward = serializers.IntegerField()
    lifetime = serializers.IntegerField(allow_null=True)
    twelve_plus = serializers.IntegerField(help_text="Points cards (12 or better, or what the season's rules say).")
    nights = serializers.IntegerField()
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    skunks = serializers.IntegerField()
    skunks_lost = serializers.IntegerField()
    skunk_balance = serializers.IntegerField(allow_null=True, help_text="Won less lost over the nights that tell both.")
    skunks_known = serializers.IntegerField(help_text="How many nights tell both.")
    net = serializers.IntegerField()
    best_points = serializers.IntegerField(allow_null=True)
    best_wins = serializers.IntegerField(allow_null=True)
    best_net = serializers.IntegerField(allow_null=True)
    grand_slams = serializers.IntegerField()
    places = PlaceOut(many=True, help_text="One a counted night, in the order they were played.")


class ChampionOut(Output):
    """Whom people made champion among leaders who are level."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    reason = serializers.CharField(help_text="How it was decided.")
    at = When()


class SeasonTableOut(Output):
    """The table of a season."""

    season = serializers.IntegerField()
    threshold = serializers.IntegerField(help_text="A card of so many game points or more is a points card.")
    version = serializers.IntegerField(help_text="Of the facts these rows were computed from.")
    being_counted = serializers.IntegerField(help_text="Changes that are stored but not in these rows yet.")
    champion = ChampionOut(
        allow_null=True,
        help_text="By decision, where the leaders share rank 1. Null: one leads alone, or nobody has decided.",
    )
    rows = SeasonRowOut(many=True)


class BalanceOut(Output):
    """What a player brought forward into the season. Null: the line did not say."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    nights = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(allow_null=True)
    wins = serializers.IntegerField(allow_null=True)
    twelve_plus = serializers.IntegerField(allow_null=True)
    skunks = serializers.IntegerField(allow_null=True)
    skunks_lost = serializers.IntegerField(allow_null=True)
    best_points = serializers.IntegerField(allow_null=True)
    best_wins = serializers.IntegerField(allow_null=True)
    best_net = serializers.IntegerField(allow_null=True)
    grand_slams = serializers.IntegerField(allow_null=True)
    lifetime = serializers.IntegerField(allow_null=True)
    as_of = serializers.DateField()
    by = serializers.CharField(help_text="Who typed it.")
    at = When()


def _row(row: SeasonRow, club: Club, viewer: Membership | None) -> dict[str, Any]:
    return {
        "player": row.player_id,
        "name": names.written(row.player.name, club, viewer),
        **{name: getattr(row, name) for name in ROW},
    }


def _champion(season: Season, rows: list[SeasonRow], viewer: Membership | None) -> dict[str, Any] | None:
    tie = selectors.champion_tie(season, rows)
    decision = selectors.champion_decision(season, [one.player for one in tie.contenders]) if tie else None
    if decision is None:
        return None
    player = people.canonical(decision.player)
    name = names.written(player.name, season.club, viewer)
    return {"player": player.pk, "name": name, "reason": decision.reason, "at": decision.at}


def _balance(balance: OpeningBalance) -> dict[str, Any]:
    player = people.canonical(balance.player)
    return {
        "player": player.pk,
        "name": player.name,
        "by": str(balance.by) if balance.by else "",
        **{name: getattr(balance, name) for name in BALANCE},
    }


class SeasonTable(Endpoint):
    """The table of a season."""

    pagination_class = None

    @extend_schema(
        operation_id="get_season_table",
        tags=["Seasons"],
        summary="The table of a season",
        description="Whole, by rank; guests and visitors without credit last. It follows published nights by itself.",
        parameters=[IF_NONE_MATCH],
        responses={200: SeasonTableOut, 304: NOT_MODIFIED},
    )
    def get(self, request: Request, season_id: int) -> Any:
        """Show the table."""
        season = visible.visible_season(request.user, season_id)
        viewer = people.membership_of(request.user, season.club)
        fresh = selectors.freshness(season)
        club = versions.current("club", season.club_id)

        def document() -> Any:
            rows = list(selectors.rows_of(season))
            return SeasonTableOut(
                {
                    "season": season.pk,
                    "threshold": selectors.rules_of(season).threshold,
                    "version": fresh.built,
                    "being_counted": fresh.behind,
                    "champion": _champion(season, rows, viewer),
                    "rows": [_row(row, season.club, viewer) for row in rows],
                }
            ).data

        parts = ["season", season.pk, fresh.built, fresh.facts, club, names.in_full(season.club, viewer)]
        return self.versioned(parts, document)


class Balances(Endpoint):
    """The opening balances of a season."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_balances",
        tags=["Seasons"],
        summary="What players brought forward",
        description="For directors: the opening balances in force, by name, with who typed them and when.",
        responses={200: BalanceOut(many=True)},
    )
    def get(self, request: Request, season_id: int) -> Response:
        """List the balances."""
        season = visible.visible_season(request.user, season_id)
        permissions.require(request.user, season.club, "season.manage")
        return self.paged(selectors.balances_of(season), BalanceOut, lambda page: map(_balance, page))
