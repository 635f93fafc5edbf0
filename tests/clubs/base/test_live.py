"""The event stream, as a browser meets it: a real server, a real Valkey."""

import asyncio
import datetime
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest
from django.db import transaction
from django.test import Client

from clubs.base import live, versions, views
from clubs.events.models import Event
from clubs.events.services import nights
from clubs.people.models import Club, User
from tests.factories import Cast
from tests.live import Broker, _test_database_url, wait_until


class Stream:
    """One open stream, and the versions it has told so far."""

    def __init__(self, address: str, topics: list[str], cookie: str = "") -> None:
        query = "&".join(f"topic={topic}" for topic in topics)
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=20)
        self.connection.request("GET", f"/events/stream?{query}", headers={"Cookie": cookie} if cookie else {})
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def next(self) -> dict[str, int]:
        """Wait for the next event and return its data."""
        while line := self.answer.readline().decode():
            if line.startswith("data: "):
                data: dict[str, int] = json.loads(line.removeprefix("data: "))
                return data
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self.connection.close()
        self.answer.close()


@contextmanager
def opened(address: str, *topics: str, user: User | None = None) -> Iterator[Stream]:
    """Open a stream, signed in as somebody or as nobody."""
    cookie = ""
    if user is not None:
        client = Client()
        client.force_login(user)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
    with closing(Stream(address, list(topics), cookie)) as stream:
        yield stream


