"""The case files as values: published evenings and their right places, points and sums."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Card:
    """A card as a case file has it; None: not given."""

    player: str
    games: int
    points: int
    wins: int
    plus: int | None = None
    minus: int | None = None
    net: int | None = None


def full() -> list[dict[str, Any]]:
    """Read the three complete evenings."""
    nights: list[dict[str, Any]] = json.loads((CASES / "nights_full.json").read_text())
    return nights


def published() -> list[dict[str, Any]]:
    """Read the evenings clubs published, cards in part."""
    return [night for night in json.loads((CASES / "nights.json").read_text()) if "cards" in night]


def rows(kind: str) -> list[dict[str, Any]]:
    """Read the rows of one kind of the miscellany."""
    lines = (CASES / "misc.jsonl").read_text().splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] == kind]


def cards_of(night: dict[str, Any]) -> list[Card]:
    """Give the cards of an evening of either file."""
    return [
        _parsed(player, night["games"], card) if isinstance(card, str) else _typed(player, card)
        for player, card in night["cards"].items()
    ]


def _typed(player: str, card: dict[str, Any]) -> Card:
    return Card(player, card["games"], card["gp"], card["wins"], card["plus"], card["minus"], card["net"])


def _parsed(player: str, games: int, text: str) -> Card:
    match = re.fullmatch(r"(\d+)/(\d+)((?: [+-]\d+)*)", text)
    assert match is not None, text
    points, wins = int(match[1]), int(match[2])
    spread = [int(figure) for figure in match[3].split()]
    if len(spread) == 2:
        return Card(player, games, points, wins, plus=spread[0], minus=-spread[1])
    return Card(player, games, points, wins, net=spread[0] if spread else None)
