"""Where a server's socket stands, and whether somebody listens on it."""

from __future__ import annotations

import contextlib
import os
import socket
import tempfile
from pathlib import Path

from config.services import accounts
from config.services.base import read

LIMIT = 100  # sockaddr_un holds 104 bytes on macOS and 108 on Linux, the closing zero and a suffix included


def folder(data: Path, name: str, note: Path) -> Path:
    """Return where the socket is: beside the data, or the short folder that the note names."""
    return data if len(os.fsencode(data / name)) <= LIMIT else Path(read(note) or "/nonexistent")


def placed(data: Path, name: str, note: Path) -> Path:
    """Make sure that there is a private folder whose path is short enough for a socket, and return it."""
    place = folder(data, name, note)
    if place == data or (place.is_dir() and _is_private(place)):
        return place
    place = Path(tempfile.mkdtemp(prefix="cribbage-", dir="/tmp"))
    note.write_text(f"{place}\n")
    return place


def _is_private(place: Path) -> bool:
    found = place.stat()
    return found.st_mode & 0o077 == 0 and found.st_uid in accounts.ours()


def remove(note: Path) -> None:
    """Leave nothing behind in /tmp: the next start makes a folder anew."""
    if place := read(note):
        with contextlib.suppress(OSError):
            Path(place).rmdir()
        note.unlink(missing_ok=True)


def ask(path: Path, question: bytes = b"") -> bytes | None:
    """Connect to a socket and return its answer to the question; None when nobody listens."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        line.connect(os.fspath(path))
        if question:
            line.sendall(question)
            return line.recv(64)
        return b""
    return None
