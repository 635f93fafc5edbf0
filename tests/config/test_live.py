"""The processes the other tests lean on do what their names say."""

from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from celery.exceptions import OperationalError
from django.contrib.auth import get_user_model
from django.core.cache import cache
from playwright.sync_api import Page

from clubs.base import jobs
from config.celery import app
from tests.live import Broker, WorkerProcess, wait_until


def get(address: str, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_live_server_answers_from_the_database_of_the_test(live_asgi: str) -> None:
    assert get(live_asgi, "/healthz") == (200, b"ok\n")
    status, body = get(live_asgi, "/readyz")
    assert status == 200
    assert json.loads(body) == {"database": True, "valkey": True}


def test_browser_opens_a_page_of_the_live_server(live_asgi: str, page: Page) -> None:
    page.goto(f"{live_asgi}/healthz")
    assert page.inner_text("body").strip() == "ok"


def test_worker_in_the_process_takes_a_task(celery_worker: Any) -> None:
    # A sweep over an empty club finds nothing and is acknowledged.
    app.send_task("clubs.base.tasks.sweep")
    wait_until(lambda: _waiting() == 0)


def test_worker_process_takes_tasks_again_after_it_was_killed(worker_process: WorkerProcess) -> None:
    worker_process.start()
    worker_process.kill()
    app.send_task("clubs.base.tasks.sweep")
    assert _waiting() == 1
    worker_process.start()
    wait_until(lambda: "succeeded" in worker_process.log)
    assert _waiting() == 0


def test_stopped_broker_refuses_and_a_started_one_takes_messages(broker: Broker) -> None:
    app.send_task("clubs.base.tasks.sweep")
    broker.stop()
    with pytest.raises(OperationalError):
        app.send_task("clubs.base.tasks.sweep", retry=False)
    broker.start()
    app.send_task("clubs.base.tasks.sweep")
    assert _waiting() == 2


@pytest.mark.django_db(transaction=True)
def test_announcing_with_the_broker_away_neither_raises_nor_waits(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    monkeypatch.setattr(jobs, "_table", {"tried": ("clubs.base.tasks.sweep",)})
    broker.stop()
    begun = time.monotonic()
    jobs.announce("tried", 1)
    assert time.monotonic() - begun < 1.5


@pytest.mark.django_db
def test_each_test_starts_with_an_empty_database_and_a_cache_of_its_own() -> None:
    assert get_user_model().objects.count() == 0
    cache.set("a", 1)
    assert cache.get("a") == 1


def _waiting() -> int:
    with app.connection_for_read() as connection:
        return int(connection.default_channel._size(app.conf.task_default_queue))
