"""The season table as a page: figures, honesty, filter, print, download, balances and rules."""

import csv
import datetime
import io
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.base import versions
from clubs.events.models import Event, Season
from clubs.events.services import seasons
from clubs.honours.lines import BalanceLine
from clubs.honours.models import SeasonRow
from clubs.honours.services import balances, table
from clubs.people import clock
from clubs.people.models import Club, Membership, Player
from clubs.people.services import players
from tests.clubs.honours.test_table import FIRST, night
from tests.factories import Cast, cast, player
from tests.web.season_pages import address, page, row_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def season(people: Cast) -> Season:
    return seasons.create(
        club=people.club,
        name="2026–27",
        first_day=datetime.date(2026, 9, 1),
        last_day=datetime.date(2027, 5, 31),
        by=people.director,
    )


# The table -----------------------------------------------------------------------------------------------------------


def test_r30_the_race_of_a_real_club_stands_in_the_table(people: Cast, season: Season) -> None:
    """90 after a 16 card, +14 = 104, +13 = 117; the 11 card adds nothing (nights.json, season race)."""
    leader, second = people.paper[:2]
    balances.put(season=season, player=leader, line=BalanceLine(leader.name, 74), as_of=FIRST, by=people.director)
    for week, card in enumerate([(16, 7, 80), (14, 6, 30), (13, 6, 20), (11, 5, 4)], start=1):
        night(people, week, {leader: card, second: (12, 6, -1)})
    table.recompute(season.pk)
    html = page(season)
    row = row_of(html, leader.name)
    assert "117" in row
    assert "74 brought forward" in row
    assert "16/7 +80" in row
    assert "After 8 results." in html
    assert html.index(leader.name) < html.index(second.name)
    assert "From place" in row, "the sparkline says its ends"


def test_skunks_say_on_how_many_nights_they_rest(people: Cast, season: Season) -> None:
    leader = people.paper[0]
    night(people, 1, {leader: (16, 7, 80)})
    table.recompute(season.pk)
    assert "a card of totals does not tell the skunks lost" in page(season)
    SeasonRow.objects.update(skunk_balance=2, skunks_known=1, nights=3)
    html = page(season)
    assert "1 of 3" in row_of(html, leader.name)
    assert "+2" in row_of(html, leader.name)


def test_guests_stand_in_grey_without_a_place(people: Cast, season: Season) -> None:
    guest, member = people.guest.player, people.paper[0]
    night(people, 1, {guest: (18, 8, 50), member: (12, 6, 30)}, kinds={guest: "guest"})
    table.recompute(season.pk)
    row = row_of(page(season), guest.name)
    assert 'class="grey"' in row
    assert "not credited" in row


def test_level_leaders_are_said_to_be_for_people_to_decide(people: Cast, season: Season) -> None:
    first, second = people.paper[:2]
    night(people, 1, {first: (14, 6, 50), second: (14, 7, 10)})
    table.recompute(season.pk)
    html = page(season)
    assert "People decide who is the champion" in html
    assert "points cards 1, games won 6, net +50" in html
    ahead = html[html.index("Level at the top") :].split("</ul>")[0]
    assert "(ahead by that)" in ahead.split("<li>")[2], "more games won"
    assert html.count("=1") >= 2


def test_one_leader_alone_decides_nothing(people: Cast, season: Season) -> None:
    night(people, 1, {people.paper[0]: (14, 6, 50), people.paper[1]: (13, 6, 10)})
    table.recompute(season.pk)
    assert "People decide who is the champion" not in page(season)


def test_what_is_being_counted_is_said(people: Cast, season: Season) -> None:
    night(people, 1, {people.paper[0]: (14, 6, 50)})
    table.recompute(season.pk)
    versions.bump("season", season.pk)
    assert "1 being counted" in page(season)


def test_before_the_first_night_the_page_says_when_it_starts(people: Cast, season: Season) -> None:
    assert "Standings start when the first night that counts is published." in page(season)
    assert "Bring points forward" in page(season, signed_in(people.director))
    assert "Bring points forward" not in page(season, signed_in(people.member))


def test_standings_lead_to_the_season_of_today_and_say_how_one_begins(people: Cast) -> None:
    url = reverse("honours:current", args=[people.club.slug])
    assert "No season yet" in Client().get(url).content.decode()
    assert "Begin a season" in signed_in(people.owner).get(url).content.decode()
    today = clock.today(people.club)
    made = seasons.create(
        club=people.club, name="Now", first_day=today - datetime.timedelta(9), last_day=today, by=people.owner
    )
    seasons.create(
        club=people.club,
        name="Next",
        first_day=today + datetime.timedelta(9),
        last_day=today.replace(year=9999),
        by=people.owner,
    )
    assert Client().get(url)["Location"] == address(made)


