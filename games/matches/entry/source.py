"""The characters of a typed line: what counts as a blank, a sign, a digit, and where each stood."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from games.matches.entry.errors import Code, EntryError

# Longer than any name with a result, short enough that no reading of it can cost anything.
LINE_LIMIT = 200

_SIGNS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "‒": "-",
    "‐": "-",
    "‑": "-",
    "﹣": "-",
    "－": "-",
    "﹢": "+",
    "＋": "+",
    "／": "/",
    "⁄": "/",
    "∕": "/",
    "？": "?",
}


@dataclass(frozen=True, slots=True)
class Token:
    """Hold one number, word or single character; `kind` is "number", "word" or the character itself."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """Hold a line in plain characters, and the column each had in the text as typed."""

    text: str
    columns: tuple[int, ...]

    @property
    def tokens(self) -> list[Token]:
        """Split the text into tokens, blanks left out."""
        return list(_split(self.text))


def read(text: str) -> Source:
    """Turn typed text into plain characters.

    No-break blanks and tabs become blanks; every dash becomes "-"; invisible marks (direction, zero width) are dropped.

    Raises:
        EntryError: the line is too long, or holds a control character or a digit that is not 0 to 9.
    """
    if len(text) > LINE_LIMIT:
        raise EntryError(Code.LINE_TOO_LONG, LINE_LIMIT, limit=LINE_LIMIT)
    kept: list[str] = []
    columns: list[int] = []
    for column, character in enumerate(text):
        category = unicodedata.category(character)
        if character.isdigit() and not character.isascii():
            raise EntryError(Code.DIGIT_ODD, column, character=character)
        if category == "Cf":
            continue
        if character.isspace():
            character = " "
        elif category in ("Cc", "Cs"):
            raise EntryError(Code.CHARACTER_ODD, column)
        kept.append(_SIGNS.get(character, character))
        columns.append(column)
    return Source("".join(kept), (*columns, len(text)))


def _kind(character: str) -> str:
    if character.isdigit():
        return "number"
    # A combining accent belongs to its letter.
    if character.isalpha() or unicodedata.category(character).startswith("M"):
        return "word"
    return character


def _split(text: str) -> Iterator[Token]:
    start = 0
    for kind, run in groupby(text, _kind):
        length = sum(1 for _ in run)
        if kind in ("number", "word"):
            yield Token(kind, text[start : start + length], start, start + length)
        elif kind != " ":
            for at in range(start, start + length):
                yield Token(kind, kind, at, at + 1)
        start += length
