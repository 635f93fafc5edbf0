"""Seats before Start: drawn here, typed from the bag, or kept; anchors, couples, and what an odd field does."""

import secrets
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import live
from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions, presets, selectors
from clubs.events.draw import DrawError
from clubs.events.models import Entry, Event
from clubs.events.selectors.plan import Field, draw_field, field_of
from clubs.events.services import checkin, moves, refusals
from clubs.events.services.nights import MOST_GAMES
from clubs.people import audit
from clubs.people.models import User


def draw(*, event: Event, by: User, seed: str | None = None) -> Event:
    """Give everybody a seat by lot; the same seed and the same field give the same seats.

    ``seed`` None: a new one. It is stored with the night, so that a draw can be repeated before witnesses.

    Raises Invalid (``too_few_players``), Conflict (``not_now``).
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        event.seed = seed or secrets.token_hex(8)
        event.seating = Event.Seating.DRAWN
        field = field_of(event)
        try:
            drawn = draw_field(event, field, seats=None)
        except DrawError as error:
            raise refusals.of_draw(error) from None
        _write(field, {pk: seat for seat, pk in enumerate(drawn.chairs, 1) if pk in field.first})
        event.save(update_fields=["seed", "seating"])
        _record("seats.drawn", event, by, seed=event.seed, players=len(field.first))
    return event


def type_seat(*, event: Event, seat: int, entry: Entry | None, by: User) -> Event:
    """Write down who drew which seat from the bag; ``entry`` None frees the seat.

    Raises Conflict (``seat_taken``), Invalid (``seat_number``, ``not_from_game_one``).
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        field = field_of(event)
        if not 1 <= seat <= field.chairs:
            raise Invalid(
                "seat_number",
                _("There is no seat %(seat)s: tonight’s seats are 1 to %(last)s."),
                field="seat",
                seat=seat,
                last=field.chairs,
            )
        holder = next((pk for pk, other in field.entries.items() if other.seat == seat), None)
        if entry is None:
            if holder is None:
                return event
            Entry.objects.filter(pk=holder).update(seat=None)
            _record("seats.freed", event, by, seat=seat, player=field.entries[holder].player.name)
            return event
        if entry.pk not in field.first:
            raise Invalid(
                "not_from_game_one",
                _("%(name)s does not play from game 1, so no seat is drawn for them."),
                field="entry",
                name=entry.player.name,
            )
        if holder == entry.pk:
            return event
        if holder is not None:
            raise Conflict(
                "seat_taken",
                _("Seat %(seat)s is %(holder)s’s already. Free it first, or look at the slip again."),
                field="seat",
                seat=seat,
                holder=field.entries[holder].player.name,
            )
        # The seat may still be held by somebody who has been marked away; a seat belongs to who is here.
        Entry.objects.filter(stage__event=event, seat=seat).update(seat=None)
        Entry.objects.filter(pk=entry.pk).update(seat=seat)
        if event.seating != Event.Seating.TYPED:
            event.seating = Event.Seating.TYPED
            event.save(update_fields=["seating"])
        _record("seats.typed", event, by, seat=seat, player=entry.player.name)
    return event


def keep(*, event: Event, by: User) -> Event:
    """Give everybody the seat they had at the club's last night; newcomers fill the holes as they signed in.

    Raises Conflict (``no_night_before``).
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        before = selectors.night_before(event)
        if before is None:
            raise Conflict("no_night_before", _("No earlier night of the club has seats to keep. Draw them instead."))
        held = {
            entry.player.merged_into_id or entry.player_id: entry.seat
            for entry in selectors.entries_of(before)
            if entry.seat is not None
        }
        field = field_of(event)
        wanted = {
            pk: seat
            for pk in field.first
            if (seat := held.get(field.entries[pk].player.merged_into_id or field.entries[pk].player_id)) is not None
        }
        seats = _fill(field, wanted)
        _write(field, seats)
        event.seating = Event.Seating.KEPT
        event.save(update_fields=["seating"])
        kept = sum(seats[pk] == seat for pk, seat in wanted.items())
        _record("seats.kept", event, by, night=before.name, kept=kept, newcomers=len(seats) - kept)
    return event


def fill(*, event: Event, by: User) -> Event:
    """Seat those who have no seat, or one that tonight's table no longer has, in the holes; all others stay."""
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        field = field_of(event)
        if field.seated:
            return event
        before = {pk: seat for pk in field.first if (seat := field.entries[pk].seat) is not None}
        seats = _fill(field, before)
        _write(field, seats)
        moved = sorted(field.entries[pk].player.name for pk in seats if before.get(pk) != seats[pk])
        _record("seats.filled", event, by, players=moved)
    return event


def clear(*, event: Event, by: User) -> Event:
    """Take all seats back."""
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        if not Entry.objects.filter(stage__event=event, seat__isnull=False).update(seat=None):
            return event
        event.seed = ""
        event.save(update_fields=["seed"])
        _record("seats.cleared", event, by)
    return event


def choose_way(*, event: Event, seating: str, by: User) -> Event:
    """Say how seats are given tonight; the seats that are there stay.

    Raises Invalid (``seating``).
    """
    permissions.require(by, event.club, "night.seats")
    if seating not in Event.Seating.values:
        raise Invalid("seating", _("Choose drawn here, typed from the bag, or kept from last time."), field="seating")
    with transaction.atomic():
        event = _open(event)
        if event.seating != seating:
            event.seating = seating
            event.save(update_fields=["seating"])
            _record("seats.way", event, by, seating=seating)
    return event


