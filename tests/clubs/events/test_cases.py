"""Real and complete evenings through the ledger and the standings: their places, points and sums (domain.md, cases)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Sum

from clubs.events.models import LedgerLine, Standing
from clubs.events.ranking.schemes import Scheme
from clubs.events.services import standings
from tests.clubs.events import stories
from tests.factories import Cast

CASES = Path(__file__).parents[2] / "data" / "cases"
FULL: list[dict[str, Any]] = json.loads((CASES / "nights_full.json").read_text(encoding="utf-8"))
PUBLISHED: list[dict[str, Any]] = [
    night for night in json.loads((CASES / "nights.json").read_text(encoding="utf-8")) if "cards" in night
]


def post_full(cast: Cast, night: dict[str, Any]) -> int:
    """Post every game of a complete evening, each skunk by the margin, and compute; return the stage's id."""
    stage, entries = stories.past(cast, sorted(night["cards"]), target=night["target"])
    scheme = Scheme.standard("acc9", target=night["target"])
    for number, line in enumerate(night["lines"], 1):
        points = scheme.points(line["margin"])
        stories.post(
            stage,
            stories.game(
                entries[line["winner"]],
                entries[line["loser"]],
                line["margin"],
                number=line["game"],
                points=points,
                skunk=points == 3,
            ),
        )
        assert number
    standings.recompute(stage.pk)
    return stage.pk


@pytest.mark.parametrize("night", FULL, ids=lambda night: night["night"])
def test_a_complete_evening_gives_its_cards_and_places(cast: Cast, night: dict[str, Any]) -> None:
    stage = post_full(cast, night)
    rows = {row.entry.player.name: row for row in Standing.objects.filter(stage=stage).select_related("entry__player")}
    assert {name: (row.games, row.points, row.won, row.plus, row.minus, row.net) for name, row in rows.items()} == {
        name: (card["games"], card["gp"], card["wins"], card["plus"], card["minus"], card["net"])
        for name, card in night["cards"].items()
    }
    places: dict[int, list[str]] = {}
    for name, row in sorted(rows.items()):
        places.setdefault(row.rank or 0, []).append(name)
    assert sorted(places.items()) == [(rank, sorted(names)) for rank, names in night["places"]]


@pytest.mark.parametrize("night", FULL, ids=lambda night: night["night"])
def test_a_complete_evening_gives_its_sums(cast: Cast, night: dict[str, Any]) -> None:
    stage = post_full(cast, night)
    lines = LedgerLine.objects.filter(stage=stage)
    sums = lines.aggregate(*(Sum(name) for name in ("won", "points", "skunks", "skunks_lost", "net", "plus", "minus")))
    audit = night["audit"]
    assert lines.count() == 2 * audit["games"]
    assert sums == {
        "won__sum": audit["wins"],
        "points__sum": audit["points"],
        "skunks__sum": audit["skunks"],
        "skunks_lost__sum": audit["skunks"],
        "net__sum": audit["net"],
        "plus__sum": audit["plus"],
        "minus__sum": audit["minus"],
    }


@pytest.mark.parametrize("night", PUBLISHED, ids=lambda night: night["night"])
def test_published_cards_without_games_give_their_places(cast: Cast, night: dict[str, Any]) -> None:
    stage, entries = stories.past(cast, sorted(night["cards"]))
    for name, written in reversed(night["cards"].items()):
        found = re.fullmatch(r"(\d+)/(\d+)(?: \+(\d+))?(?: -(\d+))?", written)
        assert found is not None
        points, won, plus, minus = (None if part is None else int(part) for part in found.groups())
        both = minus is not None
        stories.post(
            stage,
            [
                stories.card(
                    entries[name],
                    points or 0,
                    won or 0,
                    net=None if both else plus,
                    plus=plus if both else None,
                    minus=minus,
                )
            ],
        )
    standings.recompute(stage.pk)
    rows = list(Standing.objects.filter(stage=stage).select_related("entry__player").order_by("rank"))
    assert [row.entry.player.name for row in rows] == night["places"]
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert not any(row.waits for row in rows)
