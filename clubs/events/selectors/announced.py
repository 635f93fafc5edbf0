"""What stands as published while a night is being corrected: a correction is the club's own business until it is
published in its turn.
"""

from collections.abc import Iterable

from django.db.models import OuterRef, QuerySet, Subquery

from clubs.events.models import Entry, Event, LedgerLine, Publication, Standing
from clubs.people.models import Membership

KEPT = (
    "rank", "shared", "waits", "step", "step_data", "games", "planned", "won", "points", "plus", "minus", "net",
    "skunks", "skunks_lost", "rests_on",
)  # fmt: skip
"""What a publication keeps of each standing."""


def hides_correction(event: Event, viewer: Membership | None) -> bool:
    """Tell whether this reader sees the night as it was published, and nothing of the correction being typed."""
    return viewer is None and event.status == Event.Status.CORRECTING


def as_published(events: Iterable[Event]) -> list[Standing]:
    """Return the standings of the newest publication of each night, unsaved, with entry, player, stage and night."""
    newest = Publication.objects.filter(event__in=events).order_by("event_id", "-number").distinct("event_id")
    kept = [row for publication in newest for row in publication.rows]
    rows = Entry.objects.select_related("player__merged_into", "stage__event__club")
    entries = rows.in_bulk([row["entry"] for row in kept])
    return [
        Standing(stage=entry.stage, entry=entry, **{name: row[name] for name in KEPT})
        for row in kept
        if (entry := entries.get(row["entry"])) is not None
    ]


def announced_lines(lines: QuerySet[LedgerLine], viewer: Membership | None) -> QuerySet[LedgerLine]:
    """Return the lines a reader may see: of a night being corrected, others than the club's own people see only those
    nobody has touched since it was published.
    """
    if viewer is not None:
        return lines
    newest = Publication.objects.filter(event=OuterRef("stage__event")).order_by("-number")
    return lines.exclude(stage__event__status=Event.Status.CORRECTING, posted_at__gt=Subquery(newest.values("at")[:1]))
