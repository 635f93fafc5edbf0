"""Draw the rotation of a large night, each draw passed by the independent checker.

    python bench/rotation.py [--players 200] [--games 22] [--rounds 5]

The limit is one second for 200 players and 22 games.
"""

import argparse
import statistics
from functools import partial
from pathlib import Path
from sys import path

path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import timing
from clubs.events.draw import draw

LIMIT = 1.0


def main() -> int:
    """Print the median for an even and an odd field; the exit status is 1 above the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--games", type=int, default=22)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    worst = 0.0
    for players in (options.players, options.players - 1):
        works = [partial(draw, range(players), options.games, seed=seed) for seed in range(options.rounds)]
        seconds = statistics.median(timing.once(work) for work in works)
        worst = max(worst, seconds)
        print(f"{players} players x {options.games} games  {1000 * seconds:8.1f} ms   limit {1000 * LIMIT:.0f} ms")
    return 0 if worst < LIMIT else 1


if __name__ == "__main__":
    raise SystemExit(main())
