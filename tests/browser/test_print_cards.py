"""Scorecards on real paper: two to a page, whatever the length of the night, and no card over the edge."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from clubs.events.models import Event
from clubs.people.models import Player
from tests.browser.desk_page import sign_in
from tests.factories import Cast
from tests.games.matches import evenings

LONG = "Wilhelmina-Alexandra Featherstonehaugh-Cholmondeley"
# Players, games, language: an even and an odd field, with its make-ups; the tenth game; the longest nights.
NIGHTS = ((6, 9, "en"), (5, 9, "es"), (5, 10, "es"), (6, 12, "en"), (5, 22, "es"), (8, 22, "en"))


def printed(page: Page, address: str) -> int:
    """Print a page as PDF and return how many sheets it takes."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200
    pdf = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page[^s]", pdf))


@pytest.mark.parametrize(("players", "games", "language"), NIGHTS)
def test_two_cards_take_one_sheet(
    cast: Cast, page: Page, live_asgi: str, players: int, games: int, language: str
) -> None:
    for person in cast.players[:players]:
        Player.objects.filter(pk=person.pk).update(name=f"{LONG[: 40 - person.pk % 7]} {person.pk}")
    event: Event = evenings.started(cast, players, games=games)
    cast.director.language = language
    cast.director.save()
    sign_in(page, live_asgi, cast.director)
    address = live_asgi + reverse("matches:print_cards", args=[event.club.slug, event.pk])
    for kind in ("empty", "filled", "blank"):
        sheets = 1 if kind == "empty" else (players + 1) // 2
        assert printed(page, f"{address}?kind={kind}") == sheets, kind
