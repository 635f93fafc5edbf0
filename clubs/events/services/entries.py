"""Entries without a check-in: a past night's paste, or a name the desk did not know."""

from django.db import transaction
from django.db.models import Max

from clubs.base import live
from clubs.events import permissions
from clubs.events.models import Entry, Stage
from clubs.events.services import moves
from clubs.people import audit
from clubs.people import selectors as people
from clubs.people.models import Player, User


def add(*, stage: Stage, player: Player, by: User, kind: str = "") -> Entry:
    """Return the player's entry in a stage, present; made now if there is none. Attendance follows.

    ``kind``: what the player is to the club on the night's date ("": what the club says of them today).
    """
    permissions.require(by, stage.club, "night.enter")
    with transaction.atomic():
        moves.lock_of(stage)
        entry, made = attend(stage=stage, player=player, kind=kind)
        if made:
            audit.record(
                "entry.added",
                by=by,
                club=stage.club,
                about="event",
                about_id=stage.event_id,
                player=player.name,
                kind=entry.kind,
            )
            if stage.event_id:
                live.changed("night", stage.event_id)
        return entry


def attend(*, stage: Stage, player: Player, kind: str = "") -> tuple[Entry, bool]:
    """Return the player's entry, present and signed in, and whether that is news; the night is locked by the caller."""
    player = people.canonical(player)
    ids = [player.pk, *player.merged.values_list("pk", flat=True)]
    entry = Entry.objects.filter(stage=stage, player__in=ids).select_related("player").first()
    if entry is None:
        entry = Entry(stage=stage, player=player, kind=kind or people.kind_in(stage.club, player))
    elif entry.presence != Entry.Presence.ABSENT:
        return entry, False
    entry.presence = Entry.Presence.HERE
    entry.arrived = next_arrival(stage)
    entry.save()
    return entry, True


def next_arrival(stage: Stage) -> int:
    """Return the number in the order of signing in that comes next."""
    return (Entry.objects.filter(stage=stage).aggregate(last=Max("arrived"))["last"] or 0) + 1
