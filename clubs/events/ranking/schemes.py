"""Schemes of game points, and what a card played under one can say.

A card of w wins in g games is a sum of games each of which has a level, its points and a margin inside the level's
band. Everything here follows from that: which totals can be reached, how many skunks they hold, how far plus, minus
and net can go. Source of 2/3/0: ACC rules, scoring of qualifying games; of 1/2/3, 1/2/3/3 and 1/1/1/1: match play and
leagues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, TypeAlias

from clubs.events.ranking.errors import RankingError
from engine import outcome
from engine.errors import OutcomeError
from engine.outcome import Level, Lines

Span: TypeAlias = tuple[int, int]

UNUSUAL_MARGIN: Final = 60
"""A margin above this happens (a double skunk), but a slip of the pen is likelier: it is asked once."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Say why something typed cannot stand: a code and the figures for its sentence."""

    code: str
    data: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Reach:
    """Hold every value a total can take, as spans that neither touch nor overlap, lowest first."""

    spans: tuple[Span, ...]

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Reach:
        """Merge spans that touch or overlap."""
        merged: list[Span] = []
        for low, high in sorted(spans):
            if merged and low <= merged[-1][1] + 1:
                merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
            else:
                merged.append((low, high))
        return cls(tuple(merged))

    @property
    def low(self) -> int:
        """Give the least value."""
        return self.spans[0][0]

    @property
    def high(self) -> int:
        """Give the greatest value."""
        return self.spans[-1][1]

    def __contains__(self, value: int) -> bool:
        return any(low <= value <= high for low, high in self.spans)

    def below(self, value: int) -> int:
        """Give the greatest reachable value under a value that lies in a gap."""
        return max(high for _, high in self.spans if high < value)

    def above(self, value: int) -> int:
        """Give the least reachable value over a value that lies in a gap."""
        return min(low for low, _ in self.spans if low > value)


@dataclass(frozen=True, slots=True)
class Band:
    """Hold the margins of one level and what a win by one of them scores."""

    level: Level
    points: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Scheme:
    """Say what a game is worth: points for each level and for a loss, and where the event draws its skunk lines.

    Lines are holes of the loser (None: no such line). Points of a level without a line are kept but never given.
    `key` and `version` name the scheme where results are stored; they change no figure.

    Raises RankingError (`points_out_of_order`: 0 <= loss < win <= skunk <= double <= triple must hold) and
    OutcomeError (a target below 31, lines that do not descend or do not fit the target).
    """

    key: str
    target: int
    win: int
    skunk: int
    double: int
    triple: int
    loss: int = 0
    skunk_line: int | None = None
    double_line: int | None = None
    triple_line: int | None = None
    version: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.loss < self.win <= self.skunk <= self.double <= self.triple:
            raise RankingError(
                "points_out_of_order",
                loss=self.loss,
                win=self.win,
                skunk=self.skunk,
                double=self.double,
                triple=self.triple,
            )
        outcome.check_lines(self.target, self.lines)

    @classmethod
    def standard(
        cls,
        key: str,
        *,
        target: int = 121,
        win: int = 2,
        skunk: int = 3,
        double: int = 3,
        triple: int = 3,
        loss: int = 0,
        version: int = 1,
    ) -> Scheme:
        """Make a scheme with the usual lines of its target (121: 90 / 60 / 30; 61: 30); 2/3/0 unless told otherwise."""
        lines = outcome.standard_lines(target)
        return cls(key, target, win, skunk, double, triple, loss, lines.skunk, lines.double, lines.triple, version)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Scheme:
        """Rebuild a scheme from `to_data`."""
        return cls(**data)

    def to_data(self) -> dict[str, int | str | None]:
        """Give plain values for a JSON column, one a field."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    @property
    def lines(self) -> Lines:
        """Give the skunk lines as the engine wants them."""
        return Lines(self.skunk_line, self.double_line, self.triple_line)

    @property
    def bands(self) -> tuple[Band, ...]:
        """Give the levels this scheme knows, lowest margin first; together they cover 1 … target."""
        return _bands(self)

    @property
    def highest(self) -> int:
        """Give the most points one game can score."""
        return self.bands[-1].points

    def points_of(self, level: Level) -> int:
        """Give the points of a win at this level."""
        return {Level.WIN: self.win, Level.SKUNK: self.skunk, Level.DOUBLE: self.double, Level.TRIPLE: self.triple}[
            level
        ]

    def level(self, margin: int) -> Level:
        """Tell how a game won by this margin was won, by the scheme's own lines. Raises OutcomeError."""
        return outcome.level(self.target, margin=margin, lines=self.lines)

    def points(self, margin: int) -> int:
        """Give the winner's points for a win by this margin. Raises OutcomeError (`margin_outside`)."""
        return self.points_of(self.level(margin))


