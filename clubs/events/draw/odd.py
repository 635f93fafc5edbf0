"""What an odd field can do about its odd number: the facts of the five choices, in the order they are offered.

Values only; the page words them. The order of the choices is the Check-in page's. Who stands down follows one club's
published order: "a volunteer, then the last member signed in, then a guest; a member is never displaced". Read to the
letter the last clause contradicts the one before it; it is taken to mean that nobody who has a seat loses it to
somebody who signs in later, so the one asked is the last member to sign in and no other. The short card has an order
of its own: a volunteer, a guest, the last to sign in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubs.events.draw.plan import Player
from clubs.events.draw.rotation import rounds_in_all

ChoiceCode: TypeAlias = Literal["stand_down", "house_player", "ghost", "tenth_game", "even_games"]
Because: TypeAlias = Literal["volunteer", "guest", "last_to_sign_in"]


@dataclass(frozen=True, slots=True)
class Attending:
    """Somebody who is here: a guest or not, and whether they have offered to stand down or to have the short card."""

    player: Player
    guest: bool = False
    volunteer: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice and what it does tonight.

    `players` play `games` games each in `rounds` rounds. `sit_outs` games are sat out by `sitting` different people,
    `make_ups` games follow. `player` is who stands down, or whose card is short or gets the one-sided game, because of
    `because`; None where nobody is singled out. `short_games` is what the short card holds, None when none is short.
    """

    code: ChoiceCode
    players: int
    games: int
    rounds: int
    sit_outs: int = 0
    sitting: int = 0
    make_ups: int = 0
    player: Player | None = None
    because: Because | None = None
    short_games: int | None = None


def odd_choices(attending: Sequence[Attending], games: int, *, short: Player | None = None) -> tuple[Choice, ...]:
    """Return the choices of an odd field in order, those present given in order of sign-in; nothing for an even one.

    The even number of games is offered twice, one fewer and one more (sanctioned nights stay at nine). With an even
    number of games no card is short, so the one-sided game and the even numbers are not among the choices. `short` is
    whose card is short in the draw there is; None takes the first of the order.
    """
    field = len(attending)
    if field % 2 == 0:
        return ()
    down = stand_down_order(attending)[0]
    choices = [
        Choice("stand_down", field - 1, games, games, player=down.player, because=_why(down)),
        Choice("house_player", field + 1, games, games),
    ]
    if games % 2 == 0:
        return (*choices, _with_ghost("ghost", field, games))
    owner = next((person for person in attending if person.player == short), short_card_order(attending)[0])
    because = _why(owner)
    choices.append(_with_ghost("ghost", field, games, owner.player, because, games - 1))
    choices.append(_with_ghost("tenth_game", field, games, owner.player, because))
    choices += [_with_ghost("even_games", field, even) for even in (games - 1, games + 1) if even]
    return tuple(choices)


def stand_down_order(attending: Sequence[Attending]) -> tuple[Attending, ...]:
    """Return who is asked to stand down, in order: volunteers, the last member to sign in, the last guest."""
    volunteers = [person for person in attending if person.volunteer]
    members = [person for person in attending if not person.volunteer and not person.guest]
    guests = [person for person in attending if not person.volunteer and person.guest]
    return (*volunteers, *members[-1:], *guests[-1:])


def short_card_order(attending: Sequence[Attending]) -> tuple[Attending, ...]:
    """Return everybody in the order in which the short card is theirs: volunteers, guests, then the last to sign in."""
    volunteers = [person for person in attending if person.volunteer]
    guests = [person for person in reversed(attending) if not person.volunteer and person.guest]
    members = [person for person in reversed(attending) if not person.volunteer and not person.guest]
    return (*volunteers, *guests, *members)


def _why(person: Attending) -> Because:
    if person.volunteer:
        return "volunteer"
    return "guest" if person.guest else "last_to_sign_in"


def _with_ghost(
    code: ChoiceCode,
    players: int,
    games: int,
    player: Player | None = None,
    because: Because | None = None,
    short_games: int | None = None,
) -> Choice:
    """Return a choice in which somebody sits out every game; half as many make-ups follow."""
    rounds = rounds_in_all(players, games)
    return Choice(code, players, games, rounds, games, min(players, games), games // 2, player, because, short_games)
