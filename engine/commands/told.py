"""Tell an event as plain data, for JSON, and as a line for people."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from engine.cards import TEXTS, Card
from engine.events import Event
from engine.pegging import Peg
from engine.scoring import Combo

NAMES = {
    "Dealt": "dealt",
    "Discarded": "discarded",
    "Starter": "starter",
    "Played": "played",
    "SaidGo": "go",
    "CountEnded": "count ended",
    "Turned": "turned",
    "Scored": "scored",
    "DealEnded": "deal ended",
    "Won": "won",
}


def data(event: Event) -> dict[str, Any]:
    """Return an event as JSON has it: its name under `event`, then its fields; cards as text, levels by name.

    >>> from engine.cards import cards
    >>> from engine.events import Played
    >>> data(Played(1, cards("Jh")[0], 10))
    {'event': 'played', 'seat': 1, 'card': 'Jh', 'count': 10}
    """
    return {"event": NAMES[type(event).__name__]} | {
        field.name: _plain(getattr(event, field.name)) for field in fields(event)
    }


def line(event: Event) -> str:
    """Return an event as one line.

    >>> from engine.cards import cards
    >>> from engine.events import Discarded
    >>> line(Discarded(0, cards("8d8c")))
    'discarded seat 0, cards 8d 8c'
    """
    name, *rest = data(event).items()
    return f"{name[1]} " + ", ".join(f"{key} {_said(value)}" for key, value in rest)


def _plain(value: Any) -> Any:
    match value:
        case Card():
            return TEXTS[value]
        case Enum():
            return value.name.lower()
        case Combo():
            return {"kind": value.kind, "cards": _plain(value.cards), "points": value.points}
        case Peg():
            return {"kind": value.why, "cards": _plain(value.cards), "points": value.points}
        case tuple():
            return [_plain(one) for one in value]
        case _:
            return value


def _said(value: Any) -> str:
    match value:
        case {"kind": kind, "cards": cards, "points": points}:
            return f"{kind} {''.join(cards)} {points}"
        case list() if value and isinstance(value[0], list | dict):
            return " / ".join(_said(one) for one in value)
        case list():
            return " ".join(str(one) for one in value) or "-"
        case _:
            return str(value)
