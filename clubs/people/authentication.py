"""How a program says for whom it acts: `Authorization: Bearer club_…` (or `Token club_…`)."""

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request

from clubs.people.models import User
from clubs.people.services import tokens


def actor(request: Request) -> User:
    """Return who sent the request.

    Raises NotAuthenticated for somebody without an account.
    """
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    return request.user


class TokenAuthentication(authentication.TokenAuthentication):
    """Find the account by the digest of the token that was sent."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return account and token; None where no token was sent.

        Raises AuthenticationFailed for a token that opens nothing.
        """
        words = authentication.get_authorization_header(request).split()
        if words and words[0].lower() == b"token":
            return _Spelt().authenticate(request)
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Look up the digest, never the token itself."""
        return super().authenticate_credentials(tokens.digest(key))


class _Spelt(authentication.TokenAuthentication):
    """The other spelling of the same header, as other sites of this kind have it."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        return super().authenticate_credentials(tokens.digest(key))
