"""A request that is sent twice under one Idempotency-Key is done once."""

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from clubs.base.models import IdempotencyKey
from clubs.people.models import AuditLine
from clubs.people.services import tokens
from games.matches.models import Card, CardClaim
from tests import factories
from tests.factories import Cast
from tests.web import api_client

ADA = {"points": 16, "wins": 7, "plus": 119, "minus": 45}


@pytest.fixture
def director(cast: Cast) -> APIClient:
    return api_client.client(cast.director)


def key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid.uuid4())}


def test_the_same_key_answers_the_same_and_does_nothing(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    headers = key()
    first = director.post(api_client.cards(event), {"seat": 3, **ADA}, headers=headers)
    again = director.post(api_client.cards(event), {**ADA, "seat": 3}, headers=headers)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert "Idempotency-Replayed" not in first
    assert again["Idempotency-Replayed"] == "true"
    assert Card.objects.get().version == 1
    assert AuditLine.objects.filter(action="card.entered").count() == 1


def test_the_same_key_with_another_body_or_address_is_refused(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    headers = key()
    director.post(api_client.cards(event), {"seat": 3, **ADA}, headers=headers)
    for address, body in (
        (api_client.cards(event), {"seat": 4, **ADA}),
        (api_client.games(event), {"seat": 3, **ADA}),
    ):
        refused = director.post(address, body, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
        assert "new key" in refused.json()["message"]
    assert Card.objects.count() == 1


def test_two_people_may_use_the_same_key(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    headers = key()
    director.post(api_client.cards(event), {"seat": 3, **ADA}, headers=headers)
    keeper = api_client.client(cast.scorekeeper)
    answer = keeper.post(api_client.cards(event), {"seat": 4, **ADA}, headers=headers)
    assert answer.status_code == 201
    assert "Idempotency-Replayed" not in answer


def test_a_refusal_is_not_kept_so_the_same_key_may_try_again(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    headers = key()
    assert director.post(api_client.cards(event), {"seat": 99, **ADA}, headers=headers).status_code == 422
    assert not IdempotencyKey.objects.exists()
    assert director.post(api_client.cards(event), {"seat": 3, **ADA}, headers=headers).status_code == 201


def test_an_impossible_key_is_refused(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    answer = director.post(api_client.cards(event), {"seat": 3, **ADA}, headers={"Idempotency-Key": "a b"})
    assert (answer.status_code, answer.json()["code"]) == (422, "key_malformed")
    assert not Card.objects.exists()


def test_four_at_once_with_one_key_make_one_card(transactional_db: None) -> None:
    cast = factories.cast()
    event, _entries = api_client.night(cast)
    headers, barrier = key(), threading.Barrier(4)
    token = tokens.make(user=cast.director, by=cast.director)

    def send() -> tuple[int, bool, Any]:
        program = APIClient(HTTP_AUTHORIZATION=f"Bearer {token}")
        barrier.wait(20)
        try:
            answer = program.post(api_client.cards(event), {"seat": 3, **ADA}, headers=headers)
            return answer.status_code, "Idempotency-Replayed" in answer, answer.json()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = [job.result(60) for job in [pool.submit(send) for _ in range(4)]]
    assert [status for status, _replayed, _body in answers] == [201] * 4
    assert sorted(replayed for _status, replayed, _body in answers) == [False, True, True, True]
    assert all(body == answers[0][2] for _status, _replayed, body in answers)
    assert CardClaim.objects.count() == 1
