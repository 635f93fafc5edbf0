"""The desk as it stands: rail, rows, sums, what needs a look, last entries, what is out; a constant number of
queries.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.events.models import Event
from games.matches.audit import Audit
from games.matches.finding_words import Fix

LAST = 12
"""So many of the last entries are shown."""

STATES: dict[str, str | Promise] = {
    "in": _("In"),
    "short": _("In, short card"),
    "some": _("Some games in"),
    "out": _("Still out"),
    "look": _("Needs a look"),
    "level": _("Level"),
    "none": _("Not handed in"),
    "left": _("Went home"),
    "absent": _("Not here"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Hold one segment of the card rail.

    `state`: "in" (brass), "look" (red), "out", "none". `ring`: a short card, as planned. `next`: the empty bar marks
    it.
    """

    entry_id: int
    seat: int | None
    name: str
    state: str
    ring: bool
    next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Hold one row of the grid. None: not given, or no plan; `place` None: nothing counted yet.

    `state` is a key of STATES, `state_text` its words (with the reason where there is one). `lines` game lines of
    `due` are in. `version`: of the typed card, 0 where none is. `card`: the shorthand, "" where nothing is in.
    """

    entry_id: int
    player_id: int
    seat: int | None
    name: str
    kind: str
    games: int
    planned: int | None
    due: int
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int
    place: int | None
    shared: bool
    waits: bool
    state: str
    state_text: str
    ring: bool
    lines: int
    compared: bool
    version: int
    card: str
    next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """Hold the foot of the grid: the sums of what it shows; `cards` are whole. None: not every card tells.

    `red`: all are in and net is not due.
    """

    cards: int
    games: int
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    red: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Hold one thing that needs a look.

    `group`: "audit", "cards" (two cards of a game differ), "ruling" (one that another has overtaken), "tie", "name",
    "spread". `lines` are the sentences below the
    head; `fixes` one-press mends; `line_id` the kept line of an unknown name; `game_id` the game to rule on.
    """

    group: str
    code: str
    message: str
    lines: tuple[str, ...] = ()
    entry_ids: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    number: int | None = None
    fixes: tuple[Fix, ...] = ()
    line_id: int | None = None
    game_id: int | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Hold one of the last entries: what it did, who typed it when, and whether it can be taken back."""

    line_id: int
    text: str
    summary: str
    kind: str
    mode: str
    by: str
    at: datetime.datetime
    state: str
    undoable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """Hold one card still out: `lines` of its `due` games are in, `open_games` are the numbers of the others."""

    entry_id: int
    seat: int | None
    name: str
    lines: int
    due: int
    open_games: tuple[int, ...]
    given_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskState:
    """Hold the whole desk. `audit_text`: "balances", "does not balance, +18", "cards are out"."""

    event: Event
    segments: tuple[Segment, ...]
    rows: tuple[Row, ...]
    sums: Sums
    audit: Audit[int]
    audit_text: str
    needs_look: tuple[Look, ...]
    notes: tuple[str, ...]
    last_entries: tuple[Entered, ...]
    missing: tuple[Out, ...]
    next_seat: int | None
    next_entry_id: int | None
    next_name: str
    cards_in: int
    cards_all: int
    games_in: int
    games_all: int

    @property
    def complete(self) -> bool:
        """Tell whether every card that will come is in."""
        return not any(not out.given_up for out in self.missing)

    @property
    def looks(self) -> int:
        """Count what needs a look."""
        return len(self.needs_look)
