"""Done when 7: the worker killed, the broker away, a job doubled; the desk never waits and the table comes right."""

import time

import pytest

from clubs.base import broker as reach
from clubs.base import tasks, versions
from clubs.events import selectors
from clubs.events.models import Event, Standing
from clubs.events.tasks import recompute_standings
from clubs.honours.tasks import recompute_season
from games.matches.services import announce
from tests import factories
from tests.factories import Cast
from tests.games.matches.evenings import started, type_in
from tests.journeys.season import table
from tests.live import Broker, WorkerProcess, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = ("1 14/6 +92", "2 11/5 +40", "3 11/5 +24", "4 9/4 -26", "5 8/4 -60", "6 7/3 -70")


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """Return the cast, stored where a worker sees it."""
    reach.forget()
    return factories.cast()


def fresh() -> bool:
    """Nothing is stale."""
    return not list(versions.stale())


def test_worker_killed_broker_away_job_doubled(broker: Broker, people: Cast, worker_process: WorkerProcess) -> None:
    from tests.clubs.events import stories

    season = stories.season(people)
    event = started(people, 6)
    stage = selectors.stage_of(event)
    # The broker is away: typing goes on, and the place so far does not wait for anybody.
    broker.stop()
    begun = time.monotonic()
    outcome = type_in(event, CARDS[0], people.director)
    assert time.monotonic() - begun < 3
    assert outcome.entry is not None
    assert outcome.entry.place == 1
    assert not fresh()
    broker.start()
    worker_process.start()
    tasks.sweep()
    wait_until(fresh)
    # The worker is killed: the rest is typed and published; another worker makes good.
    worker_process.kill()
    for line in CARDS[1:]:
        assert type_in(event, line, people.director).kind == "saved"
    announce.publish(event=event, by=people.director)
    worker_process.start()
    tasks.sweep()
    wait_until(fresh)
    assert Event.objects.get(pk=event.pk).season == season
    assert table(season)["Margaret Ellis"].grp == 14
    places = list(Standing.objects.filter(stage=stage).order_by("rank").values_list("entry__seat", flat=True))
    assert places == [1, 2, 3, 4, 5, 6]
    # A job that comes twice, or late, changes nothing.
    before = (list(Standing.objects.order_by("pk").values()), list(table(season).values()))
    for _again in range(2):
        recompute_standings(stage.pk)
        recompute_season(season.pk)
    assert (list(Standing.objects.order_by("pk").values()), list(table(season).values())) == before
    assert not any(verdict.drift or verdict.skipped for verdict in versions.rebuild(check=True))
