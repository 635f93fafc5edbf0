"""Is what was typed possible? The scheme's verdicts as refusals with their sentence."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.base.errors import Invalid
from clubs.events.ranking import schemes
from clubs.events.ranking.schemes import Problem, Scheme
from games.matches import desk_words, errors
from games.matches.values import Totals

SPARE_GAMES = 3
"""A card may hold this many games more than the night has (a club's extra game); more is a slip."""


def totals(
    scheme: Scheme,
    *,
    points: int,
    wins: int,
    plus: int | None,
    minus: int | None,
    net: int | None,
    games: int,
    night: int,
) -> Totals:
    """Return the totals of a card, net derived where plus and minus are given.

    ``night``: the games of the night. Raises Invalid with the code of what cannot be.
    """
    if not 0 <= games <= night + SPARE_GAMES:
        raise errors.invalid("games_on_card", games=games, planned=night)
    if (plus is None) != (minus is None):
        if net is None:
            plus = minus = None
        else:
            plus, minus = (plus, plus - net) if plus is not None else (net + (minus or 0), minus)
    refuse(schemes.check_card(scheme, games=games, wins=wins, points=points, plus=plus, minus=minus, net=net))
    if plus is not None and minus is not None:
        net = plus - minus
    return Totals(points, wins, games, plus, minus, net)


def game(scheme: Scheme, *, margin: int | None, loser_hole: int | None) -> int | None:
    """Return the margin of a game from whichever figure is given; None: figure not written.

    Raises Invalid for an impossible figure, or two that disagree.
    """
    refuse(schemes.check_game(scheme, margin=margin, loser_hole=loser_hole), field="result")
    if margin is None and loser_hole is not None:
        return scheme.target - loser_hole
    return margin


def refuse(problems: Iterable[Problem], *, field: str | None = None) -> None:
    """Raise Invalid for the first problem, if there is one."""
    for problem in problems:
        raise Invalid(problem.code, desk_words.SCHEME[problem.code], field=field, **problem.data)
