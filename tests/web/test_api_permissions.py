"""Stranger, member, scorekeeper, director at each address of the API, of their own club and of another (Done-when 10).

One line an address and method. Whoever is in ``who`` gets ``ok``; whoever else may know of the club gets 403 (401
without an account where something would be changed); whoever may not know of it gets 404. On refusal nothing has
changed.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import checkin, nights, rotation, seasons, seats
from clubs.people.models import Club, Player, User
from clubs.people.services import tokens
from games.matches.services import announce, cards, games
from tests import factories
from tests.clubs.events import stories
from tests.factories import Cast
from tests.web.permission_table import INSIDE, OUTSIDE, ROLES
from tests.web.test_permissions import _fingerprint

DESK = "owner director scorekeeper"
RUN = "owner director"
CARD = {"points": 16, "wins": 7, "net": 74}

Things = dict[str, Any]


@dataclass(frozen=True)
class Row:
    """One line of the table; ``public``: who may while the club's pages are public."""

    method: str
    address: str
    who: str
    ok: int = 200
    data: Callable[[Things], Things] = lambda things: {}

    def expected(self, role: str, *, public: bool) -> int:
        """Return the status that is right for a role."""
        anonymous_401 = role == "anonymous" and (self.method != "GET" or self.who == RUN)
        if anonymous_401:
            return 401
        if role in OUTSIDE and not public:
            return 404
        return self.ok if self.who == "everyone" or role in self.who.split() else 403


INSIDERS = " ".join(INSIDE)
TABLE = [
    Row("GET", "clubs/{club}/", "everyone"),
    Row("GET", "clubs/{club}/players/", "everyone"),
    Row("GET", "clubs/{club}/players/{player_id}/", "everyone"),
    Row("GET", "seasons/{season_id}/", "everyone"),
    Row("GET", "seasons/{season_id}/table/", "everyone"),
    Row("GET", "seasons/{season_id}/balances/", RUN),
    Row("GET", "events/{event_id}/", "everyone"),
    Row("GET", "events/{event_id}/entries/", "everyone"),
    Row("GET", "events/{event_id}/entries/{entry_id}/", "everyone"),
    Row("GET", "events/{event_id}/pairings/", "everyone"),
    Row("GET", "events/{published_id}/standings/", "everyone"),
    Row("GET", "events/{published_id}/publications/", "everyone"),
    Row("GET", "events/{published_id}/publications/{number}/", "everyone"),
    Row("GET", "events/{published_id}/cards/", "everyone"),
    Row("GET", "events/{event_id}/standings/", INSIDERS),
    Row("GET", "events/{event_id}/cards/", INSIDERS),
    Row("GET", "events/{event_id}/cards/{entry_id}/", INSIDERS),
    Row("GET", "events/{event_id}/games/", INSIDERS),
    Row("GET", "events/{event_id}/games/{game_id}/", INSIDERS),
    Row("POST", "events/{event_id}/cards/", DESK, 201, lambda things: {"seat": 2, **CARD}),
    Row("PUT", "events/{event_id}/cards/{entry_id}/", DESK, 200, lambda things: {**CARD, "expected_version": 1}),
    Row("DELETE", "events/{event_id}/cards/{entry_id}/?expected_version=1", DESK, 204),
    Row(
        "POST", "events/{event_id}/games/", DESK, 201,
        lambda things: {"game": 2, "entries": things["second"], "winner": things["second"][0], "margin": 5},
    ),
    Row(
        "PUT", "events/{event_id}/games/{game_id}/", DESK, 200,
        lambda things: {"winner": things["first"][1], "margin": 9, "expected_version": 1},
    ),
    Row("DELETE", "events/{event_id}/games/{game_id}/?expected_version=1", DESK, 204),
]  # fmt: skip

# What shows to everybody what they may know of, or is about oneself; tested elsewhere.
EVERYBODYS = {
    ("GET", "clubs/"),
    ("GET", "seasons/"),
    ("GET", "events/"),
    ("POST", "token/"),
    ("DELETE", "token/"),
}


def _world(club: Club, by: User, members: list[Player]) -> Things:
    """Make a season, a night being played with a card and a game in, and a published one."""
    season = seasons.create(club=club, by=by, name="2026/27", first_day=stories.NIGHT, last_day=stories.NIGHT)
    running, published = (_night(club, by, members, name, season) for name in ("Running", "Published"))
    entries = list(selectors.entries_of(running))
    cards.put(entry=entries[0], points=14, wins=7, net=40, by=by)
    first, second = (
        next(one for one in selectors.pairings_of(running) if one.round.number == number and one.b_id)
        for number in (1, 2)
    )
    game = games.report(pairing=first, winner=first.a, margin=12, by=by)
    cards.put(entry=selectors.entries_of(published)[0], points=14, wins=7, net=40, by=by)
    announce.publish(event=published, by=by, accept_open=True)
    return {
        "club": club.slug,
        "player_id": members[0].pk,
        "season_id": season.pk,
        "event_id": running.pk,
        "published_id": published.pk,
        "number": 1,
        "entry_id": entries[0].pk,
        "game_id": game.pk,
        "first": [first.a_id, first.b_id],
        "second": [second.a_id, second.b_id],
    }


