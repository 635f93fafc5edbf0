"""Lines about one card: points/wins with a spread, and out, none, del."""

from __future__ import annotations

from typing import NoReturn

from games.matches.entry.errors import Code
from games.matches.entry.lines import CardLine, LeftLine, NoCardLine, RemoveLine
from games.matches.entry.reading import Reading, Said
from games.matches.entry.source import Token

NONE, REMOVE, OUT, IN = "none", "del", "out", "in"


def slash(tokens: list[Token]) -> int | None:
    """Return where the last "points/wins" has its slash; None when the line has no such pair."""
    pairs = (
        index
        for index in range(len(tokens) - 2, 0, -1)
        if tokens[index].kind == "/" and tokens[index - 1].kind == "number" and tokens[index + 1].kind == "number"
    )
    return next(pairs, None)


def card(reading: Reading, at: int) -> CardLine:
    """Read a card whose slash is token `at`.

    Raises:
        EntryError: anything in the line is missing, doubtful or too much.
    """
    tokens = reading.tokens
    if slash(tokens[:at]) is not None:
        raise reading.refusal(Code.TWO_RESULTS, tokens[at - 1])
    who = reading.who(tokens[: at - 1])
    points, wins = reading.number(tokens[at - 1]), reading.number(tokens[at + 1])
    reading.say(Said.POINTS, points)
    reading.say(Said.WINS, wins)
    # Lists put commas between their columns; a typed line may keep them.
    rest = [token for token in tokens[at + 2 :] if token.kind not in (",", ";")]
    net, plus, minus = _spread(reading, rest)
    return CardLine(who, points, wins, net, plus, minus, _games(reading, rest))


def half_card(reading: Reading) -> NoReturn:
    """Refuse a line that has a slash but not both numbers beside it."""
    tokens = reading.tokens
    at = max(index for index, token in enumerate(tokens) if token.kind == "/")
    if at == 0 or tokens[at - 1].kind != "number":
        raise reading.refusal(Code.POINTS_MISSING, tokens[at])
    reading.who(tokens[: at - 1])
    reading.say(Said.POINTS, reading.number(tokens[at - 1]))
    raise reading.refusal(Code.WINS_MISSING, tokens[at + 1] if tokens[at + 1 :] else None)


def status(reading: Reading) -> LeftLine | NoCardLine | RemoveLine | None:
    """Read `who out n`, `who none` or `[k.]who del`; None when the line does not end in one of them.

    Raises:
        EntryError: the game after `out`, or whom `del` is about, is missing.
    """
    tokens = reading.tokens
    words = [token.text.casefold() for token in tokens]
    if words[-2:-1] == [OUT] and tokens[-1].kind == "number":
        who, after = reading.who(tokens[:-2]), reading.number(tokens[-1])
        reading.say(Said.AFTER, after)
        return LeftLine(who, after)
    if words[-1] == OUT:
        reading.who(tokens[:-1])
        raise reading.refusal(Code.GAMES_MISSING, None)
    if words[-1] == NONE:
        return NoCardLine(reading.who(tokens[:-1]))
    if words[-1] == REMOVE:
        reading.say(Said.COMMAND, REMOVE)
        return _removal(reading, tokens[:-1])
    return None


def _removal(reading: Reading, before: list[Token]) -> RemoveLine:
    game = None
    if len(before) > 2 and before[0].kind == "number" and before[1].kind == ".":
        game = game_number(reading, before[0])
        before = before[2:]
    who = reading.who(before)
    # The highlighted seat is one without a card: there is nothing of it to remove.
    if who is None:
        raise reading.refusal(Code.WHOM_MISSING, None)
    return RemoveLine(who, game)


def game_number(reading: Reading, token: Token) -> int:
    """Return the game a number before a dot names."""
    game = reading.number(token)
    if game == 0:
        raise reading.refusal(Code.GAMES_NONE, token)
    reading.say(Said.GAME, game)
    return game


def _spread(reading: Reading, rest: list[Token]) -> tuple[int | None, int | None, int | None]:
    """Take the spread off `rest`; net, plus and minus, each None when not given."""
    figures: list[tuple[str, int, Token]] = []
    while rest and len(figures) < 2 and rest[0].kind in ("+", "-", "number"):
        first = rest.pop(0)
        sign = ""
        digits = first
        if first.kind != "number":
            sign = first.kind
            if not rest:
                raise reading.refusal(Code.FIGURE_MISSING, None)
            digits = rest.pop(0)
            if digits.kind != "number":
                raise reading.refusal_from(first)
        value = reading.number(digits)
        if value and not sign:
            raise reading.refusal(Code.SIGN_MISSING, digits, figure=value)
        figures.append((sign, value, first))
    if len(figures) == 2:
        return _plus_and_minus(reading, *figures)
    if figures:
        sign, value, _ = figures[0]
        net = -value if sign == "-" else value
        reading.say(Said.NET, net)
        return net, None, None
    return None, None, None


def _plus_and_minus(
    reading: Reading, one: tuple[str, int, Token], other: tuple[str, int, Token]
) -> tuple[int, int, int]:
    # A nought may go without its sign: it then is whichever column the other figure is not.
    swapped = one[0] == "-" or other[0] == "+"
    (plus_sign, plus, _), (minus_sign, minus, _) = (other, one) if swapped else (one, other)
    if plus_sign == "-" or minus_sign == "+":
        raise reading.refusal(Code.SPREAD_PAIR, other[2])
    reading.say(Said.PLUS, plus)
    reading.say(Said.MINUS, minus)
    reading.say(Said.NET, plus - minus)
    return plus - minus, plus, minus


def _games(reading: Reading, rest: list[Token]) -> int | None:
    if not rest:
        return None
    word = rest[0].text.casefold()
    if len(rest) == 1 and word in (IN, IN[:1]):
        raise reading.refusal(Code.GAMES_MISSING, None)
    if word != IN or rest[1].kind != "number":
        raise reading.refusal_from(rest[0])
    if len(rest) > 2:
        raise reading.refusal_from(rest[2])
    games = reading.number(rest[1])
    if games == 0:
        raise reading.refusal(Code.GAMES_NONE, rest[1])
    reading.say(Said.GAMES, games)
    return games
