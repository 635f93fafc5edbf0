"""Background work: the Celery application, its schedule, and the one table from what happened to what follows."""

from __future__ import annotations

import os
import signal
from typing import Any

import kombu.pools
from celery import Celery
from celery.signals import worker_process_init

from config.services import die_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

app = Celery("cribbage_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# What a room announces (the names stand in its jobs.py) → the tasks that follow, in the order they are enqueued.
HAPPENINGS: dict[str, tuple[str, ...]] = {
    "results_changed": ("clubs.events.tasks.recompute_standings",),
    "season_changed": ("clubs.honours.tasks.recompute_season",),
}

app.conf.beat_schedule = {
    "sweep": {
        "task": "clubs.base.tasks.sweep",
        "schedule": 60.0,
        # A sweep that found no worker for a minute is replaced by the next one, not queued behind it.
        "options": {"expires": 55.0},
    },
    "forget-keys": {
        "task": "clubs.base.tasks.forget_keys",
        "schedule": 6 * 3600.0,
        "options": {"expires": 3600.0},
    },
}


def _end_with_the_worker(**_: object) -> None:
    """Let no pool process outlive a worker that was killed: it would hold its task and its connections."""
    die_with_parent(signal.SIGKILL)


worker_process_init.connect(_end_with_the_worker)


# Announcing neither raises nor waits: half a second, once, and the sweep makes good.
IMPATIENT = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5, "max_retries": 0}


def send(task: str, args: tuple[Any, ...]) -> None:
    """Enqueue a task by name, once and without waiting: the sweep makes good what a broken broker loses."""
    connection = app.connection_for_write(connect_timeout=0.5, transport_options=IMPATIENT)
    with kombu.pools.producers[connection].acquire(block=True, timeout=0.5) as producer:
        app.send_task(task, args=args, producer=producer, retry=False, ignore_result=True)
