"""Which planned game a line is about: by its number, its table, its opponent, or the first open one of the seat."""

from __future__ import annotations

from games.matches import errors
from games.matches.entry.lines import GameLine, Mode
from games.matches.selectors.board import Board, Meeting, Person
from games.matches.services.lines.context import Desk


def place(desk: Desk, line: GameLine) -> tuple[Person, Meeting]:
    """Return whom a line names and which planned game it is about.

    Raises Invalid (``no_plan``, ``no_such_game``, ``no_open_game``, ``no_such_table``, ``no_open_game_at_table``).
    """
    board = desk.board
    if not board.meetings:
        raise errors.invalid("no_plan", field="line")
    if line.table is not None:
        first = _at_table(desk, line)
        return board.people[first.a], first
    assert line.seat is not None
    person = desk.seat(line.seat)
    meetings = board.meetings_of(person.entry_id)
    if line.game is not None:
        meeting = next((one for one in meetings if one.number == line.game), None)
        if meeting is None:
            raise errors.invalid("no_such_game", field="line", name=person.name, number=line.game)
        return person, meeting
    open_ = [one for one in meetings if is_open(board, one, person, desk.mode)]
    if line.opponent is not None:
        named = desk.seat(line.opponent)
        open_ = [one for one in open_ if one.opponent(person.entry_id) == named.entry_id] or open_
    if not open_:
        last = meetings[-1].number if meetings else 1
        raise errors.invalid("no_open_game", field="line", name=person.name, number=last, seat=line.seat)
    return person, open_[0]


def is_open(board: Board, meeting: Meeting, person: Person, mode: Mode) -> bool:
    """Tell whether a line without a game's number may mean this one."""
    fact = board.game_of(meeting)
    if mode is Mode.VERIFY:
        side = fact.side(person.entry_id) if fact else None
        unread = (person.entry_id, meeting.number) not in board.readings
        return side is not None and (side.value or side.claim) is not None and unread
    if not board.awaited(meeting):
        return False
    if fact is None:
        return True
    if mode is Mode.CARD:
        side = fact.side(person.entry_id)
        return side is None or side.claim is None
    return not fact.disputed


def _at_table(desk: Desk, line: GameLine) -> Meeting:
    at_table = [one for one in desk.board.meetings if one.table == line.table and one.b is not None]
    if line.game is not None:
        found = [one for one in at_table if one.number == line.game]
        if not found:
            raise errors.invalid("no_such_table", field="line", table=line.table, number=line.game)
        return found[0]
    for meeting in at_table:
        if is_open(desk.board, meeting, desk.board.people[meeting.a], desk.mode):
            return meeting
    raise errors.invalid("no_open_game_at_table", field="line", table=line.table)
