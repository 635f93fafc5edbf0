"""Recompute the standings of 200 cards × 22 games, against a loop of ORM saves over the same ledger.

    python bench/standings.py [--cards 200] [--games 22] [--rounds 7]

The limit is a ratio of 10 in the same run; the peer does what a straightforward Django view would: for each entry
read its lines, add them up in Python, save the row.
"""

import argparse
import random
import uuid
from pathlib import Path
from sys import path
from typing import TYPE_CHECKING

path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.support import database, timing

if TYPE_CHECKING:
    from clubs.events.models import Stage

LIMIT = 10.0


def main() -> int:
    """Print the two medians and their ratio; the exit status is 1 below the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=200)
    parser.add_argument("--games", type=int, default=22)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with database.fresh():
        return run(options.cards, options.games, options.rounds)


def run(cards: int, games: int, rounds: int) -> int:
    """Fill a night, time both ways, and compare what they computed."""
    from clubs.events.models import Entry, LedgerLine, Stage, Standing
    from clubs.events.services import standings

    stage, chance = _night(cards, games)
    lines = list(LedgerLine.objects.filter(stage=stage).values_list("pk", flat=True))

    def shuffle() -> None:
        # A result changes between two runs, as it does in a hall: nothing may be answered from what was there.
        line = chance.choice(lines)
        margin = chance.randint(1, 60)
        LedgerLine.objects.filter(pk=line).update(plus=margin, minus=0, net=margin)

    def ours() -> None:
        standings.compute(stage.pk, True)

    def theirs() -> None:
        rows = []
        for entry in Entry.objects.filter(stage=stage):
            lines = list(LedgerLine.objects.filter(entry=entry))
            row, _made = Standing.objects.get_or_create(stage=stage, entry=entry)
            row.points = sum(line.points for line in lines)
            row.won = sum(line.won for line in lines)
            row.games = len(lines)
            row.plus = sum(line.plus or 0 for line in lines)
            row.minus = sum(line.minus or 0 for line in lines)
            row.net = row.plus - row.minus
            rows.append(row)
        rows.sort(key=lambda row: (-row.points, -row.won, -(row.net or 0), -(row.plus or 0)))
        for rank, row in enumerate(rows, start=1):
            row.rank = rank
            row.save()

    shuffle()
    ours()
    theirs()
    mine, other, ratio = timing.pairs(ours, theirs, rounds=rounds, between=shuffle)
    ours()
    assert standings.compute(stage.pk, False) == [], "the stored table differs from the facts"
    print(f"{Stage.objects.filter(pk=stage.pk).count()} stage, {cards} cards x {games} games, {rounds} pairs of runs")
    print(f"ours   {1000 * mine:8.1f} ms   whole stage from one query, rows that differ written in bulk")
    print(f"loop   {1000 * other:8.1f} ms   a query and a save for each card")
    print(f"ratio  {ratio:8.1f} x    limit {LIMIT:.0f} x")
    return 0 if ratio >= LIMIT else 1


def _night(cards: int, games: int) -> "tuple[Stage, random.Random]":
    from clubs.events.models import Entry, Event, LedgerLine, Stage
    from clubs.events.presets import preset
    from clubs.people.models import Club, Player

    chance = random.Random(121)
    club = Club.objects.create(name="Bench", slug="bench")
    kind = preset("acc9")
    event = Event.objects.create(
        club=club, name="Bench", date="2026-10-15", preset=kind.key, games=games, scheme=kind.scheme.to_data(),
        chain=list(kind.chain), status=Event.Status.RUNNING,
    )  # fmt: skip
    stage = Stage.objects.create(club=club, event=event)
    players = Player.objects.bulk_create(Player(name=f"Player {number}") for number in range(cards))
    entries = Entry.objects.bulk_create(
        Entry(stage=stage, player=player, seat=seat, planned_games=games) for seat, player in enumerate(players, 1)
    )
    lines = []
    for number in range(1, games + 1):
        order = list(entries)
        chance.shuffle(order)
        for winner, loser in zip(order[::2], order[1::2], strict=False):
            margin = chance.randint(1, 60)
            source = uuid.UUID(int=chance.getrandbits(128))
            for entry, opponent, won in ((winner, loser, 1), (loser, winner, 0)):
                lines.append(
                    LedgerLine(
                        stage=stage, entry=entry, opponent=opponent, kind="game", game_number=number, games=1, won=won,
                        points=(3 if margin > 30 else 2) * won, plus=margin * won, minus=margin * (1 - won),
                        net=margin if won else -margin, skunks=won * (margin > 30),
                        skunks_lost=(1 - won) * (margin > 30), source=source,
                    )
                )  # fmt: skip
    LedgerLine.objects.bulk_create(lines)
    return stage, chance


if __name__ == "__main__":
    raise SystemExit(main())
