"""Nights as tests need them: planned, checked in, seated, started, and results put straight into the ledger."""

import datetime
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from clubs.events import selectors
from clubs.events.models import Entry, Event, LedgerLine, Season, Stage
from clubs.events.services import checkin, entries, ledger, nights, rotation, seasons, seats
from clubs.events.services.ledger import Line
from clubs.people.models import Player
from tests.factories import Cast, player

NIGHT = datetime.date(2026, 10, 15)


def season(cast: Cast, **fields: Any) -> Season:
    """Make the season 2026/27 of the club."""
    given = {
        "name": "2026/27",
        "first_day": datetime.date(2026, 9, 1),
        "last_day": datetime.date(2027, 5, 31),
        **fields,
    }
    return seasons.create(club=cast.club, by=cast.director, **given)


def night(cast: Cast, **fields: Any) -> Event:
    """Plan a night of the club and open check-in."""
    given: dict[str, Any] = {"name": "Thursday", "date": NIGHT, **fields}
    event = nights.plan(club=cast.club, by=cast.director, **given)
    return nights.open_checkin(event=event, by=cast.director)


def sign_in(event: Event, cast: Cast, players: Iterable[Player]) -> list[Entry]:
    """Check players in, in this order."""
    return [checkin.mark(event=event, player=one, presence="here", by=cast.scorekeeper) for one in players]


def field(cast: Cast, size: int) -> list[Player]:
    """Return so many members of the club, making more where the cast is too small."""
    people = cast.players[:size]
    return people + [player(cast.club, f"Extra {number}") for number in range(len(people) + 1, size + 1)]


def started(cast: Cast, size: int, **fields: Any) -> Event:
    """Start a night of so many players, seats drawn by a fixed seed."""
    event = night(cast, **fields)
    sign_in(event, cast, field(cast, size))
    seats.draw(event=event, by=cast.director, seed="fixed")
    return rotation.start(event=event, by=cast.director)


def by_name(event: Event) -> dict[str, Entry]:
    """Return the entries of a night by the player's name."""
    return {entry.player.name: entry for entry in selectors.entries_of(event)}


def past(cast: Cast, names: Sequence[str], **fields: Any) -> tuple[Stage, dict[str, Entry]]:
    """Plan a night and give these names an entry, as a paste of a past night does; names are made where unknown."""
    event = nights.plan(club=cast.club, by=cast.director, **{"name": "Past", "date": NIGHT, **fields})
    stage = selectors.stage_of(event)
    known = {one.name: one for one in Player.objects.filter(memberships__club=cast.club)}
    found = {}
    for name in names:
        who = known.get(name) or player(cast.club, name)
        found[name] = entries.add(stage=stage, player=who, by=cast.director)
    return stage, found


def game(
    winner: Entry, loser: Entry, margin: int | None, *, number: int, points: int = 2, skunk: bool = False
) -> list[Line]:
    """Return the two lines of a game; ``margin`` None: not written."""
    common: dict[str, Any] = {"kind": LedgerLine.Kind.GAME, "game_number": number, "games": 1}
    none = margin is None
    return [
        Line(
            entry_id=winner.pk,
            opponent_id=loser.pk,
            won=1,
            points=points,
            plus=margin,
            minus=None if none else 0,
            net=margin,
            skunks=int(skunk),
            skunks_lost=0,
            **common,
        ),
        Line(
            entry_id=loser.pk,
            opponent_id=winner.pk,
            won=0,
            points=0,
            plus=None if none else 0,
            minus=margin,
            net=None if margin is None else -margin,
            skunks_lost=int(skunk),
            **common,
        ),
    ]


def card(
    entry: Entry,
    points: int,
    won: int,
    *,
    net: int | None = None,
    plus: int | None = None,
    minus: int | None = None,
    games: int = 9,
) -> Line:
    """Return the line of a card where only totals were typed."""
    return Line(
        entry_id=entry.pk,
        opponent_id=None,
        kind=LedgerLine.Kind.CARD,
        game_number=None,
        games=games,
        won=won,
        points=points,
        plus=plus,
        minus=minus,
        net=net,
        skunks=max(0, points - 2 * won),
    )


def post(stage: Stage, lines: Sequence[Line], *, source: uuid.UUID | None = None, version: int = 1) -> uuid.UUID:
    """Post lines under a new source and return it."""
    source = source or uuid.uuid4()
    with transaction.atomic():
        ledger.post(stage=stage, source=source, source_version=version, lines=lines)
    return source
