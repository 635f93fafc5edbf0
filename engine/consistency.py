"""Tell whether a game can be in a position that was read: what `notation.parse` asks before it hands a state out.

A card that is hidden may be any; what would contradict the rules whatever it is, is refused all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, Literal

from engine import pegging, scoring
from engine.cards import HIDDEN, JACK, UNKNOWN, VALUES, Card
from engine.errors import IllegalHere
from engine.pegging import LIMIT
from engine.rules import Rules
from engine.state import Laid, Missed, Phase, State

Of = Literal["P", "S", "K"]

BEFORE_STARTER: Final = (Phase.DEAL, Phase.DISCARD, Phase.CUT)
COUNTING: Final = (Phase.HAND, Phase.CRIB, Phase.MUGGINS)
HIGHEST_HAND: Final = 29
TEN: Final = 10


@dataclass(frozen=True, slots=True)
class Open:
    """Hold how the play stands after the cards laid: who laid last and the count, or who leads a new count."""

    last: int | None
    count: int
    lead: int


def split_crib(
    rules: Rules,
    phase: Phase,
    hands: tuple[tuple[Card, ...], ...],
    crib: tuple[Card, ...],
    starter: Card | None,
    columns: Mapping[str, int],
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Tell whose throw each card of the crib is, and which came from the pack: that one is last.

    While seats still throw, a seat that has thrown is known by the size of its hand.

    Raises IllegalHere (`parts_wrong`).
    """
    dealt_only = phase is Phase.OVER and starter is None
    thrown = [
        len(hand) == rules.cards_kept if phase is Phase.DISCARD else phase is not Phase.DEAL and not dealt_only
        for hand in hands
    ]
    extra = 0 if phase is Phase.DEAL else rules.cards_extra
    expected = sum(thrown) * rules.cards_thrown + extra
    if len(crib) != expected:
        raise IllegalHere("parts_wrong", column=columns["crib"], field="crib", count=len(crib), expected=expected)
    discards, at = [], 0
    for seat in range(rules.seats):
        size = rules.cards_thrown if thrown[seat] else 0
        discards.append(tuple(sorted(crib[at : at + size])))
        at += size
    return tuple(discards), crib[at:]


def check(state: State, columns: Mapping[str, int], places: Iterable[tuple[str, int]]) -> None:
    """Refuse a position that no game reaches; `columns` of the fields and `places` of the cards are for the error.

    Raises IllegalHere.
    """
    _different(places)
    _scores(state, columns)
    _asked(state, columns["phase"])
    _sizes(state, columns)
    if state.starter is None:
        _no_starter(state, columns)
        return
    if state.phase in BEFORE_STARTER:
        raise _not_now("starter", state, columns)
    opened = _walk(state, columns["line"])
    if state.phase is Phase.PLAY:
        _to_play(state, opened, columns["phase"])
    elif state.missed is not None and state.missed.of == "P":
        _missed_in_play(state, state.missed, opened, columns)
    elif state.phase is Phase.OVER:
        _won(state, opened, columns)
    else:
        _play_over(state, opened, columns)
        if state.missed is not None:
            _missed_in_show(state, state.missed, columns["phase"])


def _not_now(field: str, state: State, columns: Mapping[str, int]) -> IllegalHere:
    return IllegalHere("not_now", column=columns[field], field=field, phase=state.phase.value)


def _different(places: Iterable[tuple[str, int]]) -> None:
    seen: set[str] = set()
    for text, column in places:
        if text in seen and text != HIDDEN:
            raise IllegalHere("same_card_twice", column=column, card=text)
        seen.add(text)


def _scores(state: State, columns: Mapping[str, int]) -> None:
    """Only the winner stands on the target."""
    target = state.rules.target
    for side, score in enumerate(state.scores):
        if (score == target) != (side == state.winner):
            highest = target if side == state.winner else target - 1
            lowest = target if side == state.winner else 0
            raise IllegalHere("score_outside", column=columns["scores"], score=score, low=lowest, high=highest)


def _asked(state: State, column: int) -> None:
    """Players are asked for a count, and for what it missed, only where the rules say so."""
    if state.phase not in COUNTING:
        return
    if not state.rules.manual:
        raise IllegalHere("not_manual", column=column)
    if state.phase is Phase.CRIB and state.turn != state.dealer:
        raise IllegalHere("dealer_counts_crib", column=column, seat=state.turn, dealer=state.dealer)
    if state.missed is None:
        return
    seat, counted, rules = state.turn, state.missed.seat, state.rules
    if not rules.muggins:
        raise IllegalHere("not_muggins", column=column)
    if state.missed.of == "K" and counted != state.dealer:
        raise IllegalHere("dealer_counts_crib", column=column, seat=counted, dealer=state.dealer)
    assert seat is not None, "a seat may claim"
    if rules.side_of(seat) == rules.side_of(counted):
        raise IllegalHere("not_an_opponent", column=column, seat=seat, counted=counted)


def _sizes(state: State, columns: Mapping[str, int]) -> None:
    """Every seat has the cards it must have, laid ones included."""
    rules, phase = state.rules, state.phase
    sizes = tuple(len(hand) + len(state.tabled(seat)) for seat, hand in enumerate(state.hands))
    if phase is Phase.DEAL:
        expected = (0,) * rules.seats
    elif phase is Phase.OVER and state.starter is None:
        expected = (rules.cards_dealt,) * rules.seats
    elif phase is Phase.DISCARD:
        expected = tuple(rules.cards_kept if some else rules.cards_dealt for some in state.discards)
        if all(state.discards):
            raise _not_now("phase", state, columns)
    else:
        expected = (rules.cards_kept,) * rules.seats
    if sizes != expected:
        raise IllegalHere("hands_wrong", column=columns["hands"], sizes=sizes, expected=expected)


