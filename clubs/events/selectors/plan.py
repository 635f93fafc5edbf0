"""The plan of a night: before Start as it would be, afterwards as it stands; both as the draw's own values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from clubs.events.draw import Draw, DrawError, Meeting, ShortCard, SitOut, draw, redraw
from clubs.events.models import Entry, Event, Pairing
from clubs.events.selectors.attendance import attending, entries_of
from clubs.people.models import Membership

STARTED = (Event.Status.RUNNING, Event.Status.PUBLISHED, Event.Status.CORRECTING)


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays tonight, by entry id in the order of signing in.

    ``first``: from game 1. ``later``: game → who joins then. ``leaving``: game → who is gone by then.
    ``expected``: said to be late, nobody knows from which game.
    """

    first: tuple[int, ...]
    later: Mapping[int, tuple[int, ...]]
    leaving: Mapping[int, tuple[int, ...]]
    expected: tuple[int, ...]
    entries: Mapping[int, Entry]

    @property
    def odd(self) -> bool:
        """Tell whether somebody has to sit out in game 1."""
        return len(self.first) % 2 == 1

    @property
    def chairs(self) -> int:
        """Return how many chairs the table has, a ghost's included."""
        return len(self.first) + len(self.first) % 2

    @property
    def anchors(self) -> tuple[int, ...]:
        """Return who stays put all evening."""
        return tuple(pk for pk in self.entries if self.entries[pk].anchor)

    @property
    def couples(self) -> tuple[tuple[int, int], ...]:
        """Return who shall not meet in game 1."""
        pairs = ((pk, entry.apart_from_id) for pk, entry in self.entries.items())
        return tuple((pk, other) for pk, other in pairs if other is not None and other in self.entries and pk < other)

    @property
    def short_order(self) -> tuple[int, ...]:
        """Return whose the one short card is, first first: volunteers, then guests, the last to sign in first."""
        volunteers = [pk for pk, entry in self.entries.items() if entry.stands_down]
        guests = [pk for pk, entry in self.entries.items() if entry.kind == Membership.Kind.GUEST]
        return tuple(dict.fromkeys([*volunteers, *reversed(guests)]))

    @property
    def seats(self) -> dict[int, int]:
        """Return seat → entry of those who play from game 1 and have a seat."""
        return {seat: pk for pk in self.first if (seat := self.entries[pk].seat) is not None}

    @property
    def seated(self) -> bool:
        """Tell whether everybody who plays from game 1 has a seat at this table."""
        seats = self.seats
        return len(seats) == len(self.first) and all(seat <= self.chairs for seat in seats)


