"""Make the tables of engine/odds again, and tell whether they are the ones stored.

    python bench/odds.py                     both of the quick ones: crib and chance
    python bench/odds.py crib [--write]      the exact table of uniform cribs (data/uniform.json), in a second
    python bench/odds.py win [--write]       400,000 deals (data/deals.json) and the chances to win that follow from
                                             them (data/win.bin), in some five minutes
    python bench/odds.py chance [--write]    only data/win.bin, from the deals stored, in some ten seconds

Without --write nothing is changed, and the exit status is 1 if a byte differs. The deals are played by the simple
policy on both sides, from one seed, so that everybody gets the same bytes.
"""

import argparse
import time
from pathlib import Path
from random import Random
from sys import path

path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.actions import Discard, Play
from engine.bots import simple
from engine.odds import chain, deals, uniform
from engine.state import Phase, State

DATA = Path(__file__).resolve().parent.parent / "engine" / "odds" / "data"
SEED = 26
DEALS = 400_000
NOTE = (
    f"Points of {DEALS:,} deals for two by the simple policy, seed {SEED}: [dealer, pone, deals] after the play, after "
    "pone's hand, at the end; `first`: see engine/odds/deals.py. Made by: python bench/odds.py win --write"
)


def main() -> int:
    """Make what was asked for; the exit status is 1 if it is not what is stored."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", choices=("crib", "win", "chance"), help="crib and chance unless said")
    parser.add_argument("--write", action="store_true", help="store what was made")
    options = parser.parse_args()
    started = time.perf_counter()
    made: dict[str, bytes] = {}
    if options.table in (None, "crib"):
        made["uniform.json"] = uniform.written().encode()
    if options.table != "crib":
        sample = played() if options.table == "win" else deals.stored()
        if options.table == "win":
            made["deals.json"] = sample.written(NOTE).encode()
        made["win.bin"] = chain.packed(chain.solve(sample))
    print(f"made in {time.perf_counter() - started:.1f} s")
    same = True
    for name, content in made.items():
        file = DATA / name
        if options.write:
            file.write_bytes(content)
        alike = file.exists() and file.read_bytes() == content
        same = same and alike
        print(f"{name}: {len(content):,} bytes, {'as stored' if alike else 'NOT as stored'}")
    return 0 if same else 1


def played() -> deals.Sample:
    """Play the deals."""
    sample = deals.sample(DEALS, choose=choose, rng=Random(SEED))
    (dealer, pone), (dealer_pegs, pone_pegs) = sample.mean(), sample.pegging()
    print(f"dealer {dealer:.3f}, pone {pone:.3f} a deal; in the play, with heels, {dealer_pegs:.3f}, {pone_pegs:.3f}")
    return sample


def choose(state: State, seat: int) -> Discard | Play:
    """Act by the simple policy."""
    hand = state.hands[seat]
    if state.phase is Phase.DISCARD:
        return Discard(seat, simple.throw(hand, dealer=seat == state.dealer))
    return Play(seat, simple.card(hand, [laid.card for laid in state.pile]))


if __name__ == "__main__":
    raise SystemExit(main())
