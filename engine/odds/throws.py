"""Rank everything one may lay in the crib: the hand exactly, over every starter, and the crib by a table.

The hand is the exact mean over all cards not dealt to oneself. The crib is what `tables` says of the thrown cards; with
three and four players, where each seat lays one card, the average crib with that card and any others. Where scores are
given, two players learn their chance to win with each throw too (method: `late`), and throws are ranked by it as soon
as the deal may end the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from engine import scoring
from engine.cards import JACK, PACK, UNKNOWN, Card, distinct
from engine.errors import OddsError
from engine.odds import late, tables, win
from engine.rules import Rules

STANDARD: Final = Rules()
PLACES: Final = 4
"""Decimals of a chance that throws are told apart by; what is equal then stays ranked by points."""
_RANK_KEYS: Final = scoring.KEYS[::4]


@dataclass(frozen=True, slots=True)
class Throw:
    """Hold one throw: the cards laid and kept (sorted) and what they bring on average.

    `hand`: points of the kept cards, the exact mean over every starter. `crib`: points of the crib, by table.
    `total`: hand plus one's own side's crib, or minus an opponent's. `win`: chance to win the game, None where no
    scores were given.
    """

    throw: tuple[Card, ...]
    keep: tuple[Card, ...]
    hand: float
    crib: float
    total: float
    win: float | None = None


def ranked(
    cards: Sequence[Card],
    *,
    dealer: bool,
    rules: Rules = STANDARD,
    scores: tuple[int, int] | None = None,
    column: tables.Column = tables.DEFAULT,
) -> tuple[Throw, ...]:
    """Rank every throw of a dealt hand, best first; equal ones in the order of the thrown cards.

    `dealer`: the crib is one's own or one's partner's. `scores`: one's own and the opponent's, at a table of two with
    six cards; then `win` is known, and decides once somebody may go out in this deal.

    >>> from engine.cards import cards, text
    >>> best, second, *rest = ranked(cards("5S 4S 2S 8D 6H 8C"), dealer=True)
    >>> text(best.throw), text(best.keep), best.hand, best.crib, round(best.total, 2), len(rest)
    ('8c8d', '2s4s5s6h', 8.5, 5.45, 13.95, 13)

    >>> ahead = ranked(cards("2H 3D 5S 9C JD KS"), dealer=False, scores=(118, 115))[0]
    >>> text(ahead.throw), ahead.win is not None
    ('9cKs', True)

    Raises OddsError (`throw_size`, `no_such_column`, `no_table`, `score_outside`, `no_win_table`,
    `no_five_card_table`) and CardError (`same_card_twice`).
    """
    if len(cards) != rules.cards_dealt or UNKNOWN in cards:
        raise OddsError("throw_size", size=len(cards), expected=rules.cards_dealt)
    distinct(cards)
    held = sorted(cards)
    hand_of = _four(held) if rules.cards_kept == 4 else _three(held)
    sign = 1 if dealer else -1
    table = tables.by_cards(column, own_crib=dealer)
    found: list[Throw] = []
    for throw in combinations(held, rules.cards_thrown):
        keep = tuple([one for one in held if one not in throw])
        hand = hand_of[keep]
        crib = table[throw[0] * 52 + throw[1]] if len(throw) == 2 else tables.single(throw[0])
        found.append(Throw(throw, keep, hand, crib, hand + sign * crib))
    found.sort(key=_total, reverse=True)
    return tuple(found) if scores is None else _by_chance(found, rules, scores, dealer=dealer)


def _by_chance(found: list[Throw], rules: Rules, scores: tuple[int, int], *, dealer: bool) -> tuple[Throw, ...]:
    """Add the chance to win to each throw, and rank by it where the deal may end the game."""
    if rules.five_card:
        raise OddsError("no_five_card_table")
    if rules.seats != 2:
        raise OddsError("no_win_table", seats=rules.seats)
    win.check(scores, rules.target, over=False)
    own, other = (rules.target - score for score in scores)
    thrown = {one for throw in found for one in (*throw.throw, *throw.keep)}
    unseen = [one for one in PACK if one not in thrown]
    known = [
        replace(
            throw,
            win=late.chance(
                Counter([scoring.total(throw.keep, starter) for starter in unseen]),
                throw.crib,
                own=own,
                other=other,
                dealer=dealer,
            ),
        )
        for throw in found
    ]
    if late.end_chance(own, other, dealer=dealer) >= late.REACH:
        known.sort(key=_win, reverse=True)
    return tuple(known)


def _total(one: Throw) -> float:
    return one.total


def _win(one: Throw) -> float:
    return round(one.win or 0.0, PLACES)


def _four(held: Sequence[Card]) -> dict[tuple[Card, ...], float]:
    """Average every four of the cards held over all starters: by ranks from a table, flush and nobs by their counts."""
    by_ranks = scoring.by_ranks()
    ranks = [4] * 13
    suits = [13] * 4
    for one in held:
        ranks[one >> 2] -= 1
        suits[one & 3] -= 1
    starters = [(key, left) for key, left in zip(_RANK_KEYS, ranks, strict=True) if left]
    unseen = 52 - len(held)
    keys = scoring.KEYS
    means: dict[tuple[Card, ...], float] = {}
    for keep in combinations(held, 4):
        a, b, c, d = keep
        key = keys[a] + keys[b] + keys[c] + keys[d]
        points = 0
        for more, left in starters:
            points += by_ranks[key + more] * left
        if a & 3 == b & 3 == c & 3 == d & 3:
            points += 4 * unseen + suits[a & 3]
        for one in keep:
            if one >> 2 == JACK:
                points += suits[one & 3]
        means[keep] = points / unseen
    return means


def _three(held: Sequence[Card]) -> dict[tuple[Card, ...], float]:
    """Average every three of the five cards held: the old five-card game."""
    unseen = [one for one in PACK if one not in held]
    return {
        keep: sum(scoring.total(keep, starter) for starter in unseen) / len(unseen) for keep in combinations(held, 3)
    }
