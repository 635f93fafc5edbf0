"""Say whether people can all be paired at once, without looking for the pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any


def can_all_be_paired(people: Sequence[Any], joined: Callable[[Any, Any], bool]) -> bool:
    """Say if everybody can be paired at once (Tutte: the random skew matrix of the graph is then regular).

    Arithmetic is modulo the prime 2⁶¹ − 1, so a wrong "no" has odds of about the number of people in 10¹⁸.
    """
    prime = 2**61 - 1
    rng = Random(1947)  # noqa: S311 - any fixed numbers will do
    size = len(people)
    rows = [[0] * size for _ in people]
    for i, j in combinations(range(size), 2):
        if joined(people[i], people[j]):
            value = rng.randrange(1, prime)
            rows[i][j], rows[j][i] = value, prime - value
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column]), None)
        if pivot is None:
            return False
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = pow(rows[column][column], -1, prime)
        for r in range(column + 1, size):
            factor = rows[r][column] * inverse % prime
            if factor:
                rows[r] = [(x - factor * y) % prime for x, y in zip(rows[r], rows[column], strict=True)]
    return True
