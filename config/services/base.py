"""A server of our own: what every one of them can do."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from config.services.ties import dying_with_parent

LOG_LIMIT = 5_000_000  # bytes; a longer log is started anew at the next start
START_TIMEOUT = 60.0  # seconds; recovery after a crash takes a while on a slow disk
STOP_TIMEOUT = 20.0  # seconds


class EmbeddedError(RuntimeError):
    """An embedded service cannot run; the message is one sentence for the person at the terminal."""


class Service(ABC):
    """A server of our own in `folder`, reachable through a Unix socket only."""

    name: ClassVar[str]
    variable: ClassVar[str]
    stop_signal: ClassVar[signal.Signals]

    def __init__(self, var: Path) -> None:
        self.var = var

    @property
    @abstractmethod
    def url(self) -> str:
        """The value of `variable` that leads to this server."""

    @abstractmethod
    def running(self) -> bool:
        """Tell whether the server answers."""

    @abstractmethod
    def stop(self) -> None:
        """Stop the server, whoever started it, and wait until it is gone."""

    @abstractmethod
    def command(self) -> list[str]:
        """Make the folders ready and return the command line that starts the server."""

    def prepare(self) -> None:  # noqa: B027 (most services need nothing)
        """Make what must exist inside the running server."""

    def options(self) -> dict[str, Any]:
        """Return what else Popen needs to know: user and group, if not our own."""
        return {}

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the server as a child that dies with this process, and wait until it answers.

        Raises EmbeddedError.
        """
        return self._spawn(tied=True)

    def spawn_detached(self) -> subprocess.Popen[bytes]:
        """Start the server so that it outlives this process, and wait until it answers.

        Raises EmbeddedError.
        """
        return self._spawn(tied=False)

    @property
    def log(self) -> Path:
        """The file that takes what the server prints."""
        return self.var / f"{self.name}.log"

    def _spawn(self, *, tied: bool) -> subprocess.Popen[bytes]:
        deadline = time.monotonic() + START_TIMEOUT
        while True:
            process = self._launch(tied=tied)
            while process.poll() is None:
                if self.running():
                    return process
                if time.monotonic() > deadline:
                    process.kill()
                    process.wait()
                    break
                time.sleep(0.02)
            # The children of a killed server need a moment to let go of its shared memory: try again for a while.
            if time.monotonic() > deadline or not self._passing_trouble():
                raise EmbeddedError(f"{self.name} did not start: {self._last_words()} (all of it in {self.log}).")
            time.sleep(0.3)

    def _launch(self, *, tied: bool) -> subprocess.Popen[bytes]:
        command = self.command()
        try:
            with self.log.open("wb" if _size(self.log) > LOG_LIMIT else "ab") as log:
                log.write(f"--- start of {self.name}\n".encode())
                log.flush()
                return subprocess.Popen(
                    command,
                    cwd="/",
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # Ctrl-C is for the supervisor, which stops its children in order
                    preexec_fn=dying_with_parent(self.stop_signal) if tied else None,
                    **self.options(),
                )
        except OSError as reason:
            raise EmbeddedError(f"{self.name} cannot be started here: {reason}.") from None

    def _passing_trouble(self) -> bool:
        return False

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            said = (
                self.log.read_text(errors="replace").rpartition(f"--- start of {self.name}\n")[2].strip().splitlines()
            )
            telling = [line for line in said if "FATAL" in line or "HINT" in line or "rror" in line]
            for line in telling[:1] or said[-1:]:
                return line.strip().rstrip(".")
        return "it said nothing"

    def _wait_until_gone(self) -> None:
        deadline = time.monotonic() + STOP_TIMEOUT
        while self.running():
            if time.monotonic() > deadline:
                raise EmbeddedError(f"{self.name} does not stop; its log is {self.log}.")
            time.sleep(0.02)


def read(path: Path) -> str | None:
    """Return a small file's text; None when it cannot be read."""
    try:
        return path.read_text().strip()
    except OSError:
        return None


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
