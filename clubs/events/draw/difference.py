"""Compare two plans of one evening, to show what changes before it is applied."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.events.draw.plan import Draw, Player, Stop


@dataclass(frozen=True, slots=True)
class Change:
    """What one player does in one round before and after; None: nothing (not there yet, gone, or no such round)."""

    round: int
    player: Player
    old: Stop | None
    new: Stop | None


def difference(old: Draw, new: Draw) -> tuple[Change, ...]:
    """Return every round of every player that is not as it was, by round, then in the players' order."""
    changes = []
    for player in new.players:
        before = {stop.round: stop for stop in old.card(player)}
        after = {stop.round: stop for stop in new.card(player)}
        for number in sorted(before.keys() | after.keys()):
            if before.get(number) != after.get(number):
                changes.append(Change(number, player, before.get(number), after.get(number)))
    return tuple(sorted(changes, key=lambda change: change.round))
