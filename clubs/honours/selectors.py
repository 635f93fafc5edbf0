"""Reads of season tables and opening balances."""

from django.db.models import F, QuerySet

from clubs.base import versions
from clubs.events.models import Event, Season
from clubs.events.selectors import Freshness
from clubs.honours import grp
from clubs.honours.models import OpeningBalance, SeasonRow, SeasonRules
from clubs.people.models import Membership, Player

TABLE = "seasontable"


def rules_of(season: Season) -> grp.Rules:
    """Return how a season turns cards into points; the defaults where nobody changed them."""
    row = SeasonRules.objects.filter(season=season).first()
    if row is None:
        return grp.Rules()
    return grp.Rules(
        threshold=row.threshold,
        table=grp.read_table(row.table),
        credit_guests_once_joined=row.credit_guests_once_joined,
        credit_visitors=row.credit_visitors,
        short_cards_count=row.short_cards_count,
    )


def nights_in(season: Season) -> QuerySet[Event]:
    """Return the nights that have entered the season's table, in the order they were played."""
    nights = Event.objects.filter(season=season, counts=True, published_at__isnull=False)
    return nights.order_by("date", F("starts_at").asc(nulls_first=True), "pk")


def rows_of(season: Season) -> QuerySet[SeasonRow]:
    """Return the table as last computed: by rank, level players by name, those not credited last."""
    rows = SeasonRow.objects.filter(season=season).select_related("player")
    return rows.order_by(F("rank").asc(nulls_last=True), F("grp").desc(), "player__name", "player_id")


def balances_of(season: Season) -> QuerySet[OpeningBalance]:
    """Return the opening balances in force, by name."""
    rows = OpeningBalance.objects.filter(season=season, replaced=False)
    return rows.select_related("player", "player__merged_into", "by").order_by("player__name", "pk")


def balance_history(season: Season, player: Player) -> QuerySet[OpeningBalance]:
    """Return every opening balance a player ever had in a season, the newest first."""
    return OpeningBalance.objects.filter(season=season, player=player).select_related("by").order_by("-pk")


def freshness(season: Season) -> Freshness:
    """Return which version of the facts the stored table was made from."""
    return Freshness(versions.current("season", season.pk), versions.built(TABLE, season.pk))


def joined(club_id: int) -> dict[int, bool]:
    """Return who is a member of the club today, by the id of the player they are today."""
    members = Membership.objects.filter(club_id=club_id, kind=Membership.Kind.MEMBER, left_on__isnull=True)
    return {merged or player: True for player, merged in members.values_list("player_id", "player__merged_into_id")}
