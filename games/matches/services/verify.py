"""A second reading of what is in: compared and kept, never stored over the first."""

from __future__ import annotations

from uuid import UUID, uuid4

from clubs.events.models import Event
from clubs.people.models import User
from games.matches.models import DeskLine
from games.matches.services import desk
from games.matches.services.outcomes import Outcome


def read(
    *, event: Event, text: str, by: User, token: UUID | None = None, highlighted_seat: int | None = None
) -> Outcome:
    """Compare a line with what is in; the outcome's notes name the fields that differ.

    Raises Missing or Forbidden: no right to enter results here.
    """
    return desk.enter(
        event=event,
        text=text,
        mode=DeskLine.Mode.VERIFY,
        by=by,
        token=token or uuid4(),
        highlighted_seat=highlighted_seat,
    )
