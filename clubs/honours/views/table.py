"""The season table: page, print, download."""

from __future__ import annotations

import csv
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from clubs.events import selectors as events
from clubs.events.models import Season
from clubs.honours import selectors
from clubs.honours.forms import ChampionForm
from clubs.honours.views import rows as table
from clubs.people import clock, etags, permissions
from clubs.people.context import Here, here


@require_GET
def current(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the season of today; where there is none, say how one begins."""
    place = here(request)
    season = selectors.current_season(place.club, clock.today(place.club))
    if season is not None:
        return redirect("honours:season", slug=slug, season_id=season.pk)
    context = {"nav_current": "season", "manages": permissions.allows(place.membership, "season.manage")}
    return render(request, "honours/no_season.html", context)


@require_GET
def show(request: HttpRequest, slug: str, season_id: int) -> HttpResponseBase:
    """Show the table of a season."""
    place = here(request)
    season = events.season_for(request.user, place.club, season_id)
    seasons = list(events.seasons_of(place.club))
    counts = selectors.night_counts(season)
    versions = selectors.versions_of(season)
    over = selectors.is_over(season)
    etag = etags.make(request, (versions, counts, over, [(one.pk, one.name) for one in seasons]))
    if answer := etags.unchanged(request, etag):
        return answer
    rows = table.rows_of(season, place)
    q = request.GET.get("q", "")[: table.LONGEST_SEARCH]
    manages = permissions.allows(place.membership, "season.manage")
    tie = table.tie_of(season, rows)
    champion = table.champion_of(season, tie, place)
    asks = manages and over and bool(tie) and champion is None
    context = _context(season, place, rows) | {
        "nav_current": "season",
        "seasons": seasons,
        "found": table.find(rows, q),
        "q": q,
        "manages": manages,
        "over": over,
        "tie": tie,
        "champion": champion,
        "champion_form": ChampionForm(table.choices(tie)) if asks else None,
        "nights_in": counts[0],
        "nights_all": counts[1],
        "results": selectors.result_count(season),
        "versions": versions,
    }
    template = "honours/season_table.html" if request.headers.get("HX-Request") else "honours/season.html"
    return etags.mark(render(request, template, context), etag)


@require_GET
def sheet(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Give the table as a sheet of paper."""
    place = here(request)
    season = events.season_for(request.user, place.club, season_id)
    rows = table.rows_of(season, place)
    counts = selectors.night_counts(season)
    champion = table.champion_of(season, table.tie_of(season, rows), place)
    context = _context(season, place, rows) | {
        "nights_in": counts[0],
        "nights_all": counts[1],
        "champion": champion,
    }
    return render(request, "honours/season_print.html", context)


@require_GET
def download(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Give the table as CSV, names as the reader may see them."""
    place = here(request)
    season = events.season_for(request.user, place.club, season_id)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    name = f"{slugify(place.club.name) or 'club'}-{slugify(season.name) or season.pk}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    writer = csv.writer(response)
    writer.writerow(
        ["place", "name", "season_points", "brought_forward", "points_cards", "nights", "games", "won", "skunks_won",
         "skunk_balance", "best_card", "grand_slams"]
    )  # fmt: skip
    for item in table.rows_of(season, place):
        row = item.row
        figures = [row.grp, row.brought_forward, row.twelve_plus, row.nights, row.games, row.won, row.skunks]
        balance = "" if row.skunk_balance is None else row.skunk_balance
        place_, name = "" if row.rank is None else row.rank, _cell(item.name)
        writer.writerow([place_, name, *figures, balance, item.best, row.grand_slams])
    return response


def _context(season: Season, place: Here, rows: list[table.TableRow]) -> dict[str, Any]:
    rules = selectors.rules_of(season)
    return {
        "season": season,
        "rows": rows,
        "rules": rules,
        "points_name": table.points_name(rules),
        "lowest": table.lowest_place(rows),
        "forward": any(row.row.brought_forward for row in rows),
        "lifetime": any(row.row.lifetime is not None for row in rows),
        "grey": any(row.place is None for row in rows),
        "skunks_told": any(row.skunks is not None for row in rows),
        "skunks_partly": any(row.partly for row in rows),
    }


def _cell(text: str) -> str:
    # A spreadsheet would run a cell that begins like a formula.
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
