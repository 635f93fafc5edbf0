"""Name the 52 cards, read them as people write them, and write them in one way.

A card is a whole number, so that tables can be indexed by it: 4 × rank + suit, rank 0 … 12 from ace to king, suit
0 … 3 in the order clubs, diamonds, hearts, spades. Sorting cards sorts them by rank, then by suit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from engine.errors import CardError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
HIDDEN: Final = "??"
"""How a card that the reader may not see is written."""

_SIGNS: Final = str.maketrans("♣♦♥♠♧♢♡♤", "cdhscdhs")
_CARD: Final = re.compile(r"(10|[a2-9tjqk])([cdhs])", re.IGNORECASE)


class Card(int):
    """Be one card of the pack, or the card that nobody may see (`UNKNOWN`).

    >>> five = card("5h")
    >>> five.rank, five.suit, five.value, str(five), five
    (4, 2, 5, '5h', Card('5h'))
    >>> card("10♠").value, card("KD").value, card("ac").value
    (10, 10, 1)

    Raises CardError (`no_such_card`) for a number that is no card.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """Return the card of this number: 0 … 51, or 52 for the unknown one."""
        if not 0 <= number <= UNKNOWN_NUMBER:
            raise CardError("no_such_card", text=str(number))
        return super().__new__(cls, number)

    @property
    def rank(self) -> int:
        """Give the place in a run: 0 for an ace … 12 for a king."""
        return int(self) >> 2

    @property
    def suit(self) -> int:
        """Give the suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return int(self) & 3

    @property
    def value(self) -> int:
        """Give what the card adds to a count: 1 for an ace, 10 for a ten-card."""
        return VALUES[self]

    def __str__(self) -> str:
        """Write the card as the notation does: rank, then suit."""
        return TEXTS[self]

    def __repr__(self) -> str:
        """Write the card so that it can be recognised in a failing test."""
        return f"Card({TEXTS[self]!r})"


UNKNOWN_NUMBER: Final = 52
VALUES: Final = (*(min(number // 4 + 1, 10) for number in range(52)), 0)
TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), HIDDEN)
PACK: Final = tuple(Card(number) for number in range(52))
UNKNOWN: Final = Card(UNKNOWN_NUMBER)
JACK: Final = RANKS.index("J")
_BY_TEXT: Final = {str(one).lower(): one for one in PACK}


def card(text: str) -> Card:
    """Read one card: `TS`, `10S`, `ts` and `10♠` are the same.

    >>> card("TS") is card("10s") is card("10♠")
    True
    >>> card("1H")
    Traceback (most recent call last):
    ...
    engine.errors.CardError: no_such_card (text='1H')

    Raises CardError (`no_such_card`).
    """
    found = _CARD.fullmatch(text.strip().translate(_SIGNS))
    if found is None:
        raise CardError("no_such_card", text=text)
    rank, suit = found.groups()
    return _BY_TEXT[("t" if rank == "10" else rank.lower()) + suit.lower()]


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards, with or without blanks or commas between them, in the order written.

    >>> cards("5H 10s,jc")
    (Card('5h'), Card('Ts'), Card('Jc'))
    >>> cards("AhKd") == cards("ah kd")
    True
    >>> cards("5H 5h")
    Traceback (most recent call last):
    ...
    engine.errors.CardError: same_card_twice (card='5h')

    Raises CardError (`no_such_card`, `same_card_twice`).
    """
    found: list[Card] = []
    for word in text.translate(_SIGNS).replace(",", " ").split():
        at = 0
        while at < len(word):
            match = _CARD.match(word, at)
            if match is None:
                raise CardError("no_such_card", text=word[at:])
            found.append(card(match.group()))
            at = match.end()
    distinct(found)
    return tuple(found)


def distinct(some: Iterable[Card]) -> None:
    """Refuse a card that occurs twice; the unknown card may.

    Raises CardError (`same_card_twice`).
    """
    seen: set[Card] = set()
    for one in some:
        if one in seen and one != UNKNOWN:
            raise CardError("same_card_twice", card=str(one))
        seen.add(one)


def text(some: Iterable[Card], between: str = "") -> str:
    """Write cards one after the other, in the order given.

    >>> text(cards("KD 5h"), " ")
    'Kd 5h'
    """
    return between.join(TEXTS[one] for one in some)
