"""Done when 8: nights.json and nights_full.json give their places, points and sums.

The lines and cards of nights_full.json, and the cards of nights.json, are typed in
tests/games/matches/services/test_evenings.py; here they run to the end, pasted, published and in the season.
"""

from typing import Any

import pytest

from clubs.events.models import Event
from clubs.events.services import nights
from games.matches.services import announce, paste
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import FULL, cases
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db

PARTIAL = [night for night in cases("nights.json") if "cards" in night]


def publish(cast: Cast, cards: dict[str, str], **fields: Any) -> tuple[Event, list[dict[str, Any]]]:
    """Paste the cards of a past night, everybody a member, and publish it."""
    event = nights.plan(club=cast.club, by=cast.director, name="Past", date=stories.NIGHT, **fields)
    text = "\n".join(f"{name} {card}" for name, card in cards.items())
    choices = dict.fromkeys(range(1, len(cards) + 1), "member")
    shown = paste.preview(event=event, text=text, by=cast.director, choices=choices)
    assert shown.ready, [row.messages for row in shown.bad]
    paste.apply(event=event, text=text, digest=shown.digest, by=cast.director, choices=choices)
    return event, announce.publish(event=event, by=cast.director, accept_open=True).rows


@pytest.mark.parametrize("night", PARTIAL, ids=lambda night: night["night"])
def test_published_evenings_give_their_places_and_points(cast: Cast, night: dict[str, Any]) -> None:
    season = stories.season(cast)
    _event, rows = publish(cast, night["cards"])
    assert [row["name"] for row in rows] == night["places"]
    work_off()
    if "grp" in night:
        assert {name: row.grp for name, row in table(season).items()} == night["grp"]


@pytest.mark.parametrize("case", FULL.values(), ids=lambda case: case["night"])
def test_whole_evenings_give_their_places_points_and_sums(cast: Cast, case: dict[str, Any]) -> None:
    season = stories.season(cast)
    cards = {
        name: card["line"] + (f" in {card['games']}" if card["games"] != 9 else "")
        for name, card in case["cards"].items()
    }
    _event, rows = publish(cast, cards, preset="short61" if case["target"] == 61 else "acc9")
    assert [[row["rank"], [row["name"]]] for row in rows] == case["places"]
    assert sum(row["won"] for row in rows) == case["audit"]["wins"]
    assert sum(row["points"] for row in rows) == case["audit"]["points"]
    assert sum(row["skunks"] for row in rows) == case["audit"]["skunks"]
    assert (sum(row["plus"] for row in rows), sum(row["minus"] for row in rows)) == (
        case["audit"]["plus"],
        case["audit"]["minus"],
    )
    work_off()
    assert {name: row.grp for name, row in table(season).items()} == case["grp"]
