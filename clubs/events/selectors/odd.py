"""What an odd field can do tonight, each choice with its facts; in the order directors are asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.events.draw import Draw, DrawError
from clubs.events.draw.rotation import rounds_in_all
from clubs.events.models import Entry, Event
from clubs.events.selectors.plan import Field, draw_field, field_of
from clubs.people import selectors as people
from clubs.people.models import Membership, Player

Odd = Event.Odd


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could stand down, or whose the short card is, and why: "volunteer", "guest", "last" or "seat".

    "last": the last to sign in. "seat": those before them in that order sit where it would cost a second meeting.
    """

    entry: Entry
    why: str


@dataclass(frozen=True, slots=True)
class Even:
    """An even number of games for everybody: no card is short, in so many rounds."""

    games: int
    rounds: int


@dataclass(frozen=True, slots=True)
class OddField:
    """An odd field before Start.

    ``stand_down``: who stands down so that the rest is even, first first (choice 1). ``house``: who of the desk is not
    playing and could (choice 2). ``sit_outs`` and ``make_ups`` count people with a ghost seat; ``short`` is the one
    short card (None when the number of games is even), a forecast while the seats are not given (choice 3).
    ``extra``: who would play the extra game for it, None while that is open (choice 4). ``even``: the even numbers of
    games, none on a sanctioned night (choice 5). ``chosen``: the stored choice. ``draw``: the night as it would be;
    None while the seats are not complete.
    """

    players: int
    games: int
    chosen: str
    stand_down: Sequence[Candidate]
    house: Sequence[Player]
    sit_outs: int
    make_ups: int
    rounds: int
    short: Candidate | None
    extra: Entry | None
    even: Sequence[Even]
    draw: Draw | None


def odd_field(event: Event) -> OddField | None:
    """Return the choices of an odd field; None for an even one, or one too small to play."""
    field = field_of(event)
    if not field.odd or len(field.first) < 3:
        return None
    drawn = _drawn(event, field)
    players = len(field.first)
    games = event.games
    # The five choices are asked about the night as planned, whichever of them is stored now.
    planned = games if games % 2 or event.odd != Odd.EVEN else games + 1
    evens = [number for number in (planned - 1, planned + 1) if number % 2 == 0 and 2 <= number <= 22]
    return OddField(
        players=players,
        games=games,
        chosen=event.odd,
        stand_down=[Candidate(field.entries[pk], why) for pk, why in _stand_down(field)],
        house=_house(event, field),
        sit_outs=games,
        make_ups=games // 2,
        rounds=rounds_in_all(players, games),
        short=_short(field, drawn) if games % 2 else None,
        extra=_extra(event, field, drawn),
        even=[]
        if event.mode == Event.Mode.SANCTIONED
        else [Even(number, rounds_in_all(players, number)) for number in evens],
        draw=drawn,
    )


def _drawn(event: Event, field: Field) -> Draw | None:
    if not field.seated:
        return None
    try:
        return draw_field(event, field, seats=field.seats)
    except DrawError:
        return None


def _stand_down(field: Field) -> list[tuple[int, str]]:
    """Return who stands down for the night: a volunteer, else the last member to sign in, else a guest."""
    found = [(pk, "volunteer") for pk in field.first if field.entries[pk].stands_down]
    kinds = {pk: field.entries[pk].kind for pk in field.first}
    members = [pk for pk in field.first if kinds[pk] == Membership.Kind.MEMBER]
    guests = [pk for pk in field.first if kinds[pk] == Membership.Kind.GUEST]
    named = {pk for pk, _why in found}
    found += [(pk, "last") for pk in members[-1:] if pk not in named]
    found += [(pk, "guest") for pk in guests[-1:] if pk not in named]
    return found


def _house(event: Event, field: Field) -> list[Player]:
    """Return directors and scorekeepers who are not playing tonight and could fill the seat."""
    roles = (Membership.Role.OWNER, Membership.Role.DIRECTOR, Membership.Role.SCOREKEEPER)
    playing = {entry.player.merged_into_id or entry.player_id for entry in field.entries.values()}
    found = {}
    for membership in people.managers_of(event.club, roles):
        player = people.canonical(membership.player)
        if player.pk not in playing:
            found[player.pk] = player
    return list(found.values())


def _short(field: Field, drawn: Draw | None) -> Candidate:
    """Return whose the short card is by the draw, else by the order it goes by: volunteer, guest, last to sign in."""
    order = [pk for pk in field.short_order if pk in field.first]
    order += [pk for pk in reversed(field.first) if pk not in order]
    first = order[0]
    pk = first
    if drawn is not None:
        by_parity = [card.player for card in drawn.short if card.reason == "parity"]
        one_sided = [meeting.counts_for for meeting in drawn.meetings if meeting.counts_for is not None]
        pk = next(iter(by_parity or one_sided), first)
    if pk != first:
        return Candidate(field.entries[pk], "seat")
    entry = field.entries[pk]
    if entry.stands_down:
        return Candidate(entry, "volunteer")
    return Candidate(entry, "guest" if entry.kind == Membership.Kind.GUEST else "last")


def _extra(event: Event, field: Field, drawn: Draw | None) -> Entry | None:
    if event.tenth_player_id in field.first:
        return field.entries[event.tenth_player_id]
    for meeting in drawn.meetings if drawn is not None else ():
        if meeting.counts_for is not None:
            return field.entries[meeting.opponent(meeting.counts_for)]
    return None