def anchor(*, entry: Entry, on: bool, by: User) -> Entry:
    """Let somebody keep their chair all evening, or no longer; also after Start, for the games drawn again later."""
    event = _event_of(entry)
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, *checkin.OPEN)
        entry = checkin.locked(event, entry)
        if entry.anchor != on:
            entry.anchor = on
            entry.save(update_fields=["anchor"])
            _record("seats.anchored" if on else "seats.loosed", event, by, player=entry.player.name)
    return entry


def couple(*, a: Entry, b: Entry, by: User) -> None:
    """Keep two people apart in game 1; whoever was kept apart from one of them no longer is.

    Raises Invalid (``same_person``).
    """
    event = _event_of(a)
    permissions.require(by, event.club, "night.seats")
    if a.pk == b.pk:
        raise Invalid("same_person", _("Choose two different people."))
    with transaction.atomic():
        event = _open(event)
        first, second = (checkin.locked(event, entry) for entry in sorted((a, b), key=lambda one: one.pk))
        if (first.apart_from_id, second.apart_from_id) == (second.pk, first.pk):
            return
        Entry.objects.filter(apart_from__in=[first, second]).update(apart_from=None)
        for one, other in ((first, second), (second, first)):
            Entry.objects.filter(pk=one.pk).update(apart_from=other)
        _record("seats.coupled", event, by, players=[first.player.name, second.player.name])


def uncouple(*, entry: Entry, by: User) -> None:
    """No longer keep somebody apart from anybody."""
    event = _event_of(entry)
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = _open(event)
        entry = checkin.locked(event, entry)
        parted = Entry.objects.filter(apart_from=entry).update(apart_from=None)
        parted += Entry.objects.filter(pk=entry.pk, apart_from__isnull=False).update(apart_from=None)
        if parted:
            _record("seats.uncoupled", event, by, player=entry.player.name)


def choose_odd(*, event: Event, odd: str, by: User, tenth: Entry | None = None, games: int | None = None) -> Event:
    """Choose what an odd field does tonight; open until Start.

    ``tenth``: who plays the extra game (None: the draw picks somebody the short card has not met). ``games``: how
    many everybody plays with an even number (None: one less than tonight's odd number); going back from an even
    number restores the preset's.

    Raises Invalid (``odd``, ``games``, ``tenth``), Conflict (``sanctioned``).
    """
    permissions.require(by, event.club, "night.seats")
    if odd not in Event.Odd.values:
        raise Invalid("odd", _("Choose one of the ways to deal with an odd number."), field="odd")
    with transaction.atomic():
        event = _open(event)
        before = (event.odd, event.games, event.tenth_player_id)
        if odd == Event.Odd.EVEN:
            event.games = _even(event, games)
        elif event.odd == Event.Odd.EVEN:
            event.games = presets.preset(event.preset).games
        event.tenth_player = None
        if odd == Event.Odd.TENTH and tenth is not None:
            tenth = checkin.locked(event, tenth)
            if tenth.pk not in field_of(event).first:
                raise Invalid(
                    "tenth",
                    _("%(name)s does not play all evening. Choose somebody else for the extra game."),
                    field="tenth",
                    name=tenth.player.name,
                )
            event.tenth_player = tenth
        event.odd = odd
        if (event.odd, event.games, event.tenth_player_id) != before:
            event.save(update_fields=["odd", "games", "tenth_player"])
            player = tenth.player.name if event.tenth_player_id and tenth else ""
            _record("seats.odd", event, by, odd=odd, games=event.games, player=player)
    return event


def _even(event: Event, games: int | None) -> int:
    if event.mode == Event.Mode.SANCTIONED:
        raise Conflict(
            "sanctioned", _("A sanctioned night keeps its number of games. Choose another way."), field="odd"
        )
    if games is None:
        games = event.games - event.games % 2
    if games % 2 or not 2 <= games <= MOST_GAMES:
        raise Invalid("games", _("Choose an even number of games, from 2 to %(most)s."), field="games", most=MOST_GAMES)
    return games


def _open(event: Event) -> Event:
    """Lock a night whose seats may still change."""
    event = moves.lock(event)
    moves.require(event, Event.Status.CHECKIN)
    return event


def _event_of(entry: Entry) -> Event:
    event = entry.stage.event
    assert event is not None, "seats are a night's"
    return event


def _fill(field: Field, wanted: Mapping[int, int]) -> dict[int, int]:
    """Return a seat for everybody: the wanted one where it is there and free, else the lowest hole, by sign-in.

    With an odd field the highest hole is left for the ghost.
    """
    seats: dict[int, int] = {}
    for pk in field.first:
        seat = wanted.get(pk)
        if seat is not None and seat <= field.chairs and seat not in seats.values():
            seats[pk] = seat
    holes = iter([seat for seat in range(1, field.chairs + 1) if seat not in seats.values()])
    return {pk: seats[pk] if pk in seats else next(holes) for pk in field.first}


def _write(field: Field, seats: Mapping[int, int]) -> None:
    """Store the seats; in two steps, because two people may change places."""
    stage_ids = {entry.stage_id for entry in field.entries.values()}
    Entry.objects.filter(stage__in=stage_ids, seat__isnull=False).update(seat=None)
    entries = [field.entries[pk] for pk in seats]
    for entry in entries:
        entry.seat = seats[entry.pk]
    Entry.objects.bulk_update(entries, ["seat"])


def _record(action: str, event: Event, by: User, **data: object) -> None:
    audit.record(action, by=by, club=event.club, about="event", about_id=event.pk, **data)
    live.changed("night", event.pk)
