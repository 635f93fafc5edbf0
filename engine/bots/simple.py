"""Play the simple policy: the plain yardstick whose figures over a million games are known (docs/bots.md).

Two players, six cards. Throw the two cards with the best hand average over the 46 starters plus (dealer) or minus
(pone) the exact uniform crib. Play the legal card with the highest 10 × points of the card itself (15, 31, pair, run;
not go or last) + 0.1 × its value, - 3 where the new count is 5, 10 or 21, and when leading - 4 for a five, + 2 for a
card below five, + 2 if another of its rank is held. Of equal throws and cards the first is taken, the hand being in
order of suit, then of rank: that decides 0.03 points of pegging a play, and is the order behind the known figures.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from engine import pegging, scoring
from engine.bots.protocol import Player, owns_crib
from engine.cards import JACK, VALUES, Card
from engine.errors import BotError
from engine.observe import Observation
from engine.odds import tables
from engine.pegging import LIMIT

STARTERS: Final = 46
_NOBS: Final = tuple(number for number in range(52) if number >> 2 == JACK)
_SPLITS: Final = tuple(
    (keep, tuple(at for at in range(6) if at not in keep)) for keep in reversed(list(combinations(range(6), 4)))
)
"""Places of the four kept and of the two thrown, by the places of the thrown."""
COUNTS_TO_SHUN: Final = frozenset({5, 10, 21})
BY_SUIT: Final = tuple((number & 3) * 13 + (number >> 2) for number in range(52))
"""The place of each card in a pack in order of suit, then of rank; by card number."""


@cache
def keep_totals() -> dict[int, int]:
    """Return what four ranks score over all 48 starters, without flush and nobs, by the sum of their `KEYS`.

    1,820 entries, made on first use. The average of any keep follows by taking away the two cards thrown.
    """
    ranks = scoring.KEYS[::4]
    by_ranks = scoring.by_ranks()
    table: dict[int, int] = {}
    for four in combinations_of_ranks():
        key = sum(ranks[rank] for rank in four)
        table[key] = sum(
            (4 - four.count(rank)) * by_ranks[key + ranks[rank]] for rank in range(13) if four.count(rank) < 4
        )
    return table


@cache
def combinations_of_ranks(size: int = 4) -> tuple[tuple[int, ...], ...]:
    """List every hand of a size by its ranks, sorted: 1,820 of four cards.

    >>> [len(combinations_of_ranks(size)) for size in (0, 1, 2, 3, 4)]
    [1, 13, 91, 455, 1820]
    """
    if not size:
        return ((),)
    return tuple(
        (*some, rank) for some in combinations_of_ranks(size - 1) for rank in range(some[-1] if some else 0, 13)
    )


def averages(held: Sequence[Card]) -> list[tuple[float, tuple[Card, ...], tuple[Card, ...]]]:
    """List, for six sorted cards, each throw's exact hand average over the 46 starters, the cards kept and thrown.

    >>> from engine.cards import cards, text
    >>> mean, keep, throw = max(averages(sorted(cards("5S 4S 2S 8D 6H 8C"))))
    >>> round(mean, 4), text(keep), text(throw)
    (8.5, '2s4s5s6h', '8c8d')
    """
    totals, by_ranks, keys = keep_totals(), scoring.by_ranks(), scoring.KEYS
    suits = [13, 13, 13, 13]
    for one in held:
        suits[one & 3] -= 1
    found: list[tuple[float, tuple[Card, ...], tuple[Card, ...]]] = []
    for (i, j, k, m), (x, y) in _SPLITS:
        a, b, c, d, t, u = held[i], held[j], held[k], held[m], held[x], held[y]
        key = keys[a] + keys[b] + keys[c] + keys[d]
        points = totals[key] - by_ranks[key + keys[t]] - by_ranks[key + keys[u]]
        suit = a & 3
        if suit == b & 3 == c & 3 == d & 3:
            points += 4 * STARTERS + suits[suit]
        if d >= _NOBS[0]:
            for one in (a, b, c, d):
                if one >> 2 == JACK:
                    points += suits[one & 3]
        found.append((points / STARTERS, (a, b, c, d), (t, u)))
    return found


def throw(held: Sequence[Card], *, dealer: bool) -> tuple[Card, ...]:
    """Choose two of six sorted cards for the crib.

    >>> from engine.cards import cards, text
    >>> text(throw(sorted(cards("5S 4S 2S 8D 6H 8C")), dealer=True))
    '8c8d'
    """
    crib = tables.by_cards("uniform", own_crib=dealer)
    sign = 1 if dealer else -1
    best, chosen, kept = -100.0, tuple(held[:2]), tuple(held[2:])
    for mean, keep, thrown in averages(held):
        value = mean + sign * crib[thrown[0] * 52 + thrown[1]]
        if value > best or (value == best and _in_order(keep) < _in_order(kept)):
            best, chosen, kept = value, thrown, keep
    return chosen


def card(hand: Sequence[Card], pile: list[Card]) -> Card:
    """Choose from a sorted hand the card to lay on the open count; at least one must be legal.

    >>> from engine.cards import cards
    >>> card(cards("4S 5S TS JS"), []), card(cards("4S 5S TS JS"), list(cards("6H")))
    (Card('4s'), Card('Ts'))
    """
    count = sum([VALUES[one] for one in pile])
    best, chosen = -1000, hand[0]
    for one in hand:
        value = VALUES[one]
        after = count + value
        if after > LIMIT:
            break
        worth = value - 30 if after in COUNTS_TO_SHUN else value
        if pile:
            worth += 100 * pegging.points([*pile, one], after)
        else:
            rank = one >> 2
            if rank == 4:
                worth -= 40
            elif rank < 4:
                worth += 20
            if sum([other >> 2 == rank for other in hand]) > 1:
                worth += 20
        if worth > best or (worth == best and BY_SUIT[one] < BY_SUIT[chosen]):
            best, chosen = worth, one
    return chosen


def _in_order(some: Sequence[Card]) -> list[int]:
    return sorted(BY_SUIT[one] for one in some)


class Simple(Player):
    """Be the simple policy at a table of two."""

    name = "simple"

    def throw(self, seen: Observation, seat: int, rng: random.Random) -> tuple[Card, ...]:
        """Throw by hand average and uniform crib.

        Raises BotError (`two_players_only`).
        """
        hand = seen.state.hands[seat]
        if len(hand) != 6:
            raise BotError("two_players_only")
        return throw(hand, dealer=owns_crib(seen, seat))

    def card(self, seen: Observation, seat: int, legal: tuple[Card, ...], rng: random.Random) -> Card:
        """Play what scores, else high."""
        return card(seen.state.hands[seat], [laid.card for laid in seen.state.pile])
