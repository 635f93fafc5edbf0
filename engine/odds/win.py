"""Look up the chance to win a game for two, by both scores and who deals.

Only how far both sides are from the hole matters, so one table serves every target up to 121: a game to 61 begins where
one to 121 stands at 60-60. The table follows from 400,000 deals, both sides on the simple policy (docs of `deals`
and `chain`), so it speaks of players of equal skill; ``python bench/odds.py win`` makes it again. Five-card games and
tables of three or four have none.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from engine.errors import OddsError
from engine.odds.chain import FARTHEST, SCALE
from engine.outcome import LOWEST_TARGET

STANDARD_TARGET: Final = 121


def probability(scores: tuple[int, int], *, dealer: bool, target: int = STANDARD_TARGET) -> float:
    """Give a side's chance to win when a deal is about to begin.

    `scores`: the side's and its opponent's. `dealer`: the side deals now. A side at the target has won.

    >>> round(probability((0, 0), dealer=True), 3), round(probability((0, 0), dealer=True, target=61), 3)
    (0.557, 0.538)
    >>> probability((121, 118), dealer=False), round(probability((113, 117), dealer=False), 2)
    (1.0, 0.43)

    Raises OddsError (`score_outside`, `no_table`).
    """
    check(scores, target)
    own, other = scores
    table = dealer_wins()
    if dealer:
        return table[target - own][target - other]
    return 1.0 - table[target - other][target - own]


def after(scores: tuple[int, int], dealer: int, *, target: int = STANDARD_TARGET) -> tuple[float, float]:
    """Give both sides' chances once the deal before is over: `dealer`, side 0 or 1, deals next.

    >>> [round(chance, 2) for chance in after((104, 98), 1)]
    [0.44, 0.56]

    Raises OddsError (`score_outside`, `no_table`).
    """
    first = probability(scores, dealer=dealer == 0, target=target)
    return first, 1.0 - first


def check(scores: tuple[int, int], target: int, *, over: bool = True) -> None:
    """Refuse scores no game for two can stand at; `over`: one side may be there.

    Raises OddsError (`score_outside`, `no_table`).
    """
    if not LOWEST_TARGET <= target <= FARTHEST:
        raise OddsError("no_table", target=target, low=LOWEST_TARGET, high=FARTHEST)
    high = target if over and min(scores) < target else target - 1
    for score in scores:
        if not 0 <= score <= high:
            raise OddsError("score_outside", score=score, low=0, high=high)


@cache
def dealer_wins() -> tuple[tuple[float, ...], ...]:
    """Return the dealer's chance at [a][b], his and pone's holes to go: 0 … 121, kept after the first call.

    At a = 0 it is 1, at b = 0 it is 0: that side is there.
    """
    stored = files("engine.odds").joinpath("data", "win.bin").read_bytes()
    rows = [(1.0,) * (FARTHEST + 1)]
    for a in range(FARTHEST):
        row = stored[2 * a * FARTHEST : 2 * (a + 1) * FARTHEST]
        chances = [int.from_bytes(row[at : at + 2], "big") / SCALE for at in range(0, len(row), 2)]
        rows.append((0.0, *chances))
    return tuple(rows)
