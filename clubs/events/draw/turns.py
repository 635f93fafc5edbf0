"""Whose turn it is to sit out, when the rest of an evening is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clubs.events.draw.matching import match
from clubs.events.draw.plan import Meeting, Player, SitOut


def sit_out_levels(
    kept: Iterable[Meeting], waited: Sequence[SitOut], present: Sequence[Player], from_round: int
) -> dict[Player, int]:
    """Return how often each has sat out; who came late starts level with those who had sat out least by then."""
    joined: dict[Player, int] = {}
    rounds = [(game.round, player) for game in kept if not game.make_up for player in (game.a, game.b)]
    rounds += [(sit_out.round, sit_out.player) for sit_out in waited]
    for number, player in sorted(rounds, key=lambda entry: entry[0]):
        joined.setdefault(player, number)

    def sat(player: Player, before: int) -> int:
        return sum(sit_out.player == player and sit_out.round < before for sit_out in waited)

    levels = {}
    for player in present:
        since = joined.get(player, from_round)
        earlier = [sat(other, since) for other, first in joined.items() if first < since]
        levels[player] = sat(player, from_round) + min(earlier, default=0)
    return levels


def take_turns(
    rounds: Sequence[int], open_places: Mapping[int, Sequence[Player | None]], levels: Mapping[Player, int]
) -> dict[int, tuple[int, frozenset[Player]]]:
    """Return for each round with a sit-out its turn and who may sit out in it: those who have sat out least.

    A turn lasts until everybody of its group has sat out once. A round that nobody of the group can sit out, because
    tables drift and they have played it already, is a turn of its own (a negative number) for all who can.
    """
    level = dict(levels)
    turns: dict[int, tuple[int, frozenset[Player]]] = {}
    waiting = list(rounds)
    turn = 0
    while waiting:
        least = min(level.values())
        group = frozenset(player for player in level if level[player] == least)
        level.update((player, least + 1) for player in group)
        taken, waiting = waiting[: len(group)], waiting[len(group) :]
        turn += 1
        able = {number: group.intersection(open_places[number]) for number in taken}
        fitting = _fit(taken, [player for player in level if player in group], able)
        for number in taken:
            if number in fitting:
                turns[number] = (turn, able[number])
            else:
                turns[number] = (-number, frozenset(p for p in open_places[number] if p is not None))
    return turns


def _fit(rounds: Sequence[int], group: Sequence[Player], able: Mapping[int, frozenset[Player]]) -> set[int]:
    """Return the rounds that can each have another sitter-out of the group."""
    nodes = [("round", number) for number in rounds] + [("player", player) for player in group]

    def joined(a: tuple[str, int], b: tuple[str, int]) -> bool:
        return (a[0] == "round" and b[0] == "player" and b[1] in able[a[1]]) or (
            b[0] == "round" and a[0] == "player" and a[1] in able[b[1]]
        )

    return {number for kind, number in match(nodes, joined) if kind == "round"}
