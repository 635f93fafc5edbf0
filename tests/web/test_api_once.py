"""A request that is sent twice under one Idempotency-Key is done once."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from clubs.base.models import IdempotencyKey
from clubs.people.models import AuditLine
from clubs.people.services import tokens
from config.services import dying_with_parent
from games.matches.models import Card, CardClaim
from tests import factories, live
from tests.architecture.sources import ROOT
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


@pytest.mark.slow
def test_two_servers_make_one_card(transactional_db: None) -> None:
    cast = factories.cast()
    event, _entries = api_client.night(cast)
    headers = {"Authorization": f"Bearer {tokens.make(user=cast.director, by=cast.director)}", **key()}
    body = json.dumps({"seat": 3, **ADA}).encode()

    def send(port: int) -> tuple[int, str | None, Any]:
        address = f"http://127.0.0.1:{port}{api_client.cards(event)}"
        request = urllib.request.Request(address, body, {"Content-Type": "application/json", **headers})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers.get("Idempotency-Replayed"), json.load(answer)

    with _server() as first, _server() as second, ThreadPoolExecutor(8) as pool:
        answers = [job.result(90) for job in [pool.submit(send, port) for port in (first, second) * 4]]
    assert [status for status, _replayed, _body in answers] == [201] * 8
    assert sorted(str(replayed) for _status, replayed, _body in answers) == ["None"] + ["true"] * 7
    assert all(body == answers[0][2] for _status, _replayed, body in answers)
    assert CardClaim.objects.count() == 1


@contextlib.contextmanager
def _server() -> Iterator[int]:
    """Run a web server of its own on this test's database; yield its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(port), "--lifespan", "off"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": live._test_database_url()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=dying_with_parent(signal.SIGKILL),
    )

    def answers() -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
            return True
        return False

    try:
        live.wait_until(answers, 60)
        yield port
    finally:
        process.terminate()
        process.wait(30)
