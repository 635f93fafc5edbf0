"""What the API shows, to whom, and with how many questions to the database."""

import datetime
from typing import Any

from rest_framework.test import APIClient

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import nights, seasons, standings
from clubs.people.models import Player
from clubs.people.services import clubs, players
from games.matches.services import announce, cards
from tests import factories
from tests.clubs.events import stories
from tests.factories import Cast
from tests.web import api_client

MAPLE = "/api/v1/clubs/maple-street/"


# Clubs and players ---------------------------------------------------------------------------------------------------


def test_hidden_clubs_are_not_there_for_strangers(cast: Cast) -> None:
    clubs.update(club=cast.club, by=cast.owner, public=False)
    stranger, nobody, member = api_client.client(cast.stranger), APIClient(), api_client.client(cast.member)
    for client in (stranger, nobody):
        assert [club["slug"] for club in api_client.rows(client, "/api/v1/clubs/")] == ["harbour-lights"]
        answer = client.get(MAPLE)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_club")
        assert client.get(f"{MAPLE}players/").status_code == 404
    mine = {club["slug"]: club for club in api_client.rows(member, "/api/v1/clubs/")}
    assert (mine["maple-street"]["role"], mine["maple-street"]["public"]) == ("member", False)
    assert mine["harbour-lights"]["role"] is None
    assert member.get(MAPLE).json()["kind"] == "member"


def test_players_are_found_by_name_number_kind_and_role(cast: Cast) -> None:
    client = APIClient()
    assert [row["name"] for row in api_client.rows(client, f"{MAPLE}players/", q="ruz")] == ["Hana Růžička"]
    assert [row["name"] for row in api_client.rows(client, f"{MAPLE}players/", q="mn-1694")] == ["Tom Holt"]
    assert [row["name"] for row in api_client.rows(client, f"{MAPLE}players/", kind="guest")] == ["Priya Shah"]
    assert [row["name"] for row in api_client.rows(client, f"{MAPLE}players/", role="owner")] == ["Margaret Ellis"]
    assert api_client.rows(client, f"{MAPLE}players/", left="true") == []
    assert len(api_client.rows(client, f"{MAPLE}players/")) == 16
    refused = client.get(f"{MAPLE}players/", {"kind": "champion"})
    assert (refused.status_code, refused.json()["field"]) == (422, "kind")


def test_names_are_shortened_for_strangers_where_the_club_says_so(cast: Cast) -> None:
    clubs.update(club=cast.club, by=cast.owner, names="short")
    event = api_client.published(cast)
    stage = selectors.stage_of(event)
    standings.recompute(stage.pk)
    base = f"/api/v1/events/{event.pk}/"
    for client in (APIClient(), api_client.client(cast.other_director)):
        texts = [
            client.get(address).content.decode()
            for address in (
                f"{MAPLE}players/",
                f"{MAPLE}players/{cast.director.player.pk}/",
                f"{base}entries/",
                f"{base}standings/",
                f"{base}publications/",
                f"{base}publications/1/",
                f"{base}cards/",
                f"{base}games/",
            )
        ]
        for text in texts:
            for full in ("Holt", "Ellis", "Barker", "Larsen", "MN1694"):
                assert full not in text
        assert "Margaret E." in texts[0]
        assert "Margaret E." in texts[3]
    assert "Margaret Ellis" in api_client.client(cast.member).get(f"{base}standings/").content.decode()


def test_private_addresses_are_for_directors_and_oneself(cast: Cast) -> None:
    wilf = cast.member.player
    players.update(player=cast.visitor, by=cast.other_owner, email="vera@private.example")

    def contact(account: Any, player: Player) -> tuple[Any, Any]:
        client = api_client.client(account)
        one = client.get(f"{MAPLE}players/{player.pk}/").json()
        listed = next(row for row in api_client.rows(client, f"{MAPLE}players/") if row["id"] == player.pk)
        assert (one["email"], one["phone"]) == (listed["email"], listed["phone"])
        return one["email"], one["phone"]

    for account in (cast.director, cast.owner, cast.member):
        assert contact(account, wilf) == ("wilf@private.example", "555 0121")
    assert contact(None, wilf) == (None, None)
    for account in (cast.stranger, cast.scorekeeper, cast.guest, cast.other_director):
        assert contact(account, wilf) == (None, None)
    # Whoever looks after a visitor is their own club.
    assert contact(cast.owner, cast.visitor) == (None, None)
    assert contact(cast.other_director, cast.visitor) == ("vera@private.example", "")


