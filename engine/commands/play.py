"""``play --players 2 --bots sharp,steady --games 100 --seed 1``: let bots play whole games."""

from __future__ import annotations

import argparse

from engine.bots import arena, bot
from engine.bots.protocol import Bot
from engine.commands.answer import Answer
from engine.errors import BotError
from engine.rules import Rules

HELP = "let bots play whole games and add up what happened"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("--players", type=int, default=2, help="2, 3 or 4; with four, 0 and 2 play against 1 and 3")
    parser.add_argument(
        "--bots", default="steady,steady", help="a bot for each side, or for each seat, separated by commas"
    )
    parser.add_argument("--games", type=int, default=100, help="how many; who deals first goes round")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games")
    parser.add_argument("--target", type=int, default=121, help="holes to win, 121 unless said")
    parser.add_argument("--five-card", action="store_true", help="the old five-card game for two")


def answer(options: argparse.Namespace) -> Answer:
    """Play them."""
    rules = Rules(seats=options.players, target=options.target, five_card=options.five_card)
    names = [name.strip() for name in options.bots.split(",")]
    if len(names) not in (rules.sides, rules.seats):
        raise BotError("bots_wrong", seats=rules.seats, expected=rules.sides, count=len(names))
    if options.games < 1:
        raise BotError("number_too_low", what="--games", low=1)
    bots: list[Bot] = [bot(names[seat % len(names)]) for seat in range(rules.seats)]
    tally = arena.play_games(bots, options.games, seed=options.seed, rules=rules, first_dealer=None)
    named = range(len(names))
    data = {
        "games": tally.games,
        "wins": [tally.wins[seat] for seat in named],
        "points_per_game": [round(tally.points_per_game[seat], 3) for seat in named],
        "deals_per_game": round(tally.deals_per_game, 3),
        "first_dealer_wins": round(tally.first_dealer_wins / tally.games, 4),
        "pegging": {"dealer": round(tally.pegging[0], 3), "others": round(tally.pegging[1], 3)},
    }
    lines = [
        f"{name:10} wins {tally.wins[seat]:>6} of {tally.games}  points a game {tally.points_per_game[seat]:7.2f}"
        for seat, name in enumerate(names)
    ]
    return Answer(
        data,
        (
            *lines,
            f"deals a game {tally.deals_per_game:.2f}, "
            f"first dealer wins {100 * tally.first_dealer_wins / tally.games:.1f} %, "
            f"pegging dealer {tally.pegging[0]:.2f}, others {tally.pegging[1]:.2f}",
        ),
    )
