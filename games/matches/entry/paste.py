"""A whole pasted list, a line each, read into a preview; nothing is applied."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from clubs.people import spelling
from games.matches.entry import cards, grammar, source, who
from games.matches.entry.errors import Code, EntryError, Problem
from games.matches.entry.lines import CardLine, Command, Context, GameLine, LeftLine, Line, NoCardLine
from games.matches.entry.who import Found, Player, Roster

# Twice the largest field that was ever heard of at one event fits; a pasted book does not.
CHARACTER_LIMIT = 65_536
LINE_LIMIT = 500


class Finding(Protocol):
    """Have a code and the figures of its sentence, as the problems of `clubs.events.ranking.schemes` do."""

    @property
    def code(self) -> str:
        """Return the code `wording` knows."""

    @property
    def data(self) -> Mapping[str, int | str]:
        """Return the figures."""


Check = Callable[[Line, Player | None], Iterable[Finding]]

_DELIMITERS = ("\t", ";", ",")
_CELL = re.compile(r'\s*"((?:[^"]|"")*)"\s*')
# A place or a running number before the name, as lists have it: "1. Ann", "12) Bob", "3 Cy".
_ORDINAL = re.compile(r"^[0-9]{1,3}(?:\s*[.)]\s*|\s+)(?=\D)")
_SIGNED = re.compile(r"(?:^|[\s,;])[+-]\s*[0-9]")


@dataclass(frozen=True, slots=True)
class Row:
    """Hold one line of the list.

    `number` counts lines from 1 as pasted. `line` is None when it could not be read. `who` is the name on a card, None
    on games and unnamed lines. `player` is None while in doubt: `candidates` then holds those it may mean, none for a
    name nobody here has. `opponent` is set on games that name one. `assigned` marks an unnamed line that was given its
    player by seat order.
    """

    number: int
    text: str
    line: Line | None = None
    player: Player | None = None
    who: str | None = None
    candidates: tuple[Player, ...] = ()
    opponent: Player | None = None
    assigned: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def unknown(self) -> bool:
        """Tell whether the row names somebody nobody here is, who may be added."""
        return any(problem.code == Code.WHO_UNKNOWN for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Hold a line taken for a heading, so that the preview can show what was left out."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Preview:
    """Hold what a pasted list would do."""

    rows: tuple[Row, ...]
    skipped: tuple[Skipped, ...]

    @property
    def ready(self) -> bool:
        """Tell whether every row is beyond doubt."""
        return bool(self.rows) and not any(row.problems for row in self.rows)


def read(text: str, roster: Roster, context: Context, *, check: Check, out: Iterable[Hashable] = ()) -> Preview:
    """Read a pasted list.

    `out` are the keys of the players whose cards are still out; unnamed lines are given to those of them the list does
    not name, in seat order, and only when their number is the same. `check` says what is wrong with a line that can be
    read; its player is None while unknown or in doubt.

    Raises:
        EntryError: the list is too long, said before anything of it is read.
    """
    if len(text) > CHARACTER_LIMIT:
        raise EntryError(Code.PASTE_TOO_LONG, limit=CHARACTER_LIMIT // 1024)
    lines = [(number, line.strip().strip("\ufeff")) for number, line in enumerate(text.splitlines(), 1)]
    # A line without a letter or figure is a rule drawn under a heading.
    lines = [(number, line) for number, line in lines if any(character.isalnum() for character in line)]
    if len(lines) > LINE_LIMIT:
        raise EntryError(Code.PASTE_TOO_MANY, limit=LINE_LIMIT, lines=len(lines))
    rows: list[Row] = []
    skipped: list[Skipped] = []
    for number, line in lines:
        row = _row(number, line, roster, context)
        if not rows and row.line is None and _is_heading(line):
            skipped.append(Skipped(number, line))
        else:
            rows.append(row)
    rows = _assign(rows, roster, frozenset(out))
    return Preview(tuple(_judge(rows, check)), tuple(skipped))


def _row(number: int, text: str, roster: Roster, context: Context) -> Row:
    row = Row(number, text)
    try:
        line = grammar.parse_unnamed(_typed(text), context)
    except EntryError as error:
        # The cells were joined, so a column would point beside its character.
        return replace(row, problems=(replace(error.problem, column=None),))
    row = replace(row, line=line)
    if isinstance(line, GameLine):
        return _game_row(row, line, roster)
    if isinstance(line, Command):
        return replace(row, problems=(Problem(Code.COMMAND_IN_PASTE, None, {"text": text}),))
    if line.who is None:
        return row
    name, found = _find(line.who, roster)
    return replace(row, who=name, player=found.one, candidates=_candidates(found), problems=_doubts(name, found))


def _game_row(row: Row, line: GameLine, roster: Roster) -> Row:
    """Find both seats; a game by table is for the caller, who knows who sits there."""
    player, doubts = _seated(line.seat, roster)
    opponent, more = _seated(line.opponent, roster)
    return replace(row, player=player, opponent=opponent, problems=doubts + more)


def _seated(seat: str | None, roster: Roster) -> tuple[Player | None, tuple[Problem, ...]]:
    if seat is None:
        return None, ()
    found = who.resolve(seat, roster)
    return found.one, _doubts(seat, found)


def _find(text: str, roster: Roster) -> tuple[str, Found]:
    """Return the name and whom it means; in a list a place or an ACC number may stand before the name."""
    found = who.resolve(text, roster)
    if not found.unknown:
        return text, found
    marked = roster.marked(text.partition(" ")[0])
    if not marked.unknown:
        return text, marked
    name = _ORDINAL.sub("", text)
    return name, who.resolve(name, roster)


def _candidates(found: Found) -> tuple[Player, ...]:
    return () if found.one else found.players


def _doubts(text: str, found: Found) -> tuple[Problem, ...]:
    if found.one:
        return ()
    code = Code.WHO_UNKNOWN if found.unknown else Code.WHO_SEVERAL
    return (Problem(code, None, {"who": text}),)


def _assign(rows: list[Row], roster: Roster, out: frozenset[Hashable]) -> list[Row]:
    """Give the unnamed lines to the cards still out, or mark them when the numbers differ."""
    unnamed = [index for index, row in enumerate(rows) if _is_unnamed(row)]
    named = {row.player.key for row in rows if row.player and isinstance(row.line, CardLine | LeftLine | NoCardLine)}
    waiting = [player for player in roster.players if player.key in out and player.key not in named]
    problem = Problem(Code.UNNAMED_COUNT, None, {"lines": len(unnamed), "out": len(waiting)})
    assigned = list(rows)
    for order, index in enumerate(unnamed):
        if len(unnamed) == len(waiting):
            assigned[index] = replace(rows[index], player=waiting[order], assigned=True)
        else:
            assigned[index] = replace(rows[index], problems=(problem,))
    return assigned


def _is_unnamed(row: Row) -> bool:
    return isinstance(row.line, CardLine | LeftLine | NoCardLine) and row.line.who is None


def _judge(rows: list[Row], check: Check) -> Iterator[Row]:
    """Add what the caller's check finds, and who stands in the list twice."""
    first: dict[Hashable, int] = {}
    for row in rows:
        if row.line is None or isinstance(row.line, Command):
            yield row
            continue
        found = (Problem(finding.code, None, finding.data) for finding in check(row.line, row.player))
        problems = [*row.problems, *found]
        identity = _identity(row, row.line)
        if identity in first:
            problems.append(Problem(Code.PLAYER_TWICE, None, {"row": first[identity]}))
        elif identity is not None:
            first[identity] = row.number
        yield replace(row, problems=tuple(problems))


