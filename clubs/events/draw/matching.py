"""Maximum matching in a general graph (Edmonds' blossoms), for make-ups and for seating couples apart.

The fields are small (a club night, at most two hundred people of whom a few need a new opponent), so the plain O(n³)
form is enough, and being our own it gives the same answer on every Python.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def match(
    nodes: Sequence[Node], joined: Callable[[Node, Node], bool], start: Mapping[Node, Node] | None = None
) -> dict[Node, Node]:
    """Return a maximum matching as a symmetric mapping from each matched node to its partner.

    `joined` says whether two different nodes may be paired. `start` is a matching to grow: whom it covers stays
    covered. Earlier nodes look first, and take the first in order when several are free.
    """
    place = {node: index for index, node in enumerate(nodes)}
    edges = [[j for j, other in enumerate(nodes) if j != i and joined(node, other)] for i, node in enumerate(nodes)]
    mate = [-1] * len(nodes)
    for node, partner in (start or {}).items():
        mate[place[node]] = place[partner]
    for root in range(len(nodes)):
        if mate[root] < 0:
            _augment(root, edges, mate)
    return {nodes[i]: nodes[j] for i, j in enumerate(mate) if j >= 0}


def _augment(root: int, edges: list[list[int]], mate: list[int]) -> None:
    """Grow the matching by one along an alternating path from `root`, when there is one."""
    size = len(mate)
    parent = [-1] * size
    base = list(range(size))
    reached = [False] * size
    reached[root] = True
    queue = deque([root])

    def ancestor(a: int, b: int) -> int:
        seen = set()
        while True:
            a = base[a]
            seen.add(a)
            if mate[a] < 0:
                break
            a = parent[mate[a]]
        b = base[b]
        while b not in seen:
            b = base[parent[mate[b]]]
        return b

    def mark(v: int, stem: int, child: int, blossom: list[bool]) -> None:
        while base[v] != stem:
            blossom[base[v]] = blossom[base[mate[v]]] = True
            parent[v] = child
            child = mate[v]
            v = parent[mate[v]]

    while queue:
        v = queue.popleft()
        for to in edges[v]:
            if base[v] == base[to] or mate[v] == to:
                continue
            if to == root or (mate[to] >= 0 and parent[mate[to]] >= 0):
                stem = ancestor(v, to)
                blossom = [False] * size
                mark(v, stem, to, blossom)
                mark(to, stem, v, blossom)
                for i in range(size):
                    if blossom[base[i]]:
                        base[i] = stem
                        if not reached[i]:
                            reached[i] = True
                            queue.append(i)
            elif parent[to] < 0:
                parent[to] = v
                if mate[to] < 0:
                    _flip(to, parent, mate)
                    return
                reached[mate[to]] = True
                queue.append(mate[to])


def _flip(end: int, parent: list[int], mate: list[int]) -> None:
    """Exchange matched and unmatched edges on the path that ends in `end`."""
    v = end
    while v >= 0:
        before = parent[v]
        following = mate[before]
        mate[v] = before
        mate[before] = v
        v = following
