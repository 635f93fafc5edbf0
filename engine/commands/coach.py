"""``coach FILE``: what each throw and each card of a recorded game cost against the best."""

from __future__ import annotations

import argparse

from engine import coach, replay
from engine.cards import text
from engine.commands.answer import Answer, written
from engine.commands.replay import text_of
from engine.commands.words import sentence
from engine.errors import NotationError

HELP = "say what each throw and each card of a record cost against the best"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("file", help="a game record (.cgr); - for standard input")


def answer(options: argparse.Namespace) -> Answer:
    """Go through the game; of a wrong record through its good part."""
    try:
        played = replay.read(text_of(options.file))
    except NotationError as error:
        return Answer([], (), wrong=sentence(error))
    found = coach.review(played)
    data = [
        {
            "deal": one.deal,
            "seat": one.seat,
            "kind": one.kind,
            "chosen": written(one.chosen),
            "best": written(one.best),
            "cost": round(one.cost, 4),
            "win_cost": None if one.win_cost is None else round(one.win_cost, 4),
        }
        for one in found
    ]
    lines = [
        f"deal {one.deal:>2} seat {one.seat}  {one.kind:5} {text(one.chosen, ' '):5}  best {text(one.best, ' '):5}  "
        f"cost {one.cost:5.2f}" + ("" if one.win_cost is None else f"  {100 * one.win_cost:5.2f} % of winning")
        for one in found
    ]
    return Answer(data, tuple(lines), wrong=sentence(played.error) if played.error else "")
