"""Start a night, and draw the games not yet played again when somebody comes late or goes home early."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.base import live
from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions, selectors
from clubs.events.draw import Change, Draw, DrawError, Note, ShortCard, difference
from clubs.events.models import Entry, Event, Pairing, Round, Stage
from clubs.events.selectors import plan as plans
from clubs.events.services import checkin, ledger, moves, refusals
from clubs.people import audit
from clubs.people.models import User

FREE = (Pairing.Status.OPEN, Pairing.Status.SITOUT)


def start(*, event: Event, by: User) -> Event:
    """Begin to play: every game of the evening is written down, with tables, sit-outs and make-ups.

    An odd field about which nobody has decided gets the ghost seat.

    Raises Conflict (``not_now``), Invalid (``too_few_players``, ``seats_missing``).
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, Event.Status.CHECKIN)
        field = plans.field_of(event)
        if len(field.first) >= 3 and not field.seated:
            seated = {pk for seat, pk in field.seats.items() if seat <= field.chairs}
            raise Invalid(
                "seats_missing",
                _("Not everybody has a seat yet: %(names)s. Draw the seats, type them, or fill the free ones."),
                names=", ".join(field.entries[pk].player.name for pk in field.first if pk not in seated),
            )
        if field.odd and event.odd == Event.Odd.UNDECIDED:
            event.odd = Event.Odd.GHOST
        try:
            drawn = plans.draw_field(event, field, seats=field.seats)
        except DrawError as error:
            raise refusals.of_draw(error) from None
        stage = selectors.stage_of(event)
        _write_all(stage, drawn)
        _write_entries(drawn, field.entries)
        event.started_at = timezone.now()
        event.save(update_fields=["started_at", "odd"])
        moves.move(event, Event.Status.RUNNING)
        audit.record(
            "night.started",
            by=by,
            club=event.club,
            about="event",
            about_id=event.pk,
            name=event.name,
            players=len(drawn.players),
            games=event.games,
            short=[field.entries[card.player].player.name for card in drawn.short],
        )
        ledger.touch(stage=stage)
        live.changed("night", event.pk)
    return event


@dataclass(frozen=True, slots=True)
class Difference:
    """What drawing the rest of the evening again would change.

    ``changes``: game by game what a player did and would do (:class:`clubs.events.draw.Change`; players are entry
    ids). ``short``: the cards that would be short, ``newly_short`` those that are not so yet. ``digest`` stands for
    everything this was worked out from.
    """

    from_game: int
    arrivals: tuple[Entry, ...]
    departures: tuple[Entry, ...]
    changes: tuple[Change, ...]
    short: tuple[ShortCard, ...]
    newly_short: tuple[ShortCard, ...]
    notes: tuple[Note, ...]
    draw: Draw
    entries: Mapping[int, Entry]
    digest: str


