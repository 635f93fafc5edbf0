"""Cards by their totals: handed in, corrected, removed, not handed in; and who went home early."""

from __future__ import annotations

from clubs.base.errors import Missing
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.events.services import checkin
from clubs.people import audit
from clubs.people.models import User
from games.matches import errors
from games.matches.models import Card, Source
from games.matches.services import checks, facts, nights
from games.matches.values import Totals


def put(
    *,
    entry: Entry,
    points: int,
    wins: int,
    plus: int | None = None,
    minus: int | None = None,
    net: int | None = None,
    games: int | None = None,
    by: User,
    source: str = Source.DESK,
    expected_version: int | None = None,
    reason: str = "",
) -> Card:
    """Enter the totals of a card, or replace those that stand.

    ``games`` None: as many as the plan expects. ``plus`` and ``minus`` are magnitudes. ``expected_version``: the
    version of the card that was shown when this was typed (0: none was in); None: whatever stands is replaced.

    Raises Invalid (what cannot be), Conflict (``card_moved_on`` with both values; the night takes no results).
    """
    event = night_of(entry)
    with nights.changing(event, by=by, past=True) as event:
        entry = locked(event, entry)
        totals = checked(event, entry, points=points, wins=wins, plus=plus, minus=minus, net=net, games=games)
        before = facts.card_totals(entry)
        expect(entry, expected_version, new=totals, by=by)
        card = facts.put_card(entry=entry, totals=totals, by=by, source=source, reason=reason)
        record(
            "card.corrected" if before else "card.entered", event, entry, by, before=before, after=totals, reason=reason
        )
    return card


def remove(*, entry: Entry, by: User, expected_version: int | None = None, reason: str = "") -> Card:
    """Remove a card; its claims stay.

    Raises Conflict (``card_moved_on``), Invalid (``no_card``).
    """
    event = night_of(entry)
    with nights.changing(event, by=by, past=True) as event:
        entry = locked(event, entry)
        before = facts.card_totals(entry)
        if before is None:
            raise errors.invalid("no_card", name=name_of(entry))
        expect(entry, expected_version, new=None, by=by)
        card = facts.put_card(entry=entry, totals=None, by=by, reason=reason)
        record("card.removed", event, entry, by, before=before, after=None, reason=reason)
    return card


def not_handed_in(*, entry: Entry, by: User, given_up: bool = True) -> Entry:
    """Note that a card will not come (or, after all, may): the audit stops waiting for it.

    Raises Invalid (``none_but_card``) when it is in.
    """
    event = night_of(entry)
    with nights.changing(event, by=by) as event:
        entry = locked(event, entry)
        stands = facts.card_totals(entry)
        if given_up and stands is not None:
            raise errors.invalid("none_but_card", name=name_of(entry), old=stands.short)
        facts.mark_card(entry, Entry.CardState.NONE if given_up else Entry.CardState.OUT)
        record("card.not_handed_in" if given_up else "card.awaited", event, entry, by)
    return entry


def left(*, entry: Entry, after_game: int, by: User) -> Entry:
    """Note after which game somebody went home; 0: before the first."""
    event = night_of(entry)
    with nights.changing(event, by=by) as event:
        return checkin.leaves(event=event, entry=entry, after_game=after_game, by=by)


# For this room's other services, which hold the night already -------------------------------------------------------


def night_of(entry: Entry) -> Event:
    """Return the night of an entry.

    Raises Missing for an entry of a stage without one.
    """
    if entry.stage.event is None:
        raise Missing("no_such_entry", errors.SENTENCES["line_gone"])
    return entry.stage.event


def locked(event: Event, entry: Entry) -> Entry:
    """Return the entry as it stands, locked, with stage and night."""
    found = checkin.locked(event, entry)
    found.stage.event = event
    return found


def checked(
    event: Event,
    entry: Entry,
    *,
    points: int,
    wins: int,
    plus: int | None = None,
    minus: int | None = None,
    net: int | None = None,
    games: int | None = None,
) -> Totals:
    """Return the totals of a card that can be right.

    Raises Invalid with the code of what cannot be.
    """
    expected = entry.planned_games if entry.planned_games is not None else event.games
    return checks.totals(
        events.scheme_of(event),
        points=points,
        wins=wins,
        plus=plus,
        minus=minus,
        net=net,
        games=expected if games is None else games,
        night=max(event.games, expected),
    )


def expect(entry: Entry, version: int | None, *, new: Totals | None, by: User) -> None:
    """Refuse when the card is not at the version that was shown; the refusal shows both values.

    Raises Conflict (``card_moved_on``).
    """
    if version is None:
        return
    card = Card.objects.filter(entry=entry).first()
    stands = card.version if card else 0
    if stands == version:
        return
    claim = card.claims.order_by("-card_version").first() if card else None
    author = User.objects.filter(pk=claim.by_id).first() if claim and claim.by_id else None
    old = facts.card_totals(entry)
    raise errors.conflict(
        "card_moved_on",
        name=name_of(entry),
        by=str(author or by),
        old=old.short if old else "–",
        new=new.short if new else "–",
        version=stands,
    )


def name_of(entry: Entry) -> str:
    """Return the name of the player as they are called today."""
    return (entry.player.merged_into or entry.player).name


def record(
    action: str,
    event: Event,
    entry: Entry,
    by: User,
    *,
    before: Totals | None = None,
    after: Totals | None = None,
    reason: str = "",
) -> None:
    """Leave the audit line of a change to a card."""
    audit.record(
        action,
        by=by,
        club=event.club,
        about="event",
        about_id=event.pk,
        player=name_of(entry),
        entry=entry.pk,
        before=before.short if before else "",
        after=after.short if after else "",
        reason=reason,
    )
