"""Move a game on: one action in, the next state and what happened out.

Forced steps are not actions: go, last card, heels and (unless players count themselves) the whole show follow by
themselves. The order of the events is the order of the pegging, and the game stops at the hole: nothing happens after
the event that reaches the target. Rulings: docs/rules.md, E1 and on.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from engine import pegging, scoring
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import JACK, PACK, UNKNOWN, VALUES, Card
from engine.course import Course
from engine.errors import IllegalAction
from engine.events import Dealt, Discarded, Event, Played, Starter
from engine.rules import Rules
from engine.state import Missed, Phase, State


@dataclass(frozen=True, slots=True)
class Step:
    """Hold what an action led to: the next state and the events in order."""

    state: State
    events: tuple[Event, ...]


def start(rules: Rules, first_dealer: int) -> State:
    """Begin a game: everybody at zero, waiting for the first deal.

    >>> start(Rules(), 1).phase, start(Rules(seats=4), 0).scores
    (<Phase.DEAL: 'B'>, (0, 0))

    Raises RulesError (`seat_outside`).
    """
    rules.check_seat(first_dealer)
    nothing: tuple[tuple[Card, ...], ...] = ((),) * rules.seats
    return State(
        rules,
        scores=(0,) * rules.sides,
        backs=(0,) * rules.sides,
        dealer=first_dealer,
        deal=1,
        phase=Phase.DEAL,
        turn=None,
        hands=nothing,
        line=(),
        discards=nothing,
        extra=(),
        starter=None,
    )


def apply(state: State, action: Action) -> Step:
    """Do one action.

    >>> from engine.cards import cards
    >>> state = start(Rules(), 0)
    >>> state = apply(state, Deal((cards("5s4s2s8d6h8c"), cards("Ts6dJh4hKc7c")))).state
    >>> state = apply(state, Discard(1, cards("TsKc"))).state
    >>> state = apply(state, Discard(0, cards("8d8c"))).state
    >>> state = apply(state, Cut(cards("5h")[0])).state
    >>> step = apply(state, Play(1, cards("Jh")[0]))
    >>> step.events, step.state.turn, step.state.count
    ((Played(seat=1, card=Card('Jh'), count=10),), 0, 10)

    Raises IllegalAction; the state is never changed.
    """
    if state.phase is Phase.OVER:
        raise IllegalAction("game_over")
    match action:
        case Play():
            return _play(state, action)
        case Discard():
            return _discard(state, action)
        case Cut():
            return _cut(state, action)
        case Deal():
            return _deal(state, action)
        case Count():
            return _count(state, action)
        case Muggins():
            return _muggins(state, action)
        case _:
            raise IllegalAction("not_an_action", kind=type(action).__name__)


def legal_actions(state: State, seat: int | None = None) -> tuple[Action, ...]:
    """List what may be done now, by everybody or by one seat.

    Chance is listed for the starter, not for a deal (there are too many: any that gives each seat its cards). With
    manual counting a `Play` may carry any claim from 0 to what the card earns besides the claim None that is listed.

    >>> legal_actions(start(Rules(), 0))
    ()

    A state with hidden cards lists what its reader may do; the starter is then any card not in sight.
    """
    found: list[Action] = []
    if state.phase is Phase.CUT:
        if seat is None:
            out = {one for hand in state.hands for one in hand} | set(state.crib)
            found += [Cut(one) for one in PACK if one not in out]
        return tuple(found)
    for actor in state.waiting_for():
        if seat is not None and actor != seat:
            continue
        held = tuple(one for one in state.hands[actor] if one != UNKNOWN)
        if state.phase is Phase.DISCARD:
            found += [Discard(actor, some) for some in combinations(held, state.rules.cards_thrown)]
        elif state.phase is Phase.PLAY:
            room = pegging.LIMIT - state.count
            found += [Play(actor, one) for one in held if VALUES[one] <= room]
        elif state.missed is not None:
            found += [Muggins(actor, points) for points in range(state.missed.points + 1)]
        else:
            found += [Count(actor, points) for points in range(_to_count(state).total + 1)]
    return tuple(found)


def _deal(state: State, action: Deal) -> Step:
    rules = state.rules
    _expect(state, Phase.DEAL)
    sizes = (*(len(hand) for hand in action.hands), len(action.extra))
    expected = (*(rules.cards_dealt for _ in range(rules.seats)), rules.cards_extra)
    if sizes != expected:
        raise IllegalAction("hands_wrong", sizes=sizes, expected=expected)
    seen: set[Card] = set()
    for one in (card for some in (*action.hands, action.extra) for card in some):
        if one == UNKNOWN:
            raise IllegalAction("hidden_card")
        if one in seen:
            raise IllegalAction("same_card_twice", card=str(one))
        seen.add(one)
    course = Course(state)
    course.hands = [tuple(sorted(hand)) for hand in action.hands]
    course.extra = action.extra
    course.events.append(Dealt(state.deal, state.dealer, tuple(course.hands), action.extra))
    course.phase = Phase.DISCARD
    if rules.five_card and state.deal == 1:
        course.award(state.pone, "three for last", 3)
    return _step(course)


def _discard(state: State, action: Discard) -> Step:
    rules, seat = state.rules, action.seat
    _expect(state, Phase.DISCARD)
    _seated(rules, seat)
    if state.discards[seat]:
        raise IllegalAction("already_discarded", seat=seat)
    if len(action.cards) != rules.cards_thrown:
        raise IllegalAction("discard_count", count=len(action.cards), expected=rules.cards_thrown)
    hand = list(state.hands[seat])
    for one in action.cards:
        _held(hand, one)
        hand.remove(one)
    thrown = tuple(sorted(action.cards))
    course = Course(state)
    course.hands[seat] = tuple(hand)
    course.discards[seat] = thrown
    course.events.append(Discarded(seat, thrown))
    if all(course.discards):
        course.phase = Phase.CUT
    return _step(course)


def _cut(state: State, action: Cut) -> Step:
    _expect(state, Phase.CUT)
    if action.card == UNKNOWN:
        raise IllegalAction("hidden_card")
    if action.card in state.crib or any(action.card in hand for hand in state.hands):
        raise IllegalAction("card_not_in_pack", card=str(action.card))
    course = Course(state)
    course.starter = action.card
    course.events.append(Starter(action.card))
    course.phase = Phase.PLAY
    course.line = [()]
    course.turn = state.pone
    if action.card.rank == JACK:
        course.award(state.dealer, "heels", 2)
    return _step(course)


def _play(state: State, action: Play) -> Step:
    seat, card = action.seat, action.card
    _expect(state, Phase.PLAY)
    _their_turn(state, seat)
    _held(state.hands[seat], card)
    course = Course(state)
    count = course.lay(seat, card)
    if count > pegging.LIMIT:
        raise IllegalAction("over_31", card=str(card), count=count)
    pegs = pegging.reasons([laid.card for laid in course.line[-1]], count)
    worth = sum([peg.points for peg in pegs])
    claim = _claimed(state.rules, action.claim, worth)
    course.events.append(Played(seat, card, count))
    if worth and course.award(seat, "play", claim, pegs, worth - claim):
        return _step(course)
    if not course.open_muggins(Missed("P", seat, worth - claim)):
        course.after_card()
    return _step(course)


def _count(state: State, action: Count) -> Step:
    if state.phase is not Phase.CRIB:
        _expect(state, Phase.HAND)
    _their_turn(state, action.seat)
    score = _to_count(state)
    if not 0 <= action.points <= score.total:
        raise IllegalAction("claim_outside", points=action.points, low=0, high=score.total)
    course = Course(state)
    crib = state.phase is Phase.CRIB
    missed = score.total - action.points
    if course.award(action.seat, "crib" if crib else "hand", action.points, score.combos, missed):
        return _step(course)
    if not course.open_muggins(Missed("K" if crib else "S", action.seat, missed)):
        course.after_count(action.seat, crib=crib)
    return _step(course)


def _muggins(state: State, action: Muggins) -> Step:
    _expect(state, Phase.MUGGINS)
    _their_turn(state, action.seat)
    missed = state.missed
    assert missed is not None, "a claim waits for what was missed"
    if not 0 <= action.points <= missed.points:
        raise IllegalAction("claim_outside", points=action.points, low=0, high=missed.points)
    course = Course(state)
    if course.award(action.seat, "muggins", action.points):
        return _step(course)
    if not course.open_muggins(missed._replace(points=missed.points - action.points), after=action.seat):
        course.after_missed(missed)
    return _step(course)


def _to_count(state: State) -> scoring.Score:
    """Count what is due: the hand of the seat whose turn it is, or the crib."""
    assert state.starter is not None, "the show has a starter"
    assert state.turn is not None, "the show has a seat that counts"
    if state.phase is Phase.CRIB:
        return scoring.hand(state.crib, state.starter, crib=True)
    return scoring.hand(state.shown(state.turn), state.starter)


def _claimed(rules: Rules, claim: int | None, worth: int) -> int:
    if claim is None:
        return worth
    if not rules.manual:
        raise IllegalAction("claim_not_manual")
    if not 0 <= claim <= worth:
        raise IllegalAction("claim_outside", points=claim, low=0, high=worth)
    return claim


def _expect(state: State, phase: Phase) -> None:
    if state.phase is not phase:
        raise IllegalAction("wrong_phase", phase=state.phase.value)
    if state.has_hidden:
        raise IllegalAction("hidden_card")


def _their_turn(state: State, seat: int) -> None:
    if seat != state.turn:
        _seated(state.rules, seat)
        raise IllegalAction("not_your_turn", seat=seat, turn=state.turn)


def _seated(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.seats:
        raise IllegalAction("seat_outside", seat=seat, seats=rules.seats)


def _held(hand: tuple[Card, ...] | list[Card], card: Card) -> None:
    if card not in hand:
        raise IllegalAction("card_not_held", card=str(card))


def _step(course: Course) -> Step:
    return Step(course.state(), tuple(course.events))
