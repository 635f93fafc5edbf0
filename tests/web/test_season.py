"""The season table as a page: figures, honesty, filter, print, download, balances and rules."""

import csv
import datetime
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.base import versions
from clubs.events.models import Event, Season
from clubs.events.services import seasons
from clubs.honours.lines import BalanceLine
from clubs.honours.models import OpeningBalance, SeasonRow, SeasonRules
from clubs.honours.services import balances, table
from clubs.people import clock
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import players
from tests.clubs.honours.test_table import FIRST, night
from tests.factories import Cast, cast, player

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


def page(season: Season, client: Client | None = None, name: str = "season", **query: str) -> str:
    answer = (client or Client()).get(address(season, name), query)
    assert answer.status_code == 200
    return answer.content.decode()


def address(season: Season, name: str = "season", **more: int) -> str:
    return reverse(f"honours:{name}", kwargs={"slug": season.club.slug, "season_id": season.pk, **more})


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def row_of(html: str, name: str) -> str:
    rows = [part for part in html.split("<tr")[1:] if name in part.split("</tr>")[0]]
    assert len(rows) == 1, f"{len(rows)} rows with {name}"
    return rows[0]


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


# Opening balances ----------------------------------------------------------------------------------------------------

LIST = "Quince, 90, 8, 72, 41, 12-4, 18/8 +104, 1240\nRůžička 44\nNobody Known 12"


def send(client: Client, season: Season, name: str = "store_balances", **data: str) -> Any:
    return client.post(address(season, name), {"as_of": "2026-09-03", **data})


def test_a_list_is_looked_at_first_and_nothing_is_stored(people: Cast, season: Season) -> None:
    answer = send(signed_in(people.director), season, "balances", text=LIST)
    html = answer.content.decode()
    assert answer.status_code == 200
    assert "Ada Quince" in html
    assert "Nobody here is called “Nobody Known”" in html
    assert 'name="choice-3"' in html
    assert "18/8 +104" in html
    assert OpeningBalance.objects.count() == 0


def test_a_list_is_stored_with_what_was_chosen_and_stands_in_the_history(people: Cast, season: Season) -> None:
    client = signed_in(people.director)
    refused = send(client, season, text=LIST)
    assert refused.status_code == 422
    assert "Line 3" in refused.content.decode()
    assert "Nobody Known 12" in refused.content.decode(), "nothing is lost"
    assert OpeningBalance.objects.count() == 0

    assert send(client, season, text=LIST, **{"choice-3": "add"}).status_code == 302
    assert OpeningBalance.objects.count() == 3
    assert send(client, season, text="Ada Quince 91").status_code == 302
    html = page(season, client, "balances")
    assert "90 points as of 3 Sep 2026" in html
    assert "(no longer in force)" in html
    assert "Tom Holt" in html
    table.recompute(season.pk)
    assert "91 brought forward" in row_of(page(season), "Ada Quince")

    gone = client.post(address(season, "remove_balance", player_id=people.paper[0].pk))
    assert gone.status_code == 302
    assert OpeningBalance.objects.filter(replaced=False).count() == 2
    assert OpeningBalance.objects.count() == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ada Quince, many", "There is no balance in this text"),
        ("Ada Quince 10\nQuince 12", "already in line 1"),
        ("Ada Quince 999999999999", "cannot be the season points"),
        ("Ada Quince 10 5 5 6", "more than the games"),
        ("Ada Quince 10\nBert Rowley, many", "cannot be the season points"),
        ("", "This field is required"),
        ("<script>alert(1)</script> 12", "&lt;script&gt;"),
        ("Ada Quince 10\n" * 600, "too long"),
    ],
)
def test_a_list_that_cannot_be_right_is_answered_with_a_sentence(
    people: Cast, season: Season, text: str, sentence: str
) -> None:
    client = signed_in(people.director)
    for name in ("balances", "store_balances"):
        html = send(client, season, name, text=text).content.decode()
        assert sentence in html
        assert "<script>alert" not in html
    assert OpeningBalance.objects.count() == 0


def test_ten_megabytes_are_answered_with_a_sentence(people: Cast, season: Season) -> None:
    answer = send(signed_in(people.director), season, text="x" * 10 * 1024 * 1024)
    assert answer.status_code == 422
    assert "too long" in answer.content.decode()


def test_a_wrong_date_is_said_beside_the_field_and_the_list_is_kept(people: Cast, season: Season) -> None:
    answer = send(signed_in(people.director), season, text="Ada Quince 10", as_of="2031-01-01")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "after the season’s last day" in html
    assert "Ada Quince 10" in html


# Rules ---------------------------------------------------------------------------------------------------------------


def test_rules_are_changed_and_the_page_prints_its_own_threshold(people: Cast, season: Season) -> None:
    client = signed_in(people.director)
    sent = {"threshold": "14", "table": "14 = 20\n16: 30", "short_cards_count": "on"}
    assert client.post(address(season, "rules"), sent).status_code == 302
    rules = SeasonRules.objects.get()
    assert (rules.threshold, rules.table, rules.short_cards_count) == (14, {"14": 20, "16": 30}, True)
    assert (rules.credit_guests_once_joined, rules.credit_visitors) == (False, False)
    night(people, 1, {people.paper[0]: (15, 7, 0)})
    table.recompute(season.pk)
    html = page(season)
    assert "14+ cards" in html
    assert "by the club’s own table" in html
    assert "14 = 20" in page(season, client, "rules")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("threshold", "-1", "greater than or equal to 0"),
        ("threshold", "9999", "less than or equal to 200"),
        ("threshold", "twelve", "whole number"),
        ("table", "twelve = 3", "no row of the points table"),
        ("table", "12 = 3\n12 = 4", "stand in the table twice"),
        ("table", "12 = 3\n" * 3000, "at most 4000"),
    ],
)
def test_rules_that_cannot_be_are_refused_beside_their_field(
    people: Cast, season: Season, field: str, value: str, sentence: str
) -> None:
    sent = {"threshold": "12", "table": "", "short_cards_count": "on", field: value}
    answer = signed_in(people.director).post(address(season, "rules"), sent)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert SeasonRules.objects.count() == 0


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