@dataclass(frozen=True, slots=True)
class CardBounds:
    """Hold everything a card of these games and wins can say.

    `points` is what the wins and losses can score. `plus`, `minus` and `net` are for the points asked about, or for
    any points where none were given; None where those points cannot be reached. `skunks` counts the skunks won that
    the points imply; None where the scheme leaves it open.
    """

    points: Reach
    plus: Reach | None
    minus: Reach
    net: Reach | None
    skunks: int | None


def card_bounds(scheme: Scheme, *, games: int, wins: int, points: int | None = None) -> CardBounds:
    """Work out what a card with `wins` out of `games` may say, given its points where they are known.

    For 2/3/0 to 121 with s = points − 2·wins skunks and L losses: points 2w … 3w, plus (w−s) + 31·s … 30·(w−s) +
    121·s, minus L … 121·L. `wins` must lie in 0 … `games`.
    """
    losses = games - wins
    won = wins_reach(scheme, wins)
    reachable = Reach.of((total + losses * scheme.loss,) * 2 for total in won)
    minus = Reach(((losses, losses * scheme.target),))
    if points is None:
        plus = Reach(((wins, wins * scheme.target),))
        low, high = 0, wins if scheme.skunk_line is not None else 0
    elif points in reachable:
        chosen = won[points - losses * scheme.loss]
        plus, (low, high) = chosen.plus, chosen.skunks
    else:
        return CardBounds(reachable, None, minus, None, None)
    net = Reach.of((low_plus - minus.high, high_plus - minus.low) for low_plus, high_plus in plus.spans)
    return CardBounds(reachable, plus, minus, net, low if low == high else None)


def net_reach(scheme: Scheme, *, games: int, wins: int) -> Span:
    """Give the least and greatest net of that many games and wins, whatever they scored."""
    losses = games - wins
    return wins - losses * scheme.target, wins * scheme.target - losses


def skunks_implied(scheme: Scheme, *, games: int, wins: int, points: int) -> int | None:
    """Count the skunks won that a card's points imply; None: the scheme leaves it open, or the card is impossible."""
    if not 0 <= wins <= games:
        return None
    return card_bounds(scheme, games=games, wins=wins, points=points).skunks


def check_card(
    scheme: Scheme,
    *,
    games: int,
    wins: int,
    points: int,
    plus: int | None = None,
    minus: int | None = None,
    net: int | None = None,
) -> tuple[Problem, ...]:
    """List what makes a card impossible; nothing where it can be right. Figures not given are None.

    Codes, with the figures for their sentences:
    `below_zero` (games, wins) · `wins_above_games` (wins, games) ·
    `points_outside` (wins, points, low, high) · `points_unreachable` (wins, points, below, above) ·
    `plus_outside` (plus, wins, points, low, high), `minus_outside` (minus, losses, low, high), `net_outside`
    (net, wins, points, low, high), each also as `…_unreachable` (below, above) where the value lies in a gap ·
    `net_not_plus_minus` (net, plus, minus, right).
    """
    if games < 0 or wins < 0:
        return (Problem("below_zero", {"games": games, "wins": wins}),)
    if wins > games:
        return (Problem("wins_above_games", {"wins": wins, "games": games}),)
    bounds = card_bounds(scheme, games=games, wins=wins, points=points)
    if bounds.plus is None or bounds.net is None:
        return tuple(_misplaced("points", points, bounds.points, wins=wins))
    if net is not None and plus is not None and minus is None:
        minus = plus - net
    elif net is not None and minus is not None and plus is None:
        plus = net + minus
    problems: list[Problem] = []
    if plus is not None:
        problems += _misplaced("plus", plus, bounds.plus, wins=wins, points=points)
    if minus is not None:
        problems += _misplaced("minus", minus, bounds.minus, losses=games - wins)
    if net is not None:
        if plus is not None and minus is not None:
            if net != plus - minus:
                problems.append(
                    Problem("net_not_plus_minus", {"net": net, "plus": plus, "minus": minus, "right": plus - minus})
                )
        else:
            problems += _misplaced("net", net, bounds.net, wins=wins, points=points)
    return tuple(problems)


