"""One shape for every refusal, pages in bounds, the language asked for, and two ways to say who one is."""

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from rest_framework.test import APIClient

from tests.factories import PASSWORD, Cast
from tests.web import api_client

SHAPE = {"code", "message", "field", "data"}
TOKEN = "/api/v1/token/"


def refusal(answer: Any, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (status, code)
    assert set(body) == SHAPE
    assert body["message"]
    assert answer["Content-Type"].startswith("application/json")
    return body


# Refusals ------------------------------------------------------------------------------------------------------------


def test_every_refusal_has_the_same_shape(cast: Cast) -> None:
    event, _entries = api_client.night(cast)
    cards = api_client.cards(event)
    nobody, director = APIClient(), api_client.client(cast.director)
    refusal(nobody.get("/api/v1/clubs/nowhere/"), 404, "no_such_club")
    refusal(nobody.get("/api/v1/nothing/"), 404, "no_such_address")
    refusal(nobody.post("/api/v1/nothing/", {}), 404, "no_such_address")
    refusal(nobody.get("/api/v1/"), 404, "no_such_address")
    refusal(nobody.get("/api/v1/clubs/%0A/players/1/"), 404, "no_such_address")
    refusal(director.options(cards), 405, "method_not_allowed")
    refusal(nobody.get("/api/v1/clubs/?page=99"), 404, "not_found")
    refusal(nobody.get("/api/v1/clubs/", headers={"Accept": "text/html"}), 406, "not_acceptable")
    refusal(nobody.delete("/api/v1/clubs/"), 401, "not_authenticated")
    refusal(director.delete("/api/v1/clubs/"), 405, "method_not_allowed")
    refusal(nobody.post(cards, {}), 401, "not_authenticated")
    refusal(director.post(cards, "{", content_type="application/json"), 400, "parse_error")
    refusal(director.post(cards, "a=1", content_type="text/plain"), 415, "unsupported_media_type")
    refusal(
        director.post(cards, json.dumps({"reason": "x" * 70_000}), content_type="application/json"), 413, "too_large"
    )
    refusal(director.post(cards, "[" * 30_000, content_type="application/json"), 400, "parse_error")
    refusal(director.post(cards, [1, 2]), 422, "invalid")
    refusal(director.post(cards, "null", content_type="application/json"), 422, "invalid")


def test_a_refusal_lists_every_field(cast: Cast) -> None:
    event, _entries = api_client.night(cast)
    director = api_client.client(cast.director)
    answer = director.post(api_client.cards(event), {"seat": 0, "points": "x", "net": 1.5})
    body = refusal(answer, 422, "invalid")
    fields = {one["field"]: one["code"] for one in body["data"]["fields"]}
    assert fields == {"seat": "min_value", "points": "invalid", "net": "invalid", "wins": "required"}
    assert body["field"] in fields
    assert body["message"] == next(one["message"] for one in body["data"]["fields"] if one["field"] == body["field"])


def test_a_fault_in_a_list_names_its_place(cast: Cast) -> None:
    event, _entries = api_client.night(cast)
    director = api_client.client(cast.director)
    body = director.post(api_client.games(event), {"game": 1, "winner": 1, "entries": [1, "b"]}).json()
    assert [one["field"] for one in body["data"]["fields"]] == ["entries.1"]


# Language ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"), [(None, "en"), ("es", "es"), ("de, es;q=0.8", "es"), ("fr", "en"), ("es-MX", "es")]
)
def test_the_language_asked_for_is_spoken(cast: Cast, header: str | None, language: str) -> None:
    answer = APIClient().get("/api/v1/clubs/?page_size=x", headers={"Accept-Language": header} if header else {})
    assert answer.status_code == 422
    assert answer["Content-Language"] == language
    assert "Accept-Language" in answer["Vary"]


def test_a_programs_account_has_a_language_too(cast: Cast) -> None:
    cast.member.language = "es"
    cast.member.save()
    member = api_client.client(cast.member)
    assert member.get("/api/v1/clubs/")["Content-Language"] == "es"
    assert member.get("/api/v1/clubs/", headers={"Accept-Language": "en"})["Content-Language"] == "en"


# Pages ---------------------------------------------------------------------------------------------------------------


def test_lists_come_in_pages(cast: Cast) -> None:
    address = "/api/v1/clubs/maple-street/players/"
    first = APIClient().get(address, {"page_size": 6}).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (16, 6, None)
    last = APIClient().get(address, {"page_size": 6, "page": 3}).json()
    assert (len(last["results"]), last["next"]) == (4, None)
    assert not {row["id"] for row in first["results"]} & {row["id"] for row in last["results"]}
    follow = APIClient().get(first["next"]).json()
    assert len(follow["results"]) == 6


