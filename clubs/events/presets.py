"""Night presets as data: what an event starts from; every figure can then be changed for the event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from clubs.events.ranking import chain
from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.messages import gettext_noop
from clubs.events.ranking.schemes import Scheme


@dataclass(frozen=True, slots=True)
class Preset:
    """Hold how a kind of night is played, written down and ranked.

    `name` is a message id, translated by the page. `record`: what a game line gives. `desk`: the mode the entry bar
    starts in. `season`: what its cards give to a season ("grp": season points from the threshold up; "points": the
    game points as they are). One card in `paid_one_in` is paid.
    """

    key: str
    name: str
    scheme: Scheme
    games: int = 9
    chain: tuple[str, ...] = chain.ACC
    record: Literal["spread", "hole", "both"] = "spread"
    desk: Literal["game", "card"] = "game"
    season: Literal["grp", "points"] = "grp"
    paid_one_in: int = 4

    @property
    def target(self) -> int:
        """Give the hole a game is played to."""
        return self.scheme.target


PRESETS: Final[Mapping[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset("acc9", gettext_noop("Nine-game night (ACC-compatible)"), Scheme.standard("acc9")),
        Preset("short61", gettext_noop("Short games to 61"), Scheme.standard("short61", target=61)),
        Preset(
            "match123",
            gettext_noop("Match points 1/2/3"),
            Scheme.standard("match123", win=1, skunk=2, double=3, triple=3),
            season="points",
        ),
        Preset(
            "onepoint",
            gettext_noop("One point a win"),
            Scheme.standard("onepoint", win=1, skunk=1, double=1, triple=1),
            season="points",
        ),
    )
}
"""The presets by key, the usual one first."""

DEFAULT: Final = "acc9"

POINTS_CARD: Final = 12
"""A card of so many game points is a points card: it earns season points by GRP, and with a guest's first help ends."""


def preset(key: str) -> Preset:
    """Give the preset of this key.

    Raises RankingError (`unknown_preset`).
    """
    try:
        return PRESETS[key]
    except KeyError:
        raise RankingError("unknown_preset", preset=key) from None


def keys_with_points_cards() -> frozenset[str]:
    """Give the presets whose cards earn season points from the threshold up."""
    return frozenset(key for key, one in PRESETS.items() if one.season == "grp")
