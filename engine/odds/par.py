"""Tell who is ahead of par: DeLynn Colvert's theory of 26.

Two deals, one as dealer and one as pone, bring an average player about 26 holes: 10 as pone, 16 as dealer. Somebody who
stands at the hole due after so many deals will be about home when the game ends; who is ahead may defend, who is
behind should attack.

Source: D. Colvert, Play Winning Cribbage, tips 11-16 (cribbage.org).
"""

from __future__ import annotations

from typing import Final

from engine.errors import OddsError

PONE: Final = 10
DEALER: Final = 16
DEALS: Final = 9
"""Average deals of a game to 121."""


def holes(*, dealt_first: bool) -> tuple[int, ...]:
    """List the par holes of a game to 121, after one deal, two … nine.

    >>> holes(dealt_first=True)
    (16, 26, 42, 52, 68, 78, 94, 104, 120)
    """
    return tuple(hole(deals, dealt_first=dealt_first) for deals in range(1, DEALS + 1))


def hole(deals: int, *, dealt_first: bool) -> int:
    """Give the hole a side should have reached after so many whole deals.

    >>> [hole(deals, dealt_first=False) for deals in range(10)]
    [0, 10, 26, 36, 52, 62, 78, 88, 104, 114]

    Raises OddsError (`deals_negative`).
    """
    if deals < 0:
        raise OddsError("deals_negative", deals=deals)
    pairs, odd = divmod(deals, 2)
    return pairs * (PONE + DEALER) + odd * (DEALER if dealt_first else PONE)


def ahead(score: int, deals: int, *, dealt_first: bool) -> int:
    """Give how many holes a side is ahead of par after so many whole deals; less than 0 is behind.

    >>> ahead(30, 2, dealt_first=True), ahead(30, 3, dealt_first=False)
    (4, -6)

    Raises OddsError (`deals_negative`).
    """
    return score - hole(deals, dealt_first=dealt_first)
