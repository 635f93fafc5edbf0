"""Reads of season tables and opening balances."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, QuerySet

from clubs.base import versions
from clubs.base.models import DerivedVersion, FactVersion
from clubs.events.models import Event, LedgerLine, Season, Standing
from clubs.events.selectors import Freshness, seasons_of
from clubs.honours import grp
from clubs.honours import season as pure
from clubs.honours.models import ChampionDecision, OpeningBalance, SeasonRow, SeasonRules
from clubs.people import clock
from clubs.people.models import Club, Membership, Player

TABLE = "seasontable"


@dataclass(frozen=True, slots=True)
class Versions:
    """What a season's page is made from: the versions of the club, the season, its table and what open pages hold."""

    club: int
    facts: int
    built: int
    pushed: int

    @property
    def behind(self) -> int:
        """Return how many changes are being counted."""
        return max(0, self.facts - self.built)


def rules_of(season: Season) -> grp.Rules:
    """Return how a season turns cards into points; the defaults where nobody changed them."""
    row = SeasonRules.objects.filter(season=season).first()
    return grp.Rules() if row is None else as_rules(row)


def as_rules(row: SeasonRules) -> grp.Rules:
    """Return stored rules as the pure ones."""
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


def versions_of(season: Season) -> Versions:
    """Return the versions a season's page is made from, in two queries."""
    wanted = (("club", season.club_id), ("season", season.pk), (TABLE, season.pk))
    facts = {
        (row.kind, row.unit): row.version
        for row in FactVersion.objects.filter(kind__in=[kind for kind, _unit in wanted]).filter(
            unit__in={unit for _kind, unit in wanted}
        )
    }
    built = DerivedVersion.objects.filter(table=TABLE, unit=season.pk).values_list("built", flat=True).first()
    club, season_, pushed = (facts.get(one, 0) for one in wanted)
    return Versions(club, season_, built or 0, pushed)


def current_season(club: Club, on: datetime.date) -> Season | None:
    """Return the season a date lies in, else the last one that has begun, else the first to come; None: none."""
    seasons = list(seasons_of(club))
    begun = [season for season in seasons if season.first_day <= on]
    running = [season for season in begun if season.last_day >= on]
    return next(iter(running or begun or seasons[-1:]), None)


def night_counts(season: Season) -> tuple[int, int]:
    """Return how many nights are in the table, and how many the season has planned in all."""
    nights = Event.objects.filter(season=season, counts=True)
    counted = nights.aggregate(all=Count("pk"), published=Count("published_at"))
    return counted["published"], counted["all"]


def result_count(season: Season) -> int:
    """Return how many results, games and cards, the table rests on."""
    lines = LedgerLine.objects.filter(
        stage__event__season=season, stage__event__counts=True, stage__event__published_at__isnull=False
    )
    return lines.aggregate(results=Count("source", distinct=True))["results"] or 0


def champion_tie(season: Season, rows: list[SeasonRow]) -> pure.ChampionTie[int] | None:
    """Return the tie of the leaders of the stored table, and what people would look at; None: nobody is level first."""
    leaders = [row for row in rows if row.rank == 1]
    if len(leaders) < 2 or not leaders[0].grp:
        return None
    unknown: dict[int, int] = {}
    for card in Standing.objects.filter(
        stage__event__in=nights_in(season), net__isnull=True, rank__isnull=False
    ).values_list("entry__player_id", "entry__player__merged_into_id"):
        who = card[1] or card[0]
        unknown[who] = unknown.get(who, 0) + 1
    forward = {
        row.player.merged_into_id or row.player_id: pure.Balance(
            row.player_id, points=row.points, wins=row.wins, twelve_plus=row.twelve_plus
        )
        for row in balances_of(season).order_by("pk")
    }
    return pure.compare(
        pure.contender(
            row.player_id,
            forward.get(row.player_id),
            twelve_plus=row.twelve_plus,
            wins=row.won,
            net=row.net,
            net_unknown=unknown.get(row.player_id, 0),
        )
        for row in leaders
    )


def is_over(season: Season) -> bool:
    """Tell whether a season has had its last day, or was closed before it."""
    return season.closed_at is not None or clock.today(season.club) > season.last_day


def champion_decision(season: Season, leaders: Collection[int]) -> ChampionDecision | None:
    """Return what people decided about exactly these level leaders, by the ids of the players they are today.

    None: nothing, it was taken back, or the table has moved since and others are level.
    """
    lines = ChampionDecision.objects.filter(season=season).select_related("player__merged_into", "by")
    newest = lines.order_by("-pk").first()
    if newest is None or newest.withdrawn:
        return None
    merged = Player.objects.filter(pk__in=newest.leaders, merged_into__isnull=False)
    today = dict(merged.values_list("pk", "merged_into_id"))
    return newest if {today.get(pk, pk) for pk in newest.leaders} == set(leaders) else None


def gained_last_night(season: Season, players: set[int]) -> tuple[Event | None, dict[int, int]]:
    """Return the last night of a season's table, and the season points each of these players had from it.

    The night is None before the first one.
    """
    last = nights_in(season).last()
    if last is None:
        return None, {}
    rules, members = rules_of(season), joined(season.club_id)
    gained = {}
    for row in Standing.objects.filter(stage__event=last).exclude(rests_on="").select_related("entry__player"):
        player = row.entry.player.merged_into_id or row.entry.player_id
        if player in players:
            gained[player] = pure.card_points(night_card(row, last, joined=player in members), rules)
    return last, gained


def night_card(row: Standing, night: Event, *, joined: bool, of: int | None = None) -> pure.NightCard[int, int]:
    """Return one card of a night as the season's rules look at it; ``of`` cards were in that night."""
    return pure.NightCard(
        player=row.entry.player.merged_into_id or row.entry.player_id,
        night=night.pk,
        points=row.points,
        wins=row.won,
        games=row.games,
        full_games=night.games,
        kind=row.entry.kind,  # type: ignore[arg-type]
        joined=joined,
        net=row.net,
        skunks=row.skunks,
        skunks_lost=row.skunks_lost,
        rank=row.rank,
        shared=row.shared,
        of=of,
    )


def told_forward(season: Season) -> dict[int, int]:
    """Return how many nights the balances that give skunks won and lost stand for, by player."""
    rows = balances_of(season).filter(skunks__isnull=False, skunks_lost__isnull=False).order_by("pk")
    return {row.player.merged_into_id or row.player_id: row.nights or 0 for row in rows}


def history_of(season: Season) -> QuerySet[OpeningBalance]:
    """Return every opening balance ever stored in a season, the newest first."""
    rows = OpeningBalance.objects.filter(season=season)
    return rows.select_related("player", "player__merged_into", "by").order_by("-pk")
