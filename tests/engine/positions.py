"""Positions to test with: a deal placed as a test wants it, and what happened said shortly."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine import play
from engine.actions import Action, Cut, Play
from engine.cards import JACK, PACK, Card, card, cards
from engine.events import Event, SaidGo, Scored
from engine.rules import Rules
from engine.state import Phase, State

FIVE = Rules(five_card=True, target=61)


def placed(
    rules: Rules,
    hands: Sequence[str],
    *,
    crib: str = "",
    dealer: int = 0,
    scores: Sequence[int] = (),
    deal: int = 2,
) -> State:
    """Return the moment before the cut: the hands kept, by seat, and a crib (cards not in sight where none is given).

    It is not the first deal, so that nothing is given at the start of the five-card game.
    """
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    size = rules.seats * rules.cards_thrown + rules.cards_extra
    thrown = cards(crib) or spare((one for hand in held for one in hand), size)
    assert len(thrown) == size
    each = rules.cards_thrown
    state = play.start(rules, dealer)
    return replace(
        state,
        phase=Phase.CUT,
        deal=deal,
        scores=tuple(scores) or state.scores,
        hands=held,
        discards=tuple(thrown[at * each : (at + 1) * each] for at in range(rules.seats)),
        extra=thrown[rules.seats * each :],
    )


def led(
    rules: Rules,
    hands: Sequence[str],
    *,
    leader: int = 1,
    crib: str = "",
    scores: Sequence[int] = (),
    starter: str = "",
) -> State:
    """Return the moment before the lead; a starter that is no jack and not in sight where none is given."""
    state = placed(rules, hands, crib=crib, dealer=(leader - 1) % rules.seats, scores=scores)
    seen = [one for hand in state.hands for one in hand] + list(state.crib)
    return play.apply(state, Cut(card(starter) if starter else spare(seen, 1)[0])).state


def spare(seen: Iterable[Card], size: int) -> tuple[Card, ...]:
    """Return cards out of sight, none of them a jack: as a starter it would score."""
    out = set(seen)
    return tuple([one for one in reversed(PACK) if one not in out and one.rank != JACK][:size])


def after(state: State, actions: Iterable[Action]) -> tuple[State, list[Event]]:
    """Do the actions one after the other; return the state reached and all events."""
    events: list[Event] = []
    for action in actions:
        step = play.apply(state, action)
        state = step.state
        events += step.events
    return state, events


def laid(state: State, text: str) -> tuple[State, list[Event]]:
    """Lay cards in this order, each by the seat whose turn it is."""
    events: list[Event] = []
    for one in cards(text):
        assert state.turn is not None
        step = play.apply(state, Play(state.turn, one))
        state = step.state
        events += step.events
    return state, events


def points(events: Iterable[Event]) -> list[tuple[int, str, int]]:
    """Say who scored, what for and how much."""
    return [(event.seat, event.why, event.points) for event in events if isinstance(event, Scored)]


def gos(events: Iterable[Event]) -> list[int]:
    """Say who said go."""
    return [event.seat for event in events if isinstance(event, SaidGo)]
