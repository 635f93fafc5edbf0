"""Stranger, member, scorekeeper, director: each may do what the table says and nothing else (Done-when 10)."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from pytest_django import DjangoDbBlocker

from clubs.people.models import Club
from tests import factories
from tests.web import world as worlds
from tests.web.permission_table import INSIDE, ROLES, TABLE, Row

pytestmark = pytest.mark.django_db

# Pages of libraries, which have tests of their own, two addresses that machines ask, and the API, which has its own
# table in tests/web/test_api_permissions.py.
NOT_OURS = ("admin:", "account_", "schema", "api-", "healthz", "readyz")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# What a mere visit may touch.
UNWATCHED = ("django_session", "django_migrations")


def _routes(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, frozenset[str]]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _routes(entry, (*spaces, entry.namespace) if entry.namespace else spaces)
        elif isinstance(entry, URLPattern):
            yield ":".join((*spaces, entry.name or str(entry.pattern))), frozenset(_placeholders(entry))


def _placeholders(entry: URLPattern) -> Iterator[str]:
    yield from getattr(entry.pattern, "converters", {})
    yield from entry.pattern.regex.groupindex


ROUTES = {
    name: placeholders
    for name, placeholders in sorted(_routes(get_resolver()), key=lambda route: len(route[1]))
    if not name.startswith(NOT_OURS)
}


def _address(row_name: str, things: dict[str, Any], use: Any = ()) -> str:
    fill = {key: things[dict(use).get(key, key)] for key in ROUTES[row_name] if key != "format"}
    return reverse(row_name, kwargs=fill)


@lru_cache(maxsize=1)
def _digests() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
        tables = [name for (name,) in cursor.fetchall() if name not in UNWATCHED]
    digest = "SELECT '{0}', md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM \"{0}\" t"
    return " UNION ALL ".join(digest.format(table) for table in tables)


def _fingerprint() -> dict[str, str]:
    """Return a digest of every table's rows."""
    with connection.cursor() as cursor:
        cursor.execute(_digests())
        return dict(cursor.fetchall())


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[worlds.World]:
    """Build both clubs once for the whole module; every test below undoes what it does."""
    with django_db_blocker.unblock(), undone():
        yield worlds.build(factories.cast())


@pytest.fixture(scope="module")
def clients(world: worlds.World) -> dict[str, Client]:
    """Return one browser a role, signed in."""
    found = {role: Client() for role in ROLES}
    for role, client in found.items():
        if account := world.cast.account(role):
            client.force_login(account)
    return found


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _ask(row: Row, role: str, client: Client, things: dict[str, Any], before: dict[str, str]) -> int:
    """Ask as ``role`` and take it back; on refusal nothing may have changed."""
    data = row.data(things) if callable(row.data) else dict(row.data)
    kind = {"content_type": "application/json"} if row.json else {}
    url = _address(row.name, things, row.use)
    with undone():
        status: int = getattr(client, row.method.lower())(url, data, headers=dict(row.headers), **kind).status_code
        if row.is_refusal(role, status) or row.method == "GET":
            changed = sorted(table for table, digest in _fingerprint().items() if before[table] != digest)
            assert changed == [], f"{row.method} {url} as {role} answered {status} and changed {changed}"
    return status


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.method} {row.name}")
def test_each_role_may_do_what_the_table_says_and_nothing_else(
    row: Row, world: worlds.World, clients: dict[str, Client]
) -> None:
    wrong = {}
    for public in (True, False) if row.in_club else (True,):
        with undone():
            Club.objects.update(public=public)
            before = _fingerprint()
            for role, client in clients.items():
                status = _ask(row, role, client, world.own, before)
                if status not in row.expected(role, public=public):
                    place = "public" if public else "private"
                    wrong[f"{role}, {place}"] = f"{status}, not {row.expected(role, public=public)}"
    assert wrong == {}


@pytest.mark.parametrize(
    "row",
    [row for row in TABLE if row.in_club and len(ROUTES.get(row.name, ())) > 1],
    ids=lambda row: f"{row.method} {row.name}",
)
def test_a_thing_of_another_club_cannot_be_reached_through_ones_own(
    row: Row, world: worlds.World, clients: dict[str, Client]
) -> None:
    """Each thing the address names in turn is the other club's; so is the night of an entry, the season of a player."""
    for foreign in sorted(ROUTES[row.name] - {"slug", "club", "format"}):
        key = dict(row.use).get(foreign, foreign)
        mixed = {**world.own, key: world.other[key]}
        before = _fingerprint()
        for role in INSIDE:
            status = _ask(row, role, clients[role], mixed, before)
            allowed = row.who == "everyone" or role in row.who.split()
            assert status == 404 if allowed else status in (403, 404), (foreign, role, status)


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_every_address_stands_in_the_table(name: str) -> None:
    assert name in {row.name for row in TABLE}, f"{name} has no line in tests/web/permission_table.py"


@pytest.mark.parametrize("name", sorted({row.name for row in TABLE}))
def test_other_methods_are_refused(name: str, world: worlds.World, clients: dict[str, Client]) -> None:
    known = {row.method: row for row in TABLE if row.name == name}
    row = next(iter(known.values()))
    for method in METHODS:
        if method not in known:
            with undone():
                answer = getattr(clients["owner"], method.lower())(_address(name, world.own, row.use))
            assert answer.status_code == 405, (method, answer.status_code)


def test_the_table_names_only_addresses_that_exist() -> None:
    assert {row.name for row in TABLE} - set(ROUTES) == set()


def test_the_table_names_only_roles_that_exist() -> None:
    words = {word for row in TABLE for word in row.who.split()} | {role for row in TABLE for role in row.exceptions}
    assert words <= {*ROLES, "everyone", "signed-in"}
