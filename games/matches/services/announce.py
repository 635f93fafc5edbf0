"""Publish a night, open it for correction, publish the correction. On a club night the audit warns and never blocks."""

from __future__ import annotations

from django.db import transaction

from clubs.events.models import Event, Publication
from clubs.events.services import moves, publications
from clubs.people.models import User
from games.matches import errors, finding_words, permissions
from games.matches.selectors import announce as reads

Status = Event.Status


def publish(
    *, event: Event, by: User, accept_open: bool = False, one_in: int = reads.PAID_ONE_IN, mark: str | None = None
) -> Publication:
    """Publish a night: the places as they stand, with what the audit says; from now on the season has it.

    ``accept_open``: publish although a tie at a paid place waits; the rows keep the shared place and say so. ``mark``:
    of the announcement somebody read; None publishes whatever is there.

    Raises Conflict (``tie_open``, ``already_published``, ``changed_since_read``, ``not_now``), Invalid
    (``nothing_to_publish``).
    """
    permissions.require(by, event, permissions.PUBLISH)
    with transaction.atomic():
        event = moves.lock(event)
        if event.status == Status.PUBLISHED:
            raise errors.conflict("already_published")
        return _store(event, by, accept_open=accept_open, one_in=one_in, mark=mark)


def correct(*, event: Event, by: User, reason: str) -> Event:
    """Open a published night for correction; what was published stays readable meanwhile.

    Raises Invalid (``reason_missing``), Conflict (``not_now``).
    """
    return publications.correct(event=event, by=by, reason=reason)


def publish_correction(
    *,
    event: Event,
    by: User,
    reason: str = "",
    accept_open: bool = False,
    one_in: int = reads.PAID_ONE_IN,
    mark: str | None = None,
) -> Publication:
    """Publish a correction: a new version with the differences; the old one is kept.

    ``reason`` "": the one given when the correction was begun. ``mark``: as for `publish`.

    Raises Conflict (``night_not_correcting``, ``tie_open``, ``changed_since_read``).
    """
    permissions.require(by, event, permissions.PUBLISH)
    with transaction.atomic():
        event = moves.lock(event)
        if event.status != Status.CORRECTING:
            raise errors.conflict("night_not_correcting")
        return _store(event, by, accept_open=accept_open, one_in=one_in, mark=mark, reason=reason)


def _store(
    event: Event, by: User, *, accept_open: bool, one_in: int, mark: str | None, reason: str = ""
) -> Publication:
    """Store the next version; the night is locked."""
    announcement = reads.announcement(event, one_in)
    if mark is not None and mark != announcement.mark:
        raise errors.conflict("changed_since_read")
    if announcement.open_ties and not accept_open:
        places = ", ".join(str(place.rank) for place in announcement.open_ties)
        raise errors.conflict("tie_open", places=places, names=announcement.open_ties[0].names)
    kept = finding_words.stored(announcement.audit)
    return publications.store(event=event, by=by, audit=kept, reason=" ".join(reason.split()))