def preview_change(
    *,
    event: Event,
    by: User,
    from_game: int | None = None,
    arrivals: Mapping[int, int] | None = None,
    leavers: Mapping[int, int] | None = None,
) -> Difference:
    """Work out what changes when who has come late and who goes home early are drawn in; nothing is stored.

    Taken from check-in: whoever is here without a place in the draw, and whoever leaves before their last game.
    ``arrivals`` (entry → first game) and ``leavers`` (entry → last game) add to that or replace it. ``from_game``:
    nobody joins before it; without anybody coming or going, the games from it on are drawn again for the anchors as
    they are now.

    Raises Conflict (``not_now``, ``not_drawn``, ``has_results``), Invalid (``nothing_to_change``, ``round_number``,
    ``too_few_players``).
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = moves.lock(event)
        return _preview(event, from_game, arrivals or {}, leavers or {})


def apply_change(
    *,
    event: Event,
    by: User,
    digest: str,
    from_game: int | None = None,
    arrivals: Mapping[int, int] | None = None,
    leavers: Mapping[int, int] | None = None,
) -> Difference:
    """Store a change as it was previewed: same arguments, and the digest of the preview.

    Games with a result or a claim neither move nor disappear.

    Raises Conflict (``changed_since``: something has happened since the preview) and as :func:`preview_change`.
    """
    permissions.require(by, event.club, "night.seats")
    with transaction.atomic():
        event = moves.lock(event)
        change = _preview(event, from_game, arrivals or {}, leavers or {})
        if change.digest != digest:
            raise Conflict(
                "changed_since",
                _("Something has changed since this difference was shown. Look at the new one and apply that."),
            )
        stage = selectors.stage_of(event)
        _rewrite(stage, change.draw, plans.pairings_of(event))
        for entry in change.departures:
            if entry.last_game == 0:
                entry.presence = Entry.Presence.ABSENT
        for entry in change.arrivals:
            entry.presence, entry.last_game = Entry.Presence.HERE, None
        _write_entries(change.draw, change.entries)
        audit.record(
            "night.redrawn",
            by=by,
            club=event.club,
            about="event",
            about_id=event.pk,
            from_game=change.from_game,
            arrivals=[entry.player.name for entry in change.arrivals],
            departures=[entry.player.name for entry in change.departures],
            changed=len(change.changes),
        )
        ledger.touch(stage=stage)
        live.changed("night", event.pk)
    return change


def has_pending(event: Event) -> bool:
    """Tell whether somebody is here without a place in the draw, or leaves and is still drawn."""
    plan = plans.stored_plan(event) if event.status == Event.Status.RUNNING else None
    return plan is not None and any(_pending(event, plan))


def _preview(
    event: Event, from_game: int | None, arrivals: Mapping[int, int], leavers: Mapping[int, int]
) -> Difference:
    moves.require(event, Event.Status.RUNNING)
    rows = plans.pairings_of(event)
    plan = plans.stored_plan(event)
    if plan is None:
        raise Conflict("not_drawn", _("This night was never drawn, so there is nothing to draw again."))
    entries = dict(plan.entries)
    for pk, game in arrivals.items():
        _named(entries, pk).from_game = game
        entries[pk].last_game = None
        entries[pk].presence = Entry.Presence.HERE
    for pk, game in leavers.items():
        entry = _named(entries, pk)
        if checkin.last_game_of(entry) > game:
            raise Conflict(
                "has_results",
                _("%(name)s has a result in game %(game)s already. Choose that game or a later one."),
                name=entry.player.name,
                game=checkin.last_game_of(entry),
            )
        entry.last_game = game
    coming, going = _pending(event, plan)
    steps: dict[int, tuple[list[int], list[int]]] = {}
    for pk in coming:
        game = max(entries[pk].from_game, from_game or 1)
        if pk in plan.draw.players:
            # Somebody who had left: what they played stays theirs, and no game is begun again for them.
            game = max([game, checkin.next_game(event), *(stop.round + 1 for stop in plan.draw.card(pk))])
        else:
            entries[pk].from_game = game
        steps.setdefault(game, ([], []))[0].append(pk)
    for pk in going:
        steps.setdefault((entries[pk].last_game or 0) + 1, ([], []))[1].append(pk)
    if not steps:
        if from_game is None:
            raise Invalid("nothing_to_change", _("Nobody has come late or gone home, so nothing is drawn again."))
        steps[from_game] = ([], [])
    field = plans.Field((), {}, {}, (), entries)
    over = {plans.as_meeting(row) for row in rows if row.b_id is not None and _fixed(row)}
    new = plan.draw
    try:
        for game in sorted(steps):
            played = [meeting for meeting in new.meetings if meeting in over and meeting.round >= game]
            new = plans.change(event, new, field, game, *steps[game], played)
    except DrawError as error:
        raise refusals.of_draw(error) from None
    short_now = {card.player: card.games for card in plan.draw.short}
    return Difference(
        from_game=min(steps),
        arrivals=tuple(entries[pk] for pk in coming),
        departures=tuple(entries[pk] for pk in going),
        changes=difference(plan.draw, new),
        short=new.short,
        newly_short=tuple(card for card in new.short if short_now.get(card.player) != card.games),
        notes=new.notes,
        draw=new,
        entries=entries,
        digest=_digest(rows, new),
    )


def _named(entries: Mapping[int, Entry], pk: int) -> Entry:
    if pk not in entries:
        raise Invalid("no_such_entry", _("Nobody by that number is in this night."))
    return entries[pk]


def _pending(event: Event, plan: plans.Plan) -> tuple[list[int], list[int]]:
    """Return who is here without a place in the rest of the plan, and who goes home but still has one."""
    coming, going = [], []
    present = set(plan.draw.present)
    for pk, entry in plan.entries.items():
        if entry.presence == Entry.Presence.ABSENT:
            continue
        if pk not in present:
            known = entry.presence == Entry.Presence.HERE or entry.from_game > 1
            if known and entry.last_game is None:
                coming.append(pk)
        elif entry.last_game is not None and _has_games_after(plan.draw, pk, entry.last_game):
            going.append(pk)
    return coming, going


def _has_games_after(drawn: Draw, player: int, game: int) -> bool:
    return any(stop.round > game for stop in drawn.card(player))


def _fixed(row: Pairing) -> bool:
    return row.claimed or row.status not in FREE


def _digest(rows: Iterable[Pairing], new: Draw) -> str:
    stored = [[row.pk, row.round_id, row.a_id, row.b_id, row.table, row.status, row.claimed] for row in rows]
    games = [[m.round, m.table, m.a, m.b, m.seat_a, m.seat_b, m.counts_for] for m in new.meetings]
    waits = [[wait.round, wait.player, wait.seat] for wait in new.sit_outs]
    text = json.dumps([stored, games, waits, new.chairs], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _write_all(stage: Stage, drawn: Draw) -> None:
    """Store a fresh draw: two statements for the whole evening."""
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=number, make_up=number > drawn.games) for number in range(1, drawn.rounds + 1)
    )
    Pairing.objects.bulk_create(_pairings(drawn, {row.number: row for row in rounds}))


def _pairings(drawn: Draw, rounds: Mapping[int, Round]) -> list[Pairing]:
    games = [
        Pairing(
            round=rounds[meeting.round],
            table=meeting.table,
            a_id=meeting.a,
            b_id=meeting.b,
            seat_a=meeting.seat_a,
            seat_b=meeting.seat_b,
            counts_for_id=meeting.counts_for,
        )
        for meeting in drawn.meetings
    ]
    waits = [
        Pairing(round=rounds[wait.round], a_id=wait.player, seat_a=wait.seat, status=Pairing.Status.SITOUT)
        for wait in drawn.sit_outs
    ]
    return games + waits


def _rewrite(stage: Stage, drawn: Draw, rows: Iterable[Pairing]) -> None:
    """Bring the stored evening to the new draw; what is the same, and what has a result, is not touched."""
    rounds = {row.number: row for row in Round.objects.filter(stage=stage)}
    missing = [number for number in range(1, drawn.rounds + 1) if number not in rounds]
    for row in Round.objects.bulk_create(
        Round(stage=stage, number=number, make_up=number > drawn.games) for number in missing
    ):
        rounds[row.number] = row
    wanted = {_key(row): row for row in _pairings(drawn, rounds)}
    stored = {_key(row): row for row in rows}
    gone = [row for key, row in stored.items() if key not in wanted]
    if any(_fixed(row) for row in gone):
        raise Conflict("has_results", _("A game with a result would disappear. Nothing was changed."))
    Pairing.objects.filter(pk__in=[row.pk for row in gone]).delete()
    moved = []
    for key, new in wanted.items():
        old = stored.get(key)
        if old is not None and not _fixed(old) and _place(old) != _place(new):
            new.pk, new.status, new.claimed = old.pk, old.status, old.claimed
            moved.append(new)
    Pairing.objects.bulk_update(moved, ["table", "a", "b", "seat_a", "seat_b", "counts_for"])
    Pairing.objects.bulk_create(new for key, new in wanted.items() if key not in stored)
    Round.objects.filter(stage=stage, number__gt=drawn.rounds).delete()


def _key(row: Pairing) -> tuple[int, frozenset[int | None]]:
    return row.round.number, frozenset((row.a_id, row.b_id))


def _place(row: Pairing) -> tuple[int | None, ...]:
    return row.table, row.a_id, row.b_id, row.seat_a, row.seat_b, row.counts_for_id


def _write_entries(drawn: Draw, entries: Mapping[int, Entry]) -> None:
    """Store seats and how many games each card will hold, and what a change made of presence."""
    # A chair belongs to who is in the draw: somebody who is only expected may still have one from before.
    Entry.objects.filter(stage__in={entry.stage_id for entry in entries.values()}).exclude(pk__in=drawn.players).update(
        seat=None
    )
    changed = []
    for player in drawn.players:
        entry = entries[player]
        entry.seat = drawn.seat_of(player)
        entry.planned_games = drawn.games_of(player)
        changed.append(entry)
    Entry.objects.bulk_update(changed, ["seat", "planned_games", "presence", "from_game", "last_game"], batch_size=500)
