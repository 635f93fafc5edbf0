"""A saved result reaches whoever watches within two seconds, by the event stream."""

import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from clubs.events import selectors
from clubs.events.models import Event, Season
from clubs.events.services import publications
from clubs.honours.services import table
from clubs.people import clock
from games.matches.services import desk
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches import evenings
from tests.live import WorkerProcess, wait_until

SOON = 2000  # milliseconds: the bar for the wall
WHILE = 6000  # for the pages of people, on a machine that runs other tests too


Act = Callable[[Callable[[], Any]], Any]


@pytest.fixture
def elsewhere(transactional_db: None) -> Iterator[Act]:
    """Return a way to do something in another thread, as another request would.

    Playwright keeps an event loop in this one, and where a loop runs nothing can be pushed.
    """
    with ThreadPoolExecutor(1) as pool:

        def act(what: Callable[[], Any]) -> Any:
            return pool.submit(what).result(30)

        yield act
        pool.submit(lambda: connection.close()).result(30)


@pytest.fixture
def night(elsewhere: Act, cast: Cast) -> Event:
    event: Event = elsewhere(lambda: evenings.started(cast, 6))
    return event


def type_in(event: Event, cast: Cast, text: str) -> None:
    outcome = desk.enter(event=event, text=text, mode="game", by=cast.scorekeeper, token=uuid.uuid4())
    assert outcome.saved, outcome.message


def follow(page: Page, address: str) -> None:
    """Open a page and wait until its stream is open."""
    with page.expect_response(lambda answer: "/events/stream" in answer.url) as stream:
        page.goto(address)
    assert stream.value.status == 200


def test_a_saved_result_reaches_the_wall_within_two_seconds(
    live_asgi: str, page: Page, night: Event, cast: Cast, elsewhere: Act
) -> None:
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    follow(page, f"{live_asgi}/clubs/{cast.club.slug}/nights/{night.pk}/wall/")
    foot = page.locator(".w-foot")
    expect(foot).to_contain_text("0 of 6 cards in")
    elsewhere(lambda: type_in(night, cast, "1 33"))
    begun = time.monotonic()
    expect(foot).to_contain_text("Just in", timeout=SOON)
    expect(foot).to_contain_text("121–88", timeout=SOON)
    assert time.monotonic() - begun < 2

    # The page shown turns to where it goes next, and the pages go on turning.
    expect(page.locator("h1")).to_have_text("Next game: your seat")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Latest results")
    expect(page.locator(".w-res")).to_contain_text("Margaret Ellis")
    elsewhere(lambda: type_in(night, cast, "2 5"))
    expect(page.locator(".w-res")).to_contain_text("121–116", timeout=SOON)
    expect(page.locator("h1")).to_have_text("Latest results")
    assert wrong == []


def test_a_wall_that_hears_nothing_keeps_its_page_and_says_since_when(
    live_asgi: str, page: Page, night: Event, cast: Cast
) -> None:
    page.clock.install()
    follow(page, f"{live_asgi}/clubs/{cast.club.slug}/nights/{night.pk}/wall/")
    stale = page.locator("[data-live-stale]")
    expect(stale).to_be_hidden()
    page.context.set_offline(True)
    page.clock.run_for(75_000)
    expect(stale).to_contain_text("Last update")
    expect(page.locator("[data-wall-page]:visible")).to_have_count(1)


def test_a_result_reaches_the_nights_page(live_asgi: str, page: Page, night: Event, cast: Cast, elsewhere: Act) -> None:
    follow(page, f"{live_asgi}/clubs/{cast.club.slug}/nights/{night.pk}/")
    expect(page.locator("#results")).to_be_visible()
    elsewhere(lambda: type_in(night, cast, "1 33"))
    expect(page.locator(".res")).to_contain_text("121–88", timeout=WHILE)
    expect(page.get_by_text("1 of 27 games")).to_be_visible()


def test_the_club_home_follows_the_night_that_is_on(live_asgi: str, page: Page, cast: Cast, elsewhere: Act) -> None:
    event = elsewhere(lambda: evenings.started(cast, 6, date=clock.today(cast.club)))
    follow(page, f"{live_asgi}/clubs/{cast.club.slug}/")
    expect(page.locator(".hero")).to_contain_text("0 of 6 cards in")
    elsewhere(lambda: type_in(event, cast, "1 33"))
    expect(page.locator(".hero")).to_contain_text("1 of 27 games in", timeout=WHILE)


def played(cast: Cast) -> tuple[Season, Event]:
    """Publish a night of six cards in the season of its date."""
    season = stories.season(cast)
    event = evenings.started(cast, 6, season=season)
    for seat, text in enumerate(["16/7 +80", "12/6 +10", "10/5 -5", "8/4 -20", "6/3 -25", "4/2 -40"], start=1):
        assert evenings.type_twice(event, f"{seat} {text}", cast.scorekeeper, mode="card").saved
    publications.store(event=event, by=cast.director)
    table.recompute(season.pk)
    return season, event


def test_a_corrected_card_moves_the_season_by_a_real_worker(
    live_asgi: str, page: Page, cast: Cast, worker_process: WorkerProcess, elsewhere: Act
) -> None:
    season, event = elsewhere(lambda: played(cast))
    worker_process.start()
    follow(page, f"{live_asgi}/clubs/{cast.club.slug}/seasons/{season.pk}/")
    row = page.locator("#season-table tr", has_text="Tom Holt")
    expect(row).to_contain_text("12")

    def correct() -> None:
        held = Event.objects.get(pk=event.pk)
        publications.correct(event=held, by=cast.director, reason="Seat 2 was misread")
        held.refresh_from_db()
        assert evenings.type_twice(held, "2 14/7 +10", cast.scorekeeper, mode="card").saved

    elsewhere(correct)
    expect(row.locator(".gp")).to_have_text("14", timeout=WHILE)
    wait_until(lambda: selectors.freshness(selectors.stage_of(event)).behind == 0)
