"""The embedded servers: any folder, any user, after any death."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from config.services import EmbeddedError, Postgres, Service, Valkey
from tests.architecture import sources
from tests.live import wait_until


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder for data, its path too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="cribbage-") as top:
        os.chmod(top, 0o755)
        path = Path(top) / ("long-" * 20) / "var"
        path.mkdir(parents=True)
        yield path


@contextlib.contextmanager
def running(service: Service) -> Iterator[subprocess.Popen[bytes]]:
    """Have the service run, and stop it."""
    process = service.spawn()
    try:
        yield process
    finally:
        service.stop()
        process.wait(20)


def test_both_servers_start_stop_and_keep_their_data_below_a_path_too_long_for_a_socket(folder: Path) -> None:
    postgres, valkey = Postgres(folder, durable=False), Valkey(folder)
    with running(postgres), running(valkey):
        postgres.prepare()
        with psycopg.connect(postgres.url) as connection:
            connection.execute("CREATE TABLE kept (n int)")
        redis.Redis.from_url(valkey.url).set("kept", "29")
        sockets = [Path(note.read_text().strip()) for note in folder.glob("SOCKET*")]
        assert len(sockets) == 2
        assert all(path.stat().st_mode & 0o077 == 0 for path in sockets)
    assert not any(path.exists() for path in sockets)
    assert not postgres.running()
    assert not valkey.running()
    with running(postgres), running(valkey), psycopg.connect(postgres.url) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        assert redis.Redis.from_url(valkey.url).get("kept") == b"29"


def test_killed_database_starts_again_though_its_number_belongs_to_somebody_else(folder: Path) -> None:
    postgres = Postgres(folder, durable=False)
    process = postgres.spawn()
    process.kill()
    process.wait()
    pidfile = postgres.data / "postmaster.pid"
    lines = pidfile.read_text().splitlines(keepends=True)
    pidfile.write_text(f"{os.getpid()}\n" + "".join(lines[1:]))
    assert not postgres.running()
    with running(postgres):
        postgres.prepare()
        assert postgres.running()


def test_settings_of_speed_are_for_tests_only(folder: Path) -> None:
    postgres = Postgres(folder)
    with running(postgres):
        postgres.prepare()
        with psycopg.connect(postgres.url) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    command = Valkey(folder).command()
    assert command[command.index("--appendonly") + 1] == "yes"
    assert command[command.index("--port") + 1] == "0"


def test_database_ends_with_the_process_that_owns_it(folder: Path) -> None:
    postgres = Postgres(folder, durable=False)
    program = (
        "import sys, time; from pathlib import Path; from config.services import Postgres\n"
        f"Postgres(Path({str(folder)!r}), durable=False).spawn(); print('up', flush=True); time.sleep(60)"
    )
    owner = subprocess.Popen([sys.executable, "-c", program], cwd=sources.ROOT, stdout=subprocess.PIPE)
    assert owner.stdout is not None
    assert owner.stdout.readline() == b"up\n"
    assert postgres.running()
    owner.kill()
    owner.wait()
    owner.stdout.close()
    wait_until(lambda: not postgres.running())


def test_server_that_cannot_start_says_why_in_one_sentence(folder: Path) -> None:
    postgres = Postgres(folder, durable=False)
    with running(postgres):
        pass
    (postgres.data / "postgresql.conf").write_text("no such = 'setting\n")
    with pytest.raises(EmbeddedError, match=r"postgres did not start: .*syntax error"):
        postgres.spawn()


def test_data_of_another_user_is_left_alone(folder: Path) -> None:
    postgres = Postgres(folder, durable=False)
    with running(postgres):
        pass
    if os.geteuid() == 0:
        os.chown(postgres.data, 12345, -1)
    else:
        pytest.MonkeyPatch().setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(EmbeddedError, match="another user"):
        # Root takes over a folder it may give away; somebody else's database it does not.
        postgres._check_owner()


def test_commands_share_a_database_and_the_last_one_out_stops_it(folder: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    program = (
        "import sys; from config import embedded; embedded.begin(['manage.py', 'shell'])\n"
        "print('up', flush=True); sys.stdin.read()"
    )
    first, second = (
        subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=sources.ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    )
    for command in (first, second):
        assert command.stdout is not None
        assert command.stdout.readline() == b"up\n"
    postgres = Postgres(folder)
    first.communicate()
    assert postgres.running()
    second.send_signal(signal.SIGTERM)
    second.wait(20)
    second.communicate()
    assert not postgres.running()
    assert not Valkey(folder).running()
