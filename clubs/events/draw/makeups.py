"""Make-up games: pair people who have sat out, so that as few cards as possible stay short.

Each make-up fills one missing game on two cards. When the number of missing games is odd one card stays short,
whatever is done (parity theorem); whose it is follows the stand-down order as far as the pairings allow.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Generic

from clubs.events.draw.matching import Node, match


@dataclass(slots=True)
class MakeUps(Generic[Node]):
    """Rounds of make-up pairs, what stays missing on which card, and how often the pairs had met before."""

    rounds: list[list[tuple[Node, Node]]] = field(default_factory=list)
    missing: dict[Node, int] = field(default_factory=dict)
    met_before: int = 0


def plan_make_ups(
    owed: Mapping[Node, int],
    met: Mapping[frozenset[Node], int],
    order: Sequence[Node],
    keep: Collection[frozenset[Node]] = (),
) -> MakeUps[Node]:
    """Return the best make-ups for the games each player is owed.

    `met` counts the games of each pair so far (absent: none). `order` lists everybody, the first to be left short
    first. Nobody is left short needlessly; no pair that has met meets again while it can be avoided; then the short
    card goes by `order`. Once all who are owed a game have met one another, `order` alone decides.
    Pairs in `keep` stay together in the first round where this costs nothing.
    """
    due = {node: owed[node] for node in order if owed.get(node, 0) > 0}
    if sum(due.values()) % 2 == 0:
        return _fill(due, met, keep)
    strangers = any(frozenset((a, b)) not in met for a in due for b in due if a != b)
    plans = []
    for node in due:
        rest = {other: games - (other == node) for other, games in due.items()}
        plan = _fill({other: games for other, games in rest.items() if games}, met, keep)
        plan.missing[node] = plan.missing.get(node, 0) + 1
        plans.append(plan)
        if sum(plan.missing.values()) == 1 and (plan.met_before == 0 or not strangers):
            break
    return min(plans, key=lambda plan: (sum(plan.missing.values()), strangers and plan.met_before))


def _fill(
    due: Mapping[Node, int], met: Mapping[frozenset[Node], int], keep: Collection[frozenset[Node]]
) -> MakeUps[Node]:
    """Fill round after round, those with most games due first, pairs that have met least first."""
    due = dict(due)
    counts = dict(met)
    plan: MakeUps[Node] = MakeUps()
    while len(due) > 1:
        kept = [] if plan.rounds else [pair for pair in keep if pair <= due.keys() and pair not in met]
        pairs = _pair_round(due, counts, {a: b for pair in kept for a, b in permutations(pair)})
        for a, b in pairs:
            key = frozenset((a, b))
            plan.met_before += counts.get(key, 0)
            counts[key] = counts.get(key, 0) + 1
            for node in (a, b):
                due[node] -= 1
        due = {node: games for node, games in due.items() if games}
        plan.rounds.append(pairs)
    plan.missing = due
    return plan


def _pair_round(
    due: Mapping[Node, int], counts: Mapping[frozenset[Node], int], kept: Mapping[Node, Node]
) -> list[tuple[Node, Node]]:
    """Return the pairs of one round: enough of them to finish in the fewest rounds, repeats only when they must be."""
    nodes = sorted(due, key=lambda node: -due[node])
    games = sum(due.values()) // 2
    rounds_left = max(due[nodes[0]], -(-games // (len(nodes) // 2)))
    urgent = [node for node in nodes if due[node] == rounds_left]
    enough = min(-(-games // rounds_left), len(nodes) // 2)
    levels = sorted({counts.get(frozenset((a, b)), 0) for a in nodes for b in nodes if a != b})
    mate = kept
    for level in levels:
        # Growing what is there keeps repeats few; starting afresh may be needed to cover the urgent ones instead.
        for start in (mate, {}):
            mate = match(nodes, lambda a, b, level=level: counts.get(frozenset((a, b)), 0) <= level, start)  # type: ignore[misc]
            if len(mate) >= 2 * enough and all(node in mate for node in urgent):
                return _pairs_of(nodes, mate)
    raise AssertionError("at the last level everybody may meet everybody")  # pragma: no cover


def _pairs_of(nodes: Sequence[Node], mate: Mapping[Node, Node]) -> list[tuple[Node, Node]]:
    """Return each matched pair once, in the order of `nodes`."""
    pairs: list[tuple[Node, Node]] = []
    seen: set[Node] = set()
    for node in nodes:
        if node in mate and node not in seen:
            pairs.append((node, mate[node]))
            seen.update((node, mate[node]))
    return pairs
