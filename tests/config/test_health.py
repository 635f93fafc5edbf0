"""/healthz, /readyz and the probes of the containers."""

from __future__ import annotations

import pytest
from django.test import Client

from config import health, probe


def test_alive_needs_nobody(client: Client) -> None:
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_ready_names_both_servers(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "valkey": True})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_not_ready_names_the_one_that_does_not_answer(client: Client, broker: object) -> None:
    broker.stop()  # type: ignore[attr-defined]
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"database": True, "valkey": False})


def test_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_database_answers", lambda: False)
    assert client.get("/readyz").status_code == 503


def test_only_reading_is_asked_for(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405


def test_probe_of_a_server_that_is_not_there_says_so() -> None:
    assert probe.main(["web"]) == 1
    assert probe.main([]) == 2
    assert probe.main(["moon"]) == 2


def test_every_page_carries_the_strict_policy(client: Client) -> None:
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
