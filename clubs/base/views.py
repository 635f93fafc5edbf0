import asyncio
import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from clubs.base import live

HEARTBEAT = 15.0
MOST_TOPICS = 8


@require_GET
async def stream(request: HttpRequest) -> HttpResponse:
    """Stream the versions of the topics asked for, as server-sent events.

    First and every 15 s the versions of all, in between each change as it is committed. An open stream
    holds no database connection.
    """
    user = await request.auser()  # type: ignore[attr-defined]
    topics = await sync_to_async(live.watchable)(user, request.GET.getlist("topic")[:MOST_TOPICS])
    if not topics:
        return HttpResponse(status=404)
    response = StreamingHttpResponse(_events(topics), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(topics: list[tuple[str, int]]) -> AsyncIterator[str]:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    names = [f"{kind}-{unit}" for kind, unit in topics]
    for name in names:
        await layer.group_add(name, channel)
    try:
        # Versions are read after subscribing, so a change in between is seen twice rather than never.
        yield await _versions(topics)
        while True:
            try:
                message = await asyncio.wait_for(layer.receive(channel), HEARTBEAT)
            except TimeoutError:
                yield await _versions(topics)
            else:
                yield _event({message["topic"]: message["version"]})
    finally:
        for name in names:
            await layer.group_discard(name, channel)


async def _versions(topics: list[tuple[str, int]]) -> str:
    return _event(await sync_to_async(live.current)(topics))


def _event(versions: dict[str, int]) -> str:
    return f"event: versions\ndata: {json.dumps(versions)}\n\n"
