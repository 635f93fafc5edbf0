"""The desk in a browser: signed in, with every key that is really pressed counted in the page."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from playwright.sync_api import Page

from clubs.events.models import Event
from clubs.people.models import User
from tests.live import wait_until

COUNTER = """
window.keysPressed = 0;
window.mousePressed = 0;
window.focusLost = 0;
document.addEventListener("keydown", () => { window.keysPressed += 1; }, true);
document.addEventListener("pointerdown", () => { window.mousePressed += 1; }, true);
document.addEventListener("focusout", (event) => { if (event.target.id === "line") window.focusLost += 1; }, true);
"""


def sign_in(page: Page, address: str, user: User) -> None:
    """Give the browser a session of this user."""
    client = Client()
    client.force_login(user)
    session: Any = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": session.value, "url": address}])


class Desk:
    """A director's browser at the desk of a night."""

    def __init__(self, page: Page, address: str, event: Event, user: User) -> None:
        self.page = page
        self.url = f"{address}/clubs/{event.club.slug}/nights/{event.pk}/cards/"
        sign_in(page, address, user)
        page.add_init_script(COUNTER)

    def open(self) -> Desk:
        """Load the page and wait until it listens."""
        self.page.goto(self.url)
        self.page.wait_for_function("() => document.querySelector('#line') === document.activeElement")
        self.page.wait_for_function("() => document.querySelector('#entry').dataset.ready === 'yes'")
        return self

    def keys(self) -> int:
        """Return how many keys went down since the last call."""
        pressed: int = self.page.evaluate("() => { const n = window.keysPressed; window.keysPressed = 0; return n; }")
        return pressed

    def type(self, line: str) -> int:
        """Type a line and Enter, without waiting for anything; return the keys it took."""
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        return self.keys()

    def wait_for_cards(self, number: int) -> None:
        """Wait until the desk says so many cards are in."""
        self.page.wait_for_function(
            "(n) => document.querySelector('#rail-h strong').textContent.trim().startsWith(`${n} of `)",
            arg=number,
            timeout=20_000,
        )

    def close(self) -> None:
        """Leave the page and wait until the server has nothing of it in hand: the tables are emptied after the test."""
        self.page.goto("about:blank")

        def is_quiet() -> bool:
            """Tell whether no other connection is inside a transaction."""
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT count(*) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
                )
                return bool(cursor.fetchone()[0] == 0)

        wait_until(is_quiet)

    def said(self) -> str:
        """Return the sentence under the bar."""
        return self.page.inner_text("#said").strip()
