"""Write a position as one line and read it back; docs/notation.md holds the grammar.

`parse(dump(x)) == x` for every position a game can reach, and for what a seat sees of it. Reading refuses a line that
no game can reach: a reader may trust that `play.apply` goes on from any state that came out of here.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn, cast

from engine import consistency
from engine.cards import HIDDEN, PACK, TEXTS, UNKNOWN, Card
from engine.consistency import Of
from engine.errors import EngineError, IllegalHere, RulesError, Unreadable
from engine.observe import Observation
from engine.rules import Rules
from engine.state import Laid, Missed, Phase, State

NOTHING: Final = "-"
COUNT_ENDS: Final = "|"
FIELDS: Final = ("rules", "scores", "dealer", "deal", "phase", "hands", "line", "crib", "starter")

CARDS: Final = {**{TEXTS[one]: one for one in PACK}, HIDDEN: UNKNOWN}
NUMBER: Final = r"0|[1-9][0-9]{0,8}"
_RULES: Final = re.compile(r"([0-9])/([1-9][0-9]{0,8})(m?)(c?)(f?)")
_SCORE: Final = re.compile(rf"({NUMBER})(?::({NUMBER}))?")
_PHASE: Final = re.compile(rf"([BDC])|([PSKX])([0-9])|M([0-9])([PSK])([0-9]):({NUMBER})")
_NUMBER: Final = re.compile(NUMBER)
_SEAT: Final = re.compile("[0-9]")


def dump(position: State | Observation) -> str:
    """Write a position, or what a seat sees of it, as one line.

    >>> from engine import play
    >>> dump(play.start(Rules(target=61), 1))
    '2/61 0,0 1 1 B -/- - - -'
    >>> state = parse("2/31 0,2 1 1 P0 3s5hKd/7dTdKh 07s1Jc 3dTs5cQd Jh")
    >>> state.count, dump(state) == "2/31 0,2 1 1 P0 3s5hKd/7dTdKh 07s1Jc 3dTs5cQd Jh"
    (17, True)

    Rules that the grammar does not know (skunk lines, recut, who deals next) are left out.
    """
    state = position.state if isinstance(position, Observation) else position
    scores = (f"{front}:{back}" if back else str(front) for front, back in zip(state.scores, state.backs, strict=True))
    piles = ("".join([f"{laid.seat}{TEXTS[laid.card]}" for laid in pile]) for pile in state.line)
    return " ".join(
        (
            dump_rules(state.rules),
            ",".join(scores),
            str(state.dealer),
            str(state.deal),
            _phase(state),
            "/".join([dump_cards(hand) for hand in state.hands]),
            COUNT_ENDS.join(piles) or NOTHING,
            dump_cards(state.crib),
            NOTHING if state.starter is None else TEXTS[state.starter],
        )
    )


def dump_rules(rules: Rules) -> str:
    """Write the rules as both formats do: seats, target, flags.

    >>> dump_rules(Rules(seats=4, target=61, manual=True, muggins=True))
    '4/61mc'
    """
    flags = "m" * rules.muggins + "c" * rules.manual + "f" * rules.five_card
    return f"{rules.seats}/{rules.target}{flags}"


def dump_cards(some: tuple[Card, ...]) -> str:
    """Write cards without blanks, nothing as a dash.

    >>> dump_cards(()), dump_cards((CARDS["5h"], UNKNOWN))
    ('-', '5h??')
    """
    return "".join([TEXTS[one] for one in some]) or NOTHING


def parse(line: str) -> State:
    """Read a position line; hidden cards become `UNKNOWN`.

    >>> seen = parse("2/31 0,2 1 1 P0 ??????/7dTdKh 07s1Jc ????5cQd Jh")
    >>> seen.hands[0], seen.has_hidden
    ((Card('??'), Card('??'), Card('??')), True)
    >>> parse("2/31 0,2 1 1 P1 3s5hKd/7dTdKh 07s1Jc 3dTs5cQd Jh")
    Traceback (most recent call last):
    ...
    engine.errors.IllegalHere: not_your_turn (seat=1, turn=0, deal=None, column=14)

    Raises Unreadable or IllegalHere, with the column.
    """
    words = line.split(" ")
    if len(words) != len(FIELDS):
        at = len(" ".join(words[: len(FIELDS)])) + 1
        raise Unreadable("fields_wrong", column=at, count=len(words), expected=len(FIELDS))
    columns = dict(zip(FIELDS, _starts(words), strict=True))
    texts = dict(zip(FIELDS, words, strict=True))
    rules = parse_rules(texts["rules"])
    scores, backs = _scores(texts["scores"], columns["scores"], rules)
    dealer = _seat(texts["dealer"], columns["dealer"], rules)
    deal = _deal(texts["deal"], columns["deal"])
    phase, turn, missed = _read_phase(texts["phase"], columns["phase"], rules)
    hands = _hands(texts["hands"], columns["hands"], rules)
    table = _table(texts["line"], columns["line"], rules)
    crib = parse_cards(texts["crib"], columns["crib"], "crib")
    turned = parse_cards(texts["starter"], columns["starter"], "starter")
    if len(turned) > 1 or UNKNOWN in turned:
        _unreadable("starter", texts["starter"], columns["starter"])
    starter = turned[0] if turned else None
    discards, extra = consistency.split_crib(rules, phase, hands, crib, starter, columns)
    if starter is not None and not table:
        table = ((),)
    state = State(rules, scores, backs, dealer, deal, phase, turn, hands, table, discards, extra, starter, missed)
    consistency.check(state, columns, _places(texts, columns))
    return state


def parse_rules(text: str, column: int = 1) -> Rules:
    """Read seats, target and flags.

    >>> parse_rules("2/61f").five_card
    True
    >>> parse_rules("5/121")
    Traceback (most recent call last):
    ...
    engine.errors.IllegalHere: seats_outside (seats=5, low=2, high=4, deal=None, column=1)

    Raises Unreadable or IllegalHere.
    """
    found = _RULES.fullmatch(text)
    if found is None:
        _unreadable("rules", text, column)
    seats, target, muggins, manual, five_card = found.groups()
    try:
        return Rules(int(seats), int(target), muggins=bool(muggins), manual=bool(manual), five_card=bool(five_card))
    except RulesError as error:
        raise illegal(error, column) from error


def parse_cards(text: str, column: int, field: str, deal: int | None = None) -> tuple[Card, ...]:
    """Read cards without blanks, a dash as none; `field` and `deal` are for the error.

    >>> parse_cards("5h??", 1, "crib")
    (Card('5h'), Card('??'))

    Raises Unreadable.
    """
    if text == NOTHING:
        return ()
    try:
        found = tuple([CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        bad = next(at for at in range(0, len(text), 2) if text[at : at + 2] not in CARDS)
        _unreadable(field, text[bad : bad + 2], column + bad, deal)
    if not found:
        _unreadable(field, text, column, deal)
    return found


def illegal(error: EngineError, column: int, deal: int | None = None) -> IllegalHere:
    """Say where the rules refused something."""
    return IllegalHere(error.code, column=column, **{**error.data, "deal": deal})


def _unreadable(field: str, text: str, column: int, deal: int | None = None) -> NoReturn:
    raise Unreadable("field_unreadable", column=column, deal=deal, field=field, text=text)


def _phase(state: State) -> str:
    if state.missed is not None:
        return f"{state.phase.value}{state.turn}{state.missed.of}{state.missed.seat}:{state.missed.points}"
    return state.phase.value if state.turn is None else f"{state.phase.value}{state.turn}"


def _starts(words: list[str]) -> list[int]:
    """Give the column at which each word begins."""
    found, at = [], 1
    for word in words:
        found.append(at)
        at += len(word) + 1
    return found


def _pieces(text: str, column: int, between: str) -> list[tuple[str, int]]:
    """Split a field, each piece with the column at which it begins."""
    pieces = text.split(between)
    return list(zip(pieces, (column + at - 1 for at in _starts(pieces)), strict=True))


def _scores(text: str, column: int, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    scores: list[int] = []
    backs: list[int] = []
    for piece, at in _pieces(text, column, ","):
        found = _SCORE.fullmatch(piece)
        if found is None:
            _unreadable("scores", piece, at)
        front, back = int(found[1]), int(found[2] or 0)
        if front > rules.target:
            raise IllegalHere("score_outside", column=at, score=front, low=0, high=rules.target)
        if back and back >= front:
            raise IllegalHere("back_peg_ahead", column=at, score=front, back=back)
        scores.append(front)
        backs.append(back)
    _parts("scores", len(scores), rules.sides, column)
    return tuple(scores), tuple(backs)


def _parts(field: str, count: int, expected: int, column: int) -> None:
    if count != expected:
        raise IllegalHere("parts_wrong", column=column, field=field, count=count, expected=expected)


def _seat(text: str, column: int, rules: Rules) -> int:
    if _SEAT.fullmatch(text) is None:
        _unreadable("dealer", text, column)
    return _seated(text, column, rules.seats)


def _seated(digit: str, column: int, seats: int) -> int:
    if int(digit) >= seats:
        raise IllegalHere("seat_outside", column=column, seat=int(digit), seats=seats)
    return int(digit)


def _deal(text: str, column: int) -> int:
    if _NUMBER.fullmatch(text) is None:
        _unreadable("deal", text, column)
    if text == "0":
        raise IllegalHere("deal_outside", column=column, low=1)
    return int(text)


def _read_phase(text: str, column: int, rules: Rules) -> tuple[Phase, int | None, Missed | None]:
    found = _PHASE.fullmatch(text)
    if found is None:
        _unreadable("phase", text, column)
    chance, letter, seat, claimer, of, counted, points = found.groups()
    if chance:
        return Phase(chance), None, None
    if letter:
        return Phase(letter), _seated(seat, column + 1, rules.sides if letter == "X" else rules.seats), None
    missed = Missed(cast("Of", of), _seated(counted, column + 3, rules.seats), int(points))
    return Phase.MUGGINS, _seated(claimer, column + 1, rules.seats), missed


def _hands(text: str, column: int, rules: Rules) -> tuple[tuple[Card, ...], ...]:
    pieces = _pieces(text, column, "/")
    hands = tuple(tuple(sorted(parse_cards(piece, at, "hands"))) for piece, at in pieces)
    _parts("hands", len(hands), rules.seats, column)
    return hands


def _table(text: str, column: int, rules: Rules) -> tuple[tuple[Laid, ...], ...]:
    if text == NOTHING:
        return ()
    table = []
    for piece, at in _pieces(text, column, COUNT_ENDS):
        pile = []
        for start in range(0, len(piece), 3):
            one = piece[start : start + 3]
            card = CARDS.get(one[1:], UNKNOWN)
            if _SEAT.fullmatch(one[:1]) is None or card == UNKNOWN:
                _unreadable("line", one, at + start)
            pile.append(Laid(_seated(one[0], at + start, rules.seats), card))
        table.append(tuple(pile))
    return tuple(table)


def _places(texts: dict[str, str], columns: dict[str, int]) -> list[tuple[str, int]]:
    """List every card that is written in the line, with its column."""
    found: list[tuple[str, int]] = []
    for field, size in (("hands", 2), ("line", 3), ("crib", 2), ("starter", 2)):
        for piece, at in _pieces(texts[field].replace(COUNT_ENDS, "/"), columns[field], "/"):
            if piece != NOTHING:
                found += [(piece[end - 2 : end], at + end - 2) for end in range(size, len(piece) + 1, size)]
    return found
