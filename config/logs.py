"""Keep a broken connection from filling the log: the same complaint at most twice a minute, in a line."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

from redis.exceptions import RedisError

PAUSE: Final = 30.0
"""Seconds between two lines of one complaint."""


class Seldom(logging.Filter):
    """Let a message of a logger pass once, then no more for a while; a lost connection without its traceback."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Remember nothing yet."""
        super().__init__()
        self.clock = clock
        self.said: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether to write the record."""
        now, key = self.clock(), (record.name, str(record.msg))
        if now < self.said.get(key, now):
            return False
        self.said[key] = now + PAUSE
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OSError | RedisError):
            record.msg, record.exc_info = f"{record.msg} {error}", None
        return True
