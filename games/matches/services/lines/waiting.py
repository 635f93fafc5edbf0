"""Lines whose name nobody knew: kept until the person is added, or the line dropped."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from clubs.base import live
from clubs.base.errors import ApplicationError
from clubs.events.models import Event
from clubs.people import audit
from clubs.people.models import User
from games.matches.entry import grammar
from games.matches.entry.lines import CardLine, Context, Mode, Record
from games.matches.models import DeskLine, Source
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Person
from games.matches.services import newcomers, nights
from games.matches.services.lines import answers, cards
from games.matches.services.lines.answers import Frame
from games.matches.services.lines.context import Asked, Desk, Done
from games.matches.services.outcomes import Kind, Outcome

State = DeskLine.State


def add(event: Event, held: DeskLine, kind: str, by: User, name: str) -> Outcome:
    """Add the person a kept line names and enter the line; the night is locked. Refused, the line stays kept."""
    frame = Frame(held.text, held.mode, str(held.token))
    board = boards.load(event)
    if held.state != State.WAITING:
        return answers.answer(board, Done("nobody_waiting", kind=Kind.REFUSED), frame)
    mode = Mode.GAME if held.mode == Mode.VERIFY else Mode(held.mode)
    try:
        with transaction.atomic():
            nights.require_open(event)
            entry, states = newcomers.join(event, name or str(held.before.get("who", "")), kind, by)
            joined = boards.load(event)
            person = joined.people[entry.pk]
            line = grammar.parse(held.text, context_of(event, joined, mode, person, answering=False))
            assert isinstance(line, CardLine), "only cards are kept"
            desk = Desk(
                event=event, board=joined, by=by, mode=mode, source=Source.DESK, highlighted=person, answered={}
            )
            for state in states:
                desk.changes(state)
            done = cards.enter(desk, person, line)
            desk.changed()
    except Asked as question:
        first = question.questions[0]
        return answers.answer(board, Done(first.code, dict(first.data), kind=Kind.REFUSED), frame)
    except ApplicationError as error:
        return answers.refused(board, error, frame)
    done.code = "added_and_entered"
    outcome = replace(answers.answer(boards.load(event), done, frame), line_id=held.pk)
    held.state, held.kind, held.entry_id = State.APPLIED, done.line_kind, done.entry_id
    held.before = {**held.before, "before": desk.before, "after": desk.after, "summary": done.summary}
    held.outcome = outcome.to_data()
    held.save()
    live.changed("night", event.pk)
    return outcome


def drop(event: Event, held: DeskLine, by: User) -> Outcome:
    """Drop a kept line; the night is locked. A line that is not kept any more is left as it is."""
    if held.state != State.WAITING:
        return answers.answer(boards.load(event), Done("nobody_waiting", kind=Kind.REFUSED), Frame(held.text))
    held.state = State.DROPPED
    held.save(update_fields=["state"])
    audit.record("line.dropped", by=by, club=event.club, about="event", about_id=event.pk, text=held.text)
    live.changed("night", event.pk)
    done = Done("dropped", {"text": held.text}, kind=Kind.UNDONE)
    return replace(answers.answer(boards.load(event), done, Frame(held.text)), line_id=held.pk)


def context_of(event: Event, board: Board, mode: Mode, highlighted: Person | None, *, answering: bool) -> Context:
    """Return what decides how a line is read."""
    seat = highlighted.seat if highlighted else None
    return Context(
        mode=mode,
        record=Record(event.record),
        target=event.target,
        seats=board.top_seat,
        # A night without seats marks somebody all the same; the parser only asks whether anybody is.
        highlighted=seat if seat is not None else (0 if highlighted else None),
        answering=answering,
    )
