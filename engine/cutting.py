"""Cut for the first deal: the lowest card deals, ties cut again (E12, E13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card, distinct
from engine.errors import EngineError
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Cutting:
    """Tell what one round of cutting led to: a dealer, or the seats that cut again; one of the two is empty."""

    dealer: int | None
    again: tuple[int, ...] = ()


def cut_for_deal(rules: Rules, cuts: Mapping[int, Card], tied: tuple[int, ...] | None = None) -> Cutting:
    """Decide one round of cutting; `cuts`: a card for each seat that cuts; `tied`: those of the round before, or None.

    >>> from engine.cards import cards
    >>> cut_for_deal(Rules(), dict(enumerate(cards("TS JS"))))
    Cutting(dealer=0, again=())
    >>> cut_for_deal(Rules(seats=3), dict(enumerate(cards("5D 5C 9H"))))
    Cutting(dealer=None, again=(0, 1))
    >>> cut_for_deal(Rules(seats=3), {0: cards("6d")[0], 1: cards("Kd")[0]}, tied=(0, 1)).dealer
    0

    Rank decides, not what a card counts: a ten is below a jack. With `recut="all"` a tie for low makes every seat cut
    again.

    Raises EngineError (`cuts_wrong`: seats, expected) and CardError (`same_card_twice`).
    """
    everybody = tuple(range(rules.seats))
    expected = everybody if tied is None or rules.recut == "all" else tied
    if tuple(sorted(cuts)) != expected:
        raise EngineError("cuts_wrong", seats=tuple(sorted(cuts)), expected=expected)
    distinct(cuts.values())
    low = min(one.rank for one in cuts.values())
    lowest = tuple(seat for seat in expected if cuts[seat].rank == low)
    if len(lowest) == 1:
        return Cutting(lowest[0])
    return Cutting(None, everybody if rules.recut == "all" else lowest)
