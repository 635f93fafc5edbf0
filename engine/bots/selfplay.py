"""Play whole two-handed games of the simple policy against itself with numbers only: no states, no events.

For tables and proofs that need hundreds of thousands of games. The tests play the same packs through the state machine
and find the same games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.bots import simple
from engine.bots.simple import BY_SUIT, COUNTS_TO_SHUN
from engine.cards import JACK, VALUES, Card
from engine.pegging import LIMIT, run_length
from engine.scoring import total

FIVE: Final = 4
"""The rank of a five."""


@dataclass(frozen=True, slots=True)
class Game:
    """Hold how a game ended.

    `winner` a seat, `scores` by seat and stopped at the target, `deals` how many were begun. `pegging`: what the dealer
    and pone pegged in the play (heels apart) over the `complete` deals whose play came to its end.
    """

    winner: int
    scores: tuple[int, int]
    deals: int
    pegging: tuple[int, int]
    complete: int


def game(packs: Iterable[Sequence[Card]], *, first_dealer: int = 0, target: int = 121) -> Game:
    """Play one game; each deal takes the next shuffled pack, dealt as `engine.dealing` deals it.

    Raises ValueError where the packs end before the game.
    """
    scores = [0, 0]
    pegged = [0, 0]
    complete = 0
    for deals, pack in enumerate(packs, 1):
        dealer = (first_dealer + deals - 1) & 1
        pone = 1 - dealer
        hands = [list(pack[0:12:2]), list(pack[1:12:2])]  # pone's, then the dealer's
        crib: list[Card] = []
        for who in (0, 1):
            hands[who].sort()
            thrown = simple.throw(hands[who], dealer=who == 1)
            crib += thrown
            hands[who] = [one for one in hands[who] if one not in thrown]
        starter = pack[12]
        room = (target - scores[pone], target - scores[dealer])
        heels = 2 if starter >> 2 == JACK else 0
        winner: int | None = 1
        gained = (0, heels)
        if heels < room[1]:
            pegs, winner = _play(hands, (room[0], room[1] - heels))
            gained = (pegs[0], heels + pegs[1])
            if winner is None:
                pegged[0] += pegs[1]
                pegged[1] += pegs[0]
                complete += 1
                gained, winner = _show(hands, crib, starter, room, gained)
        scores[pone] = min(scores[pone] + gained[0], target)
        scores[dealer] = min(scores[dealer] + gained[1], target)
        if winner is not None:
            return Game((pone, dealer)[winner], (scores[0], scores[1]), deals, (pegged[0], pegged[1]), complete)
    raise ValueError("the packs ended before the game")


def _show(
    hands: Sequence[Sequence[Card]], crib: Sequence[Card], starter: Card, room: tuple[int, int], gained: tuple[int, int]
) -> tuple[tuple[int, int], int | None]:
    """Count pone's hand, the dealer's and the crib; stop at the first that goes out."""
    pone, dealer = gained
    pone += total(hands[0], starter)
    if pone >= room[0]:
        return (pone, dealer), 0
    dealer += total(hands[1], starter)
    if dealer < room[1]:
        dealer += total(crib, starter, crib=True)
    return (pone, dealer), 1 if dealer >= room[1] else None


def _play(kept: Sequence[Sequence[Card]], room: tuple[int, int]) -> tuple[list[int], int | None]:
    """Play both hands out; return what pone and the dealer pegged, and who went out (None: neither)."""
    hands = [list(kept[0]), list(kept[1])]
    pegs = [0, 0]
    turn = 0
    pile: list[Card] = []
    count = 0
    while True:
        hand = hands[turn]
        best, points, best_worth = hand[0], 0, -1000
        for one in hand:  # sorted: after one that does not fit none does
            value = VALUES[one]
            reached = count + value
            if reached > LIMIT:
                break
            earned = _earned(pile, one, reached)
            worth = 100 * earned + value
            if reached in COUNTS_TO_SHUN:
                worth -= 30
            if not pile:
                worth += _lead(hand, one)
            if worth > best_worth or (worth == best_worth and BY_SUIT[one] < BY_SUIT[best]):
                best, points, best_worth = one, earned, worth
        hand.remove(best)
        pile.append(best)
        count += VALUES[best]
        pegs[turn] += points
        if pegs[turn] >= room[turn]:
            return pegs, turn
        other = 1 - turn
        if count < LIMIT:
            left = LIMIT - count
            if hands[other] and VALUES[hands[other][0]] <= left:
                turn = other
                continue
            if hand and VALUES[hand[0]] <= left:
                continue
            pegs[turn] += 1
            if pegs[turn] >= room[turn]:
                return pegs, turn
        pile, count = [], 0
        if hands[other]:
            turn = other
        elif not hand:
            return pegs, None


def _earned(pile: list[Card], one: Card, count: int) -> int:
    """Give what a card laid on the pile earns; `count` includes it."""
    earned = 2 if count in (15, LIMIT) else 0
    if not pile:
        return 0
    rank = one >> 2
    if pile[-1] >> 2 == rank:
        if len(pile) > 1 and pile[-2] >> 2 == rank:
            return earned + (12 if len(pile) > 2 and pile[-3] >> 2 == rank else 6)
        return earned + 2
    if len(pile) > 1:
        return earned + run_length([*pile, one])
    return earned


def _lead(hand: list[Card], one: Card) -> int:
    """Weigh a lead, in tenths: no five, rather a low card, rather one of a pair."""
    rank = one >> 2
    worth = -40 if rank == FIVE else 20 if rank < FIVE else 0
    return worth + (20 if any(other >> 2 == rank and other != one for other in hand) else 0)
