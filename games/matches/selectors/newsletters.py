"""A draft for the newsletter: plain text, the paid places by name and card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext, ngettext

from clubs.base import dates
from games.matches.selectors.board import Board


class Quoted(Protocol):
    """Somebody with a card to quote."""

    @property
    def card(self) -> str:
        """Return the shorthand of the card."""
        ...


class ReadOut(Protocol):
    """A place as it is read out."""

    @property
    def rank(self) -> int:
        """Return the place."""
        ...

    @property
    def names(self) -> str:
        """Return who has it, joined."""
        ...

    @property
    def shared(self) -> bool:
        """Tell whether more than one has it."""
        ...

    @property
    def players(self) -> Sequence[Quoted]:
        """Return who has it."""
        ...


def draft(board: Board, places: Sequence[ReadOut]) -> str:
    """Return a draft for the newsletter: plain text, the paid places by name and card."""
    players = sum(row.rank is not None for row in board.places.values())
    head = ngettext("%(name)s, %(date)s: %(count)s player.", "%(name)s, %(date)s: %(count)s players.", players) % {
        "name": board.event.name,
        "date": dates.written(board.event.date),
        "count": players,
    }
    sentences = []
    for place in places:
        cards = ", ".join(dict.fromkeys(player.card for player in place.players))
        data = {"names": place.names, "card": cards, "place": place.rank}
        if place.rank == 1 and not place.shared:
            sentences.append(gettext("%(names)s took first, %(card)s.") % data)
        elif place.shared:
            sentences.append(gettext("%(names)s shared place %(place)s, %(card)s.") % data)
        else:
            sentences.append(
                gettext("%(names)s came in %(place)s, %(card)s.") % {**data, "place": _ordinal(place.rank)}
            )
    return "\n".join([head, " ".join(sentences)]).strip()


def _ordinal(rank: int) -> str:
    words = {1: gettext("first"), 2: gettext("second"), 3: gettext("third"), 4: gettext("fourth"), 5: gettext("fifth")}
    return words.get(rank) or gettext("place %(rank)s") % {"rank": rank}
