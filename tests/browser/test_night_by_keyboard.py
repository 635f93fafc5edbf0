"""A whole night by keyboard alone: planned, checked in, seated, started, typed, announced, published."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import standings
from tests import factories
from tests.browser.desk_page import COUNTER, sign_in

CARDS = {"Ada Quince": "10/5 +20", "Bert Rowley": "10/5 -5", "Clara Sims": "8/4 -5", "Dolores Tate": "8/4 -10"}


@pytest.fixture
def cast(transactional_db: None) -> factories.Cast:
    """Return the fixed cast where a server of its own can see it."""
    return factories.cast()


def reach(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(most):
        if page.evaluate("(wanted) => !!document.activeElement?.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def next_step(page: Page, address: str) -> None:
    """Press the keys of the one brass button and wait for the page it leads to."""
    with page.expect_navigation(url=f"**{address}"):
        page.keyboard.press("Control+Enter")
    page.wait_for_load_state("load")


def test_a_whole_night_is_run_by_keyboard_alone(cast: factories.Cast, page: Page, live_asgi: str) -> None:
    sign_in(page, live_asgi, cast.director)
    page.add_init_script(COUNTER)
    page.goto(live_asgi + reverse("events:plan", args=[cast.club.slug]))
    reach(page, "#id_name")
    with page.expect_navigation(url="**/checkin/"):
        page.keyboard.press("Enter")
    event = Event.objects.get()
    start = f"/nights/{event.pk}/"

    next_step(page, f"{start}checkin/")
    for number, name in enumerate(CARDS, start=1):
        page.wait_for_selector("#ci-q")
        reach(page, "#ci-q")
        page.keyboard.type(name.split()[1][:4].lower())
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(n) => document.querySelector('#ci-side .stat b').textContent === String(n)", arg=number
        )

    next_step(page, f"{start}seats/")
    reach(page, "button[name=do][value=draw].lg")
    with page.expect_navigation(url=f"**{start}seats/"):
        page.keyboard.press("Enter")
    next_step(page, f"{start}seats/")
    event.refresh_from_db()
    assert event.status == Event.Status.RUNNING

    page.evaluate("document.activeElement.blur()")
    with page.expect_navigation(url=f"**{start}cards/"):
        page.keyboard.press("g")
        page.keyboard.press("k")
    page.wait_for_function("() => document.querySelector('#entry')?.dataset.ready === 'yes'")
    for entry in selectors.entries_of(event):
        page.keyboard.type(CARDS[entry.player.name])
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#grid-foot .state').textContent.trim() === 'Balances'")

    next_step(page, f"{start}announce/")
    for _ in CARDS:
        page.keyboard.press("Space")
    next_step(page, f"{start}announce/")
    event.refresh_from_db()
    assert event.status == Event.Status.PUBLISHED
    assert page.evaluate("window.mousePressed") == 0
    ranked = [(row.rank, row.entry.player.name) for row in standings.now(selectors.stage_of(event))]
    assert ranked == [(1, "Ada Quince"), (2, "Bert Rowley"), (3, "Clara Sims"), (4, "Dolores Tate")]
