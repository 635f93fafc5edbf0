"""Hold the machine players: all see an `Observation` of their own seat, and nothing else.

`gentle`, `steady` and `sharp` play at tables of two, three and four; `simple` is the yardstick for two. How each plays
is told in docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.bots.gentle import Gentle
from engine.bots.protocol import Bot
from engine.bots.sharp import Sharp
from engine.bots.simple import Simple
from engine.bots.steady import Steady
from engine.errors import BotError

BOTS: Final[dict[str, Callable[[], Bot]]] = {"gentle": Gentle, "steady": Steady, "sharp": Sharp, "simple": Simple}
"""Who can be asked to play, by name."""

__all__ = ["BOTS", "Bot", "bot"]


def bot(name: str) -> Bot:
    """Return a bot by its name.

    >>> bot("sharp").name
    'sharp'
    >>> bot("sly")
    Traceback (most recent call last):
    ...
    engine.errors.BotError: no_such_bot (name='sly', names=['gentle', 'steady', 'sharp', 'simple'])

    Raises BotError (`no_such_bot`).
    """
    try:
        return BOTS[name]()
    except KeyError:
        raise BotError("no_such_bot", name=name, names=list(BOTS)) from None
