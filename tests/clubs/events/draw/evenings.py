"""What the tests of the draw share: known facts of nine-game nights, random fields, and counts made by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from clubs.events.draw import Draw


@dataclass(frozen=True)
class Nine:
    """A nine-game night of one size: rounds in all, and how many cards hold how many games before the make-ups."""

    players: int
    rounds: int
    before_make_ups: dict[int, int]
    second_meetings: int


NINE_GAMES_ODD = [
    Nine(3, 13, {6: 3}, 4),
    Nine(5, 11, {7: 4, 8: 1}, 4),
    Nine(7, 11, {8: 5, 7: 2}, 4),
    Nine(9, 10, {8: 9}, 4),
    Nine(11, 10, {8: 9, 9: 2}, 0),
    Nine(13, 10, {8: 9, 9: 4}, 0),
    Nine(15, 10, {8: 9, 9: 6}, 0),
    Nine(17, 10, {8: 9, 9: 8}, 0),
    Nine(19, 10, {8: 9, 9: 10}, 0),
]
"""Odd fields: nine ghost rounds, nine sit-outs, four make-ups. With nine players or fewer all four make-ups are
second meetings, because everybody has met everybody (the known exceptions to "no pair meets twice")."""

NINE_GAMES_EVEN_REPEATS = {4: 6, 6: 4, 8: 2, 10: 0, 12: 0, 14: 0, 16: 0, 18: 0, 20: 0, 24: 0}
"""Even fields: how many of the nine games are against somebody met before."""

UNANCHORED_OPPONENTS = {10: 5, 12: 6, 14: 7, 16: 8}
"""Players → opponents each meets in nine games when everybody moves and nobody is anchored."""


def pair_counts(draw: Draw, *, make_ups: bool = True) -> Counter[frozenset[int]]:
    """Count the meetings of each pair."""
    return Counter(frozenset((game.a, game.b)) for game in draw.meetings if make_ups or not game.make_up)


def pairings(draw: Draw, number: int) -> set[frozenset[int]]:
    """Return who meets whom in a round."""
    return {frozenset((game.a, game.b)) for game in draw.meetings_in(number)}


@st.composite
def fields(draw: st.DrawFn, *, smallest: int = 3, largest: int = 60) -> dict[str, Any]:
    """Return arguments of a draw: any field and number of games, with or without anchors, couples and typed seats."""
    size = draw(st.integers(smallest, largest))
    games = draw(st.one_of(st.just(9), st.integers(1, 22)))
    players = draw(st.permutations(range(101, 101 + size)))
    some = st.sampled_from(players)
    kept = draw(st.booleans())
    return {
        "players": players,
        "games": games,
        "seed": draw(st.one_of(st.integers(0, 10**6), st.text(max_size=8))),
        "anchors": draw(st.frozensets(some, max_size=4)),
        "couples": draw(st.lists(st.tuples(some, some).filter(lambda pair: pair[0] != pair[1]), max_size=4)),
        "seats": dict(enumerate(draw(st.permutations(players)), 1)) if kept else None,
        "odd": draw(st.sampled_from(["ghost", "tenth"])),
        "short_order": draw(st.lists(some, max_size=3, unique=True)),
    }
