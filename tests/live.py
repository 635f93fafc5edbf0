"""A pytest plugin: the site's own processes for tests that are about them: ASGI server, worker, broker, browser.

`live_asgi` serves pages and streams; `celery_worker` works inside the test process; `worker_process` is one that can be
killed; `broker` is a Valkey of the test's own that can be stopped and started.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import kombu.pools
import pytest
import uvicorn
from pytest_django import DjangoDbBlocker

from config.services import Valkey, dying_with_parent
from tests import chromium

BROWSER_FIXTURES = {"page", "browser", "context", "new_context"}
WORKER_FIXTURES = {"celery_worker", "worker_process"}


def wait_until(test: Callable[[], Any], timeout: float = 15.0) -> Any:
    """Ask until the answer is true, and return it; fail after the timeout (seconds)."""
    deadline = time.monotonic() + timeout
    while True:
        if answer := test():
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"still not so after {timeout:g} s: {getattr(test, '__doc__', None) or test}")
        time.sleep(0.05)


# The web server -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _asgi_server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    from config.asgi import application

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application, lifespan="off", log_config=None, access_log=False, timeout_graceful_shutdown=1, ws="none"
    )
    server = uvicorn.Server(config)
    with django_db_blocker.unblock():
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
        listener.close()


@pytest.fixture
def live_asgi(transactional_db: None, _asgi_server: str) -> str:
    """Return the address of a real server over this test's database; it streams, unlike pytest-django's."""
    return _asgi_server


# Workers and brokers ------------------------------------------------------------------------------------------------


@pytest.fixture
def celery_worker(transactional_db: None) -> Iterator[Any]:
    """Work off the queue in a thread of this process, from an empty queue on."""
    from celery.contrib.testing.worker import start_worker

    from config.celery import app

    app.loader.import_default_modules()
    app.control.purge()
    with start_worker(app, perform_ping_check=False, pool="solo", loglevel="WARNING") as worker:
        yield worker


class WorkerProcess:
    """A real worker beside the test, on its database and its broker."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cribbage-worker-"))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """What the worker has said so far."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self, *, wait: bool = True) -> None:
        """Start the worker and wait until it takes tasks."""
        command = [sys.executable, "-m", "celery", "--app", "config.celery", "worker", "--loglevel", "INFO"]
        command += ["--concurrency", "1", "--without-gossip", "--without-mingle"]
        already = self.log.count(" ready.")
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env={**os.environ, "DATABASE_URL": _test_database_url(), "C_FORCE_ROOT": "1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=dying_with_parent(signal.SIGKILL),
            )
        if wait:
            wait_until(lambda: self.log.count(" ready.") > already, 30)

    def kill(self) -> None:
        """Kill the worker as a power cut would: no goodbye, its task unacknowledged."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask the worker to end after its current task."""
        self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, sign) if sign == signal.SIGKILL else self.process.send_signal(sign)
            self.process.wait(30)
            self.process = None


@pytest.fixture
def worker_process(transactional_db: None) -> Iterator[WorkerProcess]:
    """Return a worker process, not started yet."""
    from config.celery import app

    app.control.purge()
    worker = WorkerProcess()
    yield worker
    worker.kill()
    shutil.rmtree(worker.folder, ignore_errors=True)


class Broker:
    """A Valkey of the test's own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cribbage-broker-"))
        self.server = Valkey(self.folder)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server; what it had stored is there again."""
        self.process = self.server.spawn()

    def stop(self) -> None:
        """Stop the server; nobody answers at its address."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process = None


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Broker]:
    """Return a running broker that only this test uses: Celery, the channel layer and the cache point to it."""
    from config.celery import app
    from config.settings.base import redis_settings

    # Before the settings change: the application reads them live.
    before = app.conf.broker_url
    own = Broker()
    own.start()
    monkeypatch.setenv("REDIS_URL", own.server.url)
    for name, value in redis_settings(own.server.url).items():
        setattr(settings, name, value)
    app.conf.broker_url = settings.CELERY_BROKER_URL
    _forget_connections(app)
    yield own
    own.stop()
    app.conf.broker_url = before
    _forget_connections(app)
    shutil.rmtree(own.folder, ignore_errors=True)


def _forget_connections(app: Any) -> None:
    from channels.layers import channel_layers

    from clubs.base import broker

    broker.forget()
    channel_layers.backends.clear()
    kombu.pools.reset()
    app._pool = None
    app.amqp._producer_pool = None


def _test_database_url() -> str:
    from django.db import connection

    head, _, query = os.environ["DATABASE_URL"].partition("?")
    return f"{head.rpartition('/')[0]}/{connection.settings_dict['NAME']}{'?' if query else ''}{query}"


# The browser --------------------------------------------------------------------------------------------------------


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser or a worker by the fixtures it asks for."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & BROWSER_FIXTURES:
            item.add_marker(pytest.mark.browser)
        if names & WORKER_FIXTURES:
            item.add_marker(pytest.mark.worker)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly, once, that browser tests were skipped."""
    if any(chromium.MISSING in str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(f"!!! {chromium.MISSING}", red=True, bold=True)
