"""Tokens by which a program acts for somebody; only their digest is stored, so a token is shown once."""

import hashlib
import secrets

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from rest_framework.authtoken.models import Token

from clubs.base.errors import Forbidden, Invalid
from clubs.people import audit
from clubs.people.models import User

PREFIX = "club_"
"""So that a token found in a file tells what it opens."""


def digest(token: str) -> str:
    """Return what is stored of a token: 40 hexadecimal digits.

    No salt and no slow hash: a token is 256 random bits, not a word somebody thought of.
    """
    return hashlib.blake2b(token.encode(errors="replace"), digest_size=20).hexdigest()


def exchange(*, email: str, password: str) -> str:
    """Return a new token for an account; the one it had before ends.

    Raises Invalid (``wrong_password``) without saying which of the two is wrong, Forbidden (``email_not_confirmed``).
    """
    user = authenticate(None, email=email.strip().lower(), password=password)
    if not isinstance(user, User):
        raise Invalid("wrong_password", _("There is no account with this e-mail address and password."))
    mandatory = settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory"
    if mandatory and not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise Forbidden("email_not_confirmed", _("Confirm your e-mail address first: open the link we sent you."))
    return make(user=user, by=user)


def make(*, user: User, by: User) -> str:
    """Return a new token for one's own account; the one it had before ends."""
    _require_self(user, by)
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Token.objects.filter(user=user).delete()
        Token.objects.create(user=user, key=digest(token))
        audit.record("token.made", by=by, about="user", about_id=user.pk)
    return token


def revoke(*, user: User, by: User) -> bool:
    """End the token of one's own account and return whether there was one."""
    _require_self(user, by)
    with transaction.atomic():
        gone, _each = Token.objects.filter(user=user).delete()
        if gone:
            audit.record("token.revoked", by=by, about="user", about_id=user.pk)
    return bool(gone)


def _require_self(user: User, by: User) -> None:
    if user.pk != by.pk:
        raise Forbidden("not_you", _("Everybody changes their own account."))
