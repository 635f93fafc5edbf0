"""One run of a list, row by row, each in a savepoint of its own; kept by apply, taken back by preview."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import uuid4

from django.db import transaction

from clubs.base.errors import ApplicationError, Invalid
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.events.services import entries
from clubs.people.models import Player, User
from clubs.people.services import players
from games.matches import desk_words
from games.matches.entry import paste as lists
from games.matches.entry import who
from games.matches.entry.errors import EntryError, Problem
from games.matches.entry.lines import CardLine, Command, GameLine, LeftLine, Line, Mode, NoCardLine
from games.matches.models import DeskLine, Source
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Person
from games.matches.services import history
from games.matches.services.lines import cards, games, waiting
from games.matches.services.lines.context import Desk, Done, Question, player
from games.matches.services.outcomes import Kind
from games.matches.services.paste import placing
from games.matches.services.paste.placing import Item, Key
from games.matches.services.paste.shapes import Preview, PreviewRow


@dataclass(frozen=True, slots=True)
class Ran:
    preview: Preview
    joined: int


def run(event: Event, text: str, by: User, choices: dict[int, str]) -> Ran:
    """Do everything the list says, row by row, each in a savepoint of its own; the night is locked."""
    board = boards.load(event)
    try:
        read = _read(event, board, text)
    except EntryError as error:
        problem = desk_words.sentence(error.code, error.data)
        return Ran(Preview(rows=(), headings=(), digest="", problem=problem), 0)
    items = [placing.placed(event, board, row, choices.get(row.number, "")) for row in read.rows]
    placing.refuse_twice(items)
    states: dict[int, list[history.State]] = {}
    for index, item in enumerate(items):
        if item.shown.state == "new" and item.key is not None and item.key[0] == "player":
            items[index] = _join(event, item, by, states)
    joined = len(states)
    if joined:
        board = boards.load(event)
    for index, item in enumerate(items):
        if item.shown.state == "new":
            items[index] = _entered(event, board, item, by, states)
            if isinstance(item.row.line, GameLine):
                board = boards.load(event)
    rows = tuple(item.shown for item in items)
    skipped = tuple(line.text for line in read.skipped)
    return Ran(Preview(rows=rows, headings=skipped, digest=_digest(event, text, rows)), joined)


def _read(event: Event, board: Board, text: str) -> lists.Preview:
    """Read the list against those who are here; on a night without a rotation also against the whole club."""
    here = [person for person in board.people.values() if not person.absent]
    roster = [replace_key(player(person), ("entry", person.entry_id)) for person in here]
    if not board.meetings:
        roster += _club(event, {person.player_id for person in here})
    context = waiting.context_of(event, board, Mode.GAME, None, answering=False)

    def check(line: Line, found: who.Player | None) -> Iterator[Problem]:
        if isinstance(line, CardLine):
            try:
                cards.checked_totals(event, board, _person(board, found), line)
            except Invalid as error:
                yield Problem(error.code, None, error.data)

    out = [("entry", person.entry_id) for person in board.out]
    return lists.read(text, who.Roster(roster), context, check=check, out=out)


def _club(event: Event, without: set[int]) -> list[who.Player]:
    """Return the players of the club who are not in the night, as the name finder wants them."""
    rows = (
        Player.objects.filter(memberships__club=event.club, merged_into__isnull=True)
        .exclude(pk__in=without)
        .distinct()
        .order_by("pk")
    )
    return [who.Player(("player", row.pk), row.name, acc_number=row.acc_number) for row in rows]


def replace_key(found: who.Player, key: Key) -> who.Player:
    """Return a player of the name finder under another key."""
    return replace(found, key=key)


def _person(board: Board, found: who.Player | None) -> Person | None:
    if found is None or not isinstance(found.key, tuple) or found.key[0] != "entry":
        return None
    return board.people[found.key[1]]


def _join(event: Event, item: Item, by: User, states: dict[int, list[history.State]]) -> Item:
    """Put a row's player into the night, made now where the choice says so."""
    assert item.key is not None
    try:
        with transaction.atomic():
            if item.key[1]:
                chosen = Player.objects.get(pk=item.key[1])
            else:
                chosen = players.add(club=event.club, name=item.shown.name, kind=item.kind, by=by)
            entry = entries.add(stage=events.stage_of(event), player=chosen, kind=item.kind, by=by)
    except ApplicationError as error:
        return Item(item.row, replace(item.shown, state="problem", messages=(error.message,)))
    states[item.row.number] = [{**history.of_attendance(entry), "presence": str(Entry.Presence.ABSENT)}]
    return Item(item.row, item.shown, ("entry", entry.pk))


def _entered(event: Event, board: Board, item: Item, by: User, states: dict[int, list[history.State]]) -> Item:
    """Enter one row as the desk would; what the desk would ask, the preview shows."""
    line = item.row.line
    person = board.people[item.key[1]] if item.key is not None else None
    desk = _Pasting(
        event=event, board=board, by=by, mode=Mode.GAME, source=Source.PASTE, highlighted=person, answered={}
    )
    for state in states.get(item.row.number, []):
        desk.changes(state)
    try:
        with transaction.atomic():
            done = _applied(desk, person, line)
            desk.changed()
    except ApplicationError as error:
        return Item(item.row, replace(item.shown, state="problem", messages=(error.message,)))
    shown = item.shown
    if done.kind is Kind.INFO and not states.get(item.row.number):
        return Item(item.row, replace(shown, state="same", new=_new(done)))
    said = (*(desk_words.sentence(one.code, one.data) for one in desk.noted if not one.old), *done.notes)
    old = next((one.old for one in desk.noted if one.old), "")
    shown = replace(shown, state="replaces" if old else "new", old=old, new=_new(done), messages=said)
    DeskLine.objects.create(
        event=event,
        token=uuid4(),
        text=item.row.text[:200],
        mode=DeskLine.Mode.GAME,
        kind=done.line_kind,
        entry_id=done.entry_id,
        game_number=done.number,
        before={"before": desk.before, "after": desk.after, "summary": done.summary},
        by=by,
    )
    return Item(item.row, shown, item.key)


def _applied(desk: Desk, person: Person | None, line: Line | None) -> Done:
    if isinstance(line, GameLine):
        return games.enter(desk, line)
    assert line is not None, "the reader refuses what it cannot read"
    assert not isinstance(line, Command), "the reader refuses what is no result"
    assert person is not None, "every other line has its player by now"
    if isinstance(line, CardLine):
        return cards.enter(desk, person, line)
    if isinstance(line, LeftLine):
        return cards.left(desk, person, line)
    assert isinstance(line, NoCardLine)
    return cards.not_handed_in(desk, person)


class _Pasting(Desk):
    """A line of a list: what would be asked back is noted for the preview, which is where it is answered."""

    def __init__(self, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]
        self.noted: list[Question] = []

    def go_on(self) -> None:
        """Note the questions and go on."""
        self.noted += self.questions
        self.questions = []


def _new(done: Done) -> str:
    return str(done.data.get("card") or done.summary)


def _digest(event: Event, text: str, rows: tuple[PreviewRow, ...]) -> str:
    shown = [[row.number, row.state, row.name, row.old, row.new, row.choice, row.joins] for row in rows]
    stands = json.dumps([event.pk, text, shown])
    return hashlib.blake2b(stands.encode(), digest_size=16).hexdigest()
