"""The desk of a night: rail, grid, sums, last entries and what is out."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext

from clubs.events.models import Entry, Event, Standing
from games.matches import finding_words
from games.matches.audit import Audit
from games.matches.audit.balance import known_sum
from games.matches.models import DeskLine
from games.matches.selectors import auditing
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Person
from games.matches.selectors.desk.looks import level_cards, looks_of, moved_by_rulings, sentences
from games.matches.selectors.desk.state import LAST, STATES, DeskState, Entered, Out, Row, Segment, Sums
from games.matches.values import shorthand


def desk_state(event: Event, *, board: Board | None = None) -> DeskState:
    """Return the desk of a night; ``board``: the night where it was read just now."""
    typed = DeskLine.objects.filter(event=event)
    last = typed.exclude(state__in=[DeskLine.State.ASKED, DeskLine.State.DROPPED]).order_by("-pk")[:LAST]
    rows = typed.filter(Q(pk__in=last.values("pk")) | Q(state=DeskLine.State.WAITING)).select_related("by")
    lines = list(rows.order_by("-pk"))
    waiting = [line for line in reversed(lines) if line.state == DeskLine.State.WAITING]
    return state_of(board or boards.load(event), lines[:LAST], waiting)


def state_of(board: Board, lines: list[DeskLine], waiting: list[DeskLine]) -> DeskState:
    """Work the desk out of the night in memory."""
    audit = auditing.audit_of(board)
    looks = tuple(looks_of(board, audit, waiting))
    flagged = {entry_id for look in looks if look.group in ("audit", "cards") for entry_id in look.entry_ids}
    last = next((line for line in lines if line.state == DeskLine.State.APPLIED and line.kind == "card"), None)
    following = board.next_out(last.entry_id if last else None)
    next_id = following.entry_id if following else None
    shown = [person for person in board.people.values() if board.expects(person) or not person.absent]
    level = {row.entry_id: rows for rows in level_cards(board) for row in rows}
    rows = tuple(_row(board, person, flagged, next_id, level.get(person.entry_id, ())) for person in shown)
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
        sums=_sums(audit, rows),
        audit=audit,
        audit_text=finding_words.status(audit),
        needs_look=looks,
        notes=(*moved_by_rulings(board), *sentences(board, audit, "note")),
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


def _row(board: Board, person: Person, flagged: set[int], next_id: int | None, level: Sequence[Standing]) -> Row:
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
        state = "level" if level else "short" if short else "in"
    elif person.card_state == Entry.CardState.NONE:
        state = "none"
    elif person.absent:
        state = "absent"
    elif lines or board.games_of(person.entry_id):
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
        state_text=_level_with(board, person, level) if state == "level" else str(STATES[state]),
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


def _level_with(board: Board, person: Person, level: Sequence[Standing]) -> str:
    others = [board.people[row.entry_id] for row in level if row.entry_id != person.entry_id]
    who = ", ".join(str(other.seat or other.name) for other in sorted(others, key=lambda other: other.seat or 0))
    return gettext("Level with %(who)s") % {"who": who}


def _sums(audit: Audit[int], rows: Sequence[Row]) -> Sums:
    """Return the sums of what the grid shows: whole cards and, game by game, what is in of the others."""
    shown = [row for row in rows if row.card]
    return Sums(
        cards=audit.sums.cards,
        games=sum(row.games for row in shown),
        points=sum(row.points for row in shown),
        won=sum(row.won for row in shown),
        plus=known_sum(row.plus for row in shown),
        minus=known_sum(row.minus for row in shown),
        net=known_sum(row.net for row in shown),
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
