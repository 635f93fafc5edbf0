"""``throw "5S 4S 2S 8D 6H 8C" [--dealer] [--scores 0-0]``: rank every throw, best first."""

from __future__ import annotations

import argparse
import re

from engine.cards import cards, text
from engine.commands.answer import Answer, written
from engine.errors import EngineError
from engine.odds import throws
from engine.rules import Rules

HELP = "rank every throw of a dealt hand, best first"
SEATS_OF = {6: 2, 5: 4}


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("cards", help="the six cards dealt, or the five of a three- or four-handed or five-card deal")
    parser.add_argument("--dealer", action="store_true", help="the crib is yours (or your partner's)")
    parser.add_argument("--scores", metavar="YOURS-THEIRS", help="rank by the chance to win at these scores")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), help="players; six cards mean 2, five mean 4")
    parser.add_argument("--five-card", action="store_true", help="the old five-card game for two")
    parser.add_argument("--target", type=int, default=121, help="holes to win, 121 unless said")


def answer(options: argparse.Namespace) -> Answer:
    """Rank the throws."""
    dealt = cards(options.cards)
    seats = options.players or (2 if options.five_card else SEATS_OF.get(len(dealt), 2))
    rules = Rules(seats=seats, target=options.target, five_card=options.five_card)
    scores = _scores(options.scores, rules) if options.scores else None
    ranked = throws.ranked(dealt, dealer=options.dealer, rules=rules, scores=scores)
    data = []
    for one in ranked:
        row: dict[str, object] = {
            "throw": written(one.throw),
            "keep": written(one.keep),
            "hand": round(one.hand, 4),
            "crib": round(one.crib, 4),
            "total": round(one.total, 4),
        }
        if one.win is not None:
            row["win"] = round(one.win, 4)
        data.append(row)
    lines = [
        f"throw {text(one.throw, ' '):6} keep {text(one.keep, ' '):12} hand {one.hand:6.3f}  crib {one.crib:6.3f}  "
        f"total {one.total:6.3f}" + ("" if one.win is None else f"  wins {100 * one.win:5.1f} %")
        for one in ranked
    ]
    return Answer(data, tuple(lines))


def _scores(words: str, rules: Rules) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4})[-:,](\d{1,4})", words.strip())
    if found is None or any(int(score) >= rules.target for score in found.groups()):
        raise EngineError("bad_scores", text=words)
    yours, theirs = found.groups()
    return int(yours), int(theirs)
