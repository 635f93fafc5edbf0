"""The ring with an anchor (circle method) in seat numbers: who faces whom in which game, and in which chairs.

The chairs stand along one long table. List s = [anchor] + ring; game k pairs s[i] with s[M − 1 − i]; then
ring = [last] + rest, so everybody but the anchor moves one chair on after each game. After M − 1 games everybody has
met everybody once, and the ring starts again. Somebody must hold the anchor place: when all M shift, everybody meets
only M / 2 people. With an odd field a ghost fills the empty seat, and whoever faces it sits out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ring:
    """A field of `size` seats (even, the ghost included) and who holds the place that never moves.

    `ghost` is the number of the empty seat, None for an even field. `ghost_anchored` puts the ghost, in the last
    chair, at the place that never moves; else the holder of seat 1 is there.
    """

    size: int
    ghost: int | None
    ghost_anchored: bool

    @property
    def tables(self) -> tuple[tuple[int, int], ...]:
        """Return the facing chairs of each table.

        Chair i faces chair size + 1 − i. With the ghost at the anchor the last table is its own and the person
        facing it waits there, so the games stand at the tables before it.
        """
        if not self.ghost_anchored:
            return tuple((i, self.size + 1 - i) for i in range(1, self.size // 2 + 1))
        last = self.size - 1
        return (*((i, last - i) for i in range(1, self.size // 2)), (last, self.size))

    def turn(self, game: int) -> dict[int, int]:
        """Return who sits where in a game (from 1) as {chair: seat number of the card}."""
        length = self.size - 1
        shift = (game - 1) % length
        if self.ghost_anchored:
            fixed, first = self.size, 1
        else:
            fixed, first = 1, 2
        chairs = {fixed: fixed}
        for index in range(length):
            chairs[first + (index + shift) % length] = first + index
        return chairs

    def games(self, number: int) -> Iterator[tuple[int, list[tuple[int, int, int, int]]]]:
        """Yield each game number with its (chair, seat, facing chair, facing seat) in table order."""
        for game in range(1, number + 1):
            held = self.turn(game)
            yield game, [(near, held[near], far, held[far]) for near, far in self.tables]


def rounds_in_all(players: int, games: int) -> int:
    """Return the number of rounds of a night, make-ups included.

    An even field needs no make-ups. With an odd one somebody sits out each game, which makes half as many make-ups,
    as many at once as there are pairs in the field: nine games take 10 rounds for 9 players and more, 11 for 5 and 7,
    13 for 3.
    """
    if players % 2 == 0:
        return games
    return games - (-(games // 2) // (players // 2))
