"""The lines a director can type, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """Say whose word a line is: both cards', by the director; one card's; or a second reading of what is already in."""

    GAME = "game"
    CARD = "card"
    VERIFY = "verify"


class Record(StrEnum):
    """Say which figure of a game the event records; with `BOTH` they check each other."""

    SPREAD = "spread"
    HOLE = "hole"
    BOTH = "both"


class Result(StrEnum):
    """Say how a game ended for the seat that is named."""

    WON = "won"
    LOST = "lost"
    SAT_OUT = "sat_out"
    NOT_PLAYED = "not_played"
    AWARDED = "awarded"
    FORFEITED = "forfeited"


class Newcomer(StrEnum):
    """Say as what an unknown name joins the night."""

    GUEST = "guest"
    MEMBER = "member"
    VISITOR = "visitor"


@dataclass(frozen=True, slots=True)
class Context:
    """Hold what decides a line that could be read in two ways.

    `seats` is the highest seat of the night, 0 where nobody has one (a past night); `highlighted` the seat a line
    without a name belongs to, None when every card is in; `answering` is true while an unknown name waits for g, m, v.
    """

    mode: Mode = Mode.GAME
    record: Record = Record.SPREAD
    target: int = 121
    seats: int = 0
    highlighted: int | None = None
    answering: bool = False


@dataclass(frozen=True, slots=True)
class CardLine:
    """Hold a whole card, `[who] points/wins [spread] [in n]`.

    `who` is the text as typed, None for the highlighted seat. `net` is None when no spread was given; `plus` and
    `minus` are magnitudes, given both or not at all, and then `net` is their difference. `games` None: as planned.
    """

    who: str | None
    points: int
    wins: int
    net: int | None = None
    plus: int | None = None
    minus: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """Hold one game, `[k.]seat [seat] result`.

    `seat` and `opponent` are seats as typed (`7`, `A7`); `seat` is None when `table` names the seat listed first there.
    `opponent` None: as planned. `game` None: the first open game of that seat. `spread` is how much it was won or lost
    by, at least 1; `hole` is where the loser stopped. Each holds the figure the event records, None when not written.
    """

    seat: str | None
    result: Result
    spread: int | None = None
    hole: int | None = None
    opponent: str | None = None
    game: int | None = None
    table: int | None = None

    def margin(self, target: int) -> int | None:
        """Return by how much the game was decided, from whichever figure is known; None when neither is."""
        if self.spread is None and self.hole is not None:
            return target - self.hole
        return self.spread


@dataclass(frozen=True, slots=True)
class LeftLine:
    """Hold `7 out 6`: left after game `after`; 0 when they left before the first game."""

    who: str | None
    after: int


@dataclass(frozen=True, slots=True)
class NoCardLine:
    """Hold `7 none`: the card was not handed in."""

    who: str | None


@dataclass(frozen=True, slots=True)
class RemoveLine:
    """Hold `7 del`, remove the card, or `4.7 del`, remove game 4 of seat 7."""

    who: str
    game: int | None = None


@dataclass(frozen=True, slots=True)
class ShowLine:
    """Hold `?7`: show a card."""

    who: str


@dataclass(frozen=True, slots=True)
class UndoLine:
    """Hold `u`: take the last entry back."""


@dataclass(frozen=True, slots=True)
class MissingLine:
    """Hold `m`: list what is still out."""


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """Hold `g`, `m` or `v`: what the unknown name before is to be."""

    newcomer: Newcomer


Command = RemoveLine | ShowLine | UndoLine | MissingLine | AnswerLine
Line = CardLine | GameLine | LeftLine | NoCardLine | Command
