"""Take a deal and a starter from a shuffled pack as a dealer would: one card at a time, from the dealer's left.

Who shuffles is not the engine's business; the order of the pack decides everything, and can be kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Cut, Deal
from engine.cards import Card
from engine.rules import Rules
from engine.state import State


def deal(state: State, pack: Sequence[Card]) -> Deal:
    """Deal the top of the pack to the seats of a game that waits for it; with three players the next is the crib's.

    >>> from engine import Rules, play
    >>> from engine.cards import PACK
    >>> deal(play.start(Rules(seats=3), 0), PACK).hands[1]
    (Card('Ac'), Card('As'), Card('2h'), Card('3d'), Card('4c'))
    """
    rules = state.rules
    hands: list[list[Card]] = [[] for _ in range(rules.seats)]
    order = rules.round_from(state.pone)
    size = rules.cards_dealt * rules.seats
    for at, one in enumerate(pack[:size]):
        hands[order[at % rules.seats]].append(one)
    return Deal(tuple(tuple(hand) for hand in hands), tuple(pack[size : size + rules.cards_extra]))


def starter(rules: Rules, pack: Sequence[Card]) -> Cut:
    """Turn up the first card of the pack that was not dealt.

    >>> from engine.cards import PACK
    >>> starter(Rules(), PACK).card
    Card('4c')
    """
    return Cut(pack[rules.cards_dealt * rules.seats + rules.cards_extra])
