"""Taking a line back: what stood before it stands again, by new facts."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from clubs.base import live
from clubs.base.errors import ApplicationError
from clubs.events.models import Event
from clubs.people import audit
from clubs.people.models import User
from games.matches import errors
from games.matches.models import DeskLine
from games.matches.selectors import board as boards
from games.matches.services import history, nights
from games.matches.services.lines import answers, waiting
from games.matches.services.lines.answers import Frame
from games.matches.services.lines.context import Done
from games.matches.services.outcomes import Kind, Outcome

State = DeskLine.State
READING = "reading"


def take_back(event: Event, by: User, line_id: int | None, frame: Frame) -> Outcome:
    """Take back a line, or the newest that stands; the night is locked.

    Raises Missing (``line_gone``).
    """
    board = boards.load(event)
    line = _found(event, by, line_id)
    if line is None:
        return answers.answer(board, Done("nothing_to_undo", kind=Kind.INFO), frame)
    if line.state == State.WAITING:
        return waiting.drop(event, line, by)
    if line.state != State.APPLIED:
        return answers.answer(board, Done("undo_again", kind=Kind.INFO), frame)
    about = answers.summary(line)
    try:
        with transaction.atomic():
            nights.require_open(event)
            if not history.stands(line.before.get("after", [])):
                raise errors.conflict("undo_newer", what=about.rstrip("."))
            history.restore(line.before.get("before", []), event=event, by=by)
    except ApplicationError as error:
        return answers.refused(board, error, frame)
    line.state = State.UNDONE
    line.save(update_fields=["state"])
    audit.record("line.undone", by=by, club=event.club, about="event", about_id=event.pk, text=about, line=line.text)
    live.changed("night", event.pk)
    now = boards.load(event)
    done = Done("undone", {"text": about.rstrip(".")}, kind=Kind.UNDONE, entry_id=line.entry_id)
    done.number = line.game_number
    # The bar goes back to the card whose line was taken back.
    frame = replace(frame, highlighted=now.people.get(line.entry_id) if line.entry_id else None)
    return replace(answers.answer(now, done, frame), line_id=line.pk)


def _found(event: Event, by: User, line_id: int | None) -> DeskLine | None:
    """Return the line to take back; without a number one's own newest, else anybody's. Readings changed nothing."""
    lines = DeskLine.objects.select_for_update().filter(event=event).exclude(kind=READING)
    if line_id is not None:
        line = lines.exclude(state=State.ASKED).filter(pk=line_id).first()
        if line is None:
            raise errors.missing("line_gone")
        return line
    standing = lines.filter(state__in=[State.APPLIED, State.WAITING]).order_by("-pk")
    return standing.filter(by=by).first() or standing.first()
