"""Give out the seats of a night: by lot, with anchors on tables of their own and couples apart in game 1."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from clubs.events.draw.matching import match
from clubs.events.draw.plan import DrawError, Player

_LOTS = 60
"""How many times the lots are drawn afresh before couples are kept apart by calculation."""

_GHOST = -1
"""Stands for the empty seat among the indices of the players."""


def take_seats(players: Sequence[Player], seats: Mapping[int, Player]) -> list[Player | None]:
    """Return who holds seats 1 … M as typed from the bag or kept; the one seat nobody holds is the ghost's (None).

    Raises `DrawError`: `seat_player_unknown`, `seat_player_twice`, `seat_player_missing`, `seat_number` (not a chair
    of this field).
    """
    size = len(players) + len(players) % 2
    held: list[Player | None] = [None] * size
    for seat, player in seats.items():
        if player not in players:
            raise DrawError("seat_player_unknown", seat=seat, player=player)
        if player in held:
            raise DrawError("seat_player_twice", seat=seat, player=player)
        if not 1 <= seat <= size:
            raise DrawError("seat_number", seat=seat, player=player, last=size)
        held[seat - 1] = player
    missing = [player for player in players if player not in held]
    if missing:
        raise DrawError("seat_player_missing", players=tuple(missing))
    return held


def draw_seats(
    players: Sequence[Player],
    rng: Random,
    *,
    anchors: Collection[Player] = (),
    couples: Sequence[tuple[Player, Player]] = (),
    tables: Sequence[tuple[int, int]],
    first: Player | None = None,
    first_seats: Collection[int] = (),
) -> list[Player | None]:
    """Return who holds seats 1 … M by lot; with an odd field the last seat is the ghost's (None).

    One anchored player gets seat 1, the place the ring turns about; the others get tables of their own while there
    are enough. Couples never face each other when that is possible. `first` gets one of `first_seats`, those whose
    holder may have the short card, unless couples or anchors prevent it. Fair: all seatings that do this are equally
    likely, except in fields where so many must be apart that lots alone do not find one.
    """
    size = len(players) + len(players) % 2
    apart = {frozenset(couple) for couple in couples}
    facing = {a: b for pair in tables for a, b in (pair, pair[::-1])}
    lucky: Collection[int] = first_seats
    for wanted in (first, None) if first is not None and first_seats else (None,):
        lucky = first_seats if wanted is not None else ()
        fixed_lots: list[dict[int, Player]] = []
        for _ in range(_LOTS):
            fixed = _fix(players, rng, anchors, tables, wanted, lucky)
            if fixed is None:
                continue
            rest = [player for player in players if player not in fixed.values()]
            rng.shuffle(rest)
            chairs = [chair for chair in range(1, len(players) + 1) if chair not in fixed]
            held = fixed | dict(zip(chairs, rest, strict=True))
            if not any(frozenset((held[a], held[b])) in apart for a, b in tables if a in held and b in held):
                return [held.get(chair) for chair in range(1, size + 1)]
            if fixed not in fixed_lots:
                fixed_lots.append(fixed)
        for fixed in fixed_lots:
            solved = _solve(players, rng, fixed, apart, tables, facing)
            if solved is not None:
                return [solved.get(chair) for chair in range(1, size + 1)]
    # Nothing keeps every couple apart: the last lot stands, and the draw says who meets.
    return [held.get(chair) for chair in range(1, size + 1)]


def _fix(
    players: Sequence[Player],
    rng: Random,
    anchors: Collection[Player],
    tables: Sequence[tuple[int, int]],
    first: Player | None,
    first_seats: Collection[int],
) -> dict[int, Player] | None:
    """Seat the anchored players and `first` by lot; None when this lot leaves no seat for `first`."""
    fixed: dict[int, Player] = {}
    staying = [player for player in players if player in anchors]
    rng.shuffle(staying)
    free_tables = list(tables)
    for player in staying[: len(tables)]:
        if not fixed:
            table, chair = next(pair for pair in free_tables if 1 in pair), 1
        else:
            table = free_tables[rng.randrange(len(free_tables))]
            chairs = [chair for chair in table if chair <= len(players)]
            chair = chairs[rng.randrange(len(chairs))]
        free_tables.remove(table)
        fixed[chair] = player
    if first is None:
        return fixed
    if first in fixed.values():
        return fixed if any(fixed.get(seat) == first for seat in first_seats) else None
    seats = [seat for seat in sorted(first_seats) if seat not in fixed]
    if not seats:
        return None
    fixed[seats[rng.randrange(len(seats))]] = first
    return fixed


def _solve(
    players: Sequence[Player],
    rng: Random,
    fixed: Mapping[int, Player],
    apart: Collection[frozenset[Player]],
    tables: Sequence[tuple[int, int]],
    facing: Mapping[int, int],
) -> dict[int, Player] | None:
    """Seat everybody else so that no couple faces, by matching; None when that is impossible around `fixed`."""
    chair_of = {player: chair for chair, player in fixed.items()}
    ghost = len(players) + 1 if len(players) % 2 else None
    nodes: list[int] = list(range(len(players))) + ([_GHOST] if ghost else [])
    rng.shuffle(nodes)

    def chair(node: int) -> int | None:
        return ghost if node == _GHOST else chair_of.get(players[node])

    def joined(a: int, b: int) -> bool:
        seat_a, seat_b = chair(a), chair(b)
        if seat_a is not None and seat_b is not None:
            faces = facing[seat_a] == seat_b
        else:
            # Whoever faces a fixed chair must sit in it: its own holder, if it has one, is the only choice.
            faces = all(
                seat is None or (facing[seat] not in fixed and facing[seat] != ghost) for seat in (seat_a, seat_b)
            )
        return faces and (_GHOST in (a, b) or frozenset((players[a], players[b])) not in apart)

    mate = match(nodes, joined)
    if len(mate) < len(nodes):
        return None
    held = dict(fixed)
    open_tables = [pair for pair in tables if not any(chair in fixed or chair == ghost for chair in pair)]
    rng.shuffle(open_tables)
    for a, b in mate.items():
        seat_a, seat_b = chair(a), chair(b)
        if seat_a is not None and seat_b is None:
            held[facing[seat_a]] = players[b]
        elif seat_a is None and seat_b is None and nodes.index(a) < nodes.index(b):
            near, far = open_tables.pop()
            held[near], held[far] = players[a], players[b]
    return held
