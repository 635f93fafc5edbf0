"""Language, theme, time zone and menu of a page."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from clubs.people import audit
from clubs.people.models import Club, User
from tests.factories import Cast

MEMBERS = "/clubs/maple-street/members/"


def html(client: Client, path: str = MEMBERS, language: str = "en") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def spoken(page: str) -> str:
    return page.split('<html lang="')[1][:2]


def test_a_page_speaks_the_accounts_language_then_the_devices_choice_then_the_clubs_then_the_browsers(
    cast: Cast, client: Client
) -> None:
    assert spoken(html(client, "/account/login/", "es")) == "es"
    assert spoken(html(client, MEMBERS, "es")) == "en"  # the club's
    Club.objects.update(language="es")
    assert spoken(html(client, MEMBERS, "en")) == "es"
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert spoken(html(client, MEMBERS, "es")) == "en"
    client.force_login(cast.member)
    User.objects.update(language="es")
    assert spoken(html(client, MEMBERS, "en")) == "es"


def test_a_language_that_is_not_ours_changes_nothing(cast: Cast, client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "../../etc"
    assert spoken(html(client)) == "en"


def test_one_reader_does_not_leave_their_language_or_zone_to_the_next(cast: Cast, client: Client) -> None:
    Club.objects.filter(pk=cast.club.pk).update(language="es", timezone="Pacific/Auckland")
    assert spoken(html(client)) == "es"
    assert spoken(html(client, "/clubs/harbour-lights/members/")) == "en"
    assert spoken(html(client, "/account/login/", "en")) == "en"


def test_times_are_the_clubs(cast: Cast, client: Client, time_machine: object) -> None:
    audit.record("club.changed", by=None, club=cast.club, fields="name")
    time_machine.move_to("2026-12-03T23:30:00Z")  # type: ignore[attr-defined]
    line = audit.record("club.changed", by=None, club=cast.club, fields="place")
    client.force_login(cast.owner)
    assert "17:30" in html(client, "/clubs/maple-street/audit/")
    assert line.at.hour == 23


def test_the_theme_is_the_accounts_or_the_devices_and_on_the_page_at_once(cast: Cast, client: Client) -> None:
    assert 'data-theme="' not in html(client)
    answer = client.post("/account/theme/", {"theme": "dark", "next": MEMBERS})
    assert answer.headers["Location"] == MEMBERS
    assert 'data-theme="dark"' in html(client)
    client.force_login(cast.member)
    assert 'data-theme="' not in html(client)
    client.post("/account/theme/", {"theme": "light"})
    assert 'data-theme="light"' in html(client)
    cast.member.refresh_from_db()
    assert cast.member.theme == "light"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_a_choice_never_leads_to_another_site(cast: Cast, client: Client, target: str) -> None:
    assert client.post("/account/theme/", {"theme": "dark", "next": target}).headers["Location"] == "/"
    answer = client.post(reverse("set_language"), {"language": "es", "next": target})
    assert "evil" not in answer.headers["Location"]
    assert "javascript" not in answer.headers["Location"]


def test_a_language_chosen_while_signed_in_goes_with_the_account(cast: Cast, client: Client) -> None:
    client.force_login(cast.member)
    client.post(reverse("set_language"), {"language": "es", "next": MEMBERS})
    cast.member.refresh_from_db()
    assert cast.member.language == "es"
    assert client.post("/account/theme/", {"theme": "pink"}).status_code == 422


def test_a_private_club_gives_nothing_of_itself_away(cast: Cast, client: Client) -> None:
    Club.objects.update(public=False)
    answer = client.get(MEMBERS)
    assert answer.status_code == 404
    assert "Maple Street" not in answer.content.decode()
    assert answer.content.decode().replace("maple-street", "no-such-club").count("no-such-club") == client.get(
        "/clubs/no-such-club/members/"
    ).content.decode().count("no-such-club")


def test_the_menu_shows_only_what_exists_and_each_reader_their_own_links(cast: Cast, client: Client) -> None:
    page = client.get(MEMBERS)
    assert "players" in [item["key"] for item in page.context["nav"]]
    assert page.context["account_links"] == []
    client.force_login(cast.member)
    mine = {str(item["url"]) for item in client.get(MEMBERS).context["account_links"]}
    assert "/account/settings/" in mine
    assert not any("settings/" in url and "clubs" in url for url in mine)
    client.force_login(cast.owner)
    owners = {str(item["url"]) for item in client.get(MEMBERS).context["account_links"]}
    assert {"/clubs/maple-street/settings/", "/clubs/maple-street/audit/"} <= owners
