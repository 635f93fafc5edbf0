"""Hold a game as a record: a TOML document with the deals as text, read and written here, played by `engine.replay`.

The grammar is in docs/notation.md. Points are not in a record: they follow.
"""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NoReturn, get_args

from engine.errors import IllegalHere, Unreadable
from engine.notation import NUMBER, dump_rules, parse_rules
from engine.rules import Rules

VERSION: Final = 1
Ended = Literal["target", "resigned", "timeout", "abandoned"]
ENDINGS: Final[tuple[str, ...]] = get_args(Ended)

TEXTS: Final = ("players", "cuts", "deals", "commit", "salt", "pack")
"""Keys that hold a list of strings."""
A_DEAL: Final = ("commit", "salt", "pack")
"""Of these, those with one string a deal."""
KEYS: Final = ("cgr", "rules", "event", "date", "first_dealer", "result", "ended", *TEXTS)
_RESULT: Final = re.compile(rf"(?:{NUMBER})(?:,(?:{NUMBER}))*")
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_WHERE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_ESCAPES: Final = {
    **{number: f"\\u{number:04x}" for number in (*range(32), 127)},
    ord('"'): '\\"',
    ord("\\"): "\\\\",
}


@dataclass(frozen=True, slots=True)
class Record:
    """Hold one game as it is written down.

    `first_dealer`: a seat; may be None only where there are no `deals`, for a game logged over the board. `deals`: one
    string a deal. `result`: final scores by side, or None. `ended`: None means at the target, or not at all. `players`
    by seat. `cuts`: one string a cut for deal. `commit`, `salt`, `pack`: one string a deal, or none at all. `more`:
    keys that this version does not know, as TOML gives them.

    >>> Record(Rules(target=61), 1, result=(61, 44)).result
    (61, 44)

    Raises Unreadable (`key_missing`) or IllegalHere (`seat_outside`, `parts_wrong`).
    """

    rules: Rules
    first_dealer: int | None
    deals: tuple[str, ...] = ()
    result: tuple[int, ...] | None = None
    ended: Ended | None = None
    event: str | None = None
    date: datetime.date | None = None
    players: tuple[str, ...] = ()
    cuts: tuple[str, ...] = ()
    commit: tuple[str, ...] = ()
    salt: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        dealer, seats = self.first_dealer, self.rules.seats
        if dealer is None and self.deals:
            raise Unreadable("key_missing", column=1, key="first_dealer")
        if dealer is not None and not 0 <= dealer < seats:
            raise IllegalHere("seat_outside", column=1, seat=dealer, seats=seats)
        for key, expected in (("players", seats), *((key, len(self.deals)) for key in A_DEAL)):
            count = len(getattr(self, key))
            if count not in (0, expected):
                raise IllegalHere("parts_wrong", column=1, field=key, count=count, expected=expected)


def load(text: str) -> Record:
    """Read a record. The deals are read when they are played.

    >>> record = load('cgr = 1\\nrules = "2/61"\\nfirst_dealer = 0\\nresult = "61,58"\\ntable = 4')
    >>> record.rules.target, record.result, record.more
    (61, (61, 58), {'table': 4})
    >>> load("cgr = 1")
    Traceback (most recent call last):
    ...
    engine.errors.Unreadable: key_missing (key='rules', deal=None, column=1)

    Raises Unreadable or IllegalHere; the column is that of the line for what is no TOML, else that of the key's value.
    """
    found = _document(text)
    if _wanted(found, "cgr", int) != VERSION:
        raise Unreadable("version_unknown", column=1, version=found["cgr"], known=VERSION)
    rules = parse_rules(_wanted(found, "rules", str))
    ended = _maybe(found, "ended", str)
    if ended is not None and ended not in ENDINGS:
        _unreadable("ended")
    return Record(
        rules,
        _maybe(found, "first_dealer", int),
        result=_result(_maybe(found, "result", str)),
        ended=ended,
        event=_maybe(found, "event", str),
        date=_maybe(found, "date", datetime.date),
        **{key: _texts(found, key) for key in TEXTS},
        more={key: value for key, value in found.items() if key not in KEYS},
    )


def write(record: Record) -> str:
    """Write a record as a TOML document; `load` reads the same record back.

    >>> print(write(Record(Rules(), 0, event="Club final", result=(121, 97))), end="")
    cgr = 1
    rules = "2/121"
    event = "Club final"
    first_dealer = 0
    result = "121,97"
    """
    head: dict[str, Any] = {
        "cgr": VERSION,
        "rules": dump_rules(record.rules),
        "event": record.event,
        "date": record.date,
        "players": list(record.players),
        "cuts": list(record.cuts),
        "first_dealer": record.first_dealer,
        "result": None if record.result is None else result_text(record.result),
        "ended": record.ended,
    }
    lines = [f"{key} = {_value(value)}" for key, value in head.items() if value is not None and value != []]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in record.more.items()]
    for key in ("deals", *A_DEAL):
        strings: tuple[str, ...] = getattr(record, key)
        if strings:
            lines += [f"{key} = [", *(f"  {_value(one)}," for one in strings), "]"]
    return "\n".join(lines) + "\n"


def result_text(scores: tuple[int, ...]) -> str:
    """Write final scores as `result` has them.

    >>> result_text((21, 31))
    '21,31'
    """
    return ",".join(map(str, scores))


def _document(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise Unreadable("not_toml", column=1, reason="Nested too deeply", line=1) from error
    except ValueError as error:  # TOMLDecodeError is one; a number of thousands of digits is another
        reason = str(error)
        found = _WHERE.search(reason)
        line, column = _end(text) if found is None or found[1] is None else (int(found[1]), int(found[2]))
        raise Unreadable("not_toml", column=column, reason=_WHERE.sub("", reason), line=line) from error


def _end(text: str) -> tuple[int, int]:
    """Give line and column just after the last character."""
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _wanted(found: Mapping[str, Any], key: str, kind: type) -> Any:
    if key not in found:
        raise Unreadable("key_missing", column=1, key=key)
    return _maybe(found, key, kind)


def _maybe(found: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a key's value or None; the type exactly, for True is an int, and a moment is a date, to Python."""
    value = found.get(key)
    if value is not None and type(value) is not kind:
        _unreadable(key)
    return value


def _texts(found: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = _maybe(found, key, list) or []
    if not all(isinstance(one, str) for one in value):
        _unreadable(key)
    return tuple(value)


def _result(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if _RESULT.fullmatch(text) is None:
        raise Unreadable("field_unreadable", column=1, field="result", text=text)
    return tuple(map(int, text.split(",")))


def _unreadable(key: str) -> NoReturn:
    raise Unreadable("key_unreadable", column=1, key=key)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    """Write what TOML can hold, on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value.translate(_ESCAPES)}"'
        case int() | float():
            return repr(value)
        case datetime.date() | datetime.time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())}}}"
        case _:
            raise TypeError(f"TOML holds no {type(value).__name__}")
