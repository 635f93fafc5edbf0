"""Count what a card earns in the play: fifteen, thirty-one, pairs and runs; go and last are the game's to give.

Source: ACC rules, the play; E1, E2, E9–E11 of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engine.cards import VALUES, Card, distinct
from engine.errors import ScoringError

Why = Literal["fifteen", "thirtyone", "pair2", "pair3", "pair4", "run3", "run4", "run5", "run6", "run7"]

LIMIT: Final = 31
PAIRS: Final[tuple[tuple[Why, int], ...]] = (("pair2", 2), ("pair3", 6), ("pair4", 12))
RUNS: Final[tuple[Why, ...]] = ("run3", "run4", "run5", "run6", "run7")
"""A run of eight would count 36."""


class Peg(NamedTuple):
    """Hold one reason why a card scores: its name, the cards that make it (sorted) and its points."""

    why: Why
    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class PlayScore:
    """Hold what the last card of a count earned: the count after it, the points and each reason."""

    count: int
    points: int
    pegs: tuple[Peg, ...]


NOTHING: Final[tuple[Peg, ...]] = ()


def last(pile: Sequence[Card]) -> PlayScore:
    """Count the last card of one count, first card first.

    >>> from engine.cards import cards
    >>> last(cards("2S 3S 4S 5S 6S 7S 4H"))
    PlayScore(count=31, points=6, pegs=(Peg(why='thirtyone', ..., points=2), Peg(why='run4', ..., points=4)))
    >>> [last(cards("JH 5S 7C 6H")[:size]).points for size in (1, 2, 3, 4)]
    [0, 2, 0, 3]

    Raises ScoringError (`no_cards`, `over_31`) and CardError (`same_card_twice`).
    """
    if not pile:
        raise ScoringError("no_cards")
    distinct(pile)
    count = 0
    for one in pile:
        count += VALUES[one]
        if count > LIMIT:
            raise ScoringError("over_31", card=str(one), count=count)
    pegs = reasons(pile, count)
    return PlayScore(count, sum(peg.points for peg in pegs), pegs)


def points(pile: Sequence[Card], count: int) -> int:
    """Give only the points of the last card; `count` includes it. Nothing is checked.

    >>> from engine.cards import cards
    >>> points(cards("6H 7C 8D 6S"), 27)
    3
    """
    earned = 2 if count == 15 or count == 31 else 0
    size = len(pile)
    if size < 2:
        return earned
    rank = pile[-1] >> 2
    if pile[-2] >> 2 == rank:
        if size > 2 and pile[-3] >> 2 == rank:
            return earned + (12 if size > 3 and pile[-4] >> 2 == rank else 6)
        return earned + 2
    return earned + run_length(pile) if size > 2 else earned


def reasons(pile: Sequence[Card], count: int) -> tuple[Peg, ...]:
    """List why the last card scores: fifteen or thirty-one, then pairs or the longest run. Nothing is checked.

    >>> from engine.cards import cards
    >>> [peg.why for peg in reasons(cards("5D 5C 5H"), 15)]
    ['fifteen', 'pair3']
    """
    size = len(pile)
    if size == 1:
        return NOTHING
    found: list[Peg] = []
    if count == 15:
        found.append(Peg("fifteen", tuple(sorted(pile)), 2))
    elif count == LIMIT:
        found.append(Peg("thirtyone", tuple(sorted(pile)), 2))
    rank = pile[-1] >> 2
    if pile[-2] >> 2 == rank:
        alike = 2
        while alike < size and alike < 4 and pile[-alike - 1] >> 2 == rank:
            alike += 1
        why, worth = PAIRS[alike - 2]
        found.append(Peg(why, tuple(sorted(pile[-alike:])), worth))
    else:
        length = run_length(pile)
        if length:
            found.append(Peg(RUNS[length - 3], tuple(sorted(pile[-length:])), length))
    return tuple(found) if found else NOTHING


def run_length(pile: Sequence[Card]) -> int:
    """Give the length of the longest run that the last card ends, in any order; 0 for none (E10).

    Looking back stops at the first rank seen twice: a longer window would hold it twice as well; and where ranks lie
    further apart than the pile has cards to fill in.

    >>> from engine.cards import cards
    >>> run_length(cards("3H 5S 6D 7C 4H")), run_length(cards("2H 4S 4D 3C"))
    (5, 0)
    """
    low = high = pile[-1] >> 2
    seen = 1 << low
    longest = 0
    size = len(pile)
    for length in range(2, size + 1):
        rank = pile[-length] >> 2
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        if rank < low:
            low = rank
        elif rank > high:
            high = rank
        span = high - low
        if span >= size:
            break
        if span == length - 1 and length >= 3:
            longest = length
    return longest
