"""axe finds nothing serious on any main page, in both themes, on a phone and on a laptop; nothing scrolls sideways."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page

from clubs.events.models import Event, Season
from clubs.people.models import Club, Player
from config.demo import season
from tests.browser.desk_page import sign_in

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
SIZES = ((1280, 900), (390, 844))


def addresses(club: Club) -> list[str]:
    """Return the pages an owner meets on a night, and those everybody reads."""
    tonight = Event.objects.get(status=Event.Status.RUNNING)
    last = Event.objects.filter(status=Event.Status.PUBLISHED).latest("date")
    planned = Event.objects.get(status=Event.Status.PLANNED)
    the_season = Season.objects.get()
    night = [
        ("events:checkin", tonight), ("events:seats", tonight), ("events:standings", tonight),
        ("matches:desk", tonight),
        ("matches:paste", tonight), ("matches:announce", tonight), ("matches:announce", last),
        ("matches:night", tonight),
        ("matches:night", last), ("matches:history", last), ("matches:wall", tonight), ("matches:past", planned),
        ("events:checkin", planned), ("events:edit", planned), ("matches:print_cards", tonight),
        ("events:print_rotation", tonight), ("events:print_seating", tonight), ("events:print_standings", last),
    ]  # fmt: skip
    of_club = [
        "stats:club",
        "events:nights",
        "events:plan",
        "events:seasons",
        "people:members",
        "people:settings",
        "people:audit",
    ]
    of_season = ["honours:season", "honours:balances", "honours:rules", "honours:champion", "events:edit_season"]
    player = Player.objects.get(name="Agnieszka Kowalczyk")
    return [
        *(reverse(name, args=[club.slug, event.pk]) for name, event in night),
        *(reverse(name, args=[club.slug]) for name in of_club),
        *(reverse(name, args=[club.slug, the_season.pk]) for name in of_season),
        reverse("stats:player", args=[club.slug, player.pk]),
        reverse("people:account"),
        "/",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(transactional_db: None, page: Page, live_asgi: str, theme: str) -> None:
    club = season.load()
    owner = club.memberships.get(role="owner").player.user
    assert owner is not None
    sign_in(page, live_asgi, owner)
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    found = []
    for address in addresses(club):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            answer = page.goto(live_asgi + address)
            assert answer is not None
            assert answer.status == 200, address
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if wide > 0 and "/print/" not in address:
                found.append(f"{address} at {width}: {wide} px too wide")
            result = Axe().run(page, options=RULES)
            found += [
                f"{address} at {width}: {one['id']}: {one['nodes'][0]['html'][:120]}"
                for one in result.response["violations"]
                if one["impact"] in ("serious", "critical")
            ]
    assert found == []


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_the_ways_in_pass_axe(transactional_db: None, page: Page, live_asgi: str, name: str) -> None:
    page.goto(live_asgi + reverse(name))
    result = Axe().run(page, options=RULES)
    assert [one["id"] for one in result.response["violations"] if one["impact"] in ("serious", "critical")] == []
