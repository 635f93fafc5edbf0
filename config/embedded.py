"""A real PostgreSQL and a real Valkey out of wheels, for machines where nobody has set DATABASE_URL and REDIS_URL.

Both listen on a Unix socket in a private folder and on no port. Several commands may share them: each keeps a shared
lock, and the last one out stops them. The supervisor (`manage.py up`) owns them as children instead.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import IO

from config import env
from config.services import EmbeddedError, Postgres, Service, Valkey

WITHOUT_SERVICES = frozenset(
    {"help", "version", "check", "collectstatic", "compilemessages", "makemessages", "startapp", "diffsettings"}
)

_owned: list[tuple[Service, subprocess.Popen[bytes] | None]] = []
_keep: list[IO[str]] = []  # locks held until the process ends


def folder() -> Path:
    """Return the folder of the embedded services' data: `var/` in the checkout unless VAR_DIR says otherwise."""
    return Path(env.text("VAR_DIR") or env.ROOT / "var").absolute()


def needed() -> list[Service]:
    """Return the services that no environment variable replaces."""
    var = folder()
    services: list[Service] = []
    if not env.text("DATABASE_URL"):
        services.append(Postgres(var))
    if not env.text("REDIS_URL"):
        services.append(Valkey(var))
    return services


def begin(arguments: list[str]) -> None:
    """Have the embedded services running for this management command, their addresses in the environment.

    Has to be called before the settings are read. Raises EmbeddedError with one sentence.
    """
    command = next((word for word in arguments[1:] if not word.startswith("-")), "help")
    if command in WITHOUT_SERVICES or "--help" in arguments or "-h" in arguments:
        return
    if command == "up":
        os.environ.setdefault("DEBUG", "off")  # a club's evening gets pages of errors, not tracebacks
        _end_on_signals()
        _own(needed())
    elif services := needed():
        _hold(services)


def owned() -> list[tuple[Service, subprocess.Popen[bytes] | None]]:
    """Return the services of the supervisor; without a process where another command's server is still in use."""
    return list(_owned)


def _hold(services: list[Service]) -> None:
    """Share the servers with other commands: start what is not running; the last one out stops them."""
    with _starting():
        for service in services:
            if not service.running():
                service.spawn_detached()
            _announce(service)
        users = _users()
    atexit.register(_leave, services, users, os.getpid())
    # A command that is asked to end has to pass by atexit, or the servers would outlive it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def _own(services: list[Service]) -> None:
    """Own the servers as children, which end with this process even when it is killed."""
    lock = _writable(folder() / "up.lock")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise EmbeddedError(
            "The site is already running from this folder: stop it first, with Ctrl-C where it was started."
        ) from None
    atexit.register(_stop_owned, lock)
    with _starting():
        abandoned = _nobody_uses()
        for service in services:
            if abandoned and service.running():
                service.stop()  # left behind by a command that was killed
            _owned.append((service, None if service.running() else service.spawn()))
            _announce(service)
        _keep.append(_users())


def _end_on_signals() -> None:
    """Turn the first SIGINT, SIGTERM or SIGHUP into SystemExit; later ones do not disturb the clearing up."""

    def end(number: int, frame: FrameType | None) -> None:
        for sign in signs:
            signal.signal(sign, signal.SIG_IGN)
        raise SystemExit(0 if number == signal.SIGINT else 128 + number)

    signs = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup means: stay
        signs.append(signal.SIGHUP)
    for sign in signs:
        signal.signal(sign, end)


def _announce(service: Service) -> None:
    service.prepare()
    os.environ[service.variable] = service.url


def _users() -> IO[str]:
    """Return the lock every user of the servers holds a share of."""
    users = _writable(folder() / "users.lock")
    fcntl.flock(users, fcntl.LOCK_SH)
    return users


def _nobody_uses() -> bool:
    with _writable(folder() / "users.lock") as users:
        try:
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _stop_owned(lock: IO[str]) -> None:
    for service, _ in reversed(_owned):
        if service.running():
            service.stop()
    lock.close()


def _leave(services: list[Service], users: IO[str], owner: int) -> None:
    if os.getpid() != owner:
        return
    with _starting():
        users.close()
        if _nobody_uses():
            for service in services:
                if service.running():
                    service.stop()


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """Let one process at a time start or stop the servers."""
    with _writable(folder() / "start.lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _writable(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("a")
    except OSError as reason:
        raise EmbeddedError(
            f"{path.parent} cannot be written to ({reason.strerror}): run as the user it belongs to, or set VAR_DIR."
        ) from None
