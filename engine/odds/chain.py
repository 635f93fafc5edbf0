"""Work out the chance to win from every pair of scores, from what single deals bring.

Both sides' distances to the hole and who deals are all that matters; the chances of shorter distances come first, and
each follows from them by one deal:

    dealer wins from (a, b) = the dealer goes out in this deal, before pone
                            + over all deals that end with nobody out: 1 − the new dealer wins from (b − y, a − x)

where x and y are the dealer's and pone's points of a deal. That nobody plays otherwise near the end is an assumption.
A nearer side never has the smaller chance: the same deals in the same order bring it there no later.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

from engine.odds.deals import Cells, Sample

FARTHEST = 121
"""Holes of the longest game the table knows; a game to 61 begins at distance 61."""
SCALE = 65_535
"""What certainty is stored as: two bytes a chance."""


def solve(sample: Sample, farthest: int = FARTHEST) -> list[list[float]]:
    """Return the chance of the dealer at [a][b], his and pone's holes to go, 1 … farthest; row and column 0 are unused.

    >>> from engine.odds.deals import Deal
    >>> sample = Sample()
    >>> sample.add(Deal(((True, 1), (False, 2)), pone=0, dealer=0, crib=0))
    >>> [row[1:] for row in solve(sample, 3)[1:]]
    [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]

    Raises ValueError where a deal brings nobody a point: there is always a last card.
    """
    if sample.end[0, 0]:
        raise ValueError("a deal without a point")
    play, counted, end = (below(cells, farthest) for cells in (sample.play, sample.pone_counted, sample.end))
    deals = _by_dealer(sample)
    chance = [[0.0] * (farthest + 1) for _ in range(farthest + 1)]
    for far in range(2, 2 * farthest + 1):
        for a in range(max(1, far - farthest), min(farthest, far - 1) + 1):
            b = far - a
            # In the play: pone short of his hole and the dealer not, or both there and the dealer first.
            out = play[-1][b] - play[a][b] + sample.first[a, b]
            # In the show: short before it, pone short after his hand, the dealer there at the end.
            out += counted[a][b] - end[a][b]
            total = out / sample.size
            for x, row in deals:
                if x >= a:
                    break
                for y, share in row:
                    if y >= b:
                        break
                    total += share * (1.0 - chance[b - y][a - x])
            chance[a][b] = total
    return chance


def packed(chance: list[list[float]]) -> bytes:
    """Write chances as two bytes each, row by row from [1][1]: the file data/win.bin."""
    return b"".join(round(one * SCALE).to_bytes(2, "big") for row in chance[1:] for one in row[1:])


def below(cells: Cells, farthest: int) -> list[list[int]]:
    """Count the deals with less than a and less than b points, at [a][b]; the last row sets the dealer no limit."""
    rows = [[0] * (farthest + 1) for _ in range(farthest + 2)]
    for (x, y), count in cells.items():
        if y < farthest:
            rows[min(x, farthest) + 1][y + 1] += count
    summed = [list(accumulate(row)) for row in rows]
    for before, row in pairwise(summed):
        for b, count in enumerate(before):
            row[b] += count
    return summed


def _by_dealer(sample: Sample) -> list[tuple[int, list[tuple[int, float]]]]:
    """List whole deals by the dealer's points, then by pone's, with the share of each."""
    rows: dict[int, list[tuple[int, float]]] = {}
    for (x, y), count in sorted(sample.end.items()):
        rows.setdefault(x, []).append((y, count / sample.size))
    return list(rows.items())