def run_here(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run a coroutine that waits for nothing, in this thread, also where a browser test has left its loop running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(work())
    else:
        with pytest.raises(StopIteration):
            work().send(None)


@pytest.fixture
def night(transactional_db: None, cast: Cast) -> Event:
    return nights.plan(club=cast.club, by=cast.director, name="Thursday", date=datetime.date(2026, 10, 15))


def test_versions_come_at_once(live_asgi: str, night: Event) -> None:
    topic = f"night-{night.pk}"
    with opened(live_asgi, topic, "night-999999999") as stream:
        assert stream.status == 200
        assert stream.answer.headers["Content-Type"] == "text/event-stream"
        assert stream.answer.headers["Cache-Control"] == "no-cache"
        assert stream.next() == {topic: versions.current("night", night.pk)}


def test_a_change_arrives_within_two_seconds_of_its_commit(live_asgi: str, night: Event) -> None:
    topic = f"night-{night.pk}"
    with opened(live_asgi, topic) as stream:
        before = stream.next()[topic]
        with transaction.atomic():
            live.changed("night", night.pk)
        begun = time.monotonic()
        assert stream.next() == {topic: before + 1}
        assert time.monotonic() - begun < 2


def test_a_change_made_where_a_loop_runs_already_is_pushed_too(
    live_asgi: str, night: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

    def change() -> None:
        with transaction.atomic():
            live.changed("night", night.pk)

    async def inside() -> None:
        change()

    topic = f"night-{night.pk}"
    with opened(live_asgi, topic) as stream:
        before = stream.next()[topic]
        begun = time.monotonic()
        run_here(inside)
        assert stream.next() == {topic: before + 1}
        assert time.monotonic() - begun < 2


def test_a_change_that_was_rolled_back_is_never_told(live_asgi: str, night: Event) -> None:
    topic = f"night-{night.pk}"
    with opened(live_asgi, topic) as stream:
        before = stream.next()[topic]
        with transaction.atomic():
            live.changed("night", night.pk)
            transaction.set_rollback(True)
        with transaction.atomic():
            live.changed("night", night.pk)
        assert stream.next() == {topic: before + 1}


def test_changes_of_other_nights_are_not_heard(live_asgi: str, night: Event, cast: Cast) -> None:
    other = nights.plan(club=cast.club, by=cast.director, name="Other", date=night.date)
    with opened(live_asgi, f"night-{night.pk}") as stream:
        stream.next()
        with transaction.atomic():
            live.changed("night", other.pk)
        with transaction.atomic():
            live.changed("night", night.pk)
        assert list(stream.next()) == [f"night-{night.pk}"]


def test_topics_of_a_hidden_club_are_refused_and_nobody_learns_that_they_are_there(
    live_asgi: str, night: Event, cast: Cast
) -> None:
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    topic = f"night-{night.pk}"
    for user in (None, cast.stranger, cast.other_director):
        with opened(live_asgi, topic, user=user) as stream:
            hidden = (stream.status, stream.answer.read())
        with opened(live_asgi, "night-999999999", user=user) as stream:
            assert hidden == (stream.status, stream.answer.read()) == (404, b"")
    with opened(live_asgi, topic, user=cast.member) as stream:
        assert topic in stream.next()


@pytest.mark.parametrize(
    "topic", ["", "night", "night-", "night-x", "night-1٣", "night-1e9", "secret-1", f"night-{'9' * 40}"]
)
def test_what_is_no_topic_is_refused(live_asgi: str, cast: Cast, topic: str) -> None:
    from urllib.parse import quote

    with opened(live_asgi, quote(topic)) as stream:
        assert stream.status == 404


def test_more_than_eight_topics_are_not_watched(live_asgi: str, cast: Cast, night: Event) -> None:
    with opened(live_asgi, *[f"night-{number}" for number in range(900_000, 900_008)], f"night-{night.pk}") as stream:
        assert stream.status == 404


def test_every_heartbeat_tells_all_versions_so_a_missed_push_heals(
    live_asgi: str, night: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "HEARTBEAT", 0.3)
    topic = f"night-{night.pk}"
    with opened(live_asgi, topic) as stream:
        before = stream.next()[topic]
        assert stream.next() == {topic: before}
        versions.bump("night", night.pk)  # nothing is pushed
        wait_until(lambda: stream.next() == {topic: before + 1}, 5)


def test_changes_are_heard_after_many_heartbeats(
    live_asgi: str, night: Event, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel layer forgets a channel whose receive is cancelled; the stream must not cancel its own."""
    monkeypatch.setattr(views, "HEARTBEAT", 0.2)
    topic = f"night-{night.pk}"
    other = nights.plan(club=night.club, by=cast.director, name="Other", date=night.date)
    with opened(live_asgi, topic, f"night-{other.pk}") as stream:
        for _heartbeat in range(4):
            before = stream.next()[topic]
        with transaction.atomic():
            live.changed("night", night.pk)
        told = [stream.next() for _event in range(3)]
        assert {topic: before + 1} in told, "a push names one topic, a heartbeat both"


def test_open_streams_hold_no_database_connection(live_asgi: str, night: Event, cast: Cast) -> None:
    """The pool has ten connections; sixteen walls must leave the pages theirs."""
    topic = f"night-{night.pk}"
    streams = [Stream(live_asgi, [topic]) for _wall in range(16)]
    try:
        for stream in streams:
            assert topic in stream.next()
        begun = time.monotonic()
        answer = http.client.HTTPConnection(urlsplit(live_asgi).netloc, timeout=20)
        answer.request("GET", "/readyz")
        assert answer.getresponse().status == 200
        assert time.monotonic() - begun < 2
        with transaction.atomic():
            live.changed("night", night.pk)
        for stream in streams:
            assert topic in stream.next()
    finally:
        for stream in streams:
            stream.close()


def test_a_reader_who_leaves_leaves_nothing_behind(live_asgi: str, night: Event) -> None:
    from redis import Redis

    valkey = Redis.from_url(os.environ["REDIS_URL"])
    pattern = f"cribbage-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}*"
    before = set(valkey.pubsub_channels(pattern))
    streams = [Stream(live_asgi, [f"night-{night.pk}"]) for _reader in range(3)]
    for stream in streams:
        stream.next()
    assert len(set(valkey.pubsub_channels(pattern)) - before) == 4, "one a reader and the topic"
    for stream in streams:
        stream.close()
    wait_until(lambda: set(valkey.pubsub_channels(pattern)) == before)


def test_without_valkey_a_stream_still_tells_what_changed(
    live_asgi: str, night: Event, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clubs.base import listening

    monkeypatch.setattr(listening, "AWAY", 0.3)
    broker.stop()
    topic = f"night-{night.pk}"
    with opened(live_asgi, topic) as stream:
        before = stream.next()[topic]
        with transaction.atomic():
            live.changed("night", night.pk)  # neither raises nor waits
        wait_until(lambda: stream.next() == {topic: before + 1}, 10)


def test_a_server_with_open_streams_ends_when_it_is_asked_to(live_asgi: str, night: Event) -> None:
    from config.supervisor import commands

    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = commands(host="127.0.0.1", port=port)["web"]
    assert command[0] == sys.executable
    process = subprocess.Popen(
        command,
        env={**os.environ, "DATABASE_URL": _test_database_url()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until(lambda: _answers(address), 30)
        with opened(address, f"night-{night.pk}") as stream:
            stream.next()
            process.send_signal(signal.SIGTERM)
            _out, said = process.communicate(timeout=6)  # seconds the supervisor grants
        assert process.returncode in (0, -signal.SIGTERM)
        assert b"Traceback" not in said, said.decode()
    finally:
        process.kill()
        process.wait()


def _answers(address: str) -> bool:
    answer = http.client.HTTPConnection(urlsplit(address).netloc, timeout=5)
    try:
        answer.request("GET", "/healthz")
        return answer.getresponse().status == 200
    except OSError:
        return False
    finally:
        answer.close()
