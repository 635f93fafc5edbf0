"""Keep the processes of the site running: start them in order, start again what dies, stop all of it in order."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from config import env
from config.services import EmbeddedError, Service, dying_with_parent

FIRST_DELAY = 0.7  # seconds before a child that died is started again
LONGEST_DELAY = 20.0  # after a row of quick deaths
QUICK_DEATH = 10.0  # a child that lived longer starts with the first delay again
PATIENCE = {"web": 6.0, "beat": 4.0, "worker": 15.0}  # seconds between asking to end and SIGKILL
READY_TIMEOUT = 120.0
POLL = 0.1
ANYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 (asked through 127.0.0.1)


@dataclass
class Child:
    """One process that has to be there as long as the site is."""

    name: str
    launch: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float | None = None  # when it is to be started again; None while it runs
    delay: float = FIRST_DELAY

    def start(self) -> None:
        """Start the process."""
        self.due = None
        self.started = time.monotonic()
        self.process = self.launch()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Ask the process to end, wait, and kill what is left of its session."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(sign)
        try:
            self.process.wait(PATIENCE.get(self.name, 20.0))
        except subprocess.TimeoutExpired:
            self.process.kill()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)  # it is the leader of its own session
        self.process.wait()


@dataclass
class Supervisor:
    """The children in the order they are started; they are stopped in the opposite one."""

    children: list[Child] = field(default_factory=list)

    def add(self, child: Child) -> None:
        """Start a child and watch over it from now on."""
        if child.process is None:
            child.start()
        self.children.append(child)

    def watch(self) -> None:
        """Start again whatever dies, until a signal ends this process."""
        while True:
            self.tick()
            time.sleep(POLL)

    def tick(self) -> None:
        """Look at every child once."""
        now = time.monotonic()
        for child in self.children:
            if child.due is not None:
                if now >= child.due:
                    self._restart(child)
            elif child.process is not None and child.process.poll() is not None:
                child.delay = min(child.delay * 2, LONGEST_DELAY) if now - child.started < QUICK_DEATH else FIRST_DELAY
                child.due = now + child.delay
                say(f"{child.name} died ({_how(child.process.returncode)}); it is started again.")

    def stop(self) -> None:
        """Stop every child, last one first."""
        for child in reversed(self.children):
            child.stop()
        self.children.clear()

    def _restart(self, child: Child) -> None:
        try:
            child.start()
        except EmbeddedError as trouble:
            say(str(trouble))
            child.delay = min(child.delay * 2, LONGEST_DELAY)
            child.due = time.monotonic() + child.delay


def serve(
    owned: Iterable[tuple[Service, subprocess.Popen[bytes] | None]],
    *,
    host: str,
    port: int,
    reload: bool,
    notes: Sequence[str] = (),
) -> None:
    """Run web, worker and beat beside the services this process owns, until a signal; then stop the three of them."""
    supervisor = Supervisor()
    for service, process in owned:
        if process is not None:
            supervisor.children.append(Child(service.name, service.spawn, process, time.monotonic()))
    services = list(supervisor.children)
    try:
        for name, command in commands(host=host, port=port, reload=reload).items():
            supervisor.add(Child(name, _launcher(command)))
        _wait_until_ready(supervisor, host, port)
        for line in (f"The site is ready: {address(host, port)}   (Ctrl-C stops it)", *notes):
            say(line)
        supervisor.watch()
    finally:
        say("Stopping.")
        supervisor.children = [child for child in supervisor.children if child not in services]
        supervisor.stop()


def commands(*, host: str, port: int, reload: bool = False) -> dict[str, list[str]]:
    """Return the command line of each of our own processes, by name, in the order of starting."""
    # As root Celery warns at length; who runs this in a container or for a trial knows.
    quiet = ["-W", "ignore:You're running the worker with superuser privileges"] if os.geteuid() == 0 else []
    celery = ["-m", "celery", "--app", "config.celery", "--quiet"]
    web = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port)]
    # Without the limit an open event stream would hold up the end of the server for ever.
    web += ["--timeout-graceful-shutdown", "3", "--log-level", "warning", "--no-access-log", "--lifespan", "off"]
    if reload:
        web += [
            "--reload",
            *(word for folder in ("clubs", "config", "engine", "games") for word in ("--reload-dir", folder)),
        ]
    return {
        "worker": [
            sys.executable,
            *quiet,
            *celery,
            "worker",
            "--concurrency",
            "2",
            "--loglevel",
            "WARNING",
            "--without-gossip",
            "--without-mingle",
        ],
        "beat": [sys.executable, *celery, "beat", "--loglevel", "WARNING", "--pidfile", ""],
        "web": web,
    }


def read_port(text: str) -> int:
    """Return the number of a port that was typed.

    Raises EmbeddedError for what is none: the resolver would take 99999 for another port.
    """
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise EmbeddedError(f"PORT={text} is no port: choose a number from 1024 to 65535, as in PORT=8000.")
    return int(text)


def check_port(host: str, port: int) -> None:
    """Make sure that the port can be listened on.

    Raises EmbeddedError with what to do about it.
    """
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except socket.gaierror:
        raise EmbeddedError(f"HOST={host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.") from None
    except PermissionError:
        raise EmbeddedError(f"Port {port} is not for ordinary users: choose one above 1023, as in PORT=8000.") from None
    except OSError as reason:
        raise EmbeddedError(
            f"Port {port} on {host} cannot be used ({(reason.strerror or str(reason)).lower()}): "
            f"stop what uses it, or choose another, as in `make run PORT={port + 1}`."
        ) from None


def address(host: str, port: int) -> str:
    """Return what to type into a browser on this machine."""
    shown = "127.0.0.1" if host in ANYWHERE else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"


def say(line: str) -> None:
    """Print a line for the person at the terminal, who may have closed it."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def _launcher(command: list[str]) -> Callable[[], subprocess.Popen[bytes]]:
    def launch() -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=env.ROOT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for us; we end the children in order
            preexec_fn=dying_with_parent(signal.SIGKILL),  # without broker and database there is no good end
        )

    return launch


def _wait_until_ready(supervisor: Supervisor, host: str, port: int) -> None:
    """Wait until pages are served; go on watching meanwhile, and say so when it takes too long."""
    deadline = time.monotonic() + READY_TIMEOUT
    while time.monotonic() < deadline:
        supervisor.tick()
        with contextlib.suppress(OSError, http.client.HTTPException):
            if _status(host, port) == 200:
                return
        time.sleep(POLL)
    say(f"The site does not answer yet after {READY_TIMEOUT:.0f} s; what it says stands above.")


def _status(host: str, port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1" if host in ANYWHERE else host, port, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", "/readyz")
        return connection.getresponse().status


def _how(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"