def test_a_name_is_found_without_accents_and_nobody_is_said_in_a_sentence(people: Cast, season: Season) -> None:
    night(people, 1, {one: (12 + number, 6, 0) for number, one in enumerate(people.paper[-4:])})
    table.recompute(season.pk)
    html = page(season, q="ruz")
    assert "Hana Růžička" in html
    assert "Joan Zeller" not in html
    assert "No player called “zz&lt;script&gt;”" in page(season, q="zz<script>")
    part = Client().get(address(season), {"q": "ruz"}, headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<section")


def test_ones_own_row_is_marked(people: Cast, season: Season) -> None:
    night(people, 1, {people.member.player: (12, 6, 0), people.paper[0]: (13, 6, 0)})
    table.recompute(season.pk)
    assert 'class="me"' in row_of(page(season, signed_in(people.member)), people.member.player.name)
    assert 'class="me"' not in page(season)


def test_strangers_read_names_as_the_club_shows_them(people: Cast, season: Season) -> None:
    night(people, 1, {people.paper[0]: (13, 6, 0)})
    table.recompute(season.pk)
    Club.objects.filter(pk=people.club.pk).update(names="short")
    for name in ("season", "print", "csv"):
        assert "Quince" not in page(season, name=name)
        assert "Ada Quince" in page(season, signed_in(people.member), name=name)


def test_a_player_called_script_is_only_a_name(people: Cast, season: Season) -> None:
    nasty = player(people.club, "<script>alert(1)</script>")
    night(people, 1, {nasty: (13, 6, 0)})
    table.recompute(season.pk)
    for name in ("season", "print"):
        html = page(season, name=name)
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert" in html


def test_the_table_can_be_taken_home_as_csv(people: Cast, season: Season) -> None:
    trick = player(people.club, "=cmd|x")
    night(people, 1, {people.paper[0]: (16, 7, -4), trick: (12, 6, 0)})
    table.recompute(season.pk)
    answer = Client().get(address(season, "csv"))
    assert answer["Content-Type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert (lines[0]["place"], lines[0]["name"], lines[0]["season_points"]) == ("1", "Ada Quince", "16")
    assert lines[0]["best_card"] == "16/7 −4"
    assert lines[0]["skunk_balance"] == ""
    assert lines[1]["name"] == "'=cmd|x"


def test_the_number_of_queries_does_not_grow_with_the_table(people: Cast, season: Season) -> None:
    night(people, 1, dict.fromkeys(people.paper[:2], (12, 6, 0)))
    table.recompute(season.pk)
    client = Client()
    client.get(address(season))
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(address(season))
    night(people, 2, dict.fromkeys(people.paper, (12, 6, 0)))
    night(people, 3, {player(people.club, f"Extra {n}"): (12 + n % 5, 6, 0) for n in range(30)})
    table.recompute(season.pk)
    with CaptureQueriesContext(connection) as many:
        client.get(address(season))
    assert len(many) <= len(few) <= 15


# Entity tags ---------------------------------------------------------------------------------------------------------


def test_a_page_that_has_not_changed_is_not_sent_again(people: Cast, season: Season) -> None:
    night(people, 1, {people.paper[0]: (16, 7, 0)})
    table.recompute(season.pk)
    client = signed_in(people.member)
    client.get(address(season))
    first = client.get(address(season))
    etag = first["ETag"]
    again = client.get(address(season), headers={"If-None-Match": etag})
    assert again.status_code == 304
    assert again.content == b""
    assert first["Cache-Control"] == "private, no-cache"
    assert "Cookie" in first["Vary"]

    stranger = Client().get(address(season), headers={"If-None-Match": etag})
    assert stranger.status_code == 200, "another reader's page"


@pytest.mark.parametrize(
    "change",
    [
        lambda people, season: (versions.bump("season", season.pk), table.recompute(season.pk)),
        lambda people, season: versions.bump("season", season.pk),
        lambda people, season: players.update(player=people.paper[0], by=people.director, name="Ada Jones"),
        lambda people, season: night(people, 2, {people.paper[0]: (12, 6, 0)}),
        lambda people, season: seasons.create(
            club=people.club,
            name="Old",
            first_day=FIRST - datetime.timedelta(400),
            last_day=FIRST - datetime.timedelta(99),
            by=people.director,
        ),
        lambda people, season: Membership.objects.filter(player=people.member.player).update(role="director"),
    ],
    ids=["counted", "being counted", "renamed", "another night", "another season", "made a director"],
)
def test_whatever_changes_the_page_changes_its_tag(
    people: Cast, season: Season, change: Callable[[Cast, Season], object]
) -> None:
    night(people, 1, {people.paper[0]: (16, 7, 0)})
    table.recompute(season.pk)
    Player.objects.filter(pk=people.paper[0].pk).update(home_club=people.club)
    people.paper[0].refresh_from_db()
    client = signed_in(people.member)
    client.get(address(season))
    etag = client.get(address(season))["ETag"]
    change(people, season)
    assert client.get(address(season), headers={"If-None-Match": etag}).status_code == 200


def test_only_directors_see_the_ways_to_change_a_season(people: Cast, season: Season) -> None:
    links = [address(season, "balances"), address(season, "rules")]
    for user in (people.member, people.scorekeeper):
        html = page(season, signed_in(user))
        assert not any(link in html for link in links)
    html = page(season, signed_in(people.director))
    assert all(link in html for link in links)


def test_a_night_of_another_season_changes_nothing_here(people: Cast, season: Season) -> None:
    other = seasons.create(
        club=people.club,
        name="2025–26",
        first_day=datetime.date(2025, 9, 1),
        last_day=datetime.date(2026, 5, 31),
        by=people.director,
    )
    event = night(people, 1, {people.paper[0]: (16, 7, 0)})
    Event.objects.filter(pk=event.pk).update(season=other)
    table.recompute(season.pk)
    table.compute(season.pk, True)
    assert "The race has not started" in page(season)
