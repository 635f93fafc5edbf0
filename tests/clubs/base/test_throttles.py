"""The limits are honest: counted a person, told in seconds, and never in a club's way because the cache is away."""

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.settings import api_settings
from rest_framework.test import APIClient

from clubs.base import throttles
from config.settings import base
from tests import factories
from tests.web import api_client

CLUBS = "/api/v1/clubs/"
TOKEN = "/api/v1/token/"


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Any:
    def set_limits(**rates: str) -> None:
        monkeypatch.setattr(throttles.Counted, "THROTTLE_RATES", {**api_settings.DEFAULT_THROTTLE_RATES, **rates})

    return set_limits


def assert_throttled(answer: Any) -> None:
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60
    body = answer.json()
    assert set(body) == {"code", "message", "field", "data"}
    assert body["code"] == "throttled"
    assert body["data"] == {"wait": int(answer["Retry-After"])}
    assert f"Try again in {answer['Retry-After']} second" in body["message"]


def test_strangers_are_counted_by_address(limit: Any, cast: factories.Cast) -> None:
    limit(anon="2/min")
    stranger = APIClient()
    assert [stranger.get(CLUBS).status_code for _ in range(2)] == [200, 200]
    assert_throttled(stranger.get(CLUBS))
    assert APIClient(REMOTE_ADDR="192.0.2.7").get(CLUBS).status_code == 200


def test_a_made_up_forwarded_address_is_not_believed(limit: Any, db: None) -> None:
    limit(anon="1/min")
    assert APIClient(HTTP_X_FORWARDED_FOR="192.0.2.1").get(CLUBS).status_code == 200
    assert_throttled(APIClient(HTTP_X_FORWARDED_FOR="192.0.2.2").get(CLUBS))


def test_whoever_comes_through_a_socket_file_has_no_address_and_is_counted(limit: Any, db: None) -> None:
    limit(anon="1/min")
    assert APIClient(REMOTE_ADDR=None).get(CLUBS).status_code == 200
    assert_throttled(APIClient(REMOTE_ADDR=None).get(CLUBS))


def test_people_are_counted_by_account_wherever_they_are(limit: Any, cast: factories.Cast) -> None:
    limit(anon="1/min", user="2/min")
    member, director = api_client.client(cast.member), api_client.client(cast.director)
    assert [member.get(CLUBS).status_code, member.get(CLUBS, REMOTE_ADDR="192.0.2.7").status_code] == [200, 200]
    assert_throttled(member.get(CLUBS))
    assert director.get(CLUBS).status_code == 200


def test_writing_has_a_limit_of_its_own(limit: Any, cast: factories.Cast) -> None:
    limit(write="1/min")
    member = api_client.client(cast.member)
    assert member.post("/api/v1/events/1/cards/", {}).status_code == 404
    assert_throttled(member.post("/api/v1/events/1/cards/", {}))
    assert member.get(CLUBS).status_code == 200


def test_the_limit_is_told_in_the_language_asked_for(limit: Any, db: None) -> None:
    limit(anon="1/min")
    APIClient().get(CLUBS)
    answer = APIClient(headers={"Accept-Language": "es"}).get(CLUBS)
    assert answer.status_code == 429
    assert answer["Content-Language"] == "es"


def test_passwords_are_counted_by_address_and_by_account(limit: Any, cast: factories.Cast) -> None:
    limit(token="3/min", token_account="2/min")

    def attempt(email: str, address: str) -> Any:
        return APIClient(REMOTE_ADDR=address).post(TOKEN, {"email": email, "password": "wrong"})

    assert [attempt("Tom.Holt@example.org", f"192.0.2.{n}").status_code for n in (1, 2)] == [422, 422]
    assert_throttled(attempt("tom.holt@EXAMPLE.org ", "192.0.2.3"))
    assert [attempt(f"{n}@example.org", "192.0.2.9").status_code for n in (1, 2, 3)] == [422, 422, 422]
    assert_throttled(attempt("4@example.org", "192.0.2.9"))


class TestWithoutACache:
    @pytest.fixture(autouse=True)
    def _away(self, settings: Any) -> None:
        settings.CACHES = base.redis_settings("unix:///nowhere/at/all.sock")["CACHES"] | {}

    def test_a_club_goes_on(self, limit: Any, cast: factories.Cast) -> None:
        limit(anon="1/min", user="1/min")
        member = api_client.client(cast.member)
        assert [member.get(CLUBS).status_code for _ in range(3)] == [200, 200, 200]
        assert [APIClient().get(CLUBS).status_code for _ in range(3)] == [200, 200, 200]

    def test_passwords_are_not_tried_uncounted(self, cast: factories.Cast) -> None:
        answer = APIClient().post(TOKEN, {"email": "tom.holt@example.org", "password": factories.PASSWORD})
        assert_throttled(answer)


def test_the_limits_that_are_written_down_are_those_in_force() -> None:
    rates = base.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    said = base.SPECTACULAR_SETTINGS["DESCRIPTION"]
    guide = (base.BASE_DIR / "docs" / "api.md").read_text()
    for scope in ("anon", "user", "write"):
        number = rates[scope].partition("/")[0]
        assert f"{number} " in said
        assert f"| {number} a minute |" in guide
    assert f"| {rates['token'].partition('/')[0]} a minute |" in guide
