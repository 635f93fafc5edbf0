"""Time two ways of doing the same in turn, so that a machine's drift touches both."""

import statistics
import time
from collections.abc import Callable


def once(work: Callable[[], object]) -> float:
    """Return the seconds one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def pairs(
    ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int, between: Callable[[], object]
) -> tuple[float, float, float]:
    """Return the median seconds of each, and the median of the ratios theirs/ours pair by pair.

    ``between`` runs before each call and is not timed.
    """
    measured = []
    for _ in range(rounds):
        between()
        mine = once(ours)
        between()
        measured.append((mine, once(theirs)))
    ours_all, theirs_all = zip(*measured, strict=True)
    return statistics.median(ours_all), statistics.median(theirs_all), statistics.median(b / a for a, b in measured)
