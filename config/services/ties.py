"""Children that do not outlive their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Any

PR_SET_PDEATHSIG = 1
# Loaded here: between fork and exec the loader's lock may be held by a thread that no longer exists.
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(sign: signal.Signals) -> None:
    """Ask the kernel to send `sign` to this process when its parent dies; Linux only."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, int(sign))


def dying_with_parent(sign: signal.Signals) -> Any:
    """Return a preexec function after which the kernel sends `sign` to the child when its parent dies (Linux)."""
    if sys.platform != "linux":
        return None
    parent = os.getpid()

    def tie() -> None:
        die_with_parent(sign)
        if os.getppid() != parent:  # it died before we could ask
            os._exit(1)

    return tie
