"""A night being corrected: the club's own people see what is typed, everybody else what was published."""

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from clubs.events.models import Entry, Event
from clubs.events.services import standings
from clubs.people.models import User
from games.matches.models import Game
from games.matches.services import announce, cards, desk
from tests.factories import Cast
from tests.games.matches import evenings
from tests.web import api_client

STRANGERS = ["anonymous", "stranger", "other_director"]
OWN = ["member", "scorekeeper", "director", "owner"]


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night whose game 1 was corrected from +33 to +7 and whose second card from 12/6 to 16/7, not yet
    published again; game 2 stands as it was.
    """
    event = evenings.started(cast, 6)
    for line in ("1.1 33", "2.1 29", "2 12/6 +23", "3 8/4 -20"):
        assert evenings.type_in(event, line, cast.director).kind == "saved"
    standings.recompute(event.stages.get().pk)
    announce.publish(event=event, by=cast.director, accept_open=True)
    announce.correct(event=event, by=cast.director, reason="game 1 was misread")
    for line in ("1.1 7", "2 16/7 +74"):
        assert evenings.type_twice(event, line, cast.director).kind == "saved"
    standings.recompute(event.stages.get().pk)
    return Event.objects.get(pk=event.pk)


def read(cast: Cast, role: str, name: str, *args: object) -> str:
    client = Client()
    user = cast.account(role)
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse(name, args=[cast.club.slug, *args]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def results(text: str) -> str:
    """Return the part of a page that lists games."""
    found = re.search(r'<ul class="list res.*?</ul>', text)
    return found[0] if found else ""


@pytest.mark.parametrize("role", STRANGERS)
def test_a_stranger_sees_no_game_that_was_changed_since(cast: Cast, night: Event, role: str) -> None:
    page = read(cast, role, "matches:night", night.pk)
    assert "Being corrected" in page
    assert "beat" in results(page)
    assert "game 2" in results(page)
    assert "game 1<" not in results(page)
    for name in ("matches:wall", "events:standings"):
        text = read(cast, role, name, night.pk)
        assert "16/7" not in text
        assert "+74" not in text
    assert "What stands here is what was published" in read(cast, role, "events:standings", night.pk)
    assert "+74" not in read(cast, role, "stats:club")


@pytest.mark.parametrize("role", OWN)
def test_the_clubs_own_people_see_the_correction_as_it_is_typed(cast: Cast, night: Event, role: str) -> None:
    page = read(cast, role, "matches:night", night.pk)
    assert "Being corrected" in page
    assert "game 1<" in results(page)
    assert "+74" in read(cast, role, "events:standings", night.pk)


@pytest.mark.parametrize(
    ("role", "shown"), [*((role, "12/6") for role in STRANGERS), *((role, "16/7") for role in OWN)]
)
def test_a_players_page_shows_the_card_that_was_published_to_strangers(
    cast: Cast, night: Event, role: str, shown: str
) -> None:
    player = Entry.objects.get(stage__event=night, seat=2).player
    page = read(cast, role, "stats:player", player.pk)
    other = {"12/6": "16/7", "16/7": "12/6"}[shown]
    assert shown in page
    assert other not in page


@pytest.mark.parametrize(("role", "numbers"), [("anonymous", {2}), ("stranger", {2}), ("member", {1, 2})])
def test_a_players_page_lists_the_games_a_reader_may_see(
    cast: Cast, night: Event, role: str, numbers: set[int]
) -> None:
    client = Client()
    user = cast.account(role)
    if user is not None:
        client.force_login(user)
    player = Entry.objects.get(stage__event=night, seat=1).player
    state = client.get(reverse("stats:player", args=[cast.club.slug, player.pk])).context["state"]
    assert {game.number for game in state.games} == numbers


def test_a_card_that_the_correction_removed_stays_with_strangers(cast: Cast, night: Event) -> None:
    entry = Entry.objects.select_related("stage__event__club", "player").get(stage__event=night, seat=3)
    cards.remove(entry=entry, by=cast.director, reason="another night’s card")
    standings.recompute(entry.stage_id)
    assert "8/4" in read(cast, "stranger", "stats:player", entry.player_id)
    assert "8/4" not in read(cast, "member", "stats:player", entry.player_id)


def test_once_published_everybody_reads_the_correction(cast: Cast, night: Event) -> None:
    announce.publish_correction(event=night, by=cast.director, accept_open=True)
    player = Entry.objects.get(stage__event=night, seat=2).player
    for role in ("anonymous", "member"):
        assert "game 1<" in results(read(cast, role, "matches:night", night.pk))
        assert "16/7" in read(cast, role, "stats:player", player.pk)
        assert "+74" in read(cast, role, "events:standings", night.pk)


@pytest.mark.parametrize(
    ("role", "status"), [("anonymous", 403), ("stranger", 403), ("member", 200), ("director", 200)]
)
def test_cards_and_games_of_the_api_are_closed_to_strangers_meanwhile(
    cast: Cast, night: Event, role: str, status: int
) -> None:
    user: User | None = cast.account(role)
    program = api_client.client(user)
    game = Game.objects.get(match__stage__event=night, number=1)
    entry = Entry.objects.get(stage__event=night, seat=2)
    for address in (
        api_client.cards(night),
        f"{api_client.cards(night)}{entry.pk}/",
        api_client.games(night),
        f"{api_client.games(night)}{game.pk}/",
    ):
        answer = program.get(address)
        assert answer.status_code == status, address
        if status == 403:
            assert answer.json()["code"] == "being_corrected"
            assert "is being corrected" in answer.json()["message"]
    assert program.get(f"/api/v1/events/{night.pk}/standings/").status_code == 200


def test_a_line_taken_back_to_what_was_published_shows_no_more_than_before(cast: Cast, night: Event) -> None:
    assert desk.enter(event=night, text="u", by=cast.director, token=uuid.uuid4()).kind == "undone"
    assert "16/7" not in read(cast, "stranger", "events:standings", night.pk)