def _night(club: Club, by: User, members: list[Player], name: str, season: Any) -> Event:
    event = nights.plan(club=club, by=by, name=name, date=stories.NIGHT, season=season)
    event = nights.open_checkin(event=event, by=by)
    for player in members[:4]:
        checkin.mark(event=event, player=player, presence="here", by=by)
    seats.draw(event=event, by=by, seed="fixed")
    return rotation.start(event=event, by=by)


@pytest.fixture
def own(cast: Cast) -> Things:
    return _world(cast.club, cast.director, cast.players)


def _clients(cast: Cast) -> dict[str, APIClient]:
    clients = {role: APIClient() for role in ROLES}
    for role, client in clients.items():
        account = cast.account(role)
        if account is not None:
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {tokens.make(user=account, by=account)}")
    return clients


def _ask(client: APIClient, row: Row, things: Things, before: dict[str, str]) -> int:
    """Ask in a transaction that is rolled back; on refusal nothing may have changed."""
    address = "/api/v1/" + row.address.format(**things)
    headers = {"Idempotency-Key": str(uuid.uuid4())} if row.method == "POST" else {}
    with transaction.atomic():
        answer = getattr(client, row.method.lower())(address, row.data(things), headers=headers)
        if answer.status_code >= 400 or row.method == "GET":
            after = _fingerprint()
            assert [table for table in after if after[table] != before[table]] == [], (row, answer.status_code)
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "message", "field", "data"}
        transaction.set_rollback(True)
    status: int = answer.status_code
    return status


@pytest.mark.parametrize("public", [True, False], ids=["public", "private"])
@pytest.mark.parametrize("reading", [True, False], ids=["reading", "writing"])
def test_each_role_may_do_what_the_table_says_and_nothing_else(
    cast: Cast, own: Things, reading: bool, public: bool
) -> None:
    clients = _clients(cast)
    Club.objects.update(public=public)
    before = _fingerprint()
    wrong = {}
    for row in TABLE:
        if (row.method == "GET") is not reading:
            continue
        for role, client in clients.items():
            status = _ask(client, row, own, before)
            if status != row.expected(role, public=public):
                wrong[f"{role}: {row.method} {row.address}"] = f"{status}, not {row.expected(role, public=public)}"
    assert wrong == {}


def test_nothing_of_another_club_is_reached_through_ones_own(cast: Cast, own: Things) -> None:
    members = [factories.player(cast.other_club, f"Harbour {number}") for number in range(4)]
    other = _world(cast.other_club, cast.other_owner, members)
    Club.objects.filter(pk=cast.other_club.pk).update(public=False)
    director = APIClient()
    director.credentials(HTTP_AUTHORIZATION=f"Bearer {tokens.make(user=cast.director, by=cast.director)}")
    before = _fingerprint()
    for row in TABLE:
        assert _ask(director, row, other, before) == 404, row
        inner = [name for name in ("player_id", "entry_id", "game_id") if f"{{{name}}}" in row.address]
        if inner:
            assert _ask(director, row, {**own, inner[0]: other[inner[0]]}, before) == 404, row


def _routes(resolver: URLResolver, prefix: str = "") -> list[tuple[str, Any]]:
    found = []
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            found += _routes(entry, prefix + str(entry.pattern))
        elif isinstance(entry, URLPattern):
            found.append((prefix + str(entry.pattern), entry.callback))
    return found


def test_every_address_and_method_stands_in_the_table() -> None:
    known = {(row.method, row.address.partition("?")[0].replace("{published_id}", "{event_id}")) for row in TABLE}
    known |= EVERYBODYS
    served = set()
    for pattern, view in _routes(get_resolver()):
        if pattern.startswith("api/v1/") and hasattr(view, "view_class") and "schema" not in pattern:
            address = pattern.removeprefix("api/v1/")
            for kind in ("<int:", "<slug:"):
                address = address.replace(kind, "{")
            address = address.replace(">", "}")
            served |= {
                (method.upper(), address)
                for method in ("get", "post", "put", "patch", "delete")
                if hasattr(view.view_class, method)
            }
    assert served - known == set()
    assert known - served == set()


def test_a_replayed_answer_is_for_whom_it_was_made(cast: Cast, own: Things) -> None:
    clients = _clients(cast)
    headers = {"Idempotency-Key": "the-same"}
    address = f"/api/v1/events/{own['event_id']}/cards/"
    assert clients["director"].post(address, {"seat": 2, **CARD}, headers=headers).status_code == 201
    for role in ("member", "stranger", "other_director"):
        assert clients[role].post(address, {"seat": 2, **CARD}, headers=headers).status_code == 403
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM base_idempotencykey")
        assert cursor.fetchone()[0] == 1
