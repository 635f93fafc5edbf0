"""Hide what a seat may not see: the one place in the house that does.

A seat sees its own cards, its own throw, how many cards the others hold, everything that was laid, and the starter.
The crib and cards that were never laid come to light in `Turned` events, when they are counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import UNKNOWN, Card
from engine.events import (
    Dealt,
    Discarded,
    Event,
)
from engine.state import Phase, State


@dataclass(frozen=True, slots=True)
class Observation:
    """Hold what one seat knows of a position; `seat` None is a watcher, who sees no hand at all.

    `state` is the position with `UNKNOWN` for every card that is hidden.
    """

    seat: int | None
    state: State


def observe(state: State, seat: int | None) -> Observation:
    """Return what a seat may see.

    >>> from engine import play, Rules
    >>> from engine.actions import Deal
    >>> from engine.cards import cards
    >>> state = play.apply(play.start(Rules(), 0), Deal((cards("5s4s2s8d6h8c"), cards("Ts6dJh4hKc7c")))).state
    >>> observe(state, 1).state.hands[0][0], observe(state, 1).state.hands[1][0]
    (Card('??'), Card('4h'))

    Raises RulesError (`seat_outside`).
    """
    if seat is not None:
        state.rules.check_seat(seat)
    open_hands = _open_hands(state)
    crib_open = state.phase is Phase.CRIB or (state.missed is not None and state.missed.of == "K")
    return Observation(
        seat,
        replace(
            state,
            hands=tuple(
                hand if other == seat or other in open_hands else _hidden(hand)
                for other, hand in enumerate(state.hands)
            ),
            discards=tuple(
                some if other == seat or crib_open else _hidden(some) for other, some in enumerate(state.discards)
            ),
            extra=state.extra if crib_open else _hidden(state.extra),
        ),
    )


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as a seat may see it: others' cards of a deal and of a throw are hidden.

    >>> from engine.cards import cards
    >>> redact(Discarded(0, cards("8d8c")), 1).cards
    (Card('??'), Card('??'))
    """
    match event:
        case Dealt(hands=hands):
            seen = tuple(hand if other == seat else _hidden(hand) for other, hand in enumerate(hands))
            return replace(event, hands=seen, extra=_hidden(event.extra))
        case Discarded(seat=other) if other != seat:
            return replace(event, cards=_hidden(event.cards))
        case _:
            return event


def _open_hands(state: State) -> frozenset[int]:
    """Name the seats whose cards lie open: with manual counting, those whose count is due or over."""
    if state.phase is Phase.CRIB:
        return frozenset(range(state.rules.seats))
    if state.phase is Phase.HAND:
        due = state.turn
    elif state.missed is not None and state.missed.of != "P":
        due = state.missed.seat if state.missed.of == "S" else state.dealer
    else:
        return frozenset()
    order = state.rules.round_from(state.pone)
    return frozenset(order[: order.index(due if due is not None else state.pone) + 1])


def _hidden(some: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(some)
