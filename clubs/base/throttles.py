"""How often the API may be asked; the figures stand in the settings and in docs/api.md.

Where the cache is away nobody is counted: a club must be able to enter its cards. Signing in is the exception.
"""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING, ClassVar, cast

from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.utils.connection import ConnectionProxy
from redis.exceptions import RedisError
from rest_framework import throttling

if TYPE_CHECKING:
    # The settings name this module, and the views read the settings while they are loaded.
    from rest_framework.request import Request
    from rest_framework.views import APIView

log = logging.getLogger(__name__)


class Counted(throttling.SimpleRateThrottle):
    """A throttle that survives the loss of the cache it counts in."""

    cache = cast(BaseCache, ConnectionProxy(caches, "counted"))
    without_cache: ClassVar[bool] = True
    history: list[float]

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return whether the request is within the limit; without a cache what ``without_cache`` says."""
        try:
            return bool(super().allow_request(request, view))
        except (RedisError, OSError) as error:
            log.warning("not counted: %s (%s)", self.scope, error)
            self.history, self.now = [], self.timer()
            return self.without_cache


class Visitors(Counted):
    """Requests of one address without an account."""

    scope = "anon"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Count by address; None for whoever has an account."""
        return None if request.user.is_authenticated else _key(self.scope, self.get_ident(request))


class Accounts(Counted):
    """Requests of one account, from wherever they come."""

    scope = "user"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Count by account; None for whoever has none."""
        return _key(self.scope, str(request.user.pk)) if request.user.is_authenticated else None


class Writes(Accounts):
    """Cards and games sent by one account."""

    scope = "write"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Count what changes something."""
        return None if request.method in ("GET", "HEAD", "OPTIONS") else super().get_cache_key(request, view)


class SignIn(Counted):
    """Passwords tried from one address; refused while nobody can count them."""

    scope = "token"
    without_cache = False

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Count by the address the request came from."""
        return None if request.method != "POST" else _key(self.scope, self.get_ident(request))

    def wait(self) -> float | None:
        """Return after how many seconds a password may be tried again."""
        return super().wait() if self.history else 60.0


class SignInAs(SignIn):
    """Passwords tried for one account, from wherever they come."""

    scope = "token_account"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Count by the e-mail address that was sent."""
        if request.method != "POST" or not isinstance(request.data, dict):
            return None
        return _key(self.scope, str(request.data.get("email", "")).strip().casefold())


def _key(scope: str | None, ident: str | None) -> str:
    # Hashed: an address somebody sends must neither be readable in the cache nor break its keys.
    # None: the request came through a socket file, where nobody has an address.
    digest = hashlib.blake2b((ident or "").encode(errors="surrogatepass"), digest_size=16).hexdigest()
    return f"throttle-{scope}-{digest}"
