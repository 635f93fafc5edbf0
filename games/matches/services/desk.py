"""The desk: the one way in for a typed line, and the ways to take one back."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, Subquery

from clubs.base import live
from clubs.base.errors import ApplicationError
from clubs.events.models import Event
from clubs.events.services import moves
from clubs.people.models import User
from games.matches import desk_words, errors, permissions
from games.matches.entry import grammar
from games.matches.entry.errors import EntryError
from games.matches.entry.lines import (
    AnswerLine,
    CardLine,
    GameLine,
    LeftLine,
    Line,
    MissingLine,
    Mode,
    NoCardLine,
    RemoveLine,
    ShowLine,
    UndoLine,
)
from games.matches.models import DeskLine, Source
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Part, Person
from games.matches.services import echo, nights
from games.matches.services.lines import answers, cards, games, readings, undoing, waiting
from games.matches.services.lines.answers import Frame
from games.matches.services.lines.context import Asked, Desk, Done, Several, Unknown
from games.matches.services.outcomes import Kind, Night, Outcome

State = DeskLine.State


def enter(
    *,
    event: Event,
    text: str,
    mode: str = DeskLine.Mode.GAME,
    by: User,
    token: UUID,
    confirm: bool = False,
    highlighted_seat: int | None = None,
    source: str = Source.DESK,
) -> Outcome:
    """Take one typed line and answer it.

    ``token``: a line sent twice is entered once and answered alike. ``highlighted_seat``: the seat the bar marked
    when the line has no name (None: worked out here). A line that was asked back is confirmed by the same text once
    more from the same person (``confirm`` says so, and changes nothing); what was shown then must still stand, else
    both values are shown again.

    Whatever is wrong with the line is an Outcome, and nothing of it is stored.
    Raises Missing or Forbidden: no right to enter results here.
    """
    permissions.require(by, event, permissions.ENTER)
    spoken = Mode(mode) if mode in set(Mode) else Mode.GAME
    with transaction.atomic():
        event = moves.lock(event)
        sent, newest = _lines(event, by, token)
        if sent is not None:
            return answers.replay(sent, text)
        board = boards.load(event)
        answering = newest if newest is not None and newest.state == State.WAITING else None
        highlighted = _highlighted(board, event, highlighted_seat)
        frame = Frame(text, spoken.value, str(token), highlighted)
        context = waiting.context_of(event, board, spoken, highlighted, answering=answering is not None)
        try:
            line = grammar.parse(text, context)
        except EntryError as error:
            return answers.unreadable(board, error, frame)
        if isinstance(line, MissingLine):
            return answers.missing(board, frame)
        if isinstance(line, UndoLine):
            if spoken is Mode.VERIFY:
                return answers.answer(board, Done("reading_only", kind=Kind.INFO), frame)
            return undoing.take_back(event, by, None, frame)
        if isinstance(line, AnswerLine):
            assert answering is not None, "the parser reads an answer only where one is awaited"
            return waiting.add(event, answering, line.newcomer.value, by, "")
        asked = newest if newest is not None and _answers(newest, frame) else None
        desk = Desk(
            event=event,
            board=board,
            by=by,
            mode=spoken,
            source=source,
            highlighted=highlighted,
            answered=asked.before.get("asked", {}) if asked else {},
        )
        return _take(desk, line, asked, token, frame)


def look(
    *, event: Event, text: str, mode: str = DeskLine.Mode.GAME, by: User, highlighted_seat: int | None = None
) -> Outcome:
    """Answer a line as Enter would, and store nothing: the echo while typing.

    Raises Missing or Forbidden.
    """
    with transaction.atomic():
        outcome = enter(event=event, text=text, mode=mode, by=by, token=uuid4(), highlighted_seat=highlighted_seat)
        transaction.set_rollback(True)
    return replace(outcome, line_id=None, token="")


def undo(*, event: Event, by: User, line_id: int | None = None) -> Outcome:
    """Take a line back: what stood before it stands again, by new facts.

    ``line_id`` None: the newest line that stands, one's own before others'. A line taken back already stays so. Refused
    where something newer stands on the same card or game.

    Raises Missing (also ``line_gone``) or Forbidden.
    """
    permissions.require(by, event, permissions.ENTER)
    with transaction.atomic():
        return undoing.take_back(moves.lock(event), by, line_id, Frame("u"))


def add_unknown(*, line: DeskLine, kind: str, by: User, name: str = "") -> Outcome:
    """Add the person a kept line names, as guest, member or visitor, and enter the line.

    ``name``: as it should be shown, where the line has only part of it. Somebody of that name in the club is taken, not
    made again.

    Raises Missing or Forbidden; whatever else is wrong is an Outcome and the line stays kept.
    """
    permissions.require(by, line.event, permissions.ENTER)
    with transaction.atomic():
        event = moves.lock(line.event)
        return waiting.add(event, DeskLine.objects.select_for_update().get(pk=line.pk), kind, by, name)


def drop(*, line: DeskLine, by: User) -> Outcome:
    """Drop a kept line whose name nobody knows.

    Raises Missing or Forbidden.
    """
    permissions.require(by, line.event, permissions.ENTER)
    with transaction.atomic():
        event = moves.lock(line.event)
        return waiting.drop(event, DeskLine.objects.select_for_update().get(pk=line.pk), by)


# One line ------------------------------------------------------------------------------------------------------------


def _take(desk: Desk, line: Line, asked: DeskLine | None, token: UUID, frame: Frame) -> Outcome:
    """Do what a line says and answer it; the night is locked. Nothing stands unless everything does."""
    board = desk.board
    try:
        with transaction.atomic():
            done = _apply(desk, line)
            desk.changed()
    except Asked as question:
        return _ask(desk, question, token, frame)
    except Unknown as unknown:
        return _keep(desk, unknown, line, token, frame)
    except Several as several:
        done = Done("several_called", {"who": several.who}, kind=Kind.AMBIGUOUS)
        return replace(answers.answer(board, done, frame), choices=several.choices)
    except ApplicationError as error:
        return answers.refused(board, error, frame, about=desk.about)
    if asked is not None:
        DeskLine.objects.filter(pk=asked.pk).update(state=State.DROPPED)
    if done.kind is not Kind.SAVED and done.line_kind != undoing.READING:
        return answers.answer(board, done, frame)
    now = _as_it_stands(desk, done)
    forecast = ""
    if done.line_kind == "card" and done.entry_id is not None:
        forecast = echo.forecast(now, done.entry_id, now.cards[done.entry_id].totals)
    version = live.changed("night", desk.event.pk)
    kept = answers.keep(
        event=desk.event,
        by=desk.by,
        token=token,
        frame=frame,
        done=done,
        outcome=replace(answers.answer(now, done, frame), forecast=forecast),
        before={"before": desk.before, "after": desk.after},
        state=State.APPLIED,
    )
    return replace(kept, night=Night(now, version))


def _as_it_stands(desk: Desk, done: Done) -> Board:
    """Return the night after a line, reading again only what a line of its kind can have changed."""
    if done.line_kind in ("out", "none"):
        return boards.load(desk.event)
    changed = []
    if done.line_kind != undoing.READING:
        whole_card = done.line_kind == "card" or (done.line_kind == "remove" and done.number is None)
        changed.append(Part.CARDS if whole_card else Part.GAMES)
    return boards.load(desk.event, before=desk.board, changed=changed)


def _lines(event: Event, by: User, token: UUID) -> tuple[DeskLine | None, DeskLine | None]:
    """Return the line sent with this token before, and the newest of this person; None: there is none."""
    newest = DeskLine.objects.filter(event=event, by=by).order_by("-pk").values("pk")[:1]
    rows = DeskLine.objects.filter(Q(token=token) | Q(pk=Subquery(newest)), event=event).order_by("-pk")
    found = list(rows)
    sent = next((row for row in found if row.token == token), None)
    return sent, next((row for row in found if row.by_id == by.pk), None)


def _apply(desk: Desk, line: Line) -> Done:
    """Do what a line says; the caller has opened a savepoint."""
    if isinstance(line, ShowLine):
        person = desk.person(line.who, line)
        card = echo.running(desk.board, person.entry_id)
        shown = card.card if card and card.card else "–"
        return Done("shown", {"name": person.name, "card": shown}, kind=Kind.INFO, entry_id=person.entry_id)
    nights.require_open(desk.event)
    if isinstance(line, CardLine):
        person = desk.person(line.who, line)
        return readings.card(desk, person, line) if desk.mode is Mode.VERIFY else cards.enter(desk, person, line)
    if isinstance(line, GameLine):
        return readings.game(desk, line) if desk.mode is Mode.VERIFY else games.enter(desk, line)
    if desk.mode is Mode.VERIFY:
        raise errors.invalid("verify_results_only", field="line")
    if isinstance(line, RemoveLine):
        person = desk.person(line.who, line)
        return cards.remove(desk, person) if line.game is None else games.remove(desk, person, line.game)
    if isinstance(line, LeftLine):
        return cards.left(desk, desk.person(line.who, line), line)
    assert isinstance(line, NoCardLine)
    return cards.not_handed_in(desk, desk.person(line.who, line))


def _ask(desk: Desk, question: Asked, token: UUID, frame: Frame) -> Outcome:
    """Keep a question, so that the same line once more is its answer."""
    first = question.questions[0]
    done = Done(first.code, dict(first.data), kind=Kind.ASK, line_kind="asked")
    if desk.about is not None:
        done.entry_id, done.other_id, done.number = desk.about.entry_id, desk.about.other_id, desk.about.number
    also = [one for one in question.questions[1:] if one in desk.questions]
    outcome = replace(
        answers.answer(desk.board, done, frame),
        old=first.old,
        new=first.new,
        notes=tuple(desk_words.sentence(one.code, one.data) for one in also),
    )
    DeskLine.objects.filter(event=desk.event, by=desk.by, state=State.ASKED).update(state=State.DROPPED)
    return answers.keep(
        event=desk.event,
        by=desk.by,
        token=token,
        frame=frame,
        done=done,
        outcome=outcome,
        before={"asked": {one.code: one.stands for one in question.questions}},
        state=State.ASKED,
    )


def _answers(newest: DeskLine, frame: Frame) -> bool:
    """Tell whether a line answers this person's newest one: that was asked back, and this has the same text."""
    same = newest.mode == frame.mode and answers.plain(newest.text) == answers.plain(frame.text)
    return newest.state == State.ASKED and same


def _keep(desk: Desk, unknown: Unknown, line: Line, token: UUID, frame: Frame) -> Outcome:
    """Keep a card whose name nobody knows; any other line is refused."""
    if not isinstance(line, CardLine):
        done = Done("nobody_called", {"who": unknown.who}, kind=Kind.REFUSED)
        return answers.answer(desk.board, done, frame)
    code = "name_known" if unknown.known else "name_kept"
    done = Done(code, {"who": unknown.who, "known": unknown.known}, kind=Kind.KEPT, line_kind="unknown")
    live.changed("night", desk.event.pk)
    return answers.keep(
        event=desk.event,
        by=desk.by,
        token=token,
        frame=frame,
        done=done,
        outcome=answers.answer(desk.board, done, frame),
        before={"who": unknown.known or unknown.who},
        state=State.WAITING,
    )


def _highlighted(board: Board, event: Event, seat: int | None) -> Person | None:
    """Return whose card a line without a name means: the seat that was marked, else the next one out after the last
    card.
    """
    if seat is not None:
        return board.at_seat(seat)
    last = DeskLine.objects.filter(event=event, state=State.APPLIED, kind="card").order_by("-pk").first()
    return board.next_out(last.entry_id if last else None)
