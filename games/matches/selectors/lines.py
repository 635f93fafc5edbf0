"""Single things of a night's results; from an id to an object only within the night."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.events.models import Event
from games.matches import errors
from games.matches.models import DeskLine, Game
from games.matches.values import Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """Hold one card that was replaced: what stood, what stands, and when."""

    who: str
    old: str
    new: str
    at: datetime.datetime


def line_of(event: Event, line_id: int) -> DeskLine:
    """Return a line typed at the desk of a night.

    Raises Missing (``line_gone``).
    """
    line = DeskLine.objects.select_related("event__club").filter(event=event, pk=line_id).first()
    if line is None:
        raise errors.missing("line_gone")
    return line


def game_of(event: Event, game_id: int) -> Game:
    """Return a game of a night.

    Raises Missing.
    """
    games = Game.objects.select_related("match__pairing__round", "match__stage__event__club")
    game = games.filter(match__stage__event=event, pk=game_id).exclude(status=Game.Status.VOID).first()
    if game is None:
        raise Missing("no_such_game", _("There is no such game in this night."))
    return game


def corrections_of(event: Event) -> list[Correction]:
    """Return the cards of a night that were replaced by a line that still stands, the oldest first."""
    rows = DeskLine.objects.filter(event=event, state=DeskLine.State.APPLIED, kind="card")
    found = []
    for row in rows.select_related("entry__player__merged_into").order_by("pk"):
        old, new = _totals(row, "before"), _totals(row, "after")
        if row.entry is not None and old is not None and new is not None:
            player = row.entry.player.merged_into or row.entry.player
            found.append(Correction(who=player.name, old=old.short, new=new.short, at=row.at))
    return found


def _totals(row: DeskLine, key: str) -> Totals | None:
    states = row.before.get(key) or []
    card = next((state for state in states if state.get("kind") == "card"), None)
    return Totals.from_data(card["totals"]) if card else None
