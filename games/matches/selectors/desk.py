"""The desk as it stands: rail, rows, sums, what needs a look, last entries, what is out; a constant number of
queries.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.events.models import Entry, Event, Standing
from games.matches import desk_words, finding_words, rulings
from games.matches.audit import Audit
from games.matches.finding_words import Fix
from games.matches.models import DeskLine
from games.matches.selectors import auditing
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Fact, Person
from games.matches.values import shorthand

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
    """Hold the foot of the grid: the sums of what is in. None: not every card tells. `red`: all are in and net is
    not due.
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

    `group`: "audit", "cards" (two cards of a game differ), "tie", "name", "spread". `lines` are the sentences below the
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


def desk_state(event: Event) -> DeskState:
    """Return the desk of a night."""
    board = boards.load(event)
    lines = list(
        DeskLine.objects.filter(event=event)
        .exclude(state__in=[DeskLine.State.ASKED, DeskLine.State.DROPPED])
        .select_related("by")
        .order_by("-pk")[:LAST]
    )
    waiting = list(DeskLine.objects.filter(event=event, state=DeskLine.State.WAITING).order_by("pk"))
    return state_of(board, lines, waiting)


def state_of(board: Board, lines: list[DeskLine], waiting: list[DeskLine]) -> DeskState:
    """Work the desk out of the night in memory."""
    audit = auditing.audit_of(board)
    looks = tuple(looks_of(board, audit, waiting))
    flagged = {entry_id for look in looks if look.group in ("audit", "cards") for entry_id in look.entry_ids}
    last = next((line for line in lines if line.state == DeskLine.State.APPLIED and line.kind == "card"), None)
    following = board.next_out(last.entry_id if last else None)
    next_id = following.entry_id if following else None
    shown = [person for person in board.people.values() if board.expects(person) or not person.absent]
    rows = tuple(_row(board, person, flagged, next_id) for person in shown)
    games_all = sum(meeting.b is not None and not board.gone(meeting) for meeting in board.meetings)
    return DeskState(
        event=board.event,
        segments=tuple(
            Segment(
                entry_id=row.entry_id,
                seat=row.seat,
                name=row.name,
                state=_colour(row.state),
                ring=row.ring,
                next=row.next,
            )
            for row in rows
        ),
        rows=rows,
        sums=_sums(audit),
        audit=audit,
        audit_text=finding_words.status(audit),
        needs_look=looks,
        notes=tuple(_sentences(board, audit, "note")),
        last_entries=tuple(_entered(line) for line in lines),
        missing=tuple(_out(board, person) for person in board.expected if not board.is_in(person)),
        next_seat=following.seat if following else None,
        next_entry_id=next_id,
        next_name=following.name if following else "",
        cards_in=board.cards_in,
        cards_all=len(board.expected),
        games_in=sum(fact.confirmed for fact in board.games),
        games_all=games_all,
    )


def looks_of(board: Board, audit: Audit[int], waiting: list[DeskLine]) -> Iterator[Look]:
    """Yield what needs a look: the audit first, cards that differ, ties, spreads a place waits for, unknown names."""
    yield from _audit_looks(board, audit)
    for fact in board.games:
        if fact.disputed:
            yield dispute(board, fact)
    yield from _level(board)
    for line in waiting:
        yield Look(
            group="name",
            code="name_kept",
            message=desk_words.sentence("name_kept", {"who": line.before.get("who", line.text)}),
            lines=(line.text,),
            line_id=line.pk,
        )


def dispute(board: Board, fact: Fact) -> Look:
    """Return a game whose cards disagree: in which fields, and the case of rule 12.2 where that is what decides."""
    first, second = fact.sides
    people = [board.people[side.entry_id] for side in fact.sides]
    assert first.claim is not None, "a disputed game has two claims"
    assert second.claim is not None, "a disputed game has two claims"
    lines = [
        ", ".join(
            f"{person.name} {side.claim.short}" for person, side in zip(people, fact.sides, strict=True) if side.claim
        ),
        desk_words.sentence(
            "differs_in", {"fields": desk_words.fields(rulings.differences(first.claim, second.claim))}
        ),
    ]
    letter = ""
    if board.event.mode == Event.Mode.SANCTIONED:
        qualifying = rulings.apparent_qualifiers(auditing.handed_in(board))
        letter = rulings.propose(
            board.scheme,
            first.claim,
            second.claim,
            qualifies=(first.entry_id in qualifying, second.entry_id in qualifying),
        ).letter
        lines.append(
            desk_words.sentence("rule_letter", {"letter": letter})
            if letter
            else desk_words.sentence("rule_no_letter", {})
        )
    else:
        lines.append(desk_words.sentence("ask_both", {}))
    return Look(
        group="cards",
        code="claim_differs",
        message=desk_words.sentence(
            "claim_differs", {"name": people[0].name, "other": people[1].name, "number": fact.number}
        ),
        lines=tuple(lines),
        entry_ids=(first.entry_id, second.entry_id),
        seats=tuple(person.seat for person in people if person.seat is not None),
        number=fact.number,
        game_id=fact.game_id,
        letter=letter,
    )


# Parts ---------------------------------------------------------------------------------------------------------------


