"""The values a draw is made of: meetings, sit-outs, short cards and the whole evening.

Players are opaque ids: nothing here sorts, adds or prints them, so the order of a set never decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Player: TypeAlias = int
"""Id of an entry. Any hashable value works at run time; entries use their primary key."""

OddChoice: TypeAlias = Literal["ghost", "tenth"]
"""What an odd field does with the last card: leave it short, or a volunteer plays a one-sided extra game."""

ShortReason: TypeAlias = Literal["parity", "late", "left"]


class DrawError(ValueError):
    """Refuse a field, a number of games or a seating that cannot be drawn.

    `code` is stable and for the page to word; `data` holds the numbers and players of the sentence.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(f"{code}: {data}")
        self.code = code
        self.data = data


@dataclass(frozen=True, slots=True)
class Meeting:
    """One planned game of two players.

    `round` counts from 1; make-ups have rounds above the number of games. `table` counts from 1. `seat_a` and
    `seat_b` are the chairs in which the two sit for this game, not the seat numbers of their cards. `counts_for`
    names the one card a one-sided game counts for; None means that it counts for both.
    """

    round: int
    table: int
    a: Player
    b: Player
    seat_a: int
    seat_b: int
    make_up: bool = False
    counts_for: Player | None = None

    def opponent(self, player: Player) -> Player:
        """Return whom the player meets here; the player must be one of the two."""
        return self.b if player == self.a else self.a

    def chair(self, player: Player) -> int:
        """Return the chair in which the player sits here; the player must be one of the two."""
        return self.seat_a if player == self.a else self.seat_b


@dataclass(frozen=True, slots=True)
class SitOut:
    """One game a player sits out; `seat` is the chair in which they wait."""

    round: int
    player: Player
    seat: int


@dataclass(frozen=True, slots=True)
class ShortCard:
    """A card that ends with fewer games than the night has.

    `games` is what the card will hold, `missing` what it lacks. Reasons: `parity` (an odd number of sit-outs leaves
    one over), `late` (missed the first games), `left` (went home). Missed games are never made up.
    """

    player: Player
    games: int
    missing: int
    reason: ShortReason


@dataclass(frozen=True, slots=True)
class Note:
    """Something the director should be told about a draw, as a code and the players it names.

    `couple_meets_first` (two players kept apart meet in game 1) · `anchors_share_table` (two anchored players hold the
    two chairs of one table; the higher seat moves) · `anchors_meet` (two anchored players meet; the higher seat moves
    for one game) · `short_not_first` (first of the stand-down order, then who is short instead: their seat does not
    allow it) · `tenth_meets_again` (the volunteer of the one-sided game has met the short card before) · `meet_again`
    (a pair that has met is to meet once more; only after a change of the field).
    """

    code: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where one player is in one round: a game, or a sit-out when `opponent` is None."""

    round: int
    seat: int
    opponent: Player | None = None
    table: int | None = None
    make_up: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Draw:
    """The whole plan of a rotation night.

    `chairs[n − 1]` is who holds seat n, the permanent number of their card; None is the ghost. `tables[t − 1]` are the
    two facing chairs of table t. `left` have gone home: their seats are ghosts from then on. `games` is the number of
    games of a full card, `rounds` counts the make-ups too. `short` names every card that will be short.
    """

    players: tuple[Player, ...]
    chairs: tuple[Player | None, ...]
    tables: tuple[tuple[int, int], ...]
    games: int
    rounds: int
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...]
    short: tuple[ShortCard, ...]
    anchors: tuple[Player, ...]
    couples: tuple[tuple[Player, Player], ...]
    odd: OddChoice
    seed: int | str
    left: tuple[Player, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def present(self) -> tuple[Player, ...]:
        """Return the players who are still here, in the order of `players`."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def make_ups(self) -> tuple[Meeting, ...]:
        """Return the games after the last full round, one-sided ones included."""
        return tuple(meeting for meeting in self.meetings if meeting.make_up)

    def seat_of(self, player: Player) -> int:
        """Return the permanent seat number of a player's card.

        Raises `ValueError` for a player who has no seat.
        """
        return self.chairs.index(player) + 1

    def meetings_in(self, round_number: int) -> tuple[Meeting, ...]:
        """Return the games of one round in table order."""
        return tuple(meeting for meeting in self.meetings if meeting.round == round_number)

    def card(self, player: Player) -> tuple[Stop, ...]:
        """Return a player's evening in order: every game with chair and opponent, and every sit-out."""
        return tuple(sorted(self._stops(player), key=lambda stop: stop.round))

    def games_of(self, player: Player) -> int:
        """Return how many games the player's card will hold; one-sided games count for their card only."""
        return sum(stop.opponent is not None and stop.counts for stop in self._stops(player))

    def holders(self, round_number: int) -> dict[int, Player]:
        """Return who sits in which chair in a round; a chair that is missing is empty."""
        held = {sit_out.seat: sit_out.player for sit_out in self.sit_outs if sit_out.round == round_number}
        for meeting in self.meetings_in(round_number):
            held[meeting.seat_a] = meeting.a
            held[meeting.seat_b] = meeting.b
        return held

    def _stops(self, player: Player) -> Iterator[Stop]:
        for meeting in self.meetings:
            if player in (meeting.a, meeting.b):
                yield Stop(
                    meeting.round,
                    meeting.chair(player),
                    meeting.opponent(player),
                    meeting.table,
                    meeting.make_up,
                    meeting.counts_for in (None, player),
                )
        for sit_out in self.sit_outs:
            if sit_out.player == player:
                yield Stop(sit_out.round, sit_out.seat)
