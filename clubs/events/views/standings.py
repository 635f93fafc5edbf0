"""The standings of a night: every step of the chain in its own column, and what decided each place."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.base import live, versions
from clubs.base.components.words import format_signed
from clubs.events import presets, selectors
from clubs.events.models import Event, Standing
from clubs.events.ranking import qualifiers
from clubs.events.ranking.errors import RankingError
from clubs.events.views.bar import bar
from clubs.people import etags, names
from clubs.people import selectors as people
from clubs.people.context import Here, here
from clubs.people.permissions import allows

COLUMNS = {"points": "points", "wins": "won", "net": "net", "plus": "plus", "minus": "minus", "skunks": "skunks"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line: the standing, the name as this reader sees it, why it is there, and whether the cut follows."""

    standing: Standing
    name: str
    player_id: int
    why: str
    cut: bool


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponseBase:
    """Show the places of a night, provisional or published."""
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    etag = etags.make(request, _versions(event))
    if answer := etags.unchanged(request, etag):
        return answer
    desk = allows(place.membership, "night.checkin")
    context = context_of(place, event) | {"is_desk": desk, "nav_current": "nights", "desk_tab": "standings"}
    if desk:
        context["desk"] = bar(event, place.membership, tab="standings")
    return etags.mark(render(request, "events/standings.html", context), etag)


@require_GET
def parts(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Answer the table alone, for a page that is open already."""
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    return render(request, "events/standings_table.html", context_of(place, event))


@require_GET
def sheet(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the standings as a sheet to print."""
    place = here(request)
    event = selectors.event_for(request.user, place.club, event_id)
    return render(request, "events/print_standings.html", context_of(place, event) | {"printing": True})


def _versions(event: Event) -> list[object]:
    """Return what the page is made from: the versions of the club, the night, its facts and its table."""
    stage = selectors.stage_of(event)
    topics = [("club", event.club_id), ("night", event.pk), ("stage", stage.pk), ("standings", stage.pk)]
    return [event.status, sorted(live.current(topics).items()), selectors.freshness(stage)]


def context_of(place: Here, event: Event) -> dict[str, Any]:
    """Return what the table shows."""
    stage = selectors.stage_of(event)
    # As in the API: a night's results are announced, not leaked.
    hidden = place.membership is None and event.published_at is None
    kept = selectors.hides_correction(event, place.membership)
    if kept:
        standings = selectors.as_published([event])
    else:
        standings = [] if hidden else list(selectors.standings_of(stage))
    ranked = [row for row in standings if row.rank is not None]
    paid = qualifiers.qualifiers(len(ranked), one_in=_one_in(event)) if ranked else 0
    shown = [names.shown(people.canonical(row.entry.player), place.club, place.membership) for row in standings]
    rows = [
        Row(
            row,
            shown[number],
            people.canonical(row.entry.player).pk,
            why(event, standings, shown, number),
            row.rank is not None and number + 1 == paid and number + 1 < len(ranked),
        )
        for number, row in enumerate(standings)
    ]
    steps = [step for step in selectors.chain_of(event) if step.key in COLUMNS and step.key != "points"]
    fresh = selectors.freshness(stage)
    return {
        "event": event,
        "stage": stage,
        "rows": rows,
        "hidden": hidden,
        "steps": [
            {"key": step.key, "number": number, "name": _(step.name)} for number, step in enumerate(steps, start=1)
        ],
        "chain": [_(step.name) for step in selectors.chain_of(event)],
        "paid": paid,
        "waiting": [row for row in rows if row.standing.waits],
        "behind": 0 if kept else fresh.behind,
        "kept": kept,
        "version": versions.current("standings", stage.pk),
        "final": event.status == Event.Status.PUBLISHED,
        "links": allows(place.membership, "club.view"),
    }


def why(event: Event, standings: list[Standing], shown: list[str], number: int) -> str:
    """Say in words which step put this row below the one above; "" where the points did, or nothing did.

    ``shown`` are the names of the rows as this reader may see them.
    """
    row = standings[number]
    if row.waits:
        level = [name for name, one in zip(shown, standings, strict=True) if one.rank == row.rank and one is not row]
        return _("Level with %(names)s on the whole chain. People decide: a cut, or they share the place.") % {
            "names": ", ".join(level)
        }
    if row.step_data.get("decided"):
        return _("Decided by people.")
    if row.step in ("", "points") or "above" not in row.step_data:
        return ""
    step = next((one for one in selectors.chain_of(event) if one.key == row.step), None)
    if step is None:
        return ""
    return _("Below by %(step)s: %(own)s to %(other)s.") % {
        "step": _(step.name),
        "own": _figure(row.step, row.step_data["below"]),
        "other": _figure(row.step, row.step_data["above"]),
    }


def _figure(step: str, value: int) -> str:
    return format_signed(value) if step == "net" else str(value)


def _one_in(event: Event) -> int:
    try:
        return presets.preset(event.preset).paid_one_in
    except RankingError:
        return 4
