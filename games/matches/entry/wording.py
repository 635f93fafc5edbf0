"""The sentence for each code: what is wrong and what to type instead.

The sentences are message ids with named places. The module is pure: its caller hands `gettext` in.
"""

from __future__ import annotations

from collections.abc import Callable

from games.matches.entry.errors import Code, Problem


def gettext_noop(message: str) -> str:
    """Mark a sentence for the catalogue; the name is the one the extracting tools know."""
    return message


SENTENCES: dict[str, str] = {
    Code.EMPTY: gettext_noop("Type a line, for example 7 33 or 7 16/7 +74."),
    Code.LINE_TOO_LONG: gettext_noop("A line has at most {limit} characters. Type one card or one game a line."),
    Code.DIGIT_ODD: gettext_noop("“{character}” is not a plain digit. Use 0 to 9."),
    Code.CHARACTER_ODD: gettext_noop("There is a character here that cannot be read. Delete it and type it again."),
    Code.NUMBER_TOO_LONG: gettext_noop("A number has at most {limit} digits. Check this one."),
    Code.UNREADABLE: gettext_noop("“{rest}” is not understood. A card is 7 16/7 +74, a game is 7 33."),
    Code.WHO_MISSING: gettext_noop("Every card is in. Name a seat or a player to correct one."),
    Code.WHO_UNREADABLE: gettext_noop("“{who}” names nobody. Write a seat, an ACC number or the start of a name."),
    Code.WHOM_MISSING: gettext_noop("Say whose card: ?7 shows it, 7 del removes it."),
    Code.SEAT_UNKNOWN: gettext_noop("There is no seat {seat}. Seats are 1 to {seats}."),
    Code.SEATS_NONE: gettext_noop("This night has no seats, so {seat} names nobody. Write a name or an ACC number."),
    Code.SEAT_MISSING: gettext_noop("Whose game is it? Write the seat first, for example 7 33."),
    Code.POINTS_MISSING: gettext_noop("A card line needs points/wins before the spread, for example 7 16/7 +74."),
    Code.WINS_MISSING: gettext_noop("Write the games won after the slash, for example 16/7."),
    Code.POINTS_WINS_MISSING: gettext_noop("A card line needs points/wins, for example 7 16/7 +74."),
    Code.TWO_RESULTS: gettext_noop("There are two results in this line. Type one card a line."),
    Code.SIGN_MISSING: gettext_noop("Is the spread plus or minus? Write +{figure} or -{figure}."),
    Code.SPREAD_PAIR: gettext_noop("Two figures are the plus and the minus column. Write +119 -45."),
    Code.FIGURE_MISSING: gettext_noop("Write a figure after the sign."),
    Code.GAMES_MISSING: gettext_noop(
        "Write a number of games: “in 8” for a card of eight, “out 6” for left after game 6."
    ),
    Code.GAMES_NONE: gettext_noop("Games count from 1."),
    Code.RESULT_MISSING: gettext_noop("Write the result: 7 33 is won by 33, 7 -33 lost by 33; a card is 7 16/7 +74."),
    Code.RESULT_UNKNOWN: gettext_noop(
        "“{word}” is no result. Write a spread, w, l, so (sat out), np (not played), aw (awarded) or ff (forfeits)."
    ),
    Code.OUTCOME_MISSING: gettext_noop(
        "Won or lost? Write w {figure} or l {figure} where the loser stopped at {figure}."
    ),
    Code.SPREAD_RANGE: gettext_noop("A game is won by 1 to {target}. {spread} cannot be."),
    Code.HOLE_RANGE: gettext_noop("The loser cannot have {hole}. Enter {most} or less."),
    Code.HOLE_NOT_RECORDED: gettext_noop(
        "This event records the spread, not the loser’s hole. Write 7 33 for won by 33, 7 -33 for lost by 33."
    ),
    Code.FIGURES_DISAGREE: gettext_noop(
        "Spread {spread} and hole {hole} do not make {target}. Check both on the card."
    ),
    Code.FIGURES_SHORT: gettext_noop("Spread {spread} and hole {hole} do not make {target} yet. Finish the hole."),
    Code.OPPONENT_SELF: gettext_noop("Seat {seat} cannot play against itself."),
    Code.OPPONENT_UNWANTED: gettext_noop("No opponent belongs in this line. Leave seat {seat} out."),
    Code.SIT_OUT_BY_SEAT: gettext_noop("A table does not sit out. Write the seat: 7 so."),
    Code.PASTE_TOO_LONG: gettext_noop("This is more than {limit} KiB of text. Paste one night’s list only."),
    Code.PASTE_TOO_MANY: gettext_noop(
        "These are {lines} lines; at most {limit} are read at once. Paste one night’s list only."
    ),
    Code.COMMAND_IN_PASTE: gettext_noop(
        "“{text}” is a command, not a result. Type it at the desk, or delete the line."
    ),
    Code.PLAYER_TWICE: gettext_noop("This player is already in line {row}. Keep one of the two."),
    Code.WHO_UNKNOWN: gettext_noop("Nobody here is called “{who}”. Add with g as guest, m as member, v as visitor."),
    Code.WHO_SEVERAL: gettext_noop("“{who}” may be more than one player. Choose one, or write more of the name."),
    Code.UNNAMED_COUNT: gettext_noop(
        "Lines without a name: {lines}; cards still out: {out}. Seat order needs as many of one as of the other."
    ),
}


def say(problem: Problem, *, gettext: Callable[[str], str] = gettext_noop) -> str:
    """Return the sentence for a problem, translated by what is handed in, its places filled.

    Raises KeyError for a code that is not of this package: what a caller's check finds, the caller words.
    """
    return gettext(SENTENCES[problem.code]).format_map(problem.data)
