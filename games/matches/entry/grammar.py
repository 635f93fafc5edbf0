"""The grammar of the desk: text to line, line to text, and what an unfinished line says so far."""

from __future__ import annotations

from dataclasses import dataclass

from games.matches.entry import cards, games
from games.matches.entry.errors import Code, EntryError, Problem
from games.matches.entry.lines import (
    AnswerLine,
    CardLine,
    Context,
    GameLine,
    LeftLine,
    Line,
    MissingLine,
    Newcomer,
    NoCardLine,
    RemoveLine,
    Result,
    ShowLine,
    UndoLine,
)
from games.matches.entry.reading import Part, Reading, Said

SHOW, UNDO, MISSING = "?", "u", "m"
_ANSWERS = {"g": Newcomer.GUEST, "m": Newcomer.MEMBER, "v": Newcomer.VISITOR}
_WORDS = {result: word for word, result in games.WORDS.items()}


@dataclass(frozen=True, slots=True)
class Understanding:
    """Hold what a line says so far.

    `line` is what Enter would do, None while it would do nothing; `problem` then says why, and `unfinished` whether
    more keys could mend it. `said` holds the recognised parts in the order they were typed.
    """

    said: tuple[Part, ...] = ()
    line: Line | None = None
    problem: Problem | None = None
    unfinished: bool = False

    @property
    def complete(self) -> bool:
        """Tell whether Enter would do something."""
        return self.line is not None

    def value(self, said: Said) -> int | str | None:
        """Return what one part says; None when it was not recognised."""
        return next((part.value for part in self.said if part.said is said), None)


def parse(text: str, context: Context) -> Line:
    """Read one typed line.

    A line that names nobody (`who` is None) belongs to `context.highlighted`. Both kinds of line are read in any mode;
    the mode decides whose word they are, which is the caller's affair.

    Raises:
        EntryError: and never anything else; the line cannot be taken as it stands.
    """
    reading = Reading(text, context)
    return _require_who(reading, _line(reading))


def parse_unnamed(text: str, context: Context) -> Line:
    """Read one line of a list, where a line without a name is given its player later.

    Raises:
        EntryError: the line cannot be taken as it stands.
    """
    return _line(Reading(text, context))


def understand(text: str, context: Context) -> Understanding:
    """Say what a line means so far; never raises, so that the echo can follow every key."""
    reading: Reading | None = None
    try:
        reading = Reading(text, context)
        line = _require_who(reading, _line(reading))
    except EntryError as error:
        parts = tuple(reading.parts) if reading else ()
        return Understanding(parts, None, error.problem, error.unfinished)
    return Understanding(tuple(reading.parts), line)


def write(line: Line) -> str:
    """Write a line as the desk would type it; `parse` reads it back."""
    match line:
        case CardLine():
            return _write_card(line)
        case GameLine():
            return _write_game(line)
        case LeftLine(who, after):
            return _join(who, f"{cards.OUT} {after}")
        case NoCardLine(who):
            return _join(who, cards.NONE)
        case RemoveLine(who, game):
            return f"{_numbered(game)}{who} {cards.REMOVE}"
        case ShowLine(who):
            return f"{SHOW}{who}"
        case UndoLine():
            return UNDO
        case MissingLine():
            return MISSING
        case _:
            return line.newcomer[0]


def _line(reading: Reading) -> Line:
    tokens = reading.tokens
    if not tokens:
        raise reading.refusal(Code.EMPTY, None)
    command = _command(reading)
    if command:
        return command
    slash = cards.slash(tokens)
    if slash is not None:
        return cards.card(reading, slash)
    status = cards.status(reading)
    if status:
        return status
    if any(token.kind == "/" for token in tokens):
        cards.half_card(reading)
    return games.game(reading)


def _command(reading: Reading) -> ShowLine | UndoLine | MissingLine | AnswerLine | None:
    first = reading.tokens[0]
    key = first.text.casefold()
    if key == SHOW:
        reading.say(Said.COMMAND, SHOW)
        who = reading.who(reading.tokens[1:])
        if who is None:
            raise reading.refusal(Code.WHOM_MISSING, None)
        return ShowLine(who)
    if len(reading.tokens) > 1:
        return None
    command: UndoLine | MissingLine | AnswerLine
    if reading.context.answering and key in _ANSWERS:
        command = AnswerLine(_ANSWERS[key])
    elif key == UNDO:
        command = UndoLine()
    elif key == MISSING:
        command = MissingLine()
    else:
        return None
    reading.say(Said.COMMAND, key)
    return command


def _require_who(reading: Reading, line: Line) -> Line:
    if isinstance(line, CardLine | LeftLine | NoCardLine) and line.who is None and reading.context.highlighted is None:
        raise reading.refusal(Code.WHO_MISSING, reading.tokens[0])
    return line


def _join(who: str | None, rest: str) -> str:
    return rest if who is None else f"{who} {rest}"


def _numbered(game: int | None) -> str:
    return "" if game is None else f"{game}."


def _write_card(line: CardLine) -> str:
    text = f"{line.points}/{line.wins}"
    if line.plus is not None:
        text += f" +{line.plus} -{line.minus}"
    elif line.net is not None:
        text += f" {line.net:+}" if line.net else " 0"
    if line.games is not None:
        text += f" {cards.IN} {line.games}"
    return _join(line.who, text)


def _write_game(line: GameLine) -> str:
    seat = line.seat if line.table is None else f"t{line.table}"
    sign = "-" if line.result is Result.LOST else "+"
    figure = _WORDS[line.result]
    if line.spread is not None:
        figure = f"{sign}{line.spread}" if line.hole is None else f"{sign}{line.spread} {line.hole}"
    elif line.hole is not None:
        figure += f" {line.hole}"
    pieces = [f"{_numbered(line.game)}{seat}", line.opponent, figure]
    return " ".join(piece for piece in pieces if piece)
