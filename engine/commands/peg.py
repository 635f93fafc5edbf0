"""``peg "JH 5S 7C 6H"``: count the cards of one count of the play, in the order they were laid."""

from __future__ import annotations

import argparse

from engine import pegging
from engine.cards import cards
from engine.commands.answer import Answer
from engine.errors import ScoringError

HELP = "count one count of the play; go and last are not in it"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("cards", help="the cards of one count, in the order they were laid")


def answer(options: argparse.Namespace) -> Answer:
    """Count card by card."""
    pile = cards(options.cards)
    if not pile:
        raise ScoringError("no_cards")
    data = []
    for size, card in enumerate(pile, 1):
        score = pegging.last(pile[:size])
        why = {peg.why: peg.points for peg in score.pegs}
        data.append({"card": str(card), "count": score.count, "points": score.points, "why": why})
    lines = [
        f"{row['card']}  {row['count']:>2}  {row['points'] or '':>2}  {', '.join(row['why'])}".rstrip()  # type: ignore[arg-type]
        for row in data
    ]
    return Answer(data, tuple(lines))
