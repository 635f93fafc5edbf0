"""The rows of a season's table as pages, prints and downloads show them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from clubs.base.components.words import format_signed
from clubs.events.models import Season
from clubs.honours import season as pure
from clubs.honours import selectors
from clubs.honours.grp import Rules
from clubs.honours.models import SeasonRow
from clubs.people import names, spelling
from clubs.people.context import Here
from clubs.people.selectors import canonical

LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """Hold one row. `movement`: places gained on the last night, None for who is new.

    `skunks` None: nothing tells; `told` of the row's nights tell them, not all where `partly`.
    """

    row: SeasonRow
    player_id: int
    name: str
    mine: bool
    movement: int | None
    wins: str
    best: str
    skunks: int | None
    partly: bool
    told: int
    places: tuple[int | None, ...]

    @property
    def place(self) -> int | None:
        """Give the place; None: in grey."""
        return self.row.rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Hold what people would look at for one of the level leaders, in words."""

    player_id: int
    name: str
    figures: str
    leads: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Champion:
    """Hold who is champion by decision, in words; `who` decided it ("": not known)."""

    player_id: int
    name: str
    reason: str
    who: str
    at: datetime.datetime


def rows_of(season: Season, place: Here) -> list[TableRow]:
    """Return the table as the reader may see it, best first; level players by name, who is not credited last."""
    mine = canonical(place.membership.player).pk if place.membership else None
    forward = selectors.told_forward(season)
    return [_row(row, place, mine, forward.get(row.player_id, 0)) for row in selectors.rows_of(season)]


def find(rows: list[TableRow], text: str) -> list[TableRow]:
    """Return the rows whose name, as it is shown, begins a word with the text."""
    wanted = text.strip()[:LONGEST_SEARCH]
    return [row for row in rows if spelling.starts(row.name, wanted)] if wanted else rows


def lowest_place(rows: list[TableRow]) -> int:
    """Return the lowest place anybody could have had on a night: one scale for every picture of the table."""
    return max((item.get("of") or 1 for row in rows for item in row.row.places), default=1)


def points_name(rules: Rules) -> str:
    """Return what the season's points are called: GRP by the threshold, else plain points."""
    return _("Points") if not rules.threshold and not rules.table else _("GRP")


def tie_of(season: Season, rows: list[TableRow]) -> list[Contender]:
    """Return the leaders who are level and what people would look at; nobody where there is no tie."""
    tie = selectors.champion_tie(season, [row.row for row in rows])
    if tie is None:
        return []
    shown: Mapping[int, str] = {row.player_id: row.name for row in rows}
    return [
        Contender(
            player_id=one.player,
            name=shown[one.player],
            figures=_figures(one),
            leads=tie.leads == frozenset({one.player}),
        )
        for one in tie.contenders
        if one.player in shown
    ]


def champion_of(season: Season, tie: list[Contender], place: Here) -> Champion | None:
    """Return whom people made champion among the level leaders; None: nobody yet, or there is no tie."""
    decision = selectors.champion_decision(season, [one.player_id for one in tie]) if tie else None
    if decision is None:
        return None
    champion = canonical(decision.player)
    who = decision.by.name if decision.by else ""
    return Champion(
        player_id=champion.pk,
        name=names.shown(champion, place.club, place.membership),
        reason=decision.reason,
        who=names.written(who, place.club, place.membership),
        at=decision.at,
    )


def choices(tie: list[Contender]) -> list[tuple[int, str]]:
    """Return the level leaders as a form offers them."""
    return [(one.player_id, one.name) for one in tie]


def _figures(one: pure.Contender[int]) -> str:
    unknown = _("not known")
    return _("points cards %(cards)s, games won %(wins)s, net %(net)s") % {
        "cards": unknown if one.twelve_plus is None else one.twelve_plus,
        "wins": unknown if one.wins is None else one.wins,
        "net": unknown if one.net is None else format_signed(one.net),
    }


def _row(row: SeasonRow, place: Here, mine: int | None, forward: int) -> TableRow:
    moved = None if row.before is None or row.rank is None else row.before - row.rank
    return TableRow(
        row=row,
        player_id=row.player_id,
        name=names.shown(row.player, place.club, place.membership),
        mine=row.player_id == mine,
        movement=moved,
        wins=number_format(round(100 * row.won / row.games, 1), 1) if row.games else "",
        best=card(row.best_points, row.best_wins, row.best_net),
        skunks=row.skunk_balance,
        partly=row.skunk_balance is not None and row.skunks_known + forward < row.nights,
        told=row.skunks_known + forward,
        places=tuple(item.get("rank") for item in row.places),
    )


def card(points: int | None, wins: int | None, net: int | None) -> str:
    """Return a card as it is quoted: ``16/7 +74``; "" for none."""
    if points is None:
        return ""
    return f"{points}/{wins or 0}" + ("" if net is None else f" {format_signed(net)}")
