"""Whatever is sent to the API, it keeps its description: no fault of ours, no answer that is not described.

Examples are made from the committed description, good ones and bad ones, the same at each run; half of them are sent
to things that exist. The long run tries many more.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.events import selectors
from clubs.events.services import standings
from clubs.honours.lines import BalanceLine
from clubs.honours.services import balances, table
from clubs.people.services import tokens
from games.matches.services import cards, games
from tests.architecture.sources import ROOT
from tests.clubs.events import stories
from tests.factories import Cast
from tests.web import api_client

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
READING = ("get",)
WRITING = ("post", "put", "delete")
FEW, MANY = 8, 40

Things = dict[str, Any]


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keep the test's own connection through many requests, as Django's test client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def things(cast: Cast) -> Things:
    """Return what the placeholders of addresses may be filled with: a season, nights, a card, a game, a publication."""
    season = stories.season(cast)
    published = api_client.published(cast, season=season)
    standings.recompute(selectors.stage_of(published).pk)
    line = BalanceLine(cast.member.name, points=50, nights=4)
    balances.put(season=season, player=cast.member.player, line=line, as_of=season.first_day, by=cast.director)
    table.recompute(season.pk)
    event, entries = api_client.night(cast, 5, season=season, name="Tonight")
    cards.put(entry=entries[0], points=16, wins=7, plus=119, minus=45, by=cast.director)
    first = next(one for one in selectors.pairings_of(event) if one.b_id)
    game = games.report(pairing=first, winner=first.a, margin=33, by=cast.director)
    return {
        "club": cast.club.slug,
        "player_id": cast.director.player.pk,
        "season_id": season.pk,
        "event_id": event.pk,
        "published_id": published.pk,
        "entry_id": entries[0].pk,
        "game_id": game.pk,
        "number": 1,
    }


def _try_all(methods: tuple[str, ...], token: str, things: Things, examples: int) -> str:
    """Send examples to every operation of these methods; return the first complaint about each that has one."""
    schema = schemathesis.openapi.from_path(ROOT / "docs" / "openapi.yaml")
    schema.app = get_wsgi_application()
    complaints: dict[str, str] = {}
    for result in schema.get_all_operations():
        operation: Any = result.ok()  # type: ignore[union-attr]
        if operation.method not in methods:
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                _try_one(operation, mode, token, things, examples)()
            except Unsatisfiable:
                continue  # an address with one word in it: nothing sent there is malformed
            except (FailureGroup, Exception) as error:
                complaints[f"{operation.label}, {mode.value}"] = f"{type(error).__name__}: {error}"[:2000]
    return "\n\n".join(f"{name}\n{complaint}" for name, complaint in complaints.items())


def _try_one(operation: Any, mode: GenerationMode, token: str, things: Things, examples: int) -> Callable[[], None]:
    count = 0

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        nonlocal count
        count += 1
        at_home = count % 2 == 0 and bool(case.path_parameters)
        if at_home:
            case.path_parameters = {name: things[name] for name in case.path_parameters}
            if "publications" in operation.path or (count % 4 == 0 and operation.method == "get"):
                case.path_parameters["event_id"] = things["published_id"]
        headers = {} if operation.path.endswith("/token/") else {"Authorization": f"Bearer {token}"}
        response = case.call(headers=headers)
        checks = CHECKS if at_home else [*CHECKS, negative_data_rejection]
        case.validate_response(response, checks=checks)

    return send


def test_reading_keeps_its_description(cast: Cast, things: Things) -> None:
    token = tokens.make(user=cast.director, by=cast.director)
    assert _try_all(READING, token, things, FEW) == ""


def test_writing_keeps_its_description(cast: Cast, things: Things) -> None:
    token = tokens.make(user=cast.director, by=cast.director)
    assert _try_all(WRITING, token, things, FEW) == ""


@pytest.mark.slow
@pytest.mark.parametrize("who", ["director", "stranger"])
@pytest.mark.parametrize("methods", [READING, WRITING], ids=["reading", "writing"])
def test_much_sending_keeps_its_description(cast: Cast, things: Things, who: str, methods: tuple[str, ...]) -> None:
    account = getattr(cast, who)
    token = tokens.make(user=account, by=account)
    assert _try_all(methods, token, things, MANY) == ""
