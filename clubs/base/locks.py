"""Transaction-level advisory locks: released by commit or rollback, safe behind a connection pool."""

import hashlib

from django.db import connection


def _key(name: str, number: int) -> int:
    digest = hashlib.blake2b(f"{name}:{number}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def hold(name: str, number: int) -> None:
    """Wait for the lock ``(name, number)`` and hold it until the current transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_key(name, number)])


def try_hold(name: str, number: int) -> bool:
    """Take the lock if it is free; return whether it is now held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_key(name, number)])
        return bool(cursor.fetchone()[0])
