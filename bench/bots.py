"""Measure how strong the bots are and how long they think; make their tables again.

    python bench/bots.py [--pairs 2000] [--games 1000] [--seed 1]     measure; about five minutes on one core
    python bench/bots.py parts [--pairs 400]                          what each part of sharp brings: sharp without it
    python bench/bots.py keeps [--deals 300000]                       write engine/bots/data/keeps.json
    python bench/bots.py pegging [--hands 300]                        write engine/bots/data/pegging.json (after keeps)

A pair is two games from the same packs, deal by deal, with the same seat dealing first and the bots' seats exchanged:
each holds in one game what the other holds in the second. The win rate is over both games of all pairs; its interval,
and that of the points (the first bot's less the second's, over both games), come from the means of pairs.

Limits: sharp over steady with the 95 % interval of points a pair above 0 and of the win rate above 50 %; steady over
gentle above 60 % of its games; a move of any bot under 10 ms in the median and under 50 ms in 99 of 100, in time
on the core, whatever else the machine does.
"""

import argparse
import json
import math
import statistics
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from sys import path
from typing import Any

path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine import Rules
from engine.actions import Action
from engine.bots import BOTS, Bot, arena, bot, tabulate
from engine.bots.sharp import FULL, Sharp
from engine.observe import Observation

DATA = Path(__file__).resolve().parent.parent / "engine" / "bots" / "data"
MEDIAN, P99 = 0.010, 0.050
PARTS: dict[str, dict[str, Any]] = {
    "belief": {"belief": False},
    "the hole": {"hole": False},
    "pegging in the throw": {"pegging": False},
    "solved endings": {"few": 0},
}
TABLES = {"two": Rules(), "three": Rules(seats=3), "four": Rules(seats=4)}


class Timed:
    """Be a bot whose moves are timed; the name of the bot, and a place for the seconds."""

    def __init__(self, of: Bot, seconds: list[float]) -> None:
        """Wrap a bot."""
        self.name, self._of, self._seconds = of.name, of, seconds

    def choose(self, seen: Observation, rng: Random) -> Action:
        """Choose as the bot does."""
        start = time.process_time()
        action = self._of.choose(seen, rng)
        self._seconds.append(time.process_time() - start)
        return action


def main() -> int:
    """Print each figure with its limit; the exit status is 1 where one is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("measure", "parts", "keeps", "pegging"), default="measure")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=300_000)
    parser.add_argument("--hands", type=int, default=300)
    options = parser.parse_args()
    if options.what == "parts":
        return _parts(options.pairs, options.seed)
    if options.what == "keeps":
        return _write("keeps", tabulate.keeps(options.deals))
    if options.what == "pegging":
        return _write("pegging", tabulate.pegging(options.hands))
    met = [
        _pairs("sharp", bot("sharp"), bot("steady"), options.pairs, options.seed),
        _games("steady", "gentle", options.games, options.seed),
        *(_moves(name, label, rules) for name in ("sharp", "steady", "gentle") for label, rules in TABLES.items()),
    ]
    return 0 if all(met) else 1


def _pairs(name: str, one: Bot, other: Bot, pairs: int, seed: int) -> bool:
    played = [arena.play_pair(one, other, seed=seed, game=number) for number in range(pairs)]
    rate, rate_half = _interval([pair.wins / 2 for pair in played])
    points, points_half = _interval([float(pair.points) for pair in played])
    print(f"{name} over {other.name}, {pairs} pairs of games, seats exchanged (95 % intervals by pairs)")
    print(f"  win rate      {100 * rate:6.2f} % ± {100 * rate_half:.2f}   limit: above 50 %")
    print(f"  points a pair {points:+6.2f}   ± {points_half:.2f}   limit: above 0")
    return rate - rate_half > 0.5 and points - points_half > 0


def _parts(pairs: int, seed: int) -> int:
    """Play sharp whole, then without each part, against steady on the same packs."""
    for part in ("", *PARTS):
        without = Sharp(replace(FULL, **PARTS[part])) if part else bot("sharp")
        _pairs(f"sharp without {part}" if part else "sharp", without, bot("steady"), pairs, seed)
    return 0


def _games(first: str, second: str, games: int, seed: int) -> bool:
    played = arena.play_games([bot(first), bot(second)], games, seed=seed, first_dealer=None)
    rate = played.wins[0] / games
    print(f"{first} over {second}, {games} games: {100 * rate:.1f} %   limit: above 60 %")
    return rate > 0.6


def _moves(name: str, label: str, rules: Rules, games: int = 20) -> bool:
    seconds: list[float] = []
    bots = [Timed(BOTS[name](), seconds) for _ in range(rules.seats)]
    arena.play_games(bots, 1, seed=7, rules=rules)  # tables are read at the first move
    seconds.clear()
    arena.play_games(bots, games, seed=8, rules=rules, first_dealer=None)
    median = statistics.median(seconds)
    p99 = statistics.quantiles(seconds, n=100)[98]
    print(
        f"a move of {name:6} of {label:5} {1000 * median:6.2f} ms median, {1000 * p99:6.2f} ms p99"
        f"   limit {1000 * MEDIAN:.0f} and {1000 * P99:.0f} ms"
    )
    return median < MEDIAN and p99 < P99


def _interval(values: list[float]) -> tuple[float, float]:
    """Return the mean and half the width of its 95 % interval."""
    return statistics.fmean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def _write(name: str, data: dict[str, object]) -> int:
    file = DATA / f"{name}.json"
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{file.name}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
