"""How far a night has come, in numbers for the bar above its pages."""

from dataclasses import dataclass

from django.db.models import F, Q, Sum

from clubs.events.models import Entry, Event, LedgerLine


@dataclass(frozen=True, slots=True)
class Progress:
    """Who plays tonight, and how many of their cards are in (typed, or every planned game has a line)."""

    attending: int
    cards_in: int
    cards: int


def progress_of(event: Event) -> Progress:
    """Return how far a night has come, in two queries."""
    playing = Entry.objects.filter(stage__event=event).exclude(presence=Entry.Presence.ABSENT)
    planned = dict(playing.values_list("pk", "planned_games"))
    rows = (
        LedgerLine.objects.filter(stage__event=event)
        .values("entry_id")
        .annotate(
            lines=Sum("games", filter=Q(kind=LedgerLine.Kind.GAME), default=0),
            card=Sum("games", filter=Q(kind=LedgerLine.Kind.CARD)),
            wanted=F("entry__planned_games"),
        )
    )
    done = {
        row["entry_id"]
        for row in rows
        if row["card"] is not None or (row["wanted"] is not None and row["lines"] >= row["wanted"])
    }
    started = event.status not in (Event.Status.PLANNED, Event.Status.CHECKIN)
    drawn = {pk for pk, games in planned.items() if games is not None}
    wanted = (drawn or set(planned)) if started else set()
    return Progress(len(planned), len(done & wanted) if wanted else len(done), len(wanted))
