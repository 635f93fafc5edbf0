"""When results are taken: the lock every change of a night's results begins with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from clubs.base import live
from clubs.events.models import Event
from clubs.events.services import moves
from clubs.people import clock
from clubs.people.models import User
from games.matches import errors, permissions

Status = Event.Status

OPEN = (Status.RUNNING, Status.CORRECTING)


@contextmanager
def changing(event: Event, *, by: User, action: str = permissions.ENTER, past: bool = False) -> Iterator[Event]:
    """Hold the night, in one transaction, and yield it as it stands; its watchers are told on commit.

    ``past``: a night that was never started may be entered too, once its day has come (a pasted list).

    Raises Missing or Forbidden (no right), Conflict (``night_not_started``, ``night_published``).
    """
    permissions.require(by, event, action)
    with transaction.atomic():
        held = moves.lock(event)
        require_open(held, past=past)
        yield held
        live.changed("night", held.pk)


def require_open(event: Event, *, past: bool = False) -> None:
    """Let pass a night that takes results.

    Raises Conflict (``night_not_started``, ``night_published``).
    """
    if event.status in OPEN:
        return
    if event.status == Status.PUBLISHED:
        raise errors.conflict("night_published")
    today = clock.today(event.club)
    if not (event.date < today or (past and event.date == today)):
        raise errors.conflict("night_not_started")
