"""Remember for a moment that the broker did not answer, so that one save does not wait for it twice.

Tasks and pushes go through the same server. When it hangs, the first of a commit costs half a second and
the rest nothing: what is not sent is made good by the sweep and by the heartbeat of the event stream.
"""

import time

PAUSE = 2.0
"""Seconds without another try."""

PATIENCE = 0.5
"""Seconds to wait for an answer."""

_away_until = 0.0


def is_away() -> bool:
    """Tell whether the broker did not answer a moment ago."""
    return time.monotonic() < _away_until


def note_away() -> None:
    """Note that it has just not answered."""
    global _away_until
    _away_until = time.monotonic() + PAUSE


def forget() -> None:
    """Believe in it again."""
    global _away_until
    _away_until = 0.0