def test_a_player_of_another_club_is_not_found_through_this_one(cast: Cast) -> None:
    other = factories.player(cast.other_club, "Olga Reed")
    assert api_client.client(cast.owner).get(f"{MAPLE}players/{other.pk}/").status_code == 404


def test_a_merged_player_is_who_they_are_now(cast: Cast) -> None:
    keep, drop = cast.paper[:2]
    players.merge(keep=keep, drop=drop, by=cast.owner)
    assert APIClient().get(f"{MAPLE}players/{drop.pk}/").json()["id"] == keep.pk
    assert drop.pk not in {row["id"] for row in api_client.rows(APIClient(), f"{MAPLE}players/")}


# Nights and seasons --------------------------------------------------------------------------------------------------


def test_nights_are_found_by_club_season_status_and_date(cast: Cast) -> None:
    season = stories.season(cast)
    plan: dict[str, Any] = {"club": cast.club, "by": cast.director}
    for day in (1, 8, 15):
        nights.plan(name=f"Night {day}", date=datetime.date(2026, 10, day), season=season, **plan)
    nights.plan(name="Loose", date=datetime.date(2026, 6, 20), counts=False, **plan)
    nights.plan(club=cast.other_club, by=cast.other_owner, name="Theirs", date=datetime.date(2026, 10, 2))
    nights.open_checkin(event=Event.objects.get(name="Night 15"), by=cast.director)
    client = APIClient()

    def names(**query: Any) -> list[str]:
        return [row["name"] for row in api_client.rows(client, "/api/v1/events/", **query)]

    assert names() == ["Night 15", "Night 8", "Theirs", "Night 1", "Loose"]
    assert names(club="harbour-lights") == ["Theirs"]
    assert names(club="nowhere") == []
    assert names(season=season.pk) == ["Night 15", "Night 8", "Night 1"]
    assert names(status="checkin") == ["Night 15"]
    assert names(status=["checkin", "planned"], club="maple-street", ordering="date") == [
        "Loose", "Night 1", "Night 8", "Night 15",
    ]  # fmt: skip
    assert names(since="2026-10-02", until="2026-10-08", ordering="-name") == ["Theirs", "Night 8"]
    for wrong in ({"status": "over"}, {"since": "soon"}, {"season": "x"}, {"season": 2**70}, {"ordering": "seed"}):
        refused = client.get("/api/v1/events/", wrong)
        assert (refused.status_code, refused.json()["field"]) == (422, next(iter(wrong)))
    clubs.update(club=cast.club, by=cast.owner, public=False)
    assert names() == ["Theirs"]


def test_seasons_are_found_by_club_and_day(cast: Cast) -> None:
    stories.season(cast)
    seasons.create(
        club=cast.other_club,
        by=cast.other_owner,
        name="Summer",
        first_day=datetime.date(2026, 6, 1),
        last_day=datetime.date(2026, 8, 31),
    )
    found = api_client.rows(APIClient(), "/api/v1/seasons/")
    assert [row["name"] for row in found] == ["2026/27", "Summer"]
    assert [row["name"] for row in api_client.rows(APIClient(), "/api/v1/seasons/", club="harbour-lights")] == [
        "Summer"
    ]
    assert [row["name"] for row in api_client.rows(APIClient(), "/api/v1/seasons/", on="2026-07-01")] == ["Summer"]
    assert APIClient().get(f"/api/v1/seasons/{found[0]['id']}/").json() == found[0]


def test_the_plan_tells_who_meets_whom(cast: Cast) -> None:
    event, entries = api_client.night(cast, 5)
    address = f"/api/v1/events/{event.pk}/pairings/"
    first = api_client.rows(APIClient(), address, game=1)
    assert sorted(len(pairing["entries"]) for pairing in first) == [1, 2, 2]
    assert {entry for pairing in first for entry in pairing["entries"]} == {entry.pk for entry in entries}
    mine = api_client.rows(APIClient(), address, entry=entries[0].pk)
    assert all(entries[0].pk in pairing["entries"] for pairing in mine)
    assert {pairing["game"] for pairing in mine} >= set(range(1, 10))