def field_of(event: Event) -> Field:
    """Return who plays tonight, from when and till when, as checked in so far."""
    entries = {entry.pk: entry for entry in attending(event)}
    first, expected = [], []
    later: dict[int, list[int]] = {}
    leaving: dict[int, list[int]] = {}
    for pk, entry in entries.items():
        if entry.from_game > 1:
            later.setdefault(entry.from_game, []).append(pk)
        elif entry.presence == Entry.Presence.LATE:
            expected.append(pk)
            continue
        elif entry.last_game == 0:
            continue
        else:
            first.append(pk)
        if entry.last_game is not None and entry.last_game < event.games:
            leaving.setdefault(entry.last_game + 1, []).append(pk)
    return Field(
        tuple(first),
        {game: tuple(later[game]) for game in sorted(later)},
        {game: tuple(leaving[game]) for game in sorted(leaving)},
        tuple(expected),
        entries,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """A draw and the entries its players are; ``started``: it is stored, and this is how it stands."""

    draw: Draw
    entries: Mapping[int, Entry]
    started: bool

    def entry(self, player: int) -> Entry:
        """Return the entry of a player of the draw."""
        return self.entries[player]


def plan_of(event: Event) -> Plan | None:
    """Return the plan of a night: as it would be started now, or as it stands.

    None: not everybody has a seat yet, or the field cannot be drawn, or a past night was never drawn.
    """
    if event.status in STARTED:
        return stored_plan(event)
    field = field_of(event)
    if not field.seated:
        return None
    try:
        return Plan(draw_field(event, field, seats=field.seats), field.entries, False)
    except DrawError:
        return None


def draw_field(event: Event, field: Field, *, seats: Mapping[int, int] | None, seed: str = "") -> Draw:
    """Draw the whole night for a field: those from game 1, then whoever joins or leaves at a known game.

    ``seats`` None: drawn by ``seed``. Raises DrawError.
    """
    seed = seed or event.seed or str(event.uuid)
    volunteer = event.tenth_player_id if event.tenth_player_id in field.first else None
    drawn = draw(
        field.first,
        event.games,
        seed=seed,
        anchors=field.anchors,
        couples=field.couples,
        seats=seats,
        odd="tenth" if event.odd == Event.Odd.TENTH else "ghost",
        short_order=field.short_order,
        volunteer=volunteer,
    )
    for game in sorted({*field.later, *field.leaving}):
        drawn = change(event, drawn, field, game, field.later.get(game, ()), field.leaving.get(game, ()))
    return drawn


def change(
    event: Event,
    drawn: Draw,
    field: Field,
    game: int,
    arrivals: Iterable[int],
    departures: Iterable[int],
    played: Iterable[Meeting] = (),
) -> Draw:
    """Draw the games from ``game`` on again, with these people more and fewer. Raises DrawError."""
    arrivals = tuple(arrivals)
    departures = tuple(player for player in departures if player in drawn.present)
    there = {*drawn.present, *arrivals} - set(departures)
    return redraw(
        drawn,
        from_round=game,
        arrivals=arrivals,
        departures=departures,
        played=played,
        anchors=[player for player in field.anchors if player in there],
        seed=f"{event.seed}/{game}",
        short_order=field.short_order,
        volunteer=event.tenth_player_id if event.tenth_player_id in there else None,
    )


def stored_plan(event: Event) -> Plan | None:
    """Return the plan as its rounds and pairings stand; None when the night was never drawn."""
    rows = pairings_of(event)
    if not rows:
        return None
    entries = {entry.pk: entry for entry in entries_of(event).order_by("arrived", "pk")}
    return Plan(as_draw(event, rows, entries), entries, True)


def pairings_of(event: Event) -> list[Pairing]:
    """Return every pairing of a night with its round, by game and table, sit-outs after the games."""
    rows = Pairing.objects.filter(round__stage__event=event).select_related("round")
    return sorted(rows, key=lambda row: (row.round.number, row.table or 10_000, row.pk))


def as_draw(event: Event, rows: Iterable[Pairing], entries: Mapping[int, Entry]) -> Draw:
    """Return stored pairings as the draw they are.

    Who has no row in the last full round has gone home (or never came): everybody else has a game or a sit-out there.
    """
    rows = list(rows)
    players = tuple(pk for pk, entry in entries.items() if entry.planned_games is not None)
    meetings = tuple(as_meeting(row) for row in rows if row.b_id is not None)
    sit_outs = tuple(SitOut(row.round.number, row.a_id, row.seat_a) for row in rows if row.b_id is None)
    staying = {pk for row in rows if row.round.number == event.games for pk in (row.a_id, row.b_id)}
    left = tuple(pk for pk in players if pk not in staying)
    chairs = _chairs(players, entries, rows)
    short = tuple(
        ShortCard(pk, planned, event.games - planned, _reason(entries[pk], event.games))
        for pk in players
        if (planned := entries[pk].planned_games) is not None and 0 < planned < event.games
    )
    field = Field((), {}, {}, (), entries)
    return Draw(
        players,
        chairs,
        _tables(rows, len(chairs)),
        event.games,
        max(row.round.number for row in rows),
        meetings,
        sit_outs,
        short,
        tuple(pk for pk in field.anchors if pk in players),
        field.couples,
        "tenth" if event.odd == Event.Odd.TENTH else "ghost",
        event.seed,
        left,
    )


def as_meeting(row: Pairing) -> Meeting:
    """Return a stored game as the draw's meeting."""
    assert row.b_id is not None
    assert row.seat_b is not None
    return Meeting(
        row.round.number,
        row.table or 0,
        row.a_id,
        row.b_id,
        row.seat_a,
        row.seat_b,
        row.round.make_up,
        row.counts_for_id,
    )


def _reason(entry: Entry, games: int) -> Literal["parity", "late", "left"]:
    if entry.last_game is not None and entry.last_game < games:
        return "left"
    return "late" if entry.from_game > 1 else "parity"


def _chairs(players: Iterable[int], entries: Mapping[int, Entry], rows: Iterable[Pairing]) -> tuple[int | None, ...]:
    held = {seat: pk for pk in players if (seat := entries[pk].seat) is not None}
    last = max([*held, *(row.seat_a for row in rows), *(row.seat_b or 0 for row in rows)])
    return tuple(held.get(seat) for seat in range(1, last + last % 2 + 1))


def _tables(rows: Iterable[Pairing], chairs: int) -> tuple[tuple[int, int], ...]:
    """Return the facing chairs of each table as the games used them; chairs no game used face each other."""
    used = {row.table: (row.seat_a, row.seat_b) for row in rows if row.table is not None and row.seat_b is not None}
    taken = {chair for table in used.values() for chair in table}
    free = [chair for chair in range(1, chairs + 1) if chair not in taken]
    spare = iter(zip(free[::2], free[1::2], strict=False))
    tables = [used.get(number) or next(spare, None) for number in range(1, max(used, default=0) + 1)]
    return (*(table for table in tables if table is not None), *spare)
