"""``distribution``: how often each count occurs, over every four cards and starter."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands.answer import Answer
from engine.odds import distribution

HELP = "how often each count occurs, over all 12,994,800 hands and starters"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments: there are none."""


def answer(options: argparse.Namespace) -> Answer:
    """Count them all."""
    hands, cribs = distribution.hands(), distribution.cribs()
    data = {"hand": _row(hands), "crib": _row(cribs)}
    lines = [
        f"{points:>4} {hand:>12,} {crib:>12,}"
        for points, (hand, crib) in enumerate(zip(hands.counts, cribs.counts, strict=True))
    ]
    return Answer(data, ("            hand         crib", *lines, f"mean {hands.mean:12.6f} {cribs.mean:12.6f}"))


def _row(found: distribution.Distribution) -> dict[str, Any]:
    return {"counts": {str(points): count for points, count in enumerate(found.counts)}, "mean": found.mean}
