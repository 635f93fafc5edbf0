"""The cache that signing in counts its attempts in: where Valkey is away, each process counts for itself.

A club must get in to enter its cards. So that nobody guesses passwords meanwhile, attempts are still counted, by each
process alone. What must not be counted that way uses the cache ``counted``, which fails (clubs.base.throttles).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PAUSE: Final = 5.0
"""Seconds for which a cache that did not answer is not asked again: each question may wait for its time-out."""
OPERATIONS: Final = ("add", "get", "set", "touch", "delete", "has_key", "incr", "get_many", "set_many", "delete_many")


def _steady(name: str) -> Callable[..., Any]:
    ask = getattr(RedisCache, name)

    def operation(self: SteadyCache, *args: Any, **options: Any) -> Any:
        if time.monotonic() >= self.away_until:
            try:
                return ask(self, *args, **options)
            except (RedisError, OSError) as error:
                self.away_until = time.monotonic() + PAUSE
                log.warning("the cache is away, this process counts for itself: %s", error)
        return getattr(self.local, name)(*args, **options)

    operation.__name__ = name
    return operation


class SteadyCache(RedisCache):
    """Valkey, or while it is away a memory of this process."""

    away_until = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Prepare both."""
        super().__init__(server, params)
        self.local = LocMemCache("steady", {})


for _name in OPERATIONS:
    setattr(SteadyCache, _name, _steady(_name))
