"""The wall screen of a night: readable across the room, pages in turn, never an error."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from clubs.base import live
from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.people import clock
from clubs.people.context import here
from games.matches.selectors import night as nights
from games.matches.selectors.night import NightState
from games.matches.views.placing import by_name

TILES = 12
ROWS = 24
COLUMN = 12
CHART_ROWS = 15
JUST_IN = 2
Status = Event.Status
T = TypeVar("T")


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the wall. Whoever started it, names stand there as the club shows them in public."""
    place = here(request)
    event = events.event_for(request.user, place.club, event_id)
    version = live.current([("night", event.pk)])[f"night-{event.pk}"]
    state = nights.night_state(event, AnonymousUser(), wall=True)
    context = {
        "event": event,
        "state": state,
        "version": version,
        "pages": _pages(event, state),
        "just_in": state.results[:JUST_IN] if event.status == Status.RUNNING else (),
        "clock": _clock(event),
    }
    template = "matches/wall_pages.html" if request.headers.get("HX-Request") else "matches/wall.html"
    response = render(request, template, context)
    response["Cache-Control"] = "no-store"
    return response


def _pages(event: Event, state: NightState) -> list[dict[str, Any]]:
    if event.status == Status.PLANNED:
        return [{"kind": "planned", "title": event.name}]
    if event.status == Status.CHECKIN:
        seated = _first_seats(event, state)
        return seated or [{"kind": "checkin", "title": _("Check-in is open")}]
    pages: list[dict[str, Any]] = []
    if event.status == Status.RUNNING:
        pages += _seats(event, state)
    if state.standings:
        title = _("Places of %(name)s") % {"name": event.name}
        for rows in _cut(state.standings, ROWS):
            half = (len(rows) + 1) // 2 if len(rows) > COLUMN else COLUMN
            pages.append({"kind": "standings", "title": title, "columns": _cut(rows, half), "pad": len(rows) > COLUMN})
    if state.results:
        pages.append({"kind": "results", "title": _("Latest results"), "rows": state.results})
    return pages or [{"kind": "waiting", "title": event.name}]


def _first_seats(event: Event, state: NightState) -> list[dict[str, Any]]:
    """Return the seats of game 1 as soon as everybody has one."""
    if not events.schedule_of(events.stage_of(event)):
        return []
    tiles = [
        {"no": game.seat, "name": game.name, "game": 1, "opponent": "", "chair": game.seat}
        for game in by_name(state.seats)
        if game.seat is not None
    ]
    return _tiled(tiles, _("Game 1: find your seat"))


def _seats(event: Event, state: NightState) -> list[dict[str, Any]]:
    """Return where everybody goes next; while no game is typed nobody knows, and the whole rotation stands there."""
    going = by_name(game for game in state.seats if game.number is not None)
    if not going:
        return [] if state.standings or state.results else [{"kind": "waiting", "title": event.name}]
    tiles = [
        {
            "no": game.chair,
            "name": game.name,
            "game": game.number,
            "make_up": game.make_up,
            "opponent": game.opponent,
            "chair": game.chair,
        }
        for game in going
    ]
    if state.games_in:
        return _tiled(tiles, _("Next game: your seat"))
    return _tiled(tiles, _("Game 1: find your seat")) + _chart(event, state)


def _tiled(tiles: Sequence[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    return [{"kind": "seats", "title": title, "tiles": part} for part in _cut(tiles, TILES)]


def _chart(event: Event, state: NightState) -> list[dict[str, Any]]:
    """Return the rotation as a chart: a row a player, a column a game, the chair in each."""
    plans = events.card_plans(event)
    numbers = sorted({stop.number for stops in plans.values() for stop in stops})
    rows = []
    for game in state.seats:
        stops = {stop.number: stop for stop in plans.get(game.entry_id, [])}
        if stops:
            cells = [
                {"chair": stops[number].seat, "out": stops[number].sits_out} if number in stops else None
                for number in numbers
            ]
            rows.append({"no": game.seat, "name": game.name, "cells": cells})
    make_up = _("M%(number)s")
    games = [str(number) if number <= event.games else make_up % {"number": number - event.games} for number in numbers]
    title = _("Your seat, game by game")
    return [{"kind": "chart", "title": title, "games": games, "rows": part} for part in _even(rows, CHART_ROWS)]


def _clock(event: Event) -> dict[str, str] | None:
    """Return what the clock counts: to the start tonight, or since it; None: nothing."""
    if event.status == Status.RUNNING and event.started_at is not None:
        if timezone.now() - event.started_at > datetime.timedelta(hours=12):
            return None
        return {"moment": event.started_at.isoformat(), "way": "up", "text": _("playing for")}
    if event.status in (Status.PLANNED, Status.CHECKIN) and event.starts_at and event.date == clock.today(event.club):
        start = datetime.datetime.combine(event.date, event.starts_at, tzinfo=clock.zone(event.club))
        if start > timezone.now():
            return {"moment": start.isoformat(), "way": "down", "text": _("starts in")}
    return None


def _even(rows: Sequence[T], most: int) -> list[Sequence[T]]:
    """Cut into as few pages as will do, all about as long."""
    pages = -(-len(rows) // most) or 1
    return _cut(rows, -(-len(rows) // pages) or 1)


def _cut(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]
