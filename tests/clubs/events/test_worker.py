"""Standings by Celery: a worker that is killed, a broker that is away, a job that runs twice, late or out of order."""

import os
import signal
import time
from typing import Any

import pytest
from django.db import connection, transaction

from clubs.base import broker as reach
from clubs.base import jobs, live, tasks, versions
from clubs.events import selectors
from clubs.events.models import Standing
from clubs.events.services import standings
from clubs.events.tasks import recompute_standings
from tests import factories
from tests.clubs.base.together import together
from tests.clubs.events import stories
from tests.factories import Cast
from tests.live import Broker, WorkerProcess, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada Quince", "Bert Rowley", "Clara Sims"]


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """Return the cast, stored where a worker sees it; no broker is thought to be away."""
    reach.forget()
    return factories.cast()


def table(stage_id: int) -> list[tuple[str, int | None, int]]:
    rows = Standing.objects.filter(stage=stage_id).select_related("entry__player").order_by("rank", "entry_id")
    return [(row.entry.player.name, row.rank, row.points) for row in rows]


def up_to_date(stage_id: int) -> bool:
    """The standings stand on the newest facts."""
    return versions.built("standings", stage_id) == versions.current("stage", stage_id) > 0


def test_a_result_is_counted_by_the_worker_without_anybody_asking(people: Cast, celery_worker: Any) -> None:
    stage, who = stories.past(people, NAMES)
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    wait_until(lambda: up_to_date(stage.pk))
    assert table(stage.pk) == [(NAMES[0], 1, 2), (NAMES[1], 2, 0)]


def test_a_burst_of_results_collapses_into_few_runs(people: Cast, worker_process: WorkerProcess) -> None:
    stage, who = stories.past(people, NAMES)
    for number in range(1, 21):
        stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=number))
    worker_process.start()
    wait_until(lambda: worker_process.log.count("recompute_standings") >= 40)
    assert up_to_date(stage.pk)
    # Twenty jobs, one of which found something to do.
    assert versions.current("standings", stage.pk) == 1
    assert table(stage.pk)[0] == (NAMES[0], 1, 40)


def test_a_worker_killed_in_the_middle_leaves_the_old_table_and_the_sweep_makes_good(
    people: Cast, worker_process: WorkerProcess
) -> None:
    stage, who = stories.past(people, NAMES)
    source = stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    standings.recompute(stage.pk)
    old = table(stage.pk)
    worker_process.start()
    with transaction.atomic():
        # The worker will compute everything and stop at this row, with half of its rows written.
        Standing.objects.select_for_update().get(entry=who[NAMES[1]])
        lines = stories.game(who[NAMES[1]], who[NAMES[2]], 40, number=1, points=3)
        together(lambda: stories.post(stage, lines, source=source, version=2))
        wait_until(_somebody_waits_for_a_row)
        worker_process.kill()
    wait_until(lambda: not _somebody_waits_for_a_row())
    assert table(stage.pk) == old
    assert list(versions.stale()) == [("standings", stage.pk)]
    worker_process.start()
    assert tasks.sweep() == 1
    wait_until(lambda: up_to_date(stage.pk))
    assert table(stage.pk) == [(NAMES[1], 1, 3), (NAMES[2], 2, 0)]
    assert not any(verdict.drift or verdict.skipped for verdict in versions.rebuild(check=True, tables=["standings"]))


def _somebody_waits_for_a_row() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])


def test_saving_while_the_broker_is_away_neither_fails_nor_waits_and_the_sweep_makes_good(
    broker: Broker, people: Cast, worker_process: WorkerProcess
) -> None:
    stage, who = stories.past(people, NAMES)
    broker.stop()
    begun = time.monotonic()
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    assert time.monotonic() - begun < 1
    assert list(versions.stale()) == [("standings", stage.pk)]
    broker.start()
    worker_process.start()
    assert tasks.sweep() == 1
    wait_until(lambda: up_to_date(stage.pk))
    assert table(stage.pk) == [(NAMES[0], 1, 2), (NAMES[1], 2, 0)]


def test_a_broker_that_hangs_costs_a_save_about_a_second_at_most(broker: Broker, people: Cast) -> None:
    season = stories.season(people)
    stage, who = stories.past(people, NAMES)
    assert stage.event is not None
    assert stage.event.season == season
    assert broker.process is not None
    os.kill(broker.process.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        with transaction.atomic():
            stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
            jobs.announce("season_changed", season.pk)
            live.changed("night", stage.event.pk)
            live.changed("standings", stage.pk)
        took = time.monotonic() - begun
    finally:
        os.kill(broker.process.pid, signal.SIGCONT)
    assert took < 1.5
    assert ("standings", stage.pk) in list(versions.stale())


def test_a_job_that_runs_twice_changes_nothing_the_second_time(people: Cast, celery_worker: Any) -> None:
    stage, who = stories.past(people, NAMES)
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    wait_until(lambda: up_to_date(stage.pk))
    before = list(Standing.objects.order_by("pk").values())
    for _ in range(3):
        recompute_standings.delay(stage.pk)
    other, others = stories.past(people, NAMES, name="Other")
    stories.post(other, stories.game(others[NAMES[0]], others[NAMES[1]], 12, number=1))
    wait_until(lambda: up_to_date(other.pk))
    assert list(Standing.objects.filter(stage=stage).order_by("pk").values()) == before


def test_jobs_out_of_order_leave_the_newest_table(people: Cast, celery_worker: Any) -> None:
    stage, who = stories.past(people, NAMES)
    late: list[tuple[int, ...]] = []
    source = stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    late.append((stage.pk,))
    stories.post(stage, stories.game(who[NAMES[1]], who[NAMES[0]], 12, number=1), source=source, version=2)
    wait_until(lambda: up_to_date(stage.pk))
    # The job of the first version arrives last; it knows only the stage, so it cannot bring back what was.
    for args in late:
        assert recompute_standings(*args) == versions.current("stage", stage.pk)
    assert table(stage.pk) == [(NAMES[1], 1, 2), (NAMES[0], 2, 0)]


def test_a_lost_message_costs_a_sweep_and_never_a_wrong_table(people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    stage, who = stories.past(people, NAMES)
    monkeypatch.setattr(jobs, "_send", None)
    stories.post(stage, stories.game(who[NAMES[0]], who[NAMES[1]], 12, number=1))
    assert selectors.freshness(stage).behind == 1
    for unit in versions.stale():
        tasks.recompute(*unit)
    assert selectors.freshness(stage).behind == 0
    assert table(stage.pk) == [(NAMES[0], 1, 2), (NAMES[1], 2, 0)]
