"""Do what a request asks once, however often it is sent: the answer is stored with the request's key.

The key's row is inserted first and committed together with what the request changed. A second request with the
same key waits at the unique index, in whatever process it runs, until the first is stored or has failed; then it
finds the answer, or the place free. So nothing is ever done twice, and a refusal leaves no key behind.
"""

import datetime
import hashlib
import json
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Conflict, Invalid
from clubs.base.models import IdempotencyKey

LONGEST: Final = 80
KEPT: Final = datetime.timedelta(days=7)
"""How long an answer can be had again; nobody sends a card of last week once more by accident."""

PATIENCE: Final = "10s"
"""How long a request waits for one of the same key that is being done."""

_VISIBLE: Final = frozenset(string.ascii_letters + string.digits + string.punctuation)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered: status, and a body of plain JSON values."""

    status: int
    body: Any
    replayed: bool = False


def once(*, user_id: int, key: str, request: str, act: Callable[[], Answer]) -> Answer:
    """Return the answer stored under the user's ``key``, or do ``act`` and store its answer.

    ``request``: the digest of what was asked (:func:`digest`). What ``act`` raises leaves no key behind.

    Raises Invalid (``key_malformed``; ``key_reused`` for something else under the same key), Conflict (``key_in_use``
    when the first request is still being done).
    """
    if not 0 < len(key) <= LONGEST or not _VISIBLE.issuperset(key):
        raise Invalid(
            "key_malformed",
            _("An Idempotency-Key has 1 to %(longest)s letters, digits or signs, and no spaces. A UUID will do."),
            field="Idempotency-Key",
            longest=LONGEST,
        )
    try:
        with transaction.atomic():
            if not _take(user_id, key, request):
                return _stored(user_id, key, request)
            answer = act()
            IdempotencyKey.objects.filter(user_id=user_id, key=key).update(status=answer.status, body=answer.body)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") == "55P03":  # lock_not_available: our patience is at its end
            raise _in_use(key) from None
        raise
    return answer


def digest(method: str, path: str, body: Any) -> str:
    """Return what tells two requests apart: the same JSON in another order of keys is the same request."""
    text = json.dumps([method, path, body], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def forget(*, now: datetime.datetime | None = None) -> int:
    """Delete the keys whose time is over and return how many there were."""
    gone, _each = IdempotencyKey.objects.filter(created_at__lt=(now or timezone.now()) - KEPT).delete()
    return gone


def _take(user_id: int, key: str, request: str) -> bool:
    """Insert the key and return whether it was free; wait while another transaction has it in hand."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        cursor.execute(
            "INSERT INTO base_idempotencykey (user_id, key, request_hash, created_at) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (user_id, key) DO NOTHING RETURNING id",
            [user_id, key, request, timezone.now()],
        )
        taken = cursor.fetchone() is not None
        cursor.execute("SET LOCAL lock_timeout = DEFAULT")
    return taken


def _stored(user_id: int, key: str, request: str) -> Answer:
    row = IdempotencyKey.objects.filter(user_id=user_id, key=key).first()
    if row is None or row.status is None:  # deleted by the clean-up this very moment
        raise _in_use(key)
    if row.request_hash != request:
        raise Invalid(
            "key_reused",
            _("This Idempotency-Key was sent before with another request. Use a new key for each new request."),
            field="Idempotency-Key",
        )
    return Answer(row.status, row.body, replayed=True)


def _in_use(key: str) -> Conflict:
    return Conflict(
        "key_in_use",
        _("A request with this Idempotency-Key is still being done. Send it again in a moment."),
        field="Idempotency-Key",
        key=key,
    )
