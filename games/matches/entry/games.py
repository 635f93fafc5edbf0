"""Lines about one game: `[k.]seat [seat] result`, and `t4 result` by table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

from games.matches.entry.cards import NONE, OUT, REMOVE, game_number
from games.matches.entry.errors import Code
from games.matches.entry.lines import GameLine, Mode, Record, Result
from games.matches.entry.reading import Reading, Said
from games.matches.entry.source import Token

WORDS = {
    "w": Result.WON,
    "l": Result.LOST,
    "so": Result.SAT_OUT,
    "np": Result.NOT_PLAYED,
    "aw": Result.AWARDED,
    "ff": Result.FORFEITED,
}
_FINISHED = (Result.WON, Result.LOST)
_TABLE = "t"


@dataclass(frozen=True, slots=True)
class _Item:
    """Hold one piece after the seat.

    `shape` is N number, S signed number, A seat label, W won or lost, O another word, X both scores;
    `value` is the magnitude of a figure, for X the loser's hole; `result` what the piece says of the named seat:
    a number without a sign is a game won.
    """

    shape: str
    token: Token
    value: int = 0
    result: Result = Result.WON


def game(reading: Reading) -> GameLine:
    """Read a game.

    Raises:
        EntryError: anything in the line is missing, doubtful, impossible for the target, or not what the event records.
    """
    tokens = list(reading.tokens)
    number = None
    if [token.kind for token in tokens[:2]] == ["number", "."]:
        number = game_number(reading, tokens[0])
        tokens = tokens[2:]
        if not tokens:
            raise reading.refusal(Code.RESULT_MISSING, None)
    first = tokens[0]
    if len(tokens) == 1 and number is None and first.kind == "number":
        _lone_number(reading, first)
    label = _label(tokens)
    if label and first.text.casefold() == _TABLE:
        table = reading.number(tokens[label - 1])
        reading.say(Said.TABLE, table)
        return _outcome(reading, tokens[label:], None, number, table)
    if label:
        seat = first.text + tokens[label - 1].text
        tokens = tokens[label:]
    elif first.kind == "number":
        seat = reading.seat(first)
        tokens = tokens[1:]
    else:
        _no_seat(reading, tokens)
    reading.say(Said.SEAT, seat)
    return _outcome(reading, tokens, seat, number, None)


def _lone_number(reading: Reading, token: Token) -> NoReturn:
    """Refuse a number alone, which may become a seat or, in seat order, the points of a card."""
    context = reading.context
    by_card = context.mode is not Mode.GAME
    if reading.source.text.endswith(" ") or context.highlighted is None or not by_card:
        reading.say(Said.WHO, str(reading.number(token)))
    raise reading.refusal(Code.POINTS_WINS_MISSING if by_card else Code.RESULT_MISSING, None)


def _no_seat(reading: Reading, tokens: list[Token]) -> NoReturn:
    """Refuse a line that names no seat and is no card: half a name is waited for, a bare result is not."""
    by_card = reading.context.mode is not Mode.GAME
    if tokens[0].kind in ("+", "-"):
        raise reading.refusal(Code.POINTS_MISSING if by_card else Code.SEAT_MISSING, tokens[0])
    reading.who(tokens)
    raise reading.refusal(Code.POINTS_WINS_MISSING if by_card else Code.RESULT_MISSING, None)


def _label(tokens: list[Token]) -> int:
    """Return how many tokens a seat label (`A7`, `A-7`) at the start takes, 0 when there is none."""
    for length, kinds in ((2, ["word", "number"]), (3, ["word", "-", "number"])):
        run = tokens[:length]
        glued = all(one.end == other.start for one, other in pairwise(run))
        if [token.kind for token in run] == kinds and glued and len(run[0].text) == 1:
            return length
    return 0


def _outcome(
    reading: Reading, tokens: list[Token], seat: str | None, number: int | None, table: int | None
) -> GameLine:
    if not tokens:
        raise reading.refusal(Code.RESULT_MISSING, None)
    items = _items(reading, tokens)
    opponent = None
    if _names_opponent("".join(item.shape for item in items), reading.context.record):
        opponent = _opponent(reading, items.pop(0).token, seat)
    result, spread, hole = _result(reading, items)
    reading.say(Said.RESULT, result)
    if spread is not None:
        reading.say(Said.SPREAD, spread)
    if hole is not None:
        reading.say(Said.HOLE, hole)
    if result is Result.SAT_OUT:
        if opponent is not None:
            raise reading.refusal(Code.OPPONENT_UNWANTED, tokens[0], seat=opponent)
        if table is not None:
            raise reading.refusal(Code.SIT_OUT_BY_SEAT, tokens[0])
    return GameLine(seat, result, spread, hole, opponent, number, table)


def _items(reading: Reading, tokens: list[Token]) -> list[_Item]:
    items: list[_Item] = []
    while tokens:
        item, length = _item(reading, tokens)
        items.append(item)
        tokens = tokens[length:]
    return items


def _item(reading: Reading, tokens: list[Token]) -> tuple[_Item, int]:
    first = tokens[0]
    word = first.text.casefold()
    if first.kind == "number":
        score = _score(reading, tokens)
        return (score, 3) if score else (_Item("N", first, reading.number(first)), 1)
    if first.kind in ("+", "-"):
        if len(tokens) == 1:
            raise reading.refusal(Code.FIGURE_MISSING, None)
        if tokens[1].kind != "number":
            raise reading.refusal_from(first)
        result = Result.WON if first.kind == "+" else Result.LOST
        return _Item("S", first, reading.number(tokens[1]), result), 2
    if word in WORDS:
        result = WORDS[word]
        return _Item("W" if result in _FINISHED else "O", first, result=result), 1
    length = _label(tokens)
    if length:
        label = Token("word", first.text + tokens[length - 1].text, first.start, tokens[length - 1].end)
        return _Item("A", label), length
    if first.kind != "word":
        raise reading.refusal_from(first)
    if len(tokens) == 1 and any(known.startswith(word) for known in (*WORDS, OUT, NONE, REMOVE)):
        raise reading.refusal(Code.RESULT_MISSING, None)
    raise reading.refusal(Code.RESULT_UNKNOWN, first, word=first.text)


def _score(reading: Reading, tokens: list[Token]) -> _Item | None:
    """Read `121-88`: both scores, the named seat's first; None when the three tokens are no such pair."""
    if [token.kind for token in tokens[:3]] != ["number", "-", "number"]:
        return None
    first, dash, last = tokens[:3]
    target = reading.context.target
    own, other = reading.number(first), reading.number(last)
    glued = first.end == dash.start and dash.end == last.start
    # With blanks, `7 61 -61` may also be a loss to seat 61.
    if target not in (own, other) or not (glued or own > reading.context.seats):
        return None
    return _Item("X", first, min(own, other), Result.WON if own == target else Result.LOST)


