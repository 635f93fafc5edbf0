"""The games after the last round: make-ups with their tables, the one-sided game, and the cards that stay short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from clubs.events.draw.makeups import plan_make_ups
from clubs.events.draw.plan import Meeting, Note, OddChoice, Player, ShortCard, ShortReason, SitOut
from clubs.events.draw.tables import Room, Sitting


@dataclass(frozen=True, slots=True)
class Closing:
    """What follows the full rounds. `left_over` is who had no make-up, even if a one-sided game then helped them."""

    meetings: tuple[Meeting, ...]
    rounds: int
    left_over: Player | None
    notes: tuple[Note, ...]


def sit_down(
    number: int, sittings: Sequence[Sitting], room: Room, *, make_up: bool = False, in_use: Collection[int] = ()
) -> tuple[list[Meeting], list[SitOut]]:
    """Return the games and sit-outs of one round after every anchored player has been brought home.

    `in_use` are the tables (counted from 0) of games of this round that are over already.
    """
    meetings: list[Meeting] = []
    sit_outs: list[SitOut] = []
    for sitting in room.place(sittings, in_use):
        if sitting.far is None:
            sit_outs.append(SitOut(number, sitting.near, sitting.near_chair))
        else:
            table = room.table_of[sitting.near_chair] + 1
            chairs = (sitting.near_chair, sitting.far_chair)
            meetings.append(Meeting(number, table, sitting.near, sitting.far, *chairs, make_up))
    return meetings, sit_outs


def close(
    meetings: Sequence[Meeting],
    sit_outs: Iterable[SitOut],
    present: Collection[Player],
    order: Sequence[Player],
    room: Room,
    games: int,
    odd: OddChoice,
    volunteer: Player | None,
    keep: Collection[frozenset[Player]] = (),
) -> Closing:
    """Return the make-ups still to play.

    Everybody who is present is owed one game for each sit-out, less the make-ups among `meetings`. `order` is the
    stand-down order. With `odd="tenth"` the one card left over gets a game against `volunteer` (None: somebody they
    have met least, then one who is free while others make up) that counts for that card only. Make-up pairs in `keep`
    stay together where nothing speaks against it.
    """
    owed = owed_games(meetings, sit_outs, present)
    met = Counter(frozenset((meeting.a, meeting.b)) for meeting in meetings)
    plan = plan_make_ups(owed, met, order, keep)
    sheets = plan.rounds
    left_over = next(iter(plan.missing), None)
    notes: list[Note] = []
    one_sided: tuple[int, Player, Player] | None = None
    if odd == "tenth" and left_over is not None and sum(plan.missing.values()) == 1:
        for pairs in sheets:
            met.update(frozenset(pair) for pair in pairs)
        partner, sheet = _find_partner(sheets, met, present, left_over, volunteer, len(room.tables))
        if sheet == len(sheets):
            sheets.append([])
        sheets[sheet].append((left_over, partner))
        one_sided = (sheet, left_over, partner)
        if met[frozenset((left_over, partner))]:
            notes.append(Note("tenth_meets_again", (left_over, partner)))
    first = max([games, *(meeting.round for meeting in meetings)]) + 1
    added: list[Meeting] = []
    for number, pairs in enumerate(sheets):
        sittings = [Sitting(a, near, b, far) for (near, far), (a, b) in zip(room.tables, pairs, strict=False)]
        for meeting in sit_down(first + number, sittings, room, make_up=True)[0]:
            if one_sided is not None and one_sided[0] == number and {meeting.a, meeting.b} == set(one_sided[1:]):
                meeting = replace(meeting, counts_for=left_over)
            added.append(meeting)
    return Closing(tuple(added), first - 1 + len(sheets), left_over, tuple(notes))


def owed_games(meetings: Iterable[Meeting], sit_outs: Iterable[SitOut], present: Collection[Player]) -> Counter[Player]:
    """Return how many games each of those present is owed: one a sit-out, less the make-ups among `meetings`."""
    owed = Counter(sit_out.player for sit_out in sit_outs if sit_out.player in present)
    for meeting in meetings:
        if meeting.make_up:
            owed.subtract(player for player in (meeting.a, meeting.b) if meeting.counts_for in (None, player))
    return owed


def short_cards(
    players: Sequence[Player],
    meetings: Iterable[Meeting],
    sit_outs: Iterable[SitOut],
    games: int,
    left: Collection[Player] = (),
) -> tuple[ShortCard, ...]:
    """Return every card that ends with fewer than `games` games, in the order of `players`, and why."""
    cards: Counter[Player] = Counter()
    rounds: Counter[Player] = Counter(sit_out.player for sit_out in sit_outs)
    for meeting in meetings:
        for player in (meeting.a, meeting.b):
            cards[player] += meeting.counts_for in (None, player)
            rounds[player] += not meeting.make_up
    short = []
    for player in players:
        if cards[player] < games:
            reason: ShortReason = "left" if player in left else "late" if rounds[player] < games else "parity"
            short.append(ShortCard(player, cards[player], games - cards[player], reason))
    return tuple(short)


def _find_partner(
    sheets: Sequence[Sequence[tuple[Player, Player]]],
    met: Counter[frozenset[Player]],
    present: Collection[Player],
    short: Player,
    volunteer: Player | None,
    tables: int,
) -> tuple[Player, int]:
    """Return who plays the one-sided game and in which make-up round, counted from 0 (one past the end: a new one)."""

    def free(partner: Player) -> int:
        for number, pairs in enumerate(sheets):
            busy = {player for pair in pairs for player in pair}
            if len(pairs) < tables and not busy & {short, partner}:
                return number
        return len(sheets)

    willing = [player for player in present if player != short] if volunteer is None else [volunteer]
    partner = min(willing, key=lambda player: (met[frozenset((short, player))], free(player)))
    return partner, free(partner)
