"""Opening balances and the rules of a season: typed, pasted, looked at, refused."""

import datetime
from typing import Any

import pytest
from django.test import Client

from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours.models import OpeningBalance, SeasonRules
from clubs.honours.services import table
from tests.clubs.honours.test_table import night
from tests.factories import Cast, cast
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
