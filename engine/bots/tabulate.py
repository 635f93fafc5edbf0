"""Tabulate what the bots look up: what hands are usually kept, and what a kept hand is worth in the play.

Pure: ``python bench/bots.py keeps`` and ``python bench/bots.py pegging`` write the results to engine/bots/data.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from engine import scoring
from engine.bots import belief, simple
from engine.bots.playout import Ranks, by_habit
from engine.bots.spots import ROOT, Spot
from engine.cards import PACK
from engine.odds import tables, throws
from engine.rules import Rules

SEED: Final = 1730
THREE: Final = Rules(seats=3)
NO_PLAY: Final = belief.Evidence((), 0)
FAR: Final = ((0, 1), (1000, 1000))


def keeps(deals: int, seed: int = SEED) -> dict[str, Any]:
    """Deal six cards to two hands and note what each keeps, dealer and pone, by the table that `steady` throws by.

    Counts stand in the order of `simple.combinations_of_ranks()`. `of_five`: how often a rank dealt among five cards is
    kept when one is thrown, in thousandths, to one's own side's crib and to another's.
    """
    rng = random.Random(seed)  # noqa: S311 (a simulation)
    pack = list(PACK)
    keys = scoring.KEYS[::4]
    places = {sum(keys[rank] for rank in four): at for at, four in enumerate(simple.combinations_of_ranks())}
    counts = {"dealer": [0] * len(places), "pone": [0] * len(places)}
    for _ in range(deals):
        rng.shuffle(pack)
        for role, hand in (("dealer", pack[:6]), ("pone", pack[6:12])):
            sign, own = (1, True) if role == "dealer" else (-1, False)
            crib = tables.by_cards(tables.DEFAULT, own_crib=own)
            best, chosen = -100.0, hand
            for mean, keep, (first, second) in simple.averages(sorted(hand)):
                value = mean + sign * crib[first * 52 + second]
                if value > best:
                    best, chosen = value, list(keep)
            counts[role][places[sum(scoring.KEYS[one] for one in chosen)]] += 1
    return {"deals": deals, "seed": seed, **counts, "of_five": _of_five(deals // 25, rng)}


def _of_five(deals: int, rng: random.Random) -> dict[str, list[int]]:
    """Note what is kept of five cards."""
    shares = {}
    for role in ("dealer", "pone"):
        dealt, kept = [0] * 13, [0] * 13
        for _ in range(deals):
            hand = rng.sample(PACK, 5)
            best = throws.ranked(hand, dealer=role == "dealer", rules=THREE)[0]
            for one in hand:
                dealt[one.rank] += 1
            for one in best.keep:
                kept[one.rank] += 1
        shares[role] = [round(1000 * some / max(all_, 1)) for some, all_ in zip(kept, dealt, strict=True)]
    return shares


def pegging(hands: int = 300, fours: Sequence[Ranks] | None = None) -> dict[str, Any]:
    """Give for every kept hand what it pegs less what the opponent does, in hundredths, as dealer and as pone.

    Both play by habit, pone's first card being the best over all; the opponent's hands are `hands` taken evenly from
    those usually kept in the other role. In the order of `fours`, or of `simple.combinations_of_ranks()`.
    """
    both = [pegs(four, hands) for four in fours or simple.combinations_of_ranks()]
    return {"hands": hands, "dealer": [dealer for dealer, _ in both], "pone": [pone for _, pone in both]}


def pegs(four: Ranks, hands: int) -> tuple[int, int]:
    """Give what one kept hand pegs less what the opponent does, in hundredths: as dealer, as pone.

    >>> pegs((1, 2, 2, 6), 20) > pegs((4, 4, 4, 5), 20)
    True
    """
    left = [4 - four.count(rank) for rank in range(13)]
    theirs = belief.sample(belief.holdings(left, 4, NO_PLAY, dealer=False), hands)
    dealer = sum(one.weight * _net(ROOT, four, one.rest, 0) for one in theirs)
    theirs = belief.sample(belief.holdings(left, 4, NO_PLAY, dealer=True), hands)
    pone = max(
        sum(one.weight * _net(ROOT.after(lead), _without(four, lead), one.rest, 0) for one in theirs)
        for lead in set(four)
    )
    return round(100 * dealer), round(100 * pone)


def _net(here: Spot, mine: Sequence[int], theirs: Sequence[int], last: int) -> int:
    points = by_habit(here, (list(mine), list(theirs)), last, FAR)
    return points[0] - points[1]


def _without(four: Sequence[int], rank: int) -> list[int]:
    rest = list(four)
    rest.remove(rank)
    return rest
