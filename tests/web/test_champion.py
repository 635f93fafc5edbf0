"""The tie for champion on the season's page: in words, the form for those who may, and what people decided."""

import datetime

import pytest
from django.test import Client

from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours.models import ChampionDecision
from clubs.honours.services import champion, table
from clubs.people.models import Club
from tests.clubs.honours.level import level_season
from tests.clubs.honours.test_table import FIRST, night
from tests.factories import Cast, cast
from tests.web.season_pages import address, page, row_of, signed_in

pytestmark = pytest.mark.django_db

FORM = "Record the champion"


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def season(people: Cast) -> Season:
    return level_season(people)


def close(season: Season, people: Cast) -> None:
    seasons.close(season=season, by=people.director)
    table.recompute(season.pk)


def test_while_the_season_runs_those_who_may_are_told_when(people: Cast, season: Season) -> None:
    html = page(season, signed_in(people.director))
    assert "You can record who is champion once the season is over: after 1 April 2027" in html
    assert FORM not in html
    assert FORM not in page(season, signed_in(people.director), "champion")
    assert "You can record" not in page(season)


def test_after_the_season_those_who_may_find_the_form(people: Cast, season: Season) -> None:
    close(season, people)
    html = page(season, signed_in(people.director))
    assert FORM in html
    assert html.count('name="player"') == 2, "the two who are level"
    for client in (Client(), signed_in(people.member), signed_in(people.scorekeeper)):
        html = page(season, client)
        assert FORM not in html
        assert "Level at the top" in html


def test_the_decision_is_recorded_and_everybody_reads_it(people: Cast, season: Season) -> None:
    close(season, people)
    second = people.paper[1]
    client = signed_in(people.director)
    answer = client.post(address(season, "champion"), {"player": second.pk, "reason": "Won the <b>play-off</b>."})
    assert (answer.status_code, answer["Location"]) == (302, address(season))
    decision = ChampionDecision.objects.get()
    assert (decision.player, decision.by) == (second, people.director)
    html = page(season)
    assert f"{second.name} is champion" in html
    assert f"Champion by decision of {people.director.name}, " in html
    assert "Won the &lt;b&gt;play-off&lt;/b&gt;." in html
    assert "champion by decision" in row_of(html, second.name)
    assert "champion by decision" not in row_of(html, people.paper[0].name)
    assert "Level at the top" not in html
    assert FORM not in page(season, client)
    assert f": {second.name}." in page(season, name="print")


def test_strangers_read_the_names_as_the_club_shows_them(people: Cast, season: Season) -> None:
    close(season, people)
    champion.decide(season=season, player=people.paper[0], reason="Coin.", by=people.director)
    Club.objects.filter(pk=people.club.pk).update(names="short")
    for name in ("season", "print"):
        assert people.paper[0].name not in page(season, name=name)
        assert people.director.name not in page(season, name=name).split("<main")[1]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"reason": "Coin."}, "Choose one of those who are level."),
        ({"player": "0", "reason": "Coin."}, "Choose one of those who are level."),
        ({"player": "x", "reason": "Coin."}, "Choose one of those who are level."),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_recorded_comes_back_with_its_sentence(
    people: Cast, season: Season, data: dict[str, str], sentence: str
) -> None:
    close(season, people)
    answer = signed_in(people.director).post(address(season, "champion"), data)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert data["reason"] in answer.content.decode()
    assert not ChampionDecision.objects.exists()


def test_the_decision_can_be_changed_and_taken_back(people: Cast, season: Season) -> None:
    close(season, people)
    client = signed_in(people.owner)
    first, second = people.paper[:2]
    champion.decide(season=season, player=first, reason="Coin.", by=people.director)
    assert address(season, "champion") in page(season, client)
    form = page(season, client, "champion")
    assert address(season, "withdraw_champion") in form
    client.post(address(season, "champion"), {"player": second.pk, "reason": "Counted again."})
    assert f"{second.name} is champion" in page(season)
    assert client.post(address(season, "withdraw_champion")).status_code == 302
    assert "Level at the top" in page(season)
    assert client.post(address(season, "withdraw_champion")).status_code == 409


def test_without_a_tie_there_is_nothing_to_decide(people: Cast, season: Season) -> None:
    night(people, 2, {people.paper[0]: (12, 6, 0)})
    close(season, people)
    assert "there is nothing to decide" in page(season, signed_in(people.director), "champion")
    answer = signed_in(people.director).post(
        address(season, "champion"), {"player": people.paper[0].pk, "reason": "Alone."}
    )
    assert answer.status_code == 422


def test_the_page_is_another_one_the_day_the_season_is_over(people: Cast, season: Season) -> None:
    client = signed_in(people.director)
    etag = client.get(address(season))["ETag"]
    Season.objects.filter(pk=season.pk).update(last_day=FIRST + datetime.timedelta(weeks=1))
    answer = client.get(address(season), headers={"If-None-Match": etag})
    assert answer.status_code == 200
    assert FORM in answer.content.decode()
