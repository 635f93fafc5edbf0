"""How a line is answered and kept: the frame of every answer, refusals, and the stored line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from clubs.base.errors import ApplicationError
from clubs.events.models import Event
from clubs.people.models import User
from games.matches.entry.errors import EntryError
from games.matches.models import DeskLine
from games.matches.selectors.board import Board, Person
from games.matches.services import echo
from games.matches.services.lines.context import Done
from games.matches.services.outcomes import Kind, Outcome

TEXT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Frame:
    """Hold what was sent: text, mode, token ("" for what was not typed), and the card the bar marked."""

    text: str
    mode: str = "game"
    token: str = ""
    highlighted: Person | None = None


def answer(board: Board, done: Done, frame: Frame) -> Outcome:
    """Answer from the night as the board has it."""
    meeting = fact = None
    if done.number is not None and done.entry_id is not None:
        fact = board.game_number(done.entry_id, done.number)
        meeting = next((one for one in board.meetings_of(done.entry_id) if one.number == done.number), None)
    entered = done.entry_id if done.kind is Kind.SAVED else None
    return Outcome(
        kind=done.kind,
        code=done.code,
        data=done.data,
        text=frame.text,
        mode=frame.mode,
        token=frame.token,
        entry=echo.running(board, done.entry_id),
        other=echo.running(board, done.other_id),
        game=echo.game(board, fact, meeting),
        notes=done.notes,
        **echo.frame(board, entered, frame.highlighted),
    )


def unreadable(board: Board, error: EntryError, frame: Frame) -> Outcome:
    """Answer a line that cannot be read."""
    done = Done(str(error.code), dict(error.data), kind=Kind.REFUSED)
    return replace(answer(board, done, frame), column=error.column, unfinished=error.unfinished)


def refused(board: Board, error: ApplicationError, frame: Frame, *, about: Done | None = None) -> Outcome:
    """Answer a line that was refused by a rule; nothing of it stands."""
    data = {key: value for key, value in error.data.items() if isinstance(value, int | str) or value is None}
    done = Done(error.code, data, kind=Kind.REFUSED)
    if about is not None:
        done.entry_id, done.other_id, done.number = about.entry_id, about.other_id, about.number
    return replace(answer(board, done, frame), said=error.message)


def missing(board: Board, frame: Frame) -> Outcome:
    """Answer ``m``: the cards still out."""
    out = echo.missing(board)
    done = Done("missing_list", {"count": len(out)}, kind=Kind.INFO) if out else Done("missing_none", kind=Kind.INFO)
    return replace(answer(board, done, frame), missing=out)


def keep(
    *,
    event: Event,
    by: User,
    token: UUID,
    frame: Frame,
    done: Done,
    outcome: Outcome,
    before: Mapping[str, Any],
    state: str,
) -> Outcome:
    """Store a line with its answer, and return the answer with the line's number."""
    row = DeskLine.objects.create(
        event=event,
        token=token,
        text=frame.text[:TEXT_LIMIT],
        mode=frame.mode,
        kind=done.line_kind,
        entry_id=done.entry_id,
        game_number=done.number,
        before={**before, "summary": done.summary},
        outcome=outcome.to_data(),
        state=state,
        by=by,
    )
    return replace(outcome, line_id=row.pk)


def replay(sent: DeskLine, text: str) -> Outcome:
    """Answer a token that was sent before as it was answered then; with another text, refuse."""
    stored = replace(Outcome.from_data(sent.outcome), line_id=sent.pk)
    if plain(sent.text) != plain(text[:TEXT_LIMIT]):
        return replace(stored, kind=Kind.REFUSED, code="token_reused", data={}, text=text, replayed=True)
    return replace(stored, replayed=True)


def summary(line: DeskLine) -> str:
    """Return what a line did, as the list of last entries shows it."""
    return str(line.before.get("summary") or line.text)


def plain(text: str) -> str:
    """Return a line for comparing: blanks and case do not matter."""
    return " ".join(text.split()).casefold()