def _no_starter(state: State, columns: Mapping[str, int]) -> None:
    """Before the cut nothing is laid; a game is over by then only by the three for last (E33)."""
    rules = state.rules
    if state.line:
        raise _not_now("line", state, columns)
    if state.phase is Phase.OVER:
        if not rules.five_card or state.deal != 1 or state.turn != rules.side_of(state.pone):
            raise _not_now("phase", state, columns)
    elif state.phase not in BEFORE_STARTER:
        raise _not_now("starter", state, columns)


def _walk(state: State, start: int) -> Open:
    """Play the line again: each card by the seat whose turn it was, each count ended when it had to end."""
    rules = state.rules
    held = [[*state.tabled(seat), *hand] for seat, hand in enumerate(state.hands)]
    opened = Open(None, 0, state.pone)
    column = start
    for number, pile in enumerate(state.line):
        if number:
            _may_end(state, opened, held, column)
            lead = next(seat for seat in rules.round_from(rules.left_of(opened.lead)) if held[seat])
            opened = Open(None, 0, lead)
            column += 1
        for laid in pile:
            opened = _lay(rules, opened, held, laid, column)
            column += 3
    if opened.last is None and len(state.line) > 1 and state.phase is not Phase.PLAY:
        raise IllegalHere("not_now", column=column - 1, field="line", phase=state.phase.value)
    return opened


def _lay(rules: Rules, opened: Open, held: list[list[Card]], laid: Laid, column: int) -> Open:
    if opened.last is None:
        if laid.seat != opened.lead:
            raise IllegalHere("not_your_turn", column=column, seat=laid.seat, turn=opened.lead)
    else:
        _passes(rules, opened, held, laid.seat, column)
    count = opened.count + VALUES[laid.card]
    if count > LIMIT:
        raise IllegalHere("over_31", column=column, card=str(laid.card), count=count)
    held[laid.seat].remove(laid.card)
    return Open(laid.seat, count, laid.seat)


def _passes(rules: Rules, opened: Open, held: list[list[Card]], to: int, column: int) -> None:
    """Refuse that the turn goes to a seat while one before it can play."""
    assert opened.last is not None, "somebody began the count"
    for seat in takewhile(lambda other: other != to, rules.round_from(rules.left_of(opened.last))):
        if _can_play(held[seat], opened.count):
            raise IllegalHere("not_your_turn", column=column, seat=to, turn=seat)


def _can_play(held: Iterable[Card], count: int) -> bool:
    """Tell whether one of the cards surely fits; a hidden one may be a ten."""
    return any((TEN if one == UNKNOWN else VALUES[one]) <= LIMIT - count for one in held)


def _may_end(state: State, opened: Open, held: list[list[Card]], column: int) -> None:
    """Refuse a bar where the count goes on, or the play is over."""
    if opened.last is None or state.rules.five_card or not any(held):
        raise IllegalHere("not_now", column=column, field="line", phase=state.phase.value)
    if any(_can_play(some, opened.count) for some in held):
        raise IllegalHere("count_not_over", column=column, count=opened.count)


def _to_play(state: State, opened: Open, column: int) -> None:
    """The seat to play is the one that follows from the cards."""
    rules, turn = state.rules, state.turn
    assert turn is not None, "a seat is to play"
    if opened.last is None:
        if turn != opened.lead:
            raise IllegalHere("not_your_turn", column=column, seat=turn, turn=opened.lead)
        return
    _passes(rules, opened, [list(hand) for hand in state.hands], turn, column)
    room = LIMIT - opened.count
    if not any(VALUES[one] <= room for one in state.hands[turn]) or not room:
        raise IllegalHere("count_over", column=column, count=opened.count)


def _missed_in_play(state: State, missed: Missed, opened: Open, columns: Mapping[str, int]) -> None:
    """What was missed in the play belongs to the last card."""
    if opened.last is None:
        raise _not_now("line", state, columns)
    if missed.seat != opened.last:
        raise IllegalHere("not_your_turn", column=columns["phase"], seat=missed.seat, turn=opened.last)
    worth = pegging.points([laid.card for laid in state.pile], opened.count)
    _missed_points(missed, worth, columns["phase"])


def _missed_in_show(state: State, missed: Missed, column: int) -> None:
    assert state.starter is not None, "the show has a starter"
    crib = missed.of == "K"
    counted = state.crib if crib else state.shown(missed.seat)
    hidden = UNKNOWN in counted
    worth = HIGHEST_HAND if hidden else scoring.hand(counted, state.starter, crib=crib).total
    _missed_points(missed, worth, column)


def _missed_points(missed: Missed, worth: int, column: int) -> None:
    if not 1 <= missed.points <= worth:
        raise IllegalHere("claim_outside", column=column, points=missed.points, low=1, high=worth)


def _won(state: State, opened: Open, columns: Mapping[str, int]) -> None:
    """Before the first card only the dealer can have won, by heels."""
    assert state.starter is not None, "the cut has been made"
    heels = state.starter.rank == JACK and state.turn == state.rules.side_of(state.dealer)
    if opened.last is None and not heels:
        raise _not_now("phase", state, columns)


def _play_over(state: State, opened: Open, columns: Mapping[str, int]) -> None:
    """The show begins when the play is over: all cards laid, or, with five cards dealt, the first count."""
    if opened.last is None:
        raise _not_now("phase", state, columns)
    left = any(state.hands)
    if not left:
        return
    goes_on = any(_can_play(hand, opened.count) for hand in state.hands)
    if not state.rules.five_card or goes_on:
        raise _not_now("phase", state, columns)
