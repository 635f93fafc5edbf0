"""What can be wrong with a typed line: codes and figures, never sentences (those stand in `wording`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Code(StrEnum):
    """Name every reason a line or a list is refused for."""

    # Reading a line
    EMPTY = "empty"
    LINE_TOO_LONG = "line_too_long"
    DIGIT_ODD = "digit_odd"
    CHARACTER_ODD = "character_odd"
    NUMBER_TOO_LONG = "number_too_long"
    UNREADABLE = "unreadable"
    # Whom it is about
    WHO_MISSING = "who_missing"
    WHO_UNREADABLE = "who_unreadable"
    WHOM_MISSING = "whom_missing"
    SEAT_UNKNOWN = "seat_unknown"
    SEATS_NONE = "seats_none"
    SEAT_MISSING = "seat_missing"
    # A card
    POINTS_MISSING = "points_missing"
    WINS_MISSING = "wins_missing"
    POINTS_WINS_MISSING = "points_wins_missing"
    TWO_RESULTS = "two_results"
    SIGN_MISSING = "sign_missing"
    SPREAD_PAIR = "spread_pair"
    FIGURE_MISSING = "figure_missing"
    GAMES_MISSING = "games_missing"
    GAMES_NONE = "games_none"
    # A game
    RESULT_MISSING = "result_missing"
    RESULT_UNKNOWN = "result_unknown"
    OUTCOME_MISSING = "outcome_missing"
    SPREAD_RANGE = "spread_range"
    HOLE_RANGE = "hole_range"
    HOLE_NOT_RECORDED = "hole_not_recorded"
    FIGURES_DISAGREE = "figures_disagree"
    FIGURES_SHORT = "figures_short"
    OPPONENT_SELF = "opponent_self"
    OPPONENT_UNWANTED = "opponent_unwanted"
    SIT_OUT_BY_SEAT = "sit_out_by_seat"
    # A pasted list
    PASTE_TOO_LONG = "paste_too_long"
    PASTE_TOO_MANY = "paste_too_many"
    COMMAND_IN_PASTE = "command_in_paste"
    PLAYER_TWICE = "player_twice"
    WHO_UNKNOWN = "who_unknown"
    WHO_SEVERAL = "who_several"
    UNNAMED_COUNT = "unnamed_count"


# Nothing is wrong yet: more keys may follow, so the echo waits instead of refusing.
UNFINISHED = frozenset(
    {
        Code.EMPTY,
        Code.WHOM_MISSING,
        Code.WINS_MISSING,
        Code.POINTS_WINS_MISSING,
        Code.FIGURE_MISSING,
        Code.FIGURES_SHORT,
        Code.GAMES_MISSING,
        Code.RESULT_MISSING,
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Hold one thing to say about a line.

    `column` counts from 0 in the text as typed, None when the whole line is meant; `data` fills the
    places of the sentence `wording` keeps for `code`.
    """

    code: str
    column: int | None = None
    data: Mapping[str, int | str] = field(default_factory=dict)


class EntryError(Exception):
    """Refuse a line; the only exception the parser raises."""

    def __init__(self, code: Code, column: int | None = None, **data: int | str) -> None:
        super().__init__(code, column, data)
        self.code = code
        self.column = column
        self.data: Mapping[str, int | str] = data

    @property
    def problem(self) -> Problem:
        """Return the error as a plain value."""
        return Problem(self.code, self.column, self.data)

    @property
    def unfinished(self) -> bool:
        """Tell whether more keys could still make the line good."""
        return self.code in UNFINISHED
