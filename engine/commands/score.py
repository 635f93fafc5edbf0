"""``score "5H 5S 5D JC" 5C [--crib]``: count a hand or a crib."""

from __future__ import annotations

import argparse

from engine import scoring
from engine.cards import cards, text
from engine.commands.answer import Answer, written
from engine.commands.spoken import aloud
from engine.errors import EngineError

HELP = "count a hand or a crib"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("hand", help="the cards without the starter: four, or three in the five-card game")
    parser.add_argument("starter", help="the card turned up")
    parser.add_argument("--crib", action="store_true", help="it is the crib: a flush needs the starter")


def answer(options: argparse.Namespace) -> Answer:
    """Count and explain."""
    kept, turned = cards(options.hand), cards(options.starter)
    if len(turned) != 1:
        raise EngineError("one_starter", count=len(turned))
    score = scoring.hand(kept, turned[0], crib=options.crib)
    data = {
        "total": score.total,
        "combos": [
            {"kind": combo.kind, "cards": written(combo.cards), "points": combo.points} for combo in score.combos
        ],
    }
    lines = [f"{words:28} {text(combo.cards, ' ')}" for words, combo in zip(aloud(score), score.combos, strict=True)]
    return Answer(data, (*lines, f"{score.total} points" if score.total != 1 else "1 point"))
