"""One line while it is being read: its tokens, what was recognised so far, and how to refuse."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.matches.entry import source
from games.matches.entry.errors import Code, EntryError
from games.matches.entry.lines import Context
from games.matches.entry.source import Token

# No figure of a card or game has more; anything longer is a slip, not a number.
DIGIT_LIMIT = 4


class Said(StrEnum):
    """Name the parts a line can have."""

    COMMAND = "command"
    WHO = "who"
    POINTS = "points"
    WINS = "wins"
    NET = "net"
    PLUS = "plus"
    MINUS = "minus"
    GAMES = "games"
    AFTER = "after"
    GAME = "game"
    TABLE = "table"
    SEAT = "seat"
    OPPONENT = "opponent"
    RESULT = "result"
    SPREAD = "spread"
    HOLE = "hole"


@dataclass(frozen=True, slots=True)
class Part:
    """Hold one recognised part: what it is and what it says."""

    said: Said
    value: int | str


class Reading:
    """Hold the tokens of one line and the parts recognised in it."""

    def __init__(self, text: str, context: Context) -> None:
        """Take the line apart.

        Raises:
            EntryError: the line is too long or holds characters no line can have.
        """
        self.source = source.read(text)
        self.tokens = self.source.tokens
        self.context = context
        self.parts: list[Part] = []

    def say(self, said: Said, value: int | str) -> None:
        """Note a recognised part."""
        self.parts.append(Part(said, value))

    def refusal(self, code: Code, token: Token | None, **data: int | str) -> EntryError:
        """Return the refusal of the line at a token, or at its end when that is None."""
        at = len(self.source.text) if token is None else token.start
        return EntryError(code, self.source.columns[at], **data)

    def refusal_from(self, token: Token) -> EntryError:
        """Return the refusal of a token, and of what follows, as not understood."""
        return self.refusal(Code.UNREADABLE, token, rest=self.source.text[token.start :].strip())

    def number(self, token: Token) -> int:
        """Return the number a token writes; `07` is 7."""
        if len(token.text) > DIGIT_LIMIT:
            raise self.refusal(Code.NUMBER_TOO_LONG, token, limit=DIGIT_LIMIT)
        return int(token.text)

    def seat(self, token: Token) -> str:
        """Return the seat a number names, without leading zeros."""
        seat = self.number(token)
        if not self.context.seats:
            raise self.refusal(Code.SEATS_NONE, token, seat=seat)
        if not 1 <= seat <= self.context.seats:
            raise self.refusal(Code.SEAT_UNKNOWN, token, seat=seat, seats=self.context.seats)
        return str(seat)

    def who(self, before: list[Token]) -> str | None:
        """Return whom the tokens before a result name; None when there are none."""
        if not before:
            return None
        if len(before) == 1 and before[0].kind == "number":
            who = self.seat(before[0])
        else:
            # "Ann, 16/7" and "Ann: 16/7" come from lists; an empty first cell (", 16/7") names nobody.
            who = " ".join(self.source.text[before[0].start : before[-1].end].split()).strip(' ,;:"')
            if not who:
                return None
            if not any(character.isalpha() for character in who):
                raise self.refusal(Code.WHO_UNREADABLE, before[0], who=who)
        self.say(Said.WHO, who)
        return who
