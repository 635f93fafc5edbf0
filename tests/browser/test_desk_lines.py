"""The desk while somebody types faster than the network, without one, and beside another desk."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route

from clubs.events.models import Event
from games.matches.models import Card, CardClaim, DeskLine
from tests import factories
from tests.browser.desk_page import Desk
from tests.games.matches import evenings

LINES = re.compile(r".*/cards/$")


@pytest.fixture
def cast(transactional_db: None) -> factories.Cast:
    """Return the fixed cast where a server of its own can see it."""
    return factories.cast()


@pytest.fixture
def event(cast: factories.Cast) -> Event:
    return evenings.started(cast, 6)


@pytest.fixture
def desk(cast: factories.Cast, event: Event, page: Page, live_asgi: str) -> Iterator[Desk]:
    made = Desk(page, live_asgi, event, cast.director).open()
    yield made
    made.close()


def test_lines_typed_without_a_network_are_kept_and_sent_again_once(desk: Desk, page: Page) -> None:
    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    page.route(LINES, refuse)
    desk.type("12/6 +23")
    desk.type("10/5 +2")
    page.wait_for_selector("#lines-kept .kept-row >> text=12/6 +23")
    assert "Not saved yet" in page.inner_text("#lines-kept")
    assert "10/5 +2" in page.inner_text("#lines-kept")
    assert page.evaluate("document.activeElement.id") == "line"
    page.unroute(LINES)
    page.keyboard.press("Enter")
    desk.wait_for_cards(2)
    assert page.is_hidden("#lines-kept")
    assert CardClaim.objects.count() == 2
    assert [card.entry.seat for card in Card.objects.order_by("entry__seat")] == [1, 2]


def test_an_answer_that_was_lost_does_not_enter_the_line_twice(desk: Desk, page: Page) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(1)
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(LINES, lose)
    desk.type("12/6 +23")
    desk.wait_for_cards(1)
    assert lost
    assert CardClaim.objects.count() == 1


def test_a_refused_line_is_kept_aside_while_the_next_is_typed(desk: Desk, page: Page) -> None:
    desk.type("19/6 +23")
    desk.type("10/5 +2")
    page.keyboard.type("8/4")
    page.wait_for_selector("#lines-kept .kept-row >> text=6 wins score 12 to 18.")
    desk.wait_for_cards(1)
    assert Card.objects.get().entry.seat == 2
    assert page.input_value("#line") == "8/4"
    page.click("#lines-kept >> text=Mend it")
    assert page.input_value("#line") == "1 19/6 +23"
    assert page.evaluate("document.activeElement.id") == "line"


def test_a_refused_line_comes_back_into_the_empty_bar(desk: Desk, page: Page) -> None:
    desk.type("19/6 +23")
    page.wait_for_function("() => document.querySelector('#line').value === '19/6 +23'")
    assert desk.said() == "6 wins score 12 to 18."
    page.keyboard.press("Escape")
    assert page.input_value("#line") == ""


def test_one_enter_asks_and_the_second_replaces(desk: Desk, page: Page) -> None:
    desk.type("1 12/6 +23")
    desk.wait_for_cards(1)
    desk.type("1 14/6 +32")
    page.wait_for_function("() => document.querySelector('#line').value === '1 14/6 +32'")
    assert "Enter twice to replace it" in desk.said()
    assert Card.objects.get().points == 12
    page.keyboard.press("Enter")
    page.wait_for_selector("#grid-rows .pts >> text=14")
    assert Card.objects.get().points == 14


def test_keys_work_outside_the_bar(desk: Desk, page: Page) -> None:
    desk.type("12/6 +23")
    desk.wait_for_cards(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("m")
    page.wait_for_selector("#said >> text=5 cards are out.")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("u")
    desk.wait_for_cards(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("4")
    assert page.input_value("#line") == "4"
    assert page.evaluate("document.activeElement.id") == "line"
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.wait_for_selector("#said >> text=There is nothing to take back.")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    assert page.is_visible("dialog#keys")


def test_another_desk_sees_the_line_without_losing_its_place(
    desk: Desk, page: Page, cast: factories.Cast, event: Event
) -> None:
    page.keyboard.type("2 10")
    evenings.type_in(event, "1 12/6 +23", cast.scorekeeper)
    desk.wait_for_cards(1)
    assert page.input_value("#line") == "2 10"
    assert page.evaluate("document.activeElement.id") == "line"
    assert page.evaluate("window.focusLost") == 0


def test_an_unknown_name_is_answered_by_one_letter(desk: Desk, page: Page) -> None:
    desk.type("Zed Zimmer 12/6 +3")
    page.wait_for_selector("#said >> text=Add as guest")
    desk.type("g")
    desk.wait_for_cards(1)
    assert Card.objects.get().entry.player.name == "Zed Zimmer"
    assert DeskLine.objects.filter(state="waiting").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_desk_and_announce(desk: Desk, page: Page, scheme: str) -> None:
    desk.type("1 12/6 +23")
    desk.type("2 12/6 +23")
    desk.wait_for_cards(2)
    desk.type("?1")
    page.wait_for_selector("#shown table")
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for path in ("", "../announce/", "paste/", "../history/", "../print/cards/"):
        if path:
            page.goto(desk.url + path)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            found = Axe().run(page).response["violations"]
            serious = [
                (one["id"], [node["html"] for node in one["nodes"]][:3])
                for one in found
                if one["impact"] in ("serious", "critical")
            ]
            assert serious == [], (path, width)
            if path != "../print/cards/":  # a sheet has the width of its paper
                assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_space_reads_the_next_place(desk: Desk, page: Page) -> None:
    for seat, card in enumerate(("14/6 +60", "12/6 +30", "10/5 -5", "8/4 -20", "8/4 -25", "2/1 -40"), 1):
        desk.type(f"{seat} {card}")
    desk.wait_for_cards(6)
    page.goto(f"{desk.url}../announce/")
    page.wait_for_selector(".an > li.now")
    assert page.inner_text("[data-step-text]") == "Place 1 of 2 to read"
    page.keyboard.press("Space")
    page.wait_for_selector("[data-step-text] >> text=Place 2 of 2 to read")
    assert page.inner_text(".an > li.now .an-place").split() == ["1", "night", "winner"]
    page.click("[data-step='-1']")
    assert page.inner_text("[data-step-text]") == "Place 1 of 2 to read"