def test_entries_are_filtered(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, [*cast.players[:3], cast.guest.player])
    address = f"/api/v1/events/{event.pk}/entries/"
    assert len(api_client.rows(APIClient(), address)) == 4
    guest = api_client.rows(APIClient(), address, kind="guest")
    assert [row["name"] for row in guest] == ["Priya Shah"]
    assert APIClient().get(f"{address}{guest[0]['id']}/").json() == guest[0]
    assert api_client.rows(APIClient(), address, presence="late") == []


# Results -------------------------------------------------------------------------------------------------------------


def test_results_are_announced_not_leaked(cast: Cast) -> None:
    event, entries = api_client.night(cast)
    cards.put(entry=entries[0], points=16, wins=7, net=74, by=cast.director)
    base = f"/api/v1/events/{event.pk}/"
    addresses = ("standings/", "cards/", f"cards/{entries[0].pk}/", "games/")
    for client in (APIClient(), api_client.client(cast.stranger), api_client.client(cast.other_owner)):
        for address in addresses:
            answer = client.get(base + address)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_published"), address
            assert "Maple Street Peggers" in answer.json()["message"]
    guest = api_client.client(cast.guest)
    assert [guest.get(base + address).status_code for address in addresses] == [200] * 4
    announce.publish(event=event, by=cast.director, accept_open=True)
    assert [APIClient().get(base + address).status_code for address in addresses] == [200] * 4


def test_cards_are_shown_with_what_counts(cast: Cast) -> None:
    event, entries = api_client.night(cast)
    cards.put(entry=entries[1], points=16, wins=7, plus=119, minus=45, by=cast.director)
    cards.not_handed_in(entry=entries[2], by=cast.director)
    member = api_client.client(cast.member)
    address = api_client.cards(event)
    found = api_client.rows(member, address)
    assert [row["state"] for row in found] == ["out", "in", "none", "out", "out", "out"]
    assert [row["seat"] for row in api_client.rows(member, address, state="in")] == [2]
    whole = member.get(f"{address}{entries[1].pk}/").json()
    assert (whole["rank"], whole["net"], whole["rests_on"], whole["version"]) == (1, 74, "card", 1)
    assert len(whole["lines"]) == 9
    assert {line["state"] for line in whole["lines"]} == {"open"}


def test_strangers_read_the_published_version_while_it_is_corrected(cast: Cast) -> None:
    event = api_client.published(cast)
    address = f"/api/v1/events/{event.pk}/standings/"
    announce.correct(event=event, by=cast.director, reason="Seat 4 was read wrongly")
    entry = selectors.entries_of(event).get(seat=4)
    cards.put(entry=entry, points=27, wins=9, net=300, by=cast.director)
    standings.recompute(selectors.stage_of(event).pk)
    outside = APIClient().get(address).json()
    inside = api_client.client(cast.member).get(address).json()
    assert (outside["state"], inside["state"]) == ("correcting", "correcting")
    assert [row["points"] for row in outside["rows"]] == [16, 14, 12, 10]
    assert [row["points"] for row in inside["rows"]] == [27, 16, 14, 12]

    announce.publish_correction(event=Event.objects.get(pk=event.pk), by=cast.director)
    again = APIClient().get(address).json()
    assert (again["state"], again["publication"], again["rows"][0]["points"]) == ("published", 2, 27)
    history = api_client.rows(APIClient(), f"/api/v1/events/{event.pk}/publications/")
    assert [row["number"] for row in history] == [1, 2]
    assert [row["reason"] for row in history] == ["", ""]
    told = api_client.rows(api_client.client(cast.member), f"/api/v1/events/{event.pk}/publications/")
    assert told[1]["reason"] == "Seat 4 was read wrongly"
    second = APIClient().get(f"/api/v1/events/{event.pk}/publications/2/").json()
    changed = next(one for one in second["differences"] if one["player"] == entry.player_id)
    assert changed["changes"]["points"] == [10, 27]
    assert APIClient().get(f"/api/v1/events/{event.pk}/publications/3/").status_code == 404
