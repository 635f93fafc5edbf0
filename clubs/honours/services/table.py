"""The season table, computed whole from published nights, opening balances and the season's rules."""

from typing import Final

from django.db.models import F

from clubs.base import live, versions
from clubs.events.models import Event, Season, Standing
from clubs.events.services import standings
from clubs.honours import season as pure
from clubs.honours import selectors
from clubs.honours.models import OpeningBalance, SeasonRow

FIGURES: Final = (
    "rank", "shared", "before", "credited", "grp", "brought_forward", "lifetime", "twelve_plus", "nights", "games",
    "won", "skunks", "skunks_lost", "skunk_balance", "skunks_known", "net", "best_points", "best_wins", "best_net",
    "grand_slams", "places",
)  # fmt: skip


def recompute(season_id: int) -> int:
    """Bring the stored table of a season up to its facts; return the version it stands on."""
    return versions.recompute(selectors.TABLE, season_id)


def build(season: Season) -> pure.Table[int, int]:
    """Put the table together from the facts, players and nights by id; nothing is stored.

    Cards come from the standings *computed from the ledger now*, never from stored rows that a
    worker may not have brought up to date yet.
    """
    nights = list(selectors.nights_in(season).prefetch_related("stages"))
    members = selectors.joined(season.club_id)
    cards = [card for night in nights for card in _cards(night, members)]
    return pure.table(
        cards,
        nights=[night.pk for night in nights],
        balances=_balances(season),
        rules=selectors.rules_of(season),
    )


def _cards(night: Event, members: dict[int, bool]) -> list[pure.NightCard[int, int]]:
    rows: list[Standing] = [row for stage in night.stages.all() for row in standings.now(stage) if row.rests_on]
    return [
        selectors.night_card(
            row, night, joined=(row.entry.player.merged_into_id or row.entry.player_id) in members, of=len(rows)
        )
        for row in rows
    ]


def _balances(season: Season) -> list[pure.Balance[int]]:
    """Return the balances in force, one a person: of two who were merged the newer line holds."""
    held: dict[int, OpeningBalance] = {}
    rows = OpeningBalance.objects.filter(season=season, replaced=False).annotate(merged=F("player__merged_into_id"))
    for row in rows.order_by("pk"):
        held[row.merged or row.player_id] = row
    return [
        pure.Balance(
            player=player,
            points=row.points,
            nights=row.nights,
            games=row.games,
            wins=row.wins,
            twelve_plus=row.twelve_plus,
            skunks=row.skunks,
            skunks_lost=row.skunks_lost,
            best=None if row.best_points is None else (row.best_points, row.best_wins or 0, row.best_net),
            grand_slams=row.grand_slams,
            lifetime=row.lifetime,
        )
        for player, row in held.items()
    ]


def compute(season_id: int, write: bool) -> list[str]:
    """Compute one season whole; write the rows that differ if asked; return one line for each that did."""
    version = versions.current("season", season_id)
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return []
    stored = {row.player_id: row for row in SeasonRow.objects.filter(season=season)}
    made, changed, drift = [], [], []
    for line in build(season).lines:
        row = _row(season_id, version, line)
        old = stored.pop(row.player_id, None)
        if old is None:
            made.append(row)
            drift.append(f"player {row.player_id}: no row, should be rank {row.rank} with {row.grp}")
            continue
        differing = [name for name in FIGURES if getattr(old, name) != getattr(row, name)]
        if differing:
            row.pk = old.pk
            changed.append(row)
            drift.append(
                f"player {row.player_id}: "
                + ", ".join(f"{name} {getattr(old, name)!r}, should be {getattr(row, name)!r}" for name in differing)
            )
    drift += [f"player {player_id}: a row, should be none" for player_id in sorted(stored)]
    if write:
        SeasonRow.objects.filter(pk__in=[row.pk for row in stored.values()]).delete()
        SeasonRow.objects.bulk_update(changed, [*FIGURES, "version"])
        SeasonRow.objects.bulk_create(made)
        live.changed("seasontable", season_id)
    return drift


def _row(season_id: int, version: int, line: pure.Line[int, int]) -> SeasonRow:
    return SeasonRow(
        season_id=season_id,
        player_id=line.player,
        version=version,
        rank=line.rank,
        shared=line.shared,
        before=line.before,
        credited=line.credited,
        grp=line.grp,
        brought_forward=line.brought_forward,
        lifetime=line.lifetime,
        twelve_plus=line.twelve_plus,
        nights=line.nights,
        games=line.games,
        won=line.wins,
        skunks=line.skunks,
        skunks_lost=line.skunks_lost,
        skunk_balance=line.skunk_balance,
        skunks_known=line.skunk_nights,
        net=line.net,
        best_points=line.best.points if line.best else None,
        best_wins=line.best.wins if line.best else None,
        best_net=line.best.net if line.best else None,
        grand_slams=line.grand_slams,
        places=[
            {"event": place.night, "rank": place.rank, "shared": place.shared, "of": place.of} for place in line.places
        ],
    )
