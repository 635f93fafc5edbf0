"""Tables have tags that follow their versions, and more rows cost no more questions to the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from clubs.events import selectors
from clubs.events.services import standings
from clubs.honours.lines import BalanceLine
from clubs.honours.services import balances, table
from clubs.people.models import Club
from clubs.people.services import clubs, players
from games.matches.services import announce, cards
from tests import factories
from tests.clubs.events import stories
from tests.factories import Cast
from tests.web import api_client

MAPLE = "/api/v1/clubs/maple-street/"


def queries(client: APIClient, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


# Versions ------------------------------------------------------------------------------------------------------------


def test_standings_have_a_tag_that_follows_their_versions(cast: Cast) -> None:
    event = api_client.published(cast)
    stage = selectors.stage_of(event)
    standings.recompute(stage.pk)
    address = f"/api/v1/events/{event.pk}/standings/"
    member = api_client.client(cast.member)
    first = member.get(address)
    assert first.status_code == 200, first.json()
    tag = first["ETag"]
    same = member.get(address, headers={"If-None-Match": tag})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)
    assert member.get(address, headers={"If-None-Match": f'"other", {tag}'}).status_code == 304
    assert member.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    assert {"Authorization", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    assert "private" in first["Cache-Control"]

    announce.correct(event=event, by=cast.director, reason="Seat 4 was read wrongly")
    entry = selectors.entries_of(event).get(seat=4)
    cards.put(entry=entry, points=27, wins=9, net=300, by=cast.director)
    behind = member.get(address, headers={"If-None-Match": tag})
    assert (behind.status_code, behind.json()["being_counted"], behind.json()["rows"][0]["points"]) == (200, 1, 16)
    standings.recompute(stage.pk)
    after = member.get(address, headers={"If-None-Match": behind["ETag"]})
    assert (after.status_code, after.json()["being_counted"], after.json()["rows"][0]["points"]) == (200, 0, 27)


def test_the_tag_knows_how_names_are_read(cast: Cast) -> None:
    event = api_client.published(cast)
    standings.recompute(selectors.stage_of(event).pk)
    address = f"/api/v1/events/{event.pk}/standings/"
    tag = APIClient().get(address)["ETag"]
    clubs.update(club=cast.club, by=cast.owner, names="short")
    short = APIClient().get(address, headers={"If-None-Match": tag})
    assert short.status_code == 200
    inside = api_client.client(cast.member).get(address, headers={"If-None-Match": short["ETag"]})
    assert inside.status_code == 200
    players.update(player=selectors.entries_of(event)[0].player, by=cast.owner, name="Another Name")
    renamed = api_client.client(cast.member).get(address, headers={"If-None-Match": inside["ETag"]})
    assert renamed.json()["rows"][0]["name"] == "Another Name"


def test_a_tag_costs_fewer_questions_than_the_rows(cast: Cast) -> None:
    event = api_client.published(cast)
    standings.recompute(selectors.stage_of(event).pk)
    address = f"/api/v1/events/{event.pk}/standings/"
    member = api_client.client(cast.member)
    whole = queries(member, address)
    tag = member.get(address)["ETag"]
    with CaptureQueriesContext(connection) as captured:
        assert member.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert len(captured) < whole


def test_the_season_table_follows_its_nights_and_has_a_tag(cast: Cast) -> None:
    season = stories.season(cast)
    api_client.published(cast, season=season)
    table.recompute(season.pk)
    address = f"/api/v1/seasons/{season.pk}/table/"
    first = APIClient().get(address)
    body = first.json()
    assert (body["threshold"], body["being_counted"]) == (12, 0)
    # 16, 14 and 12 are points cards; 10 is below the threshold (GRP preset: a card of 12 or better is worth itself).
    assert [row["grp"] for row in body["rows"]] == [16, 14, 12, 0]
    assert body["rows"][0]["places"][0]["rank"] == 1
    assert APIClient().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    wilf = cast.member.player
    line = BalanceLine(wilf.name, points=100, nights=12)
    balances.put(season=season, player=wilf, line=line, as_of=season.first_day, by=cast.director)
    behind = APIClient().get(address, headers={"If-None-Match": first["ETag"]})
    assert (behind.status_code, behind.json()["being_counted"]) == (200, 1)
    table.recompute(season.pk)
    after = APIClient().get(address, headers={"If-None-Match": behind["ETag"]})
    assert after.json()["rows"][0]["brought_forward"] == 100

    director, member = api_client.client(cast.director), api_client.client(cast.member)
    brought = api_client.rows(director, f"/api/v1/seasons/{season.pk}/balances/")
    assert [(row["player"], row["points"], row["nights"], row["by"]) for row in brought] == [
        (wilf.pk, 100, 12, "Tom Holt")
    ]
    refused = member.get(f"/api/v1/seasons/{season.pk}/balances/")
    assert refused.status_code == 403
    assert "Only directors" in refused.json()["message"]


# Questions to the database -------------------------------------------------------------------------------------------

# What each list may ask; signing in by token is one of them, and finding the club or the night.
PINNED = {
    "/api/v1/clubs/": 4,
    "/api/v1/clubs/maple-street/players/": 7,
    "/api/v1/seasons/": 3,
    "/api/v1/events/": 3,
    "/api/v1/events/{event}/entries/": 5,
    "/api/v1/events/{event}/pairings/": 3,
    "/api/v1/events/{event}/standings/": 9,
    "/api/v1/events/{event}/publications/": 5,
    "/api/v1/events/{event}/publications/1/": 4,
    "/api/v1/events/{event}/cards/": 12,
    "/api/v1/events/{event}/games/": 12,
    "/api/v1/seasons/{season}/table/": 8,
    "/api/v1/seasons/{season}/balances/": 5,
}


def test_more_rows_cost_no_more_questions(cast: Cast) -> None:
    season = stories.season(cast)
    director = api_client.client(cast.director)
    found: dict[str, list[int]] = {address: [] for address in PINNED}
    for size in (4, 9):
        event = api_client.published(cast, size, season=season, name=f"Night of {size}")
        standings.recompute(selectors.stage_of(event).pk)
        for player in cast.players[:size]:
            line = BalanceLine(player.name, points=5)
            balances.put(season=season, player=player, line=line, as_of=season.first_day, by=cast.director)
        table.recompute(season.pk)
        for number in range(size):
            factories.ClubFactory(name=f"Club {size} {number}")
            factories.player(cast.club, f"Somebody {size} {number}")
        for address, counts in found.items():
            counts.append(queries(director, address.format(event=event.pk, season=season.pk)))
    assert {address: counts for address, counts in found.items() if counts[0] != counts[1]} == {}
    assert {address: counts[1] for address, counts in found.items()} == PINNED


def test_the_public_flag_is_all_a_club_needs_to_hide_everything(cast: Cast) -> None:
    season = stories.season(cast)
    event = api_client.published(cast, season=season)
    entry = selectors.entries_of(event)[0]
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    for client in (APIClient(), api_client.client(cast.other_owner)):
        for address in (
            f"/api/v1/events/{event.pk}/",
            f"/api/v1/events/{event.pk}/entries/",
            f"/api/v1/events/{event.pk}/entries/{entry.pk}/",
            f"/api/v1/events/{event.pk}/pairings/",
            f"/api/v1/events/{event.pk}/standings/",
            f"/api/v1/events/{event.pk}/publications/",
            f"/api/v1/events/{event.pk}/publications/1/",
            f"/api/v1/events/{event.pk}/cards/",
            f"/api/v1/events/{event.pk}/cards/{entry.pk}/",
            f"/api/v1/events/{event.pk}/games/",
            f"/api/v1/seasons/{season.pk}/",
            f"/api/v1/seasons/{season.pk}/table/",
        ):
            assert client.get(address).status_code == 404, address


@pytest.mark.parametrize("kind", ["events", "seasons"])
def test_there_is_no_night_and_no_season_of_any_number(db: None, kind: str) -> None:
    for number in ("1", "99999999999999999999", "9223372036854775808"):
        answer = APIClient().get(f"/api/v1/{kind}/{number}/")
        assert answer.status_code == 404
        assert set(answer.json()) == {"code", "message", "field", "data"}
