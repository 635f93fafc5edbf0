"""Opening balances as text: one line a player, typed or pasted. Pure: text in, values out.

    name  points  nights  games  wins  skunks  best card  lifetime

Separated by commas, semicolons, tabs or blanks; only the name and the points are needed, the rest may end
early, and ``-`` (or an empty column) stands for "not known". Skunks are won, or won and lost as ``12-4``;
the best card is ``18/8 +104``, its spread may be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MOST_LINES: Final = 500
MOST_CHARACTERS: Final = 64 * 1024
FIELDS: Final = ("points", "nights", "games", "wins", "skunks", "best", "lifetime")
_CEILING: Final = {"points": 99_999, "nights": 999, "games": 9_999, "wins": 9_999, "lifetime": 999_999}

_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "\u00a0": " "})
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
_SKUNKS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", re.ASCII)
_BEST = re.compile(r"([0-9]{1,3})/([0-9]{1,2})(?: *([+-][0-9]{1,4}|0))?", re.ASCII)
_FIRST_FIGURE = re.compile(r"(?<=\s)(?=[0-9-]+(?:\s|$))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line cannot be a balance: a code and what its sentence needs."""

    code: str
    field: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class BalanceLine:
    """What one line brings forward; None: the line did not say."""

    name: str
    points: int
    nights: int | None = None
    games: int | None = None
    wins: int | None = None
    skunks: int | None = None
    skunks_lost: int | None = None
    best_points: int | None = None
    best_wins: int | None = None
    best_net: int | None = None
    lifetime: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the text by its number from 1: a balance, or the problem with it."""

    number: int
    text: str
    line: BalanceLine | None = None
    problem: Problem | None = None


def read(text: str) -> tuple[Row, ...]:
    """Read a whole list, blank lines and a heading passed over.

    A text too long to be a club's list gives one row with the problem ``too_long``, before any work.
    """
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        return (Row(0, "", problem=Problem("too_long")),)
    rows: list[Row] = []
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        line = raw.strip()
        if not line or (not rows and not any(character.isdigit() for character in line)):
            continue
        parsed = read_line(line)
        if isinstance(parsed, Problem):
            rows.append(Row(number, raw.strip(), problem=parsed))
        else:
            rows.append(Row(number, raw.strip(), line=parsed))
    return tuple(rows)


def read_line(line: str) -> BalanceLine | Problem:
    """Read one line; return why not when it cannot be a balance."""
    name, columns = _split(line.translate(_SIGNS).strip())
    if not name:
        return Problem("name_missing")
    if not columns or not columns[0]:
        return Problem("points_missing", "points", name)
    if len(columns) > len(FIELDS):
        return Problem("too_many", text=columns[len(FIELDS)])
    values: dict[str, int | None] = {}
    for field, column in zip(FIELDS, columns, strict=False):
        problem = _take(values, field, column)
        if problem is not None:
            return problem
    points = values.pop("points", None)
    if points is None:
        return Problem("points_missing", "points", name)
    wins, games = values.get("wins"), values.get("games")
    if wins is not None and games is not None and wins > games:
        return Problem("wins_above_games", "wins", str(wins))
    return BalanceLine(name, points, **values)


def _split(line: str) -> tuple[str, list[str]]:
    """Return the name and the columns after it, by separators where there are any, else by blanks."""
    for separator in ("\t", ";", ","):
        if separator in line:
            name, *columns = (part.strip() for part in line.split(separator))
            while columns and not columns[-1]:
                columns.pop()
            return name, columns
    found = _FIRST_FIGURE.search(line)
    if found is None:
        return line, []
    name, rest = line[: found.start()].strip(), line[found.start() :]
    # The spread of the best card stands apart from its points but belongs to them.
    return name, re.sub(r"(/[0-9]+) +(?=[+-][0-9])", r"\1", rest).split()


def _take(values: dict[str, int | None], field: str, column: str) -> Problem | None:
    if column in ("", "-"):
        return None
    if field == "skunks":
        found = _SKUNKS.fullmatch(column)
        if found is None:
            return Problem("not_skunks", field, column)
        values["skunks"] = int(found[1])
        values["skunks_lost"] = None if found[2] is None else int(found[2])
    elif field == "best":
        found = _BEST.fullmatch(column)
        if found is None:
            return Problem("not_a_card", field, column)
        values["best_points"], values["best_wins"] = int(found[1]), int(found[2])
        values["best_net"] = None if found[3] is None else int(found[3])
    else:
        if _NUMBER.fullmatch(column) is None or int(column) > _CEILING[field]:
            return Problem("not_a_number", field, column)
        values[field] = int(column)
    return None