def check_game(scheme: Scheme, *, margin: int | None = None, loser_hole: int | None = None) -> tuple[Problem, ...]:
    """List what makes a game impossible: margin outside 1 … target, loser at or above it, figures that disagree.

    Nothing given is no problem: a win may stand with its figure not written. Codes: `margin_outside` (margin, low,
    high), `hole_outside` (loser_hole, low, high), `margin_not_hole` (margin, loser_hole, target).
    """
    if margin is None and loser_hole is None:
        return ()
    try:
        outcome.outcome(scheme.target, margin=margin, loser_hole=loser_hole, lines=scheme.lines)
    except OutcomeError as error:
        return (Problem(error.code, error.data),)
    return ()


def unusual(scheme: Scheme, *, margin: int) -> tuple[Problem, ...]:
    """List what is worth asking once about a possible margin: very wide, or right beside the skunk line.

    Codes: `unusual_wide` (margin, usual), `unusual_line` (margin, skunk_margin). At 121 that is a margin above 60,
    and 30 or 31.
    """
    problems = []
    if margin > UNUSUAL_MARGIN:
        problems.append(Problem("unusual_wide", {"margin": margin, "usual": UNUSUAL_MARGIN}))
    if scheme.skunk_line is not None:
        skunk_margin = scheme.target - scheme.skunk_line
        if margin in (skunk_margin - 1, skunk_margin):
            problems.append(Problem("unusual_line", {"margin": margin, "skunk_margin": skunk_margin}))
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class Ways:
    """Hold what the wins that score one total have in common: the reach of plus, and least and most skunks."""

    plus: Reach
    skunks: Span


@lru_cache(maxsize=512)
def wins_reach(scheme: Scheme, wins: int) -> Mapping[int, Ways]:
    """Map each total that `wins` won games can score (losses left out) to the ways there."""
    plain, *skunked = scheme.bands
    kinds = [(plain.points, plain.low, plain.high)]
    for points, bands in groupby(skunked, key=lambda band: band.points):
        same = list(bands)
        kinds.append((points, same[0].low, same[-1].high))
    spans: dict[int, list[Span]] = {}
    skunks: dict[int, list[int]] = {}
    for counts in _compositions(wins, len(kinds)):
        shares = list(zip(counts, kinds, strict=True))
        total = sum(count * points for count, (points, _, _) in shares)
        plus = sum(count * low for count, (_, low, _) in shares), sum(count * high for count, (_, _, high) in shares)
        spans.setdefault(total, []).append(plus)
        skunks.setdefault(total, []).append(wins - counts[0])
    return {total: Ways(Reach.of(spans[total]), (min(skunks[total]), max(skunks[total]))) for total in sorted(spans)}


@lru_cache(maxsize=128)
def _bands(scheme: Scheme) -> tuple[Band, ...]:
    bands: list[Band] = []
    low = 1
    lines = [line for line in (scheme.skunk_line, scheme.double_line, scheme.triple_line) if line is not None]
    for level, line in zip(Level, [*lines, -1], strict=False):
        high = scheme.target - line - 1
        bands.append(Band(level, scheme.points_of(level), low, high))
        low = high + 1
    return tuple(bands)


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _misplaced(name: str, value: int, reach: Reach, **facts: int) -> Iterator[Problem]:
    if value in reach:
        return
    facts = facts | {name: value}
    if reach.low <= value <= reach.high:
        yield Problem(f"{name}_unreachable", facts | {"below": reach.below(value), "above": reach.above(value)})
    else:
        yield Problem(f"{name}_outside", facts | {"low": reach.low, "high": reach.high})
