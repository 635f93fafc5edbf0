"""Opening balances: one line or a whole list, looked at before it is stored, and everything ever stored."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Invalid
from clubs.base.forms import refuse
from clubs.events import selectors as events
from clubs.events.models import Season
from clubs.honours import selectors, wording
from clubs.honours.forms import BalancesForm
from clubs.honours.lines import read
from clubs.honours.models import OpeningBalance
from clubs.honours.services import balances
from clubs.honours.services.balances import Proposal
from clubs.honours.views.rows import card
from clubs.people import clock, permissions
from clubs.people import selectors as people
from clubs.people.context import actor, here

REFUSED = 422
NOTHING = gettext_lazy("There is no balance in this text. Write a name and the season points, like Doreen Askew 90.")
MOST_HISTORY = 200


@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Show the balances in force and all there ever were; POST: what storing a text would do, line by line."""
    season = _season(request, season_id)
    if request.method == "GET":
        return _page(request, season, BalancesForm(initial=_initial(season)))
    form = BalancesForm(request.POST)
    if not form.is_valid():
        return _page(request, season, form, status=REFUSED)
    proposals = balances.preview(season=season, text=form.cleaned_data["text"], by=actor(request))
    if not proposals:
        form.add_error("text", NOTHING)
        return _page(request, season, form, status=REFUSED)
    return _page(request, season, form, proposals=_proposed(proposals, form.choices()), status=200)


@require_POST
def store(request: HttpRequest, slug: str, season_id: int) -> HttpResponse:
    """Store a text, all or nothing; what cannot be stored is shown again with its sentence."""
    season = _season(request, season_id)
    form = BalancesForm(request.POST)
    if form.is_valid():
        try:
            changed = balances.store(season=season, by=actor(request), choices=form.choices(), **form.cleaned_data)
        except Invalid as error:
            refuse(form, error)
        else:
            if not read(form.cleaned_data["text"]):
                form.add_error("text", NOTHING)
                return _page(request, season, form, status=REFUSED)
            said = ngettext("%(count)s balance is stored.", "%(count)s balances are stored.", changed)
            messages.success(
                request, said % {"count": changed} if changed else _("Nothing has changed: it all stands already.")
            )
            return redirect("honours:balances", slug=slug, season_id=season.pk)
    proposals = None
    if form.data.get("text"):
        lines = balances.preview(season=season, text=str(form.data["text"]), by=actor(request))
        proposals = _proposed(lines, form.choices())
    return _page(request, season, form, proposals=proposals, status=REFUSED)


@require_POST
def remove(request: HttpRequest, slug: str, season_id: int, player_id: int) -> HttpResponse:
    """Take one balance out of force."""
    season = _season(request, season_id)
    player = people.player_for(request.user, season.club, player_id)
    if balances.remove(season=season, player=player, by=actor(request)):
        messages.success(request, _("%(player)s brings nothing forward any more.") % {"player": player.name})
    return redirect("honours:balances", slug=slug, season_id=season.pk)


def _season(request: HttpRequest, season_id: int) -> Season:
    club = here(request).club
    permissions.require(request.user, club, "season.manage")
    return events.season_for(request.user, club, season_id)


def _initial(season: Season) -> dict[str, Any]:
    return {"as_of": min(clock.today(season.club), season.last_day)}


def _page(
    request: HttpRequest,
    season: Season,
    form: BalancesForm,
    *,
    proposals: list[dict[str, Any]] | None = None,
    status: int = 200,
) -> HttpResponse:
    held = list(selectors.balances_of(season))
    history = list(selectors.history_of(season)[: MOST_HISTORY + 1])
    context = {
        "nav_current": "season",
        "season": season,
        "form": form,
        "proposals": proposals,
        "held": [_shown(row) for row in held],
        "history": [_shown(row) for row in history[:MOST_HISTORY]],
        "more": len(history) > MOST_HISTORY,
        "ready": bool(proposals) and not any(item["stops"] for item in proposals or ()),
    }
    return render(request, "honours/balances.html", context, status=status)


def _shown(row: OpeningBalance) -> dict[str, Any]:
    return {
        "row": row,
        "player": people.canonical(row.player),
        "best": card(row.best_points, row.best_wins, row.best_net),
        "skunks": _skunks(row.skunks, row.skunks_lost),
    }


def _skunks(won: int | None, lost: int | None) -> str:
    if won is None:
        return "–"
    return f"{won}–{lost}" if lost is not None else str(won)


def _proposed(proposals: tuple[Proposal, ...], chosen: dict[int, str]) -> list[dict[str, Any]]:
    found = []
    for proposal in proposals:
        line, number = proposal.row.line, proposal.row.number
        asks = line is not None and proposal.player is None and (proposal.unknown or bool(proposal.candidates))
        sentence = proposal.sentence or (wording.nobody(line.name) if line and proposal.unknown else "")
        found.append(
            {
                "number": number,
                "text": proposal.row.text,
                "line": line,
                "player": proposal.player,
                "candidates": proposal.candidates,
                "unknown": proposal.unknown,
                "asks": asks,
                "chosen": chosen.get(number, ""),
                "sentence": sentence,
                "before": proposal.before,
                "unchanged": proposal.unchanged,
                # A line that cannot be read stops the whole list unless it is left out.
                "stops": not asks and bool(proposal.sentence),
                "best": card(line.best_points, line.best_wins, line.best_net) if line else "",
                "skunks": _skunks(line.skunks, line.skunks_lost) if line else "",
            }
        )
    return found
