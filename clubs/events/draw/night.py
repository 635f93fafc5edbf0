"""Draw a rotation night: seats, every game of every round, sit-outs, make-ups and the short card, before game 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from random import Random

from clubs.events.draw.closing import close, short_cards, sit_down
from clubs.events.draw.makeups import plan_make_ups
from clubs.events.draw.plan import Draw, DrawError, Meeting, Note, OddChoice, Player, SitOut
from clubs.events.draw.rotation import Ring
from clubs.events.draw.seats import draw_seats, take_seats
from clubs.events.draw.tables import Room, Sitting

FEWEST = 3
"""The smallest field: with two players there is nothing to rotate."""


def draw(
    players: Sequence[Player],
    games: int,
    *,
    seed: int | str,
    anchors: Collection[Player] = (),
    couples: Iterable[tuple[Player, Player]] = (),
    seats: Mapping[int, Player] | None = None,
    odd: OddChoice = "ghost",
    short_order: Sequence[Player] = (),
    volunteer: Player | None = None,
) -> Draw:
    """Return the whole plan of a night of `games` games for `players`, who come in order of sign-in.

    `seats` (seat number → player) are typed from the bag or kept; None draws them by `seed`. Anchored players keep
    their chair all evening. The two of a couple do not meet in game 1 when seats are drawn and that is possible.
    Anchors and couples who are not among the players are ignored.

    With an odd field a ghost holds the empty seat. When the number of games is odd too, one card is one game short:
    that of the first in `short_order`, then of the last to sign in, whose seat allows it (drawn seats are dealt so
    that the first one's does). `odd="tenth"`: a volunteer plays that person one game more, which counts for the short
    card only; `volunteer` None picks somebody they have not met. The other choices for an odd field (somebody stands
    down, a house player, an even number of games) are another field or another number: nothing to say here.

    The same arguments give the same draw. Raises `DrawError`: `too_few_players`, `player_twice`, `too_few_games`,
    `odd_choice`, `volunteer_unknown` and those of `take_seats`.
    """
    _refuse(players, games, odd, volunteer)
    rng = Random(seed)  # noqa: S311 - a draw must be repeatable, not secret
    anchors = tuple(player for player in players if player in anchors)
    couples = tuple(couple for couple in couples if couple[0] in players and couple[1] in players)
    order = stand_down(players, short_order, volunteer if odd == "tenth" else None)
    first = order[0] if len(players) % 2 and games % 2 else None

    size = len(players) + len(players) % 2
    ghost = size if size > len(players) else None
    if seats is None:
        ring = Ring(size, ghost, ghost is not None and not anchors)
        held = draw_seats(
            players,
            rng,
            anchors=anchors,
            couples=couples,
            tables=ring.tables,
            first=first,
            first_seats=short_seats(ring, games) if first is not None else (),
        )
    else:
        held = take_seats(players, seats)
        ghost = held.index(None) + 1 if None in held else None
        ring = Ring(size, ghost, ghost == size and held[0] not in anchors)

    seat_of = {player: seat for seat, player in enumerate(held, 1) if player is not None}
    room = Room(ring.tables, {player: seat_of[player] for player in anchors})
    meetings: list[Meeting] = []
    sit_outs: list[SitOut] = []
    for game, rows in ring.games(games):
        played, waiting = sit_down(game, [_sitting(row, held) for row in rows], room)
        meetings += played
        sit_outs += waiting
    end = close(meetings, sit_outs, players, order, room, games, odd, volunteer)
    notes = [*_seating_notes(meetings, anchors, couples, room), *end.notes]
    if first is not None and first in short_order and end.left_over is not None and end.left_over != first:
        notes.append(Note("short_not_first", (first, end.left_over)))
    return Draw(
        tuple(players),
        tuple(held),
        ring.tables,
        games,
        end.rounds,
        (*meetings, *end.meetings),
        tuple(sit_outs),
        short_cards(players, [*meetings, *end.meetings], sit_outs, games),
        anchors,
        couples,
        odd,
        seed,
        notes=tuple(notes),
    )


def stand_down(
    players: Sequence[Player], short_order: Sequence[Player], volunteer: Player | None
) -> tuple[Player, ...]:
    """Return everybody in the order in which the short card is theirs: as given, then the last to sign in first.

    The volunteer of a one-sided game comes last: nobody plays it against themselves.
    """
    named = [player for player in dict.fromkeys(short_order) if player in players]
    order = named + [player for player in reversed(players) if player not in named]
    if volunteer is not None:
        order.remove(volunteer)
        order.append(volunteer)
    return tuple(order)


def short_seats(ring: Ring, games: int) -> tuple[int, ...]:
    """Return the seats whose holder can have the one short card without costing anybody a second meeting."""
    met: Counter[frozenset[int]] = Counter()
    owed: Counter[int] = Counter()
    for _, rows in ring.games(games):
        for _, a, _, b in rows:
            if ring.ghost in (a, b):
                owed[a if b == ring.ghost else b] += 1
            else:
                met[frozenset((a, b))] += 1
    found = []
    for seat in sorted(owed):
        others = [other for other in owed if other != seat]
        if seat in plan_make_ups(owed, met, [seat, *others]).missing:
            found.append(seat)
    return tuple(found)


def _sitting(row: tuple[int, int, int, int], held: Sequence[Player | None]) -> Sitting:
    """Return one table of the ring with the players of its two seats, the person first when the other is the ghost."""
    near_chair, near, far_chair, far = row
    a, b = held[near - 1], held[far - 1]
    if a is None:
        a, b, near_chair, far_chair = b, a, far_chair, near_chair
    assert a is not None
    return Sitting(a, near_chair, b, far_chair)


def _seating_notes(
    meetings: Iterable[Meeting], anchors: Collection[Player], couples: Iterable[tuple[Player, Player]], room: Room
) -> Iterator[Note]:
    """Yield what the seats could not grant to couples and anchors."""
    games = list(meetings)
    first_game = {frozenset((meeting.a, meeting.b)) for meeting in games if meeting.round == 1}
    for couple in couples:
        if frozenset(couple) in first_game:
            yield Note("couple_meets_first", couple)
    for player in anchors:
        if player not in room.owners:
            yield Note("anchors_share_table", (room.owner_beside(player), player))
    for meeting in games:
        if meeting.a in room.owners and meeting.b in room.owners:
            yield Note("anchors_meet", (meeting.a, meeting.b))


def _refuse(players: Sequence[Player], games: int, odd: str, volunteer: Player | None) -> None:
    """Raise `DrawError` for what cannot be drawn."""
    if len(set(players)) < len(players):
        raise DrawError("player_twice", players=tuple(p for p, times in Counter(players).items() if times > 1))
    if len(players) < FEWEST:
        raise DrawError("too_few_players", players=len(players), fewest=FEWEST)
    if games < 1:
        raise DrawError("too_few_games", games=games)
    if odd not in ("ghost", "tenth"):
        raise DrawError("odd_choice", odd=odd)
    if volunteer is not None and volunteer not in players:
        raise DrawError("volunteer_unknown", player=volunteer)
