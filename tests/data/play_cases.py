"""The case files of play as values: hands, counts, whole plays, endings, and bugs others have had."""

import json
from typing import Any

from engine.cards import Card, card, cards
from tests.data.nights import CASES


def rows(name: str) -> list[dict[str, Any]]:
    """Read every row of one case file."""
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text().splitlines()]


def counts() -> list[dict[str, Any]]:
    """Read the rows of the play that are one count."""
    return [row for row in rows("pegging") if row["scope"] == "count"]


def whole_plays() -> list[dict[str, Any]]:
    """Read the rows of the play that are a deal's whole play."""
    return [row for row in rows("pegging") if row["scope"] == "full"]


def endings() -> list[dict[str, Any]]:
    """Read the deals whose start scores are placed so that one given event goes out."""
    return rows("endgame") + rows("endgame_extra")


def checks() -> list[dict[str, Any]]:
    """Read the bugs that can be run."""
    return [row for row in rows("bugs") if "check" in row]


def rule_pages(kind: str) -> list[dict[str, Any]]:
    """Read the rows of one kind that come from the rule pages."""
    return [row for row in rows("rulepage_cases") if row["kind"] == kind]


def hand_of(text: str) -> tuple[tuple[Card, ...], Card]:
    """Read ``5H 5S 5D JC | 5C``: the cards counted, and the starter."""
    kept, starter = text.split("|")
    return cards(kept), card(starter)
