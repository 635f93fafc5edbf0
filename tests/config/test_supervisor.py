"""`manage.py up` as a person runs it: a real one, in a process of its own."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import supervisor
from config.services import EmbeddedError
from tests.architecture import sources
from tests.live import wait_until


class Site:
    """A run of `manage.py up` over a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.folder = folder
        self.log = folder / "up.txt"
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder / "var")}
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Start it; return at once."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(self.port)],
                cwd=sources.ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def ready(self) -> bool:
        """Tell whether the site has said that it is ready."""
        assert self.process.poll() is None, self.log.read_text()
        return "is ready" in self.log.read_text()

    def answers(self) -> bool:
        """Tell whether the site can serve."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def children(self) -> dict[str, int]:
        """Return the process numbers of the direct children by what they are."""
        found = {}
        for pid, parent, words in processes():
            if parent == self.process.pid:
                name = next(
                    (name for name in ("postgres", "valkey", " worker ", " beat ", "uvicorn") if name in words), "?"
                )
                found[name.strip()] = pid
        return found

    def descendants(self) -> set[int]:
        """Return the process numbers of everything below the supervisor."""
        below, rows = {self.process.pid}, processes()
        for _ in range(4):
            below |= {pid for pid, parent, _ in rows if parent in below}
        return below


def processes() -> list[tuple[int, int, str]]:
    """Return number, parent's number and command of every process that is not a zombie."""
    done = subprocess.run(["ps", "-wweo", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 3) for line in done.stdout.splitlines()]
    return [(int(row[0]), int(row[1]), row[3]) for row in rows if len(row) == 4 and not row[2].startswith("Z")]


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def site() -> Iterator[Site]:
    """Return a site that is up; what is left of it afterwards is killed."""
    with tempfile.TemporaryDirectory(prefix="cribbage-") as top:
        os.chmod(top, 0o755)
        site = Site(Path(top))
        below: set[int] = set()
        try:
            wait_until(site.ready, 180)
            below = site.descendants()
            yield site
        finally:
            below |= site.descendants() if site.process.poll() is None else set()
            for pid in below:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            site.process.wait(20)


def test_what_dies_is_started_again_and_a_signal_stops_all_of_it(site: Site) -> None:
    children = site.children()
    assert set(children) == {"postgres", "valkey", "worker", "beat", "uvicorn"}, site.log.read_text()
    for name in ("worker", "uvicorn", "valkey", "postgres"):
        os.kill(children[name], signal.SIGKILL)
    wait_until(lambda: set(site.children()) == set(children) and site.answers(), 180)
    assert site.children()["worker"] != children["worker"]

    again = subprocess.run(
        [sys.executable, "manage.py", "up", "--port", str(free_port())],
        cwd=sources.ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
    )
    assert again.returncode != 0
    assert again.stderr.strip().startswith("The site is already running from this folder")

    below = site.descendants()
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(30) == 128 + signal.SIGTERM
    assert below & {pid for pid, _, _ in processes()} == set()
    assert not list((site.folder / "var").rglob("*.sock"))

    # A second run finds the data of the first.
    site.log.write_text("")
    site.process = site.start()
    wait_until(site.ready, 180)
    assert site.answers()


def test_nothing_outlives_a_supervisor_that_was_killed(site: Site) -> None:
    below = site.descendants()
    site.process.kill()
    site.process.wait()
    wait_until(lambda: below & {pid for pid, _, _ in processes()} == set(), 30)


def test_port_in_use_is_one_sentence_that_names_another() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(EmbeddedError, match=rf"Port {port} on 127.0.0.1 cannot be used .*PORT={port + 1}"):
            supervisor.check_port("127.0.0.1", port)


def refusal(**variables: str) -> str:
    """Return all that `manage.py up` says on its way out; the servers it is told of are nowhere, and never asked."""
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}
    done = subprocess.run(
        [sys.executable, "manage.py", "up", "--demo"],
        cwd=sources.ROOT,
        env={"PATH": os.environ["PATH"], **nowhere, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    return done.stdout + done.stderr


def test_command_says_that_one_sentence_and_nothing_else() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        (line,) = refusal(PORT=str(port)).splitlines()
    assert line.startswith(f"Port {port} on 127.0.0.1 cannot be used")


@pytest.mark.parametrize("port", ["99999", "0", "-1", "eight"])
def test_port_that_is_none_is_one_sentence(port: str) -> None:
    (line,) = refusal(PORT=port).splitlines()
    assert line == f"PORT={port} is no port: choose a number from 1024 to 65535, as in PORT=8000."


def test_address_of_no_machine_is_one_sentence() -> None:
    with pytest.raises(EmbeddedError, match="no address of this machine"):
        supervisor.check_port("no.such.host.invalid", 8000)


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "http://127.0.0.1:8000/"), ("0.0.0.0", "http://127.0.0.1:8000/"), ("::1", "http://[::1]:8000/")],
)
def test_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    assert supervisor.address(host, 8000) == shown


def test_child_that_dies_at_once_waits_longer_each_time() -> None:
    watched = supervisor.Supervisor()
    child = supervisor.Child("brief", lambda: subprocess.Popen(["true"]))
    watched.add(child)
    delays = []
    for _ in range(6):
        assert child.process is not None
        child.process.wait()
        watched.tick()
        delays.append(child.delay)
        child.due = 0.0
        watched.tick()
    assert delays == sorted(delays)
    assert delays[0] >= supervisor.FIRST_DELAY
    assert delays[-1] == supervisor.LONGEST_DELAY
