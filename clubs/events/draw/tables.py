"""Give each game its table: anchored players stay in their own chairs, everybody else keeps theirs where possible.

Pairing and table are two steps. The ring says who plays whom and where they would sit; an anchored player's game is
then moved to that player's table, and the game that stood there goes where the anchored one came from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from clubs.events.draw.plan import Player


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in which chair at one table for one game; `far` is None for a sit-out, who waits in chair `near`."""

    near: Player
    near_chair: int
    far: Player | None
    far_chair: int


class Room:
    """The tables of the evening and whose chair is kept for them."""

    def __init__(self, tables: Sequence[tuple[int, int]], homes: Mapping[Player, int]) -> None:
        """Take the facing chairs of each table and the home chair of each anchored player.

        When both chairs of a table are homes, the lower seat owns the table and the other player has none.
        """
        self.tables = tuple(tables)
        self.table_of = {chair: index for index, pair in enumerate(self.tables) for chair in pair}
        self.facing = {a: b for pair in self.tables for a, b in (pair, pair[::-1])}
        self.homes = dict(homes)
        self._owner_of: dict[int, Player] = {}
        for player, chair in sorted(homes.items(), key=lambda item: item[1]):
            self._owner_of.setdefault(self.table_of[chair], player)
        self.owners = {player: homes[player] for player in self._owner_of.values()}

    def owner_beside(self, player: Player) -> Player:
        """Return who owns the table at which an anchored player has their home."""
        return self._owner_of[self.table_of[self.homes[player]]]

    def place(self, sittings: Sequence[Sitting], in_use: Collection[int] = ()) -> list[Sitting]:
        """Return the same games in table order, every owner of a table at home.

        Each game comes with the table it would stand at; several may want the same one. A game with two owners goes
        to the lower seat. A game that has to give way follows the one that took its table to where that came from,
        else takes the first free table. Tables `in_use` (indices) are not given out at all.
        """
        taken: dict[int, Sitting] = {}
        came_from: dict[int, int] = {}
        waiting = []
        for sitting in sittings:
            owner = self._owner(sitting)
            if owner is None or self.table_of[self.owners[owner]] in in_use:
                waiting.append(sitting)
                continue
            home = self.owners[owner]
            table = self.table_of[home]
            taken[table] = self._seated(sitting, owner, home)
            came_from[table] = self.table_of[sitting.near_chair]
        homeless = []
        for sitting in waiting:
            table = self.table_of[sitting.near_chair]
            asked: set[int] = set()
            while table in taken and table in came_from and table not in asked:
                asked.add(table)
                table = came_from[table]
            if table in taken or table in in_use:
                homeless.append(sitting)
            else:
                taken[table] = self._moved(sitting, table)
        free = [table for table in range(len(self.tables)) if table not in taken and table not in in_use]
        for sitting, table in zip(homeless, free, strict=False):
            taken[table] = self._moved(sitting, table)
        return [taken[table] for table in sorted(taken)]

    def _owner(self, sitting: Sitting) -> Player | None:
        owners = [player for player in (sitting.near, sitting.far) if player is not None and player in self.owners]
        return min(owners, key=lambda player: self.owners[player], default=None)

    def _seated(self, sitting: Sitting, owner: Player, home: int) -> Sitting:
        other = sitting.far if owner == sitting.near else sitting.near
        near, far = self.tables[self.table_of[home]]
        if other is None:
            return Sitting(owner, home, None, self.facing[home])
        if home == near:
            return Sitting(owner, near, other, far)
        return Sitting(other, near, owner, far)

    def _moved(self, sitting: Sitting, table: int) -> Sitting:
        if table == self.table_of[sitting.near_chair]:
            return sitting
        near, far = self.tables[table]
        return Sitting(sitting.near, near, sitting.far, far)