def _names_opponent(shapes: str, record: Record) -> bool:
    """Tell whether the first piece is the opponent's seat.

    Where both figures are recorded, two numbers are the spread and the hole, so that the one always checks the other;
    an opponent is then read only before a sign, a word or two numbers.
    """
    if shapes.startswith("A"):
        return True
    return shapes.startswith("N") and len(shapes) > 1 and not (record is Record.BOTH and shapes == "NN")


def _opponent(reading: Reading, token: Token, seat: str | None) -> str:
    opponent = token.text if token.kind == "word" else reading.seat(token)
    if seat is None:
        raise reading.refusal(Code.OPPONENT_UNWANTED, token, seat=opponent)
    if opponent.casefold() == seat.casefold():
        raise reading.refusal(Code.OPPONENT_SELF, token, seat=opponent)
    reading.say(Said.OPPONENT, opponent)
    return opponent


def _result(reading: Reading, items: list[_Item]) -> tuple[Result, int | None, int | None]:
    """Return the result and the figures the event records, spread and hole."""
    if not items:
        raise reading.refusal(Code.RESULT_MISSING, None)
    record, target = reading.context.record, reading.context.target
    shapes = "".join(item.shape for item in items)
    result, last = items[0].result, items[-1]
    if shapes in ("O", "W"):
        return result, None, None
    if shapes == "N" and record is Record.HOLE:
        raise reading.refusal(Code.OUTCOME_MISSING, last.token, figure=last.value)
    if shapes in ("N", "S"):
        _check_spread(reading, last)
        return (result, None, target - last.value) if record is Record.HOLE else (result, last.value, None)
    if shapes == "WN" and record is Record.SPREAD:
        raise reading.refusal(Code.HOLE_NOT_RECORDED, last.token, hole=last.value)
    if shapes in ("WN", "X"):
        _check_hole(reading, last)
        return (result, target - last.value, None) if record is Record.SPREAD else (result, None, last.value)
    if record is Record.BOTH and shapes in ("NN", "SN", "WNN"):
        spread = items[-2]
        _check_spread(reading, spread)
        _check_hole(reading, last)
        right = target - spread.value
        if last.value != right:
            # The first digits of the right hole: the rest may still come.
            code = Code.FIGURES_SHORT if str(right).startswith(str(last.value)) else Code.FIGURES_DISAGREE
            raise reading.refusal(code, last.token, spread=spread.value, hole=last.value, target=target)
        return result, spread.value, last.value
    raise reading.refusal_from(last.token)


def _check_spread(reading: Reading, item: _Item) -> None:
    if not 1 <= item.value <= reading.context.target:
        raise reading.refusal(Code.SPREAD_RANGE, item.token, spread=item.value, target=reading.context.target)


def _check_hole(reading: Reading, item: _Item) -> None:
    if item.value >= reading.context.target:
        most = reading.context.target - 1
        raise reading.refusal(Code.HOLE_RANGE, item.token, hole=item.value, most=most)
