"""Matching against brute force."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.events.draw.matching import match


def largest(nodes: frozenset[int], edges: set[frozenset[int]]) -> int:
    """Return the size of a maximum matching by trying everything."""
    if len(nodes) < 2:
        return 0
    node = min(nodes)
    rest = nodes - {node}
    best = largest(rest, edges)
    for other in rest:
        if frozenset((node, other)) in edges:
            best = max(best, 1 + largest(rest - {other}, edges))
    return best


graphs = st.integers(0, 8).flatmap(
    lambda size: st.tuples(
        st.permutations(range(size)),
        st.sets(st.sampled_from([frozenset(pair) for pair in combinations(range(size), 2)]))
        if size > 1
        else st.just(set()),
    )
)


@given(graphs)
@settings(max_examples=60)
def test_a_matching_is_as_large_as_any(graph: tuple[list[int], set[frozenset[int]]]) -> None:
    nodes, edges = graph
    mate = match(nodes, lambda a, b: frozenset((a, b)) in edges)
    assert all(mate[partner] == node and frozenset((node, partner)) in edges for node, partner in mate.items())
    assert len(mate) == 2 * largest(frozenset(nodes), edges)


@given(graphs)
@settings(max_examples=60)
def test_growing_a_matching_leaves_nobody_out_whom_it_covered(graph: tuple[list[int], set[frozenset[int]]]) -> None:
    nodes, edges = graph
    start: dict[int, int] = {}
    for a, b in combinations(nodes, 2):
        if frozenset((a, b)) in edges and a not in start and b not in start:
            start |= {a: b, b: a}
    mate = match(nodes, lambda a, b: frozenset((a, b)) in edges, start)
    assert start.keys() <= mate.keys()
    assert len(mate) == 2 * largest(frozenset(nodes), edges)


def test_where_everybody_may_meet_only_the_last_of_an_odd_number_stays_single() -> None:
    assert match("abcde", lambda a, b: True).keys() == set("abcd")


def test_the_pairs_of_a_pentagon_with_a_tail_go_through_the_blossom() -> None:
    edges = {frozenset(pair) for pair in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (3, 5))}
    mate = match(range(6), lambda a, b: frozenset((a, b)) in edges, {0: 1, 1: 0, 2: 3, 3: 2})
    assert len(mate) == 6
    assert mate[5] == 3
