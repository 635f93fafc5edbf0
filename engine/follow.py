"""Bring an observation up to date from events alone: what a client does that is told what happened, and no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from engine.cards import UNKNOWN, Card
from engine.course import Course
from engine.events import (
    CountEnded,
    DealEnded,
    Dealt,
    Discarded,
    Event,
    Played,
    SaidGo,
    Scored,
    Starter,
    Turned,
    Won,
)
from engine.observe import Observation, observe
from engine.state import Missed, Phase, State, passed_over


def follow(seen: Observation, events: Iterable[Event]) -> Observation:
    """Bring an observation up to date with events as `observe.redact` shows them to the same seat.

    A reader who missed nothing needs no other word: the result is what `observe` says of the new state.

    >>> from engine import play, Rules
    >>> from engine.actions import Deal
    >>> from engine.cards import cards
    >>> from engine.observe import redact
    >>> before = play.start(Rules(), 0)
    >>> step = play.apply(before, Deal((cards("5s4s2s8d6h8c"), cards("Ts6dJh4hKc7c"))))
    >>> follow(observe(before, 1), [redact(event, 1) for event in step.events]) == observe(step.state, 1)
    True
    """
    state = seen.state
    for event in events:
        state = _after(state, event)
    return observe(state, seen.seat)


def _after(state: State, event: Event) -> State:
    course = Course(state)
    course.missed = state.missed
    match event:
        case Dealt():
            course.hands, course.extra = list(event.hands), event.extra
            course.phase = Phase.DISCARD
        case Discarded():
            course.hands[event.seat] = _without(state.hands[event.seat], event.cards)
            course.discards[event.seat] = event.cards
            if all(course.discards):
                course.phase = Phase.CUT
        case Starter():
            course.starter, course.line = event.card, [()]
            course.phase, course.turn = Phase.PLAY, state.pone
        case Played():
            course.hands[event.seat] = _without(state.hands[event.seat], (event.card,))
            course.lay(event.seat, event.card)
            _pass_turn(course, event.seat)
        case SaidGo():
            _pass_turn(course, event.seat)
        case Scored():
            _scored(course, event, state.missed)
        case CountEnded():
            course.line.append(())
            _lead(course, state.pile[-1].seat)
        case Turned():
            _turned(course, event)
        case DealEnded():
            course.end_deal()
        case Won():
            course.phase, course.turn, course.missed = Phase.OVER, event.side, None
        case _:
            assert_never(event)
    return course.state()


def _scored(course: Course, event: Scored, missed: Missed | None) -> None:
    if event.points:
        course.backs[event.side] = course.scores[event.side]
        course.scores[event.side] = event.score
    if event.why == "muggins":
        assert missed is not None, "muggins answers a count that missed something"
        course.missed = None
        left = missed._replace(points=missed.points - event.points)
        if not course.open_muggins(left, after=event.seat) and missed.of == "P":
            course.phase = Phase.PLAY
            _pass_turn(course, missed.seat)
    elif event.missed:
        of = {"play": "P", "hand": "S", "crib": "K"}[event.why]
        course.open_muggins(Missed(of, event.seat, event.missed))  # type: ignore[arg-type]


def _turned(course: Course, event: Turned) -> None:
    """Show the cards; a count that was thought open after the last card was none."""
    if course.line and not course.line[-1]:
        course.line.pop()
    course.missed, course.turn = None, event.seat
    if not event.crib:
        tabled = tuple(laid.card for pile in course.line for laid in pile if laid.seat == event.seat)
        course.hands[event.seat] = _without(event.cards, tabled)
        course.phase = Phase.HAND
        return
    each = course.rules.cards_thrown
    course.discards = [event.cards[at * each : (at + 1) * each] for at in range(course.rules.seats)]
    course.extra = event.cards[course.rules.seats * each :]
    course.phase = Phase.CRIB


def _pass_turn(course: Course, seat: int) -> None:
    """Give the turn to the next seat that holds cards and has not said go; the seat itself may be the only one."""
    rules = course.rules
    gone = passed_over(rules, course.line[-1])
    course.turn = next(
        (other for other in rules.round_from(rules.left_of(seat)) if course.hands[other] and other not in gone),
        None,
    )


def _lead(course: Course, seat: int) -> None:
    rules = course.rules
    course.turn = next((other for other in rules.round_from(rules.left_of(seat)) if course.hands[other]), None)


def _without(hand: tuple[Card, ...], some: tuple[Card, ...]) -> tuple[Card, ...]:
    """Take cards out of a hand; one that is not in sight takes an unknown one with it."""
    left = list(hand)
    for one in some:
        left.remove(one if one in left else UNKNOWN)
    return tuple(left)
