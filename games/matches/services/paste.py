"""A whole list at once, for tonight or a past night: shown first, then entered all or not at all.

The preview is a dry run of the very code that enters, taken back at the end; so the two cannot disagree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from django.db import transaction

from clubs.base import live
from clubs.base.errors import ApplicationError, Invalid
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.events.services import entries, moves
from clubs.people import audit
from clubs.people import selectors as people
from clubs.people.models import Membership, Player, User
from clubs.people.services import players
from games.matches import desk_words, errors, permissions
from games.matches.entry import paste as lists
from games.matches.entry import who
from games.matches.entry.errors import Code, EntryError, Problem
from games.matches.entry.lines import CardLine, Command, GameLine, LeftLine, Line, Mode, NoCardLine
from games.matches.entry.paste import Row
from games.matches.models import DeskLine, Source
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Person
from games.matches.services import history, nights
from games.matches.services.lines import cards, games, waiting
from games.matches.services.lines.context import Desk, Done, Question, player
from games.matches.services.outcomes import Kind

SKIP = "skip"
KINDS = frozenset(str(kind) for kind in Membership.Kind)
Key = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Hold somebody a doubtful name may mean; `choice` is what to send for the row."""

    choice: str
    name: str
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRow:
    """Hold one line of the list and what it would do.

    `state`: "new", "same" (nothing to change), "replaces" (`old` gives way to `new`), "unknown" (nobody is called
    so: choose guest, member, visitor, skip, or a player), "several" (choose one of `candidates`), "problem",
    "skipped". `joins`: the player was not in the night yet and is added to it. `messages`: what is wrong, or worth
    knowing.
    """

    number: int
    text: str
    state: str
    who: str = ""
    name: str = ""
    old: str = ""
    new: str = ""
    joins: bool = False
    assigned: bool = False
    choice: str = ""
    messages: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()

    @property
    def ready(self) -> bool:
        """Tell whether nothing is left to answer."""
        return self.state in ("new", "same", "replaces", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Hold what a list would do. `digest` goes back with it; `problem` is what is wrong with the list as a whole,
    else "".
    """

    rows: tuple[PreviewRow, ...]
    headings: tuple[str, ...]
    digest: str
    problem: str = ""

    @property
    def ready(self) -> bool:
        """Tell whether it can be entered."""
        return not self.problem and any(row.state != "skipped" for row in self.rows) and not self.bad

    @property
    def bad(self) -> tuple[PreviewRow, ...]:
        """Return the rows that still need an answer or a correction."""
        return tuple(row for row in self.rows if not row.ready)

    @property
    def changes(self) -> int:
        """Count the rows that would change something."""
        return sum(row.state in ("new", "replaces") for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """Hold what was entered: how many lines changed something, how many were there already, how many people joined."""

    entered: int
    same: int
    joined: int
    rows: tuple[PreviewRow, ...]

    @property
    def message(self) -> str:
        """Return it as a sentence."""
        return desk_words.sentence("paste_done", {"count": self.entered})


class _Undone(Exception):
    """Ends a dry run."""


def preview(*, event: Event, text: str, by: User, choices: Mapping[int, str] | None = None) -> Preview:
    """Show what a pasted list would do, a row a line; nothing is stored.

    ``choices``: row number → "guest", "member", "visitor" (add the name as that), "skip", or "player:<id>" of the club.

    Raises Missing or Forbidden, Conflict (the night takes no results).
    """
    permissions.require(by, event, permissions.ENTER)
    try:
        with transaction.atomic():
            event = moves.lock(event)
            nights.require_open(event, past=True)
            shown = _run(event, text, by, dict(choices or {})).preview
            raise _Undone
    except _Undone:
        return shown


def apply(*, event: Event, text: str, digest: str, by: User, choices: Mapping[int, str] | None = None) -> Applied:
    """Enter a list as it was previewed, all of it or nothing; the same list once more changes nothing.

    Raises Missing or Forbidden, Conflict (``paste_changed``: the list or the night is not what was shown; the night
    takes no results), Invalid (``paste_not_ready`` with ``rows``, ``paste_empty``, ``paste_too_long``).
    """
    permissions.require(by, event, permissions.ENTER)
    with transaction.atomic():
        event = moves.lock(event)
        nights.require_open(event, past=True)
        run = _run(event, text, by, dict(choices or {}))
        shown = run.preview
        if shown.problem:
            raise Invalid("paste_unreadable", shown.problem.replace("%", "%%"), field="text")
        if not shown.rows:
            raise errors.invalid("paste_empty", field="text")
        if shown.bad:
            raise errors.invalid("paste_not_ready", field="text", rows=[row.number for row in shown.bad])
        if shown.changes and shown.digest != digest:
            raise errors.conflict("paste_changed", field="text")
        if shown.changes:
            audit.record(
                "list.pasted",
                by=by,
                club=event.club,
                about="event",
                about_id=event.pk,
                lines=shown.changes,
                players=run.joined,
            )
            live.changed("night", event.pk)
    return Applied(
        entered=shown.changes,
        same=sum(row.state == "same" for row in shown.rows),
        joined=run.joined,
        rows=shown.rows,
    )


# One run, kept or taken back -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Item:
    """One row on its way: the parsed row, what it shows, and whom it is about (an entry or a player of the club)."""

    row: Row
    shown: PreviewRow
    key: Key | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Ran:
    preview: Preview
    joined: int


def _run(event: Event, text: str, by: User, choices: dict[int, str]) -> _Ran:
    """Do everything the list says, row by row, each in a savepoint of its own; the night is locked."""
    board = boards.load(event)
    try:
        read = _read(event, board, text)
    except EntryError as error:
        problem = desk_words.sentence(error.code, error.data)
        return _Ran(Preview(rows=(), headings=(), digest="", problem=problem), 0)
    items = [_placed(event, board, row, choices.get(row.number, "")) for row in read.rows]
    _refuse_twice(items)
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
    return _Ran(Preview(rows=rows, headings=skipped, digest=_digest(event, text, rows)), joined)


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


def _placed(event: Event, board: Board, row: Row, choice: str) -> _Item:
    """Say whom a row is about, by the list or by the choice that was made for it, or what is wrong with it."""
    shown = PreviewRow(
        number=row.number,
        text=row.text,
        state="new",
        who=row.who or "",
        name=row.player.name if row.player else "",
        assigned=row.assigned,
        choice=choice,
    )
    if choice == SKIP:
        return _Item(row, replace(shown, state="skipped"))
    doubts = {problem.code for problem in row.problems}
    others = [problem for problem in row.problems if problem.code not in (Code.WHO_UNKNOWN, Code.WHO_SEVERAL)]
    if others:
        said = tuple(desk_words.sentence(problem.code, problem.data) for problem in others)
        return _Item(row, replace(shown, state="problem", messages=said))
    if isinstance(row.line, GameLine) or not doubts:
        if doubts:
            said = tuple(desk_words.sentence(problem.code, problem.data) for problem in row.problems)
            return _Item(row, replace(shown, state="problem", messages=said))
        key = row.player.key if row.player else None
        return _Item(row, replace(shown, joins=_joins(key)), key if isinstance(key, tuple) else None)
    return _doubtful(event, board, row, shown, choice)


def _joins(key: object) -> bool:
    return isinstance(key, tuple) and key[0] == "player"


def _doubtful(event: Event, board: Board, row: Row, shown: PreviewRow, choice: str) -> _Item:
    """Settle a name nobody or several have: by the choice, or by the club's list, else it stays a question."""
    name = row.who or ""
    if choice.startswith("player:"):
        chosen = _chosen(event, choice)
        if chosen is None:
            said = desk_words.sentence("paste_choice", {"choice": choice, "row": row.number})
            return _Item(row, replace(shown, state="problem", messages=(said,)))
        entry = next((one for one in board.people.values() if one.player_id == chosen.pk and not one.absent), None)
        key: Key = ("entry", entry.entry_id) if entry else ("player", chosen.pk)
        return _Item(row, replace(shown, name=chosen.name, joins=entry is None), key)
    if choice in KINDS:
        return _Item(row, replace(shown, name=name, joins=True), ("player", 0), kind=choice)
    if choice:
        said = desk_words.sentence("paste_choice", {"choice": choice, "row": row.number})
        return _Item(row, replace(shown, state="problem", messages=(said,)))
    candidates = [_candidate(event, board, found) for found in row.candidates]
    if not row.candidates:
        known = people.find_players(event.club, name)
        if len(known) == 1:
            return _Item(row, replace(shown, name=known[0].name, joins=True), ("player", known[0].pk))
        candidates = [Candidate(choice=f"player:{one.pk}", name=one.name, seat=None) for one in known]
    state = "several" if candidates else "unknown"
    code = "several_called" if candidates else "nobody_called"
    return _Item(
        row,
        replace(
            shown,
            state=state,
            candidates=tuple(candidates),
            messages=(desk_words.sentence(code, {"who": name}),),
        ),
    )


def _candidate(event: Event, board: Board, found: who.Player) -> Candidate:
    kind, number = found.key if isinstance(found.key, tuple) else ("player", 0)
    player_id = board.people[number].player_id if kind == "entry" else number
    return Candidate(choice=f"player:{player_id}", name=found.name, seat=found.seat)


def _chosen(event: Event, choice: str) -> Player | None:
    number = choice.partition(":")[2]
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    chosen = Player.objects.select_related("merged_into").filter(pk=int(number)).first()
    if chosen is None or people.membership_in(event.club, chosen) is None:
        return None
    return people.canonical(chosen)


def _refuse_twice(items: list[_Item]) -> None:
    """Mark the second card of one player; the reader cannot see it where the two lines spell the name differently."""
    first: dict[object, int] = {}
    for index, item in enumerate(items):
        if item.shown.state != "new" or isinstance(item.row.line, GameLine):
            continue
        kind = "left" if isinstance(item.row.line, LeftLine) else "card"
        identity = (kind, item.key if item.key != ("player", 0) else who.fold(item.shown.name))
        if identity in first:
            said = desk_words.sentence(Code.PLAYER_TWICE, {"row": first[identity]})
            items[index] = _Item(item.row, replace(item.shown, state="problem", messages=(said,)))
        else:
            first[identity] = item.row.number


def _join(event: Event, item: _Item, by: User, states: dict[int, list[history.State]]) -> _Item:
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
        return _Item(item.row, replace(item.shown, state="problem", messages=(error.message,)))
    states[item.row.number] = [{**history.of_attendance(entry), "presence": str(Entry.Presence.ABSENT)}]
    return _Item(item.row, item.shown, ("entry", entry.pk))


def _entered(event: Event, board: Board, item: _Item, by: User, states: dict[int, list[history.State]]) -> _Item:
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
        return _Item(item.row, replace(item.shown, state="problem", messages=(error.message,)))
    shown = item.shown
    if done.kind is Kind.INFO and not states.get(item.row.number):
        return _Item(item.row, replace(shown, state="same", new=_new(done)))
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
    return _Item(item.row, shown, item.key)


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