def _audit_looks(board: Board, audit: Audit[int]) -> Iterator[Look]:
    problems = list(_sentences(board, audit, "problem"))
    if not problems:
        return
    names, seats = _names(board), _seats(board)
    entries = dict.fromkeys(entry for finding in audit.problems for entry in finding.entries)
    lines: list[str] = problems[1:]
    fixes: list[Fix] = []
    for finding in audit.hunt:
        lines.append(finding_words.sentence(finding, names, seats))
        for suspect in finding.suspects:
            lines.append(finding_words.suspicion(suspect, names, seats))
            entries.setdefault(suspect.entry)
            card = board.cards.get(suspect.entry)
            person = board.people.get(suspect.entry)
            if card is not None and person is not None:
                totals = card.totals
                columns = (totals.points, totals.wins, totals.plus, totals.minus, totals.net)
                who = str(person.seat) if person.seat else person.name
                fixes.append(finding_words.fix(suspect, who, columns, person.seat))
    yield Look(
        group="audit",
        code=audit.problems[0].code,
        message=problems[0],
        lines=tuple(lines),
        entry_ids=tuple(entries),
        seats=tuple(seat for entry in entries if (seat := seats.get(entry)) is not None),
        fixes=tuple({fix.text: fix for fix in fixes}.values()),
    )


def _level(board: Board) -> Iterator[Look]:
    """Yield who is level on the whole chain, and whose spread would decide a place."""
    groups: dict[int, list[Standing]] = {}
    for row in board.places.values():
        if row.waits and row.rank is not None:
            groups.setdefault(row.rank, []).append(row)
    for rank, rows in sorted(groups.items()):
        people = [board.people[row.entry_id] for row in rows]
        missing = {entry for row in rows for entry in row.step_data.get("missing", [])}
        names = ", ".join(person.name for person in people)
        first = rows[0]
        data: dict[str, int | str | None] = {
            "names": names,
            "card": shorthand(first.points, first.won, first.net),
            "rank": rank,
        }
        if missing:
            data["names"] = ", ".join(board.people[entry].name for entry in sorted(missing))
            waits_for = str(first.step_data.get("waits_for", "net"))
            code = "spread_wanted" if waits_for == "net" else "plus_wanted"
        else:
            code = "level"
        yield Look(
            group="spread" if missing else "tie",
            code=code,
            message=desk_words.sentence(code, data),
            entry_ids=tuple(row.entry_id for row in rows),
            seats=tuple(person.seat for person in people if person.seat is not None),
        )


def _sentences(board: Board, audit: Audit[int], kind: str) -> Iterator[str]:
    names, seats = _names(board), _seats(board)
    for finding in audit.findings:
        if finding.kind == kind:
            yield finding_words.sentence(finding, names, seats)


def _row(board: Board, person: Person, flagged: set[int], next_id: int | None) -> Row:
    place = board.places.get(person.entry_id)
    card = board.cards.get(person.entry_id)
    lines = len(board.lines_of(person.entry_id))
    is_in = board.is_in(person)
    short = person.planned is not None and person.planned < board.event.games
    waits = bool(place and place.waits)
    state = "in"
    if person.entry_id in flagged:
        state = "look"
    elif is_in:
        state = "level" if waits else "short" if short else "in"
    elif person.card_state == Entry.CardState.NONE:
        state = "none"
    elif person.absent:
        state = "absent"
    elif lines:
        state = "some"
    elif person.last_game is not None:
        state = "left"
    else:
        state = "out"
    return Row(
        entry_id=person.entry_id,
        player_id=person.player_id,
        seat=person.seat,
        name=person.name,
        kind=person.kind,
        games=place.games if place else 0,
        planned=person.planned,
        due=board.due(person),
        points=place.points if place else 0,
        won=place.won if place else 0,
        plus=place.plus if place else None,
        minus=place.minus if place else None,
        net=place.net if place else None,
        skunks=place.skunks if place else 0,
        place=place.rank if place else None,
        shared=bool(place and place.shared),
        waits=waits,
        state=state,
        state_text=str(STATES[state]),
        ring=short,
        lines=lines,
        compared=board.readings.get((person.entry_id, None), False),
        version=card.version if card else 0,
        card=shorthand(place.points, place.won, place.net) if place and place.rests_on else "",
        next=person.entry_id == next_id,
    )


def _colour(state: str) -> str:
    if state in ("in", "short", "level"):
        return "in"
    return state if state in ("look", "none") else "out"


def _sums(audit: Audit[int]) -> Sums:
    sums = audit.sums
    return Sums(
        cards=sums.cards,
        games=sums.card_games,
        points=sums.points,
        won=sums.wins,
        plus=sums.plus,
        minus=sums.minus,
        net=sums.net,
        red=audit.complete and bool(audit.net_by),
    )


def _entered(line: DeskLine) -> Entered:
    return Entered(
        line_id=line.pk,
        text=line.text,
        summary=str(line.before.get("summary") or line.text),
        kind=line.kind,
        mode=line.mode,
        by=str(line.by) if line.by else "",
        at=line.at,
        state=line.state,
        undoable=line.state in (DeskLine.State.APPLIED, DeskLine.State.WAITING) and line.kind != "reading",
    )


def _out(board: Board, person: Person) -> Out:
    return Out(
        entry_id=person.entry_id,
        seat=person.seat,
        name=person.name,
        lines=len(board.lines_of(person.entry_id)),
        due=board.due(person),
        open_games=tuple(meeting.number for meeting in board.open_meetings(person.entry_id)),
        given_up=person.card_state == Entry.CardState.NONE,
    )


def _names(board: Board) -> dict[int, str]:
    return {person.entry_id: person.name for person in board.people.values()}


def _seats(board: Board) -> dict[int, int | None]:
    return {person.entry_id: person.seat for person in board.people.values()}
