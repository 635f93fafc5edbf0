"""How far a night has come: the table of allowed moves, and the lock every change of a night begins with."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Conflict
from clubs.events.models import Event, Pairing, Stage

Status = Event.Status

ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    Status.PLANNED: frozenset({Status.CHECKIN, Status.PUBLISHED}),
    Status.CHECKIN: frozenset({Status.RUNNING, Status.PUBLISHED}),
    Status.RUNNING: frozenset({Status.CHECKIN, Status.PUBLISHED}),
    Status.PUBLISHED: frozenset({Status.CORRECTING}),
    Status.CORRECTING: frozenset({Status.PUBLISHED}),
}
"""From → to. A past night is pasted and published without ever having been started."""

UNPUBLISHED: Final = (Status.PLANNED, Status.CHECKIN, Status.RUNNING, Status.CORRECTING)
"""While facts may change; a past night is entered without ever leaving "planned"."""

PLAYED_OUT: Final = frozenset(
    {Pairing.Status.PLAYED, Pairing.Status.AWARDED, Pairing.Status.FORFEITED, Pairing.Status.NOT_PLAYED}
)

PAIRINGS: Final[Mapping[str, frozenset[str]]] = {
    Pairing.Status.OPEN: PLAYED_OUT,
    **{status: (PLAYED_OUT - {status}) | {Pairing.Status.OPEN} for status in PLAYED_OUT},
    Pairing.Status.SITOUT: frozenset(),
}
"""From → to for a pairing: a result resolves it, taking the result back opens it, a ruling changes how it ended."""

_NOT_NOW: Final[Mapping[str, str | Promise]] = {
    Status.PLANNED: _("This night has not begun yet. Open check-in first."),
    Status.CHECKIN: _("Play has not begun yet. Press Start first."),
    Status.RUNNING: _("Play has begun. Reopen check-in while no result is in, or change the games not yet played."),
    Status.PUBLISHED: _("This night is published. Choose Correct first, and say why."),
    Status.CORRECTING: _("This night is being corrected. Publish the correction first."),
}


def lock(event: Event) -> Event:
    """Lock the night and return it as it stands now; every change of a night begins here."""
    return Event.objects.select_for_update(no_key=True, of=("self",)).select_related("club").get(pk=event.pk)


def lock_of(stage: Stage) -> Event | None:
    """Lock the night a stage belongs to; None for the club's open stage."""
    return lock(stage.event) if stage.event else None


def require(event: Event, *statuses: str) -> None:
    """Let pass what may be done in these statuses.

    Raises Conflict (``not_now``) with the sentence what to do first.
    """
    if event.status not in statuses:
        raise Conflict("not_now", _NOT_NOW[event.status], status=event.status)


def move(event: Event, to: str) -> None:
    """Move a night on by compare-and-set; the object follows.

    Raises Conflict (``not_now``) when the move is not allowed or somebody else was quicker.
    """
    if to not in ALLOWED[event.status]:
        raise Conflict("not_now", _NOT_NOW[event.status], status=event.status)
    if not Event.objects.filter(pk=event.pk, status=event.status).update(status=to):
        raise Conflict("moved_on", _("Somebody else has just changed this night. Load the page again."))
    event.status = to