@pytest.mark.parametrize("size", ["0", "201", "-1", "x", "1.5", "", "9" * 5000, "²"])
def test_a_page_has_bounds(db: None, size: str) -> None:
    body = refusal(APIClient().get("/api/v1/clubs/", {"page_size": size}), 422, "invalid")
    assert body["field"] == "page_size"


@pytest.mark.parametrize("page", ["0", "-1", "x", "99", "9" * 30])
def test_a_page_that_is_not_there_is_not_there(db: None, page: str) -> None:
    assert APIClient().get("/api/v1/clubs/", {"page": page}).status_code == 404


@pytest.mark.parametrize("query", ["club=", "since=", "status=running&status=", "anything="])
def test_an_empty_filter_does_not_ask_for_everything(db: None, query: str) -> None:
    body = refusal(APIClient().get(f"/api/v1/events/?{query}"), 422, "invalid")
    assert body["field"] == query.partition("=")[0]


@pytest.mark.parametrize(
    "date",
    ["15/10/2026", "10/15/2026", "2026-13-01", "today", "2026-10-15T00:00", "2026-1-1", " 2026-10-15", "２026-10-15"],
)
def test_dates_have_one_spelling(db: None, date: str) -> None:
    for language in ("en", "es"):
        answer = APIClient(headers={"Accept-Language": language}).get("/api/v1/events/", {"since": date})
        assert refusal(answer, 422, "invalid")["field"] == "since"


@pytest.mark.parametrize("order", ["name,", ",", ",name", "name,,first_day"])
def test_an_order_names_columns_and_nothing_else(db: None, order: str) -> None:
    assert refusal(APIClient().get("/api/v1/seasons/", {"ordering": order}), 422, "invalid")["field"] == "ordering"


# Who one is ----------------------------------------------------------------------------------------------------------


def test_a_token_is_made_used_and_ended(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.member, email=cast.member.email, primary=True, verified=True)
    program = APIClient()
    made = program.post(TOKEN, {"email": cast.member.email, "password": PASSWORD})
    assert made.status_code == 201
    assert "no-store" in made["Cache-Control"]
    token = made.json()["token"]
    for spelling in ("Bearer", "bearer", "Token"):
        program.credentials(HTTP_AUTHORIZATION=f"{spelling} {token}")
        assert program.get("/api/v1/clubs/maple-street/").json()["role"] == "member"
    assert program.delete(TOKEN).status_code == 204
    answer = program.get("/api/v1/clubs/maple-street/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_an_old_token_in_the_header_does_not_keep_one_from_a_new_one(cast: Cast) -> None:
    EmailAddress.objects.create(user=cast.member, email=cast.member.email, primary=True, verified=True)
    program = APIClient(HTTP_AUTHORIZATION="Bearer club_gone")
    assert program.post(TOKEN, {"email": cast.member.email, "password": PASSWORD}).status_code == 201


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer a b", "Bearer club_wrong", "Token nothing", "Bearer \xff", "Bearer " + "x" * 5000]
)
def test_a_token_that_opens_nothing_is_refused_even_for_public_pages(cast: Cast, header: str) -> None:
    answer = APIClient(HTTP_AUTHORIZATION=header).get("/api/v1/clubs/")
    assert answer.status_code == 401
    assert set(answer.json()) == SHAPE


def test_a_closed_accounts_token_opens_nothing(cast: Cast) -> None:
    member = api_client.client(cast.member)
    cast.member.is_active = False
    cast.member.save()
    assert member.get("/api/v1/clubs/").status_code == 401


def test_the_sites_session_is_good_for_the_api_with_its_csrf_token(cast: Cast) -> None:
    event, _entries = api_client.night(cast)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.director)
    assert browser.get("/api/v1/clubs/maple-street/").json()["role"] == "director"
    sent = {"seat": 1, "points": 16, "wins": 7, "net": 74}
    forged = browser.post(api_client.cards(event), sent, content_type="application/json")
    assert (forged.status_code, set(forged.json())) == (403, SHAPE)
    page = browser.get("/account/settings/")
    token = page.context["csrf_token"]
    honest = browser.post(
        api_client.cards(event), sent, content_type="application/json", headers={"X-CSRFToken": str(token)}
    )
    assert honest.status_code == 201


def test_a_missing_slash_leads_to_the_address(cast: Cast) -> None:
    answer = APIClient().get("/api/v1/clubs")
    assert (answer.status_code, answer["Location"]) == (301, "/api/v1/clubs/")
