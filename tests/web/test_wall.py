"""The wall screen: pages in turn, as announced, never an error."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import nights, publications, rotation, seats
from clubs.people import clock
from clubs.people.models import Club, User
from tests.clubs.events import stories
from tests.factories import Cast, player
from tests.games.matches import evenings

pytestmark = pytest.mark.django_db


def read(event: Event, user: User | None = None, part: bool = False) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(reverse("matches:wall", args=[event.club.slug, event.pk]), headers=headers)
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "no-store"
    return answer.content.decode()


def titles(html: str) -> list[str]:
    return re.findall(r'data-wall-title="([^"]*)"', html)


def tiles(html: str) -> dict[str, str]:
    """Return what each tile says, by the name on it."""
    found = re.findall(
        r'<li><span class="no">(.*?)</span><span class="pl"><span>(.*?)</span><small>(.*?)</small>', html
    )
    return {name: f"{seat}: {said}" for seat, name, said in found}


def test_before_the_evening_the_wall_says_when_it_starts(cast: Cast) -> None:
    event = nights.plan(
        club=cast.club,
        by=cast.director,
        name="Thursday",
        date=clock.today(cast.club),
        starts_at=(timezone.now().astimezone(clock.zone(cast.club)) + datetime.timedelta(minutes=20)).time(),
    )
    html = read(event)
    assert titles(html) == ["Thursday"]
    assert "We start at" in html


def test_open_check_in_counts_the_people(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:7])
    html = read(event)
    assert titles(html) == ["Check-in is open"]
    assert "7 players so far" in html


def test_once_drawn_everybody_finds_their_first_seat(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:6])
    event = seats.draw(event=event, by=cast.director, seed="fixed")
    found = tiles(read(event))
    drawn = {entry.player.name: entry.seat for entry in selectors.entries_of(event)}
    assert {name: int(said.split(":")[0]) for name, said in found.items()} == drawn


def test_each_seat_has_its_next_seat_and_opponent(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    found = tiles(read(event))
    assert len(found) == 6
    for name, said in found.items():
        stops = selectors.card_plan(stories.by_name(event)[name])
        stop = next(one for one in stops if one.status == "open")
        assert stop.opponent is not None
        assert said == f"{stop.seat}: game {stop.number} against {stop.opponent.player.name}"
    assert list(found) == sorted(found)


def test_while_no_game_is_typed_the_whole_rotation_stands_there(cast: Cast) -> None:
    """A club that types cards at the end tells nobody what game is on; the chart holds for every game."""
    event = evenings.started(cast, 14)
    html = read(event)
    assert titles(html) == ["Game 1: find your seat", "Game 1: find your seat", "Your seat, game by game"]
    rows = re.findall(r"<tr><td class=\"no\">(\d+)</td><th scope=\"row\">(.*?)</th>(.*?)</tr>", html)
    assert len(rows) == 14
    for number, name, cells in rows:
        entry = stories.by_name(event)[name]
        assert entry.seat == int(number)
        assert re.findall(r"<td>(\d+)</td>", cells) == [str(stop.seat) for stop in selectors.card_plan(entry)]


def test_twelve_tiles_a_page_and_twenty_four_places(cast: Cast) -> None:
    event = evenings.started(cast, 14)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    html = read(event)
    assert titles(html) == ["Next game: your seat", "Next game: your seat", "Latest results"]
    assert [page.count('class="no"') for page in html.split("data-wall-page")[1:]] == [12, 2, 0]

    large = stories.night(cast, name="Large")
    entries = stories.sign_in(large, cast, stories.field(cast, 26))
    seats.draw(event=large, by=cast.director, seed="fixed")
    large = rotation.start(event=large, by=cast.director)
    stage = selectors.stage_of(large)
    for number, entry in enumerate(entries):
        stories.post(stage, [stories.card(entry, 12 + number % 3, 6, net=number)])
    publications.store(event=large, by=cast.director)
    html = read(Event.objects.get(pk=large.pk))
    assert titles(html) == ["Places of Large", "Places of Large"]
    assert [page.count('class="nm"') for page in html.split("data-wall-page")[1:]] == [24 + 2, 2 + 1]


def test_places_stand_there_as_announced_and_not_before(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    for user in (None, cast.director):
        assert not any("Places" in title for title in titles(read(event, user))), "whoever started the screen"
    publications.store(event=event, by=cast.director)
    event = Event.objects.get(pk=event.pk)
    assert "Places of Thursday" in titles(read(event))
    publications.correct(event=event, by=cast.director, reason="Seat 1")
    event = Event.objects.get(pk=event.pk)
    evenings.type_twice(event, "1.1 -9", cast.scorekeeper)
    html = read(event)
    assert ">+33<" in html, "the published version until the correction is published"


def test_what_has_just_come_in_runs_along_the_foot(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    assert "0 of 6 cards in" in read(event).split("data-wall-foot")[1]
    evenings.type_in(event, "1 33", cast.scorekeeper)
    foot = read(event).split("<template data-wall-foot>")[1].split("</template>")[0]
    assert "Just in" in foot
    assert "121–88" in foot
    assert "Skunk" in foot


def test_names_are_shown_as_in_public_whoever_started_the_screen(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    Club.objects.filter(pk=cast.club.pk).update(names="short")
    event = Event.objects.get(pk=event.pk)
    for user in (None, cast.director):
        html = read(event, user)
        assert "Margaret Ellis" not in html
        assert "Margaret E." in html


def test_a_player_called_script_is_only_a_name(cast: Cast) -> None:
    nasty = player(cast.club, "<script>alert(1)</script>")
    event = stories.night(cast)
    stories.sign_in(event, cast, [nasty, *cast.paper[:3]])
    seats.draw(event=event, by=cast.director, seed="fixed")
    event = rotation.start(event=event, by=cast.director)
    html = read(event)
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


def test_the_pages_alone_are_answered_to_a_wall_that_follows(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    part = read(event, part=True)
    assert part.lstrip().startswith('<div class="w-pages" id="wall"')
    assert "<html" not in part


def test_queries_do_not_grow_with_the_field(cast: Cast) -> None:
    small, big = evenings.started(cast, 6), evenings.started(cast, 16, name="Big")
    for event in (small, big):
        evenings.type_in(event, "1 33", cast.scorekeeper)
    counts = []
    for event in (small, big):
        read(event)
        with CaptureQueriesContext(connection) as queries:
            read(event)
        counts.append(len(queries))
    assert counts[1] <= counts[0] <= 26
