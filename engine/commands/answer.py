"""Hold what a command answers, for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.cards import TEXTS, Card


@dataclass(frozen=True, slots=True)
class Answer:
    """Hold the data printed with ``--json``, the lines printed without, and what is wrong all the same ("": no)."""

    data: Any
    lines: tuple[str, ...]
    wrong: str = ""


def written(cards: Iterable[Card]) -> list[str]:
    """Write cards for JSON: ``["5h", "Jc"]``."""
    return [TEXTS[one] for one in cards]
