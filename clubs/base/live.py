"""Tell open pages that something has a new version; they fetch their own view of it.

A topic is ``kind-unit`` ("night-12"). :func:`changed` bumps its version in the caller's transaction and
pushes ``{"topic", "version"}`` after the commit. Pushing neither raises nor waits: every heartbeat of the
stream carries the versions, so a missed push heals.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from clubs.base import broker, versions
from clubs.base.models import FactVersion

log = logging.getLogger(__name__)

Viewer = Any | AnonymousUser
_allowed: dict[str, Callable[[Viewer, int], bool]] = {}


def allow(kind: str, test: Callable[[Viewer, int], bool]) -> None:
    """Say who may watch topics of this kind; a kind nobody allowed cannot be watched."""
    _allowed[kind] = test


def changed(kind: str, unit: int) -> int:
    """Bump the version of a topic in this transaction, push it after the commit, and return it."""
    version = versions.bump(kind, unit)
    transaction.on_commit(lambda: push(kind, unit, version), robust=True)
    return version


def push(kind: str, unit: int, version: int) -> None:
    """Send a topic's version to every open stream that watches it."""
    topic = f"{kind}-{unit}"
    if broker.is_away():
        log.warning("not pushed: %s (the broker was away a moment ago)", topic)
        return
    try:
        _wait_for_send(topic, version)
    except Exception as error:
        # Watchers learn it from the next heartbeat.
        broker.note_away()
        log.warning("not pushed: %s (%s)", topic, error or type(error).__name__)


def _wait_for_send(topic: str, version: int) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        async_to_sync(_send)(topic, version)
        return
    # A thread that runs a loop already (a notebook, a test that drives a browser) cannot wait in it.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(async_to_sync(_send), topic, version).result()


async def _send(topic: str, version: int) -> None:
    layer = get_channel_layer()
    # A server that takes the connection and then says nothing would hold the save for the layer's own five seconds.
    async with asyncio.timeout(broker.PATIENCE):
        await layer.group_send(topic, {"type": "live", "topic": topic, "version": version})


def parse(topic: str) -> tuple[str, int] | None:
    """Split ``"night-12"`` into kind and unit; None when it is no topic."""
    kind, dash, unit = topic.partition("-")
    if not dash or not unit.isascii() or not unit.isdigit() or len(unit) > 12:
        return None
    return kind, int(unit)


def watchable(viewer: Viewer, topics: Iterable[str]) -> list[tuple[str, int]]:
    """Return the topics of the list this viewer may watch, without saying why others were left out."""
    found = []
    for topic in topics:
        parsed = parse(topic)
        if parsed and parsed[0] in _allowed and _allowed[parsed[0]](viewer, parsed[1]):
            found.append(parsed)
    return found


def current(topics: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the version of each topic by its name; 0 for one that never changed."""
    wanted = set(topics)
    rows = FactVersion.objects.filter(kind__in={k for k, _ in wanted}, unit__in={u for _, u in wanted})
    versions_ = {(row.kind, row.unit): row.version for row in rows}
    return {f"{kind}-{unit}": versions_.get((kind, unit), 0) for kind, unit in wanted}
