"""A pytest plugin: a real PostgreSQL and a real Valkey for one run, up before Django reads its settings.

Loaded with `-p tests.services`. The sessions of xdist inherit the addresses through the environment. A small process
of its own removes everything when the run ends, even one that was killed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

from config.services import Postgres, Service, Valkey

OURS = "CRIBBAGE_TEST_SERVICES"
_JANITOR = """
cat > /dev/null                      # ends when the run has ended, however it ended
kill -s INT $1 2> /dev/null; kill -s TERM $2 2> /dev/null
n=0; while [ $n -lt 50 ] && { kill -0 $1 || kill -0 $2; } 2> /dev/null; do sleep 0.1; n=$((n + 1)); done
rm -rf "$3"
"""


class Services:
    """Both servers in a temporary folder, without fsync: a crash of the machine may cost the test its data."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cribbage-test-"))
        self.folder.chmod(0o755)
        self.servers: list[Service] = [Postgres(self.folder, durable=False), Valkey(self.folder)]
        self.processes: list[subprocess.Popen[bytes]] = []
        self.janitor: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start both and announce them in the environment."""
        for server in self.servers:
            self.processes.append(server.spawn())
            server.prepare()
            os.environ[server.variable] = server.url
        os.environ[OURS] = str(self.folder)
        numbers = [str(process.pid) for process in self.processes]
        command = ["sh", "-c", _JANITOR, "janitor", *numbers, str(self.folder)]
        self.janitor = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def stop(self) -> None:
        """Have the janitor clear up, and wait for it."""
        for server in self.servers:
            os.environ.pop(server.variable, None)
        os.environ.pop(OURS, None)
        if self.janitor is None:
            shutil.rmtree(self.folder, ignore_errors=True)
        elif self.janitor.stdin:
            self.janitor.stdin.close()
            for process in self.processes:  # else it would wait for zombies
                process.wait(timeout=30)
            self.janitor.wait(timeout=30)


_services: Services | None = None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Start the servers before pytest-django loads the settings."""
    global _services
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if OURS not in os.environ and not worker and not os.environ.get("DATABASE_URL"):
        _services = Services()
        signal.signal(signal.SIGTERM, _interrupted)
        try:
            _services.start()
        except BaseException:
            _services.stop()
            raise
    if OURS in os.environ and worker:
        # Sessions side by side must not see each other's messages: a database of Valkey each.
        os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].partition('?')[0]}?db={int(worker.removeprefix('gw')) + 1}"
    yield


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Stop the servers last, after the test database has been taken down."""
    if _services is not None:
        _services.stop()


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt
