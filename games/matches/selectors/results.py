"""Cards and games by the numbers a program sends, and which version of them it may mean."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.events import selectors as events
from clubs.events.models import Entry, Event, Pairing
from games.matches import errors
from games.matches.models import Card, Game


def entries_at(event: Event, seats: Sequence[int]) -> list[Entry]:
    """Return who holds these seats, in that order.

    Raises Invalid (``nobody_at_seat``).
    """
    seated = {entry.seat: entry for entry in events.entries_of(event) if entry.seat is not None}
    for seat in seats:
        if seat not in seated:
            raise errors.invalid("nobody_at_seat", field="seat", seat=seat)
    return [seated[seat] for seat in seats]


def planned_game(event: Event, number: int, a: Entry, b: Entry) -> Pairing:
    """Return the pairing at which two entries meet in a game of the night.

    Raises Invalid: ``against_oneself``, ``no_such_game``, ``opponents_of_other_night`` (they do not meet there).
    """
    name = (a.player.merged_into or a.player).name
    if a.pk == b.pk:
        raise errors.invalid("against_oneself", field="entries", name=name)
    mine = [
        pairing
        for pairing in events.pairings_of(event)
        if pairing.round.number == number and a.pk in (pairing.a_id, pairing.b_id)
    ]
    if not mine:
        raise errors.invalid("no_such_game", field="game", name=name, number=number)
    found = next((pairing for pairing in mine if b.pk in (pairing.a_id, pairing.b_id)), None)
    if found is None:
        raise errors.invalid("opponents_of_other_night", field="entries")
    return found


def game_for(event: Event, game_id: int) -> Game:
    """Return a game of a night that has a result or a claim.

    Raises Missing.
    """
    games = Game.objects.filter(match__stage__event=event).exclude(status=Game.Status.VOID)
    game = games.select_related("match__pairing__round__stage__event__club").filter(pk=game_id).first()
    if game is None:
        raise Missing("game_gone", _("There is no such game in this night, or its result was removed."))
    return game


def pairing_of(game: Game) -> Pairing:
    """Return the pairing a game was played at.

    Raises Invalid for a game outside the plan.
    """
    if game.match.pairing is None:
        raise errors.invalid("opponents_of_other_night")
    return game.match.pairing


def card_version(entry: Entry) -> int:
    """Return the version to expect of a card by somebody who has not seen it: it must not be in.

    Nobody's card: the version of its removal, 0 where there never was one. One that is in: 0, which it is not, so
    that the service refuses and shows both values.
    """
    card = Card.objects.filter(entry=entry).first()
    return card.version if card is not None and card.points is None else 0


def game_version(pairing: Pairing) -> int:
    """Return the version to expect of a game by somebody who has not seen it: it must not be in (see above)."""
    game = Game.objects.filter(match__pairing=pairing, number=pairing.round.number).first()
    return game.version if game is not None and game.status == Game.Status.VOID else 0
