"""A whole list at once, for tonight or a past night: shown first, then entered all or not at all.

The preview is a dry run of the very code that enters, taken back at the end; so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from clubs.base import live
from clubs.base.errors import Invalid
from clubs.events.models import Event
from clubs.events.services import moves
from clubs.people import audit
from clubs.people.models import User
from games.matches import errors, permissions
from games.matches.services import nights
from games.matches.services.paste import running
from games.matches.services.paste.shapes import Applied, Candidate, Preview, PreviewRow

__all__ = ["Applied", "Candidate", "Preview", "PreviewRow", "apply", "preview"]


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
            shown = running.run(event, text, by, dict(choices or {})).preview
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
        run = running.run(event, text, by, dict(choices or {}))
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
