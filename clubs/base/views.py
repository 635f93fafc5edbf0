import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from clubs.base import live
from clubs.base.listening import Listener

HEARTBEAT = 5.0
MOST_TOPICS = 8
RETRY_MS = 2000

Topic = tuple[str, int]


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Stream the versions of the topics asked for, as server-sent events.

    First and every 5 s the versions of all, in between each change as it is committed. An open stream
    holds no database connection.
    """
    user = await request.auser()
    topics = await sync_to_async(_watchable)(user, request.GET.getlist("topic")[:MOST_TOPICS])
    if not topics:
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_events(topics), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(topics: Sequence[Topic]) -> AsyncIterator[str]:
    listener = Listener([f"{kind}-{unit}" for kind, unit in topics])
    try:
        await listener.open()
        # Versions are read after subscribing, so a change in between is seen twice rather than never.
        yield f"retry: {RETRY_MS}\n{await sync_to_async(_versions)(topics)}"
        while True:
            message = await listener.hear(HEARTBEAT)
            if message is None:
                yield await sync_to_async(_versions)(topics)
            else:
                yield _event({message["topic"]: message["version"]})
    finally:
        await listener.close()


def _watchable(user: Any, topics: Sequence[str]) -> list[Topic]:
    try:
        return live.watchable(user, topics)
    finally:
        _give_back()


def _versions(topics: Sequence[Topic]) -> str:
    try:
        return _event(live.current(topics))
    finally:
        _give_back()


def _give_back() -> None:
    """Return this thread's connection to the pool: a stream's thread keeps it until the reader leaves."""
    if not connection.in_atomic_block:
        connection.close()


def _event(versions: dict[str, int]) -> str:
    return f"event: versions\ndata: {json.dumps(versions)}\n\n"
