"""Season points (Grass Roots Points) and who is credited with them. Pure: values in, values out.

Source: three clubs say that a nine-game card of 12 or more earns points and one below earns none; that it earns its
own game points is inferred from two published season races. Threshold and table are therefore settings, never
constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.errors import CodedError

Kind = Literal["member", "guest", "visitor"]

THRESHOLD: Final = 12


class HonoursError(CodedError):
    """Say that a points table or the rows of a season cannot be.

    Codes: `table_not_numbers` (key, value), `night_unknown` (night), `card_twice` (player, night), `balance_twice`
    (player).
    """


@dataclass(frozen=True, slots=True)
class Rules:
    """Hold how a season turns cards into points. `table` maps game points to season points; empty: as the card says."""

    threshold: int = THRESHOLD
    table: Mapping[int, int] = field(default_factory=dict)
    credit_guests_once_joined: bool = False
    credit_visitors: bool = False
    short_cards_count: bool = True


def grp(
    points: int,
    games: int,
    *,
    threshold: int = THRESHOLD,
    table: Mapping[int, int] | None = None,
    full_games: int | None = None,
) -> int:
    """Give the season points of a card.

    Below the threshold 0; from it up the card's own game points, or what the table's row at or next below them says
    (0 under its lowest row). A card of fewer than `full_games` games earns none; None: a short card counts as it is.
    """
    if not reaches(points, threshold=threshold) or (full_games is not None and games < full_games):
        return 0
    if not table:
        return points
    row = max((low for low in table if low <= points), default=None)
    return 0 if row is None else table[row]


def reaches(points: int, *, threshold: int = THRESHOLD) -> bool:
    """Tell whether a card is a points card ("12 or better")."""
    return points >= threshold


def read_table(data: Mapping[str, Any]) -> dict[int, int]:
    """Read a points table out of JSON, where keys are text: `{"12": 3, "13": 6}`.

    Raises HonoursError (`table_not_numbers`) for a row that is not two whole numbers from 0 up.
    """
    table: dict[int, int] = {}
    for key, value in data.items():
        if not (key.isdecimal() and isinstance(value, int) and not isinstance(value, bool) and value >= 0):
            raise HonoursError("table_not_numbers", key=key, value=value)
        table[int(key)] = value
    return table


def credits(kind: Kind, *, joined: bool, rules: Rules) -> bool:
    """Tell whether a card counts for its player's season points here.

    `kind` is what the player was on the night; `joined` whether a guest has become a member since. Members always,
    guests only once joined and only if the club credits from the first visit, visitors only if the club says so.
    """
    if kind == "guest":
        return joined and rules.credit_guests_once_joined
    return kind == "member" or rules.credit_visitors
