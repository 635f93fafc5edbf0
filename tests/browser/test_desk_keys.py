"""Keys counted in a browser: at most 9 a card in seat order, 12 with the seat, 7 a game (Done-when 9)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import rotation, seats, standings
from tests import factories
from tests.browser.desk_page import Desk
from tests.clubs.events import stories
from tests.data import nights as cases

A_CARD, A_CARD_WITH_SEAT, A_GAME = 9, 12, 7


@pytest.fixture
def cast(transactional_db: None) -> factories.Cast:
    """Return the fixed cast where a server of its own can see it."""
    return factories.cast()


@pytest.fixture
def evening() -> dict[str, Any]:
    """Return the published evening of fourteen players and nine games."""
    return cases.full()[0]


def started(cast: factories.Cast, evening: dict[str, Any]) -> Event:
    """Start tonight with the evening's players in its seat order, seats typed as drawn."""
    event = stories.night(cast)
    people = stories.field(cast, len(evening["cards"]))
    for number, (name, player) in enumerate(zip(evening["cards"], people, strict=True), 1):
        player.name = name
        player.save()
        entry = stories.sign_in(event, cast, [player])[0]
        event.refresh_from_db()
        seats.type_seat(event=event, seat=number, entry=entry, by=cast.director)
        event.refresh_from_db()
    return rotation.start(event=event, by=cast.director)


def typed(card: dict[str, Any]) -> str:
    """Return a card as it is quoted and typed: points/wins and net with its sign."""
    return f"{card['gp']}/{card['wins']} {card['net']:+d}" if card["net"] else f"{card['gp']}/{card['wins']} 0"


def places(event: Event) -> list[list[Any]]:
    """Return the places as the evening's file has them: rank and names."""
    found: dict[int, list[str]] = {}
    for row in standings.now(selectors.stage_of(event)):
        if row.rank is not None:
            found.setdefault(row.rank, []).append(row.entry.player.name)
    return [[rank, sorted(names)] for rank, names in sorted(found.items())]


def test_a_night_of_fourteen_cards_takes_at_most_126_keys_and_no_mouse(
    cast: factories.Cast, evening: dict[str, Any], page: Page, live_asgi: str
) -> None:
    event = started(cast, evening)
    desk = Desk(page, live_asgi, event, cast.director).open()
    counted = [desk.type(typed(card)) for card in evening["cards"].values()]
    assert max(counted) <= A_CARD, counted
    assert sum(counted) <= A_CARD * 14
    desk.wait_for_cards(14)
    assert page.evaluate("window.mousePressed") == 0
    assert page.evaluate("window.focusLost") == 0
    assert page.inner_text("#grid-foot .state").strip() == "Balances"
    assert places(event) == [[rank, sorted(names)] for rank, names in evening["places"]]
    desk.close()


def test_a_card_with_its_seat_takes_at_most_12_keys(
    cast: factories.Cast, evening: dict[str, Any], page: Page, live_asgi: str
) -> None:
    event = started(cast, evening)
    desk = Desk(page, live_asgi, event, cast.scorekeeper).open()
    lines = list(enumerate(evening["cards"].values(), 1))
    counted = [desk.type(f"{seat} {typed(card)}") for seat, card in reversed(lines)]
    assert max(counted) <= A_CARD_WITH_SEAT, counted
    desk.wait_for_cards(14)
    assert places(event) == [[rank, sorted(names)] for rank, names in evening["places"]]
    desk.close()


def test_a_game_takes_at_most_7_keys(cast: factories.Cast, evening: dict[str, Any], page: Page, live_asgi: str) -> None:
    event = started(cast, evening)
    rounds = selectors.schedule_of(selectors.stage_of(event))
    desk = Desk(page, live_asgi, event, cast.director).open()
    counted = []
    for number, game in enumerate(rounds[0].games):
        counted.append(desk.type(f"{game.seat_a} {'-' if number % 2 else ''}{number + 5}"))
    for game in rounds[1].games[:3]:
        counted.append(desk.type(f"{game.a.seat} -29"))
    assert max(counted) <= A_GAME, counted
    page.wait_for_function("() => document.querySelector('#rail-h strong').textContent.includes('10 of 63 games')")
    assert page.evaluate("window.mousePressed + window.focusLost") == 0
    desk.close()