def _identity(row: Row, line: Line) -> Hashable:
    """Return what may stand in a list only once: a player's card, or one numbered game; None when it cannot be told."""
    if isinstance(line, GameLine):
        return None if line.game is None or row.player is None else ("game", row.player.key, line.game)
    kind = "left" if isinstance(line, LeftLine) else "card"
    if row.player:
        return kind, row.player.key
    return (kind, "unknown", spelling.fold(row.who)) if row.who and row.unknown else None


def _typed(text: str) -> str:
    """Return a line of a list as it would be typed: its cells one after another, points and wins joined."""
    # A line too long to read is left to the grammar to refuse; taking it apart would cost the square of its length.
    if len(text) > source.LINE_LIMIT:
        return text
    cells = _cells(text)
    typed = " ".join(cell for cell in cells if cell)
    if cards.slash(source.read(typed).tokens) is None:
        for index in range(1, len(cells) - 1):
            points, wins = cells[index : index + 2]
            before = " ".join(cells[:index])
            if points.isdigit() and wins.isdigit() and any(character.isalpha() for character in before):
                return " ".join([before, f"{points}/{wins}", *cells[index + 2 :]])
    return typed


def _cells(text: str) -> list[str]:
    delimiter = next((mark for mark in _DELIMITERS if mark in text), None)
    if delimiter is None:
        return [text]
    cells: list[str] = []
    rest = text
    while True:
        quoted = _CELL.match(rest)
        if quoted and rest[quoted.end() : quoted.end() + 1] in ("", delimiter):
            cell, rest = quoted[1].replace('""', '"'), rest[quoted.end() :]
        else:
            cell, mark, tail = rest.partition(delimiter)
            rest = mark + tail
        cells.append(" ".join(cell.split()))
        if not rest:
            return cells
        rest = rest[1:]


def _is_heading(text: str) -> bool:
    """Tell whether a line above the first that could be read is no card gone wrong."""
    try:
        plain = source.read(text)
    except EntryError:
        return False
    return cards.slash(plain.tokens) is None and not _SIGNED.search(plain.text)
