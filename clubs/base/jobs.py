"""Announce what happened, once it is stored.

A service says ``announce("results_changed", stage_id)``; which tasks follow is written in one table
in ``config/celery.py``, where every room is known. Announcing neither raises nor waits: a broker
that is away costs a minute, because the sweep finds whatever stayed stale.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction

from clubs.base import broker

log = logging.getLogger(__name__)

Argument = int | str
_table: Mapping[str, Sequence[str]] = {}
_send: Callable[[str, tuple[Argument, ...]], None] | None = None


def connect(table: Mapping[str, Sequence[str]], send: Callable[[str, tuple[Argument, ...]], None]) -> None:
    """Tell this module which task names follow a happening, and how a task is sent."""
    global _table, _send
    _table, _send = table, send


@dataclass(slots=True)
class Announcement:
    """One happening that waits for its commit."""

    happening: str
    args: tuple[Argument, ...]
    done: bool = False

    def __call__(self) -> None:
        """Enqueue what follows."""
        self.done = True
        _enqueue(self.happening, self.args)


def announce(happening: str, *args: Argument) -> None:
    """Ask for the work that follows ``happening``, after the current transaction commits.

    Said twice in one transaction it is enqueued once: a pasted night of 200 cards is one message.
    """
    announcement = Announcement(happening, args)
    # What a rolled-back savepoint had announced is no longer in this list, so nothing is lost by looking.
    if not any(waiting[1] == announcement for waiting in connection.run_on_commit):
        transaction.on_commit(announcement, robust=True)


def _enqueue(happening: str, args: tuple[Argument, ...]) -> None:
    if _send is None:
        return
    for task in _table.get(happening, ()):
        if broker.is_away():
            log.warning("not enqueued: %s%r (the broker was away a moment ago)", task, args)
            continue
        try:
            _send(task, args)
        except Exception as error:
            # The broker is away. The unit stays stale in the database and the sweep enqueues it again.
            broker.note_away()
            log.warning("not enqueued: %s%r (%s)", task, args, error)
