"""Audit of game lines: each by itself, against the opponent's, and what rulings and one-sided games explain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from clubs.events.ranking import schemes
from clubs.events.ranking.schemes import Scheme
from games.matches.audit.figures import Explained, Finding, K, LineTotals


def explain(lines: Iterable[LineTotals[K]]) -> tuple[Explained[K], ...]:
    """List what one-sided and ruled games do to the sums; a ruling that leaves two mirrored values does nothing."""
    lines = tuple(lines)
    by_side = {(line.entry, line.game): line for line in lines}
    explained: list[Explained[K]] = []
    done: set[tuple[K, int]] = set()
    for line in lines:
        if (line.entry, line.game) in done:
            continue
        if line.one_sided:
            explained.append(
                Explained(
                    "one_sided",
                    (line.entry,),
                    line.game,
                    wins=int(line.won),
                    losses=int(not line.won),
                    plus=line.plus or 0,
                    minus=line.minus or 0,
                )
            )
            continue
        other = None if line.opponent is None else by_side.get((line.opponent, line.game))
        if other is None or not (line.ruled or other.ruled):
            continue
        done.add((other.entry, other.game))
        both = Explained(
            "ruling",
            (line.entry, other.entry),
            line.game,
            wins=line.won + other.won - 1,
            losses=1 - line.won - other.won,
            plus=(line.plus or 0) + (other.plus or 0),
            minus=(line.minus or 0) + (other.minus or 0),
        )
        if both.wins or both.net:
            explained.append(both)
    return tuple(explained)


def check_lines(lines: Sequence[LineTotals[K]], scheme: Scheme, *, whole: Collection[K]) -> Iterator[Finding[K]]:
    """Yield what is wrong with the lines. `whole`: entries all of whose lines are in, who must answer a line.

    Codes (entries; data): `against_oneself`, `game_twice` (game), `margin_outside` (game, margin, low, high),
    `both_columns` (game, plus, minus), `wrong_column` (game, won, margin), `points_not_margin` (game, margin, points,
    right); of two entries: `both_won`, `both_lost` (game), `margins_differ` (game, first, second, over_line: the
    skunk line lies between), `opponent_differs` (game), `line_alone` (game).
    """
    by_side: dict[tuple[K, int], LineTotals[K]] = {}
    for line in lines:
        if (line.entry, line.game) in by_side:
            yield Finding("problem", "game_twice", (line.entry,), {"game": line.game})
        else:
            by_side[line.entry, line.game] = line
        yield from _alone(line, scheme)
    done: set[tuple[K, int]] = set()
    for side, line in by_side.items():
        opponent = line.opponent
        if side in done or line.one_sided or opponent is None or opponent == line.entry:
            continue
        other = by_side.get((opponent, line.game))
        entries, facts = (line.entry, opponent), {"game": line.game}
        if other is None:
            if opponent in whole:
                yield Finding("problem", "line_alone", entries, facts)
        elif other.opponent not in (line.entry, None):
            yield Finding("problem", "opponent_differs", entries, facts)
        else:
            done.add((opponent, line.game))
            yield from _against(line, other, scheme)


def _alone(line: LineTotals[K], scheme: Scheme) -> Iterator[Finding[K]]:
    entries, facts = (line.entry,), {"game": line.game}
    if line.opponent == line.entry:
        yield Finding("problem", "against_oneself", entries, facts)
    if line.margin is None or line.ruled:
        return
    problems = schemes.check_game(scheme, margin=line.margin)
    for problem in problems:
        yield Finding("problem", problem.code, entries, {**facts, **problem.data})
    if line.plus and line.minus:
        yield Finding("problem", "both_columns", entries, {**facts, "plus": line.plus, "minus": line.minus})
    elif line.minus if line.won else line.plus:
        yield Finding("problem", "wrong_column", entries, {**facts, "won": line.won, "margin": line.margin})
    if not problems and line.points != points_due(line, scheme):
        yield Finding(
            "problem",
            "points_not_margin",
            entries,
            {**facts, "margin": line.margin, "points": line.points, "right": points_due(line, scheme)},
        )


def points_due(line: LineTotals[K], scheme: Scheme) -> int:
    """Give the points the line should have, by its margin; as written where nothing else tells (ruled, no figure)."""
    if line.ruled or line.margin is None or schemes.check_game(scheme, margin=line.margin):
        return line.points
    return scheme.points(line.margin) if line.won else scheme.loss


def _against(line: LineTotals[K], other: LineTotals[K], scheme: Scheme) -> Iterator[Finding[K]]:
    if line.ruled or other.ruled:
        return
    entries, facts = (line.entry, other.entry), {"game": line.game}
    if line.won == other.won:
        yield Finding("problem", "both_won" if line.won else "both_lost", entries, facts)
    elif line.margin is not None and other.margin is not None and line.margin != other.margin:
        over = len({scheme.level(margin) for margin in _possible(scheme, line.margin, other.margin)}) > 1
        yield Finding(
            "problem",
            "margins_differ",
            entries,
            {**facts, "first": line.margin, "second": other.margin, "over_line": over},
        )


def _possible(scheme: Scheme, *margins: int) -> list[int]:
    return [margin for margin in margins if not schemes.check_game(scheme, margin=margin)]
