"""Hear what is pushed to topics, as long as somebody keeps a stream open."""

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

AWAY = 2.0
"""Seconds between two looks while Valkey does not answer: a change is then seen as late as this, not never."""


class Listener:
    """One subscription to some topics.

    The layer forgets a channel whose ``receive`` is cancelled, and what was sent to it meanwhile is lost; so one
    waiting task lives on from heartbeat to heartbeat and is cancelled only by :meth:`close`.
    """

    def __init__(self, topics: Sequence[str]) -> None:
        self.topics = topics
        self.layer: Any = get_channel_layer()
        self.channel = ""
        self.waiting: asyncio.Task[Mapping[str, Any]] | None = None

    async def open(self) -> bool:
        """Subscribe, and return whether Valkey answered; neither raises."""
        try:
            self.channel = await self.layer.new_channel()
            for topic in self.topics:
                await self.layer.group_add(topic, self.channel)
        except Exception as error:
            log.warning("not listening to %s (%s)", ", ".join(self.topics), error)
            await self.close()
            return False
        return True

    async def hear(self, seconds: float) -> Mapping[str, Any] | None:
        """Return the next message; None when none came in so many seconds, or when nobody can be listened to now."""
        if not self.channel:
            await asyncio.sleep(AWAY)
            await self.open()
            return None
        if self.waiting is None:
            self.waiting = asyncio.ensure_future(self.layer.receive(self.channel))
        done, _still = await asyncio.wait({self.waiting}, timeout=seconds)
        if not done:
            return None
        task, self.waiting = self.waiting, None
        try:
            return task.result()
        except Exception as error:
            log.warning("no longer listening to %s (%s)", ", ".join(self.topics), error)
            await self.close()
            return None

    async def close(self) -> None:
        """Unsubscribe; nothing is left waiting."""
        task, self.waiting = self.waiting, None
        channel, self.channel = self.channel, ""
        if not channel:
            return
        with contextlib.suppress(Exception):
            for topic in self.topics:
                await self.layer.group_discard(topic, channel)
        # Only a receive that is cancelled while it waits takes the channel itself away; what it still finds is old.
        while True:
            task = task or asyncio.ensure_future(self.layer.receive(channel))
            await asyncio.sleep(0)
            if not task.done():
                break
            if task.exception() is not None:
                return
            task = None
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task
