"""Wood: rails of seats and games, and the long table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _


def card_rail(segments: Iterable[Any], label: str = "", id: str = "rail") -> dict[str, Any]:
    """Show a rail with one segment a player.

    A segment has `text`, `state` ("out", "in" or "look"), `spoken`, `url`, and the flags `short` and `now`.
    """
    return {"segments": list(segments), "label": label or _("Jump to a seat"), "id": id}


def game_rail(games: Iterable[Any], label: str = "") -> dict[str, Any]:
    """Show a rail of games to choose from: each has `text`, `url` and the flag `current`."""
    return {"games": list(games), "label": label or _("Show the seats for a game")}


def long_table(pairs: Iterable[Any], label: str = "") -> dict[str, Any]:
    """Show chairs facing each other.

    A pair has `top` and `bottom`, each a chair with `seat`, `name` and the flags `anchor`, `couple`, `ghost`,
    `next`; and `between` ("v" when left out).
    """
    return {"pairs": list(pairs), "label": label or _("Who sits where")}
