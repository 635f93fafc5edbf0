"""Play the simple policy against itself and compare with its known figures (docs/bots.md).

    python bench/simple.py [--games 200000] [--seed 1] [--target 121]

Limits for 200,000 games to 121: the first dealer wins 55.75 ± 0.35 %, a game takes 8.94 ± 0.02 deals, and in plays that
came to their end the dealer pegs 3.42 ± 0.02 and pone 2.25 ± 0.02.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.bots import arena, selfplay

KNOWN = (
    ("first dealer wins, %", 55.75, 0.35),
    ("deals a game", 8.94, 0.02),
    ("dealer pegs a play", 3.42, 0.02),
    ("pone pegs a play", 2.25, 0.02),
)


def main() -> int:
    """Print each figure beside the known one; the exit status is 1 outside the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", type=int, default=121)
    options = parser.parse_args()
    step = 1000
    parts = [range(first, min(first + step, options.games)) for first in range(0, options.games, step)]
    with multiprocessing.Pool(os.cpu_count()) as pool:
        sums = [
            sum(column) for column in zip(*pool.imap(partial(added, options.seed, options.target), parts), strict=True)
        ]
    wins, deals, dealer, pone, complete = sums
    found = (100 * wins / options.games, deals / options.games, dealer / complete, pone / complete)
    good = True
    for (name, known, off), figure in zip(KNOWN, found, strict=True):
        limit = "" if options.target != 121 else f"known {known:6.2f} ± {off}"
        good = good and (options.target != 121 or abs(figure - known) <= off)
        print(f"{name:22} {figure:8.3f}   {limit}")
    return 0 if good else 1


def added(seed: int, target: int, numbers: Iterable[int]) -> tuple[int, int, int, int, int]:
    """Play games by number; return first dealers' wins, deals, the dealer's and pone's pegging, and complete plays."""
    wins = deals = dealer = pone = complete = 0
    for number in numbers:
        game = selfplay.game(arena.packs(seed, number), first_dealer=number % 2, target=target)
        wins += game.winner == number % 2
        deals += game.deals
        dealer += game.pegging[0]
        pone += game.pegging[1]
        complete += game.complete
    return wins, deals, dealer, pone, complete


if __name__ == "__main__":
    raise SystemExit(main())
