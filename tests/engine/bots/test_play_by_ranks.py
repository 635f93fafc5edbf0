"""Ranks alone tell what the play brings: the graph of counts and the play by habit, against the game itself."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Phase, Rules, State, pegging, play
from engine.actions import Play
from engine.bots import spots
from engine.bots.judging import ByPoints
from engine.bots.playout import by_habit, solved, worth
from engine.cards import PACK, VALUES, Card
from engine.events import Scored
from engine.pegging import LIMIT
from tests.engine.positions import led

KINDS = (Rules(), Rules(seats=3), Rules(seats=4), Rules(five_card=True, target=61))
FAR = 1000


@given(st.permutations(PACK), st.integers(0, 12))
def test_every_rank_earns_at_a_spot_what_it_earns_on_the_pile(pack: list[Card], low: int) -> None:
    """`low`: so many low cards come first, that piles grow long."""
    pack = sorted(pack[:low]) + pack[low:]
    pile: list[Card] = []
    here, count = spots.ROOT, 0
    for one in pack:
        after = count + VALUES[one]
        if after > LIMIT:
            assert here.points[one.rank] == -1
            assert one.rank > here.fits
            continue
        pile.append(one)
        count = after
        assert here.points[one.rank] == pegging.points(pile, count)
        here = here.after(one.rank)
        if count == LIMIT:
            break
    assert here is (spots.ROOT if count == LIMIT else spots.of_cards(pile))


def habit(state: State) -> Card:
    """Return the card habit lays: the best worth, of equal ones the lowest rank."""
    here = spots.of_cards(laid.card for laid in state.pile)
    legal = [action.card for action in play.legal_actions(state, state.turn)]
    return max(legal, key=lambda one: (worth(here)[one.rank], -one.rank))


def dealt(rules: Rules, seed: int, cards: int) -> State:
    """Return a random lead, and go on at random until so many cards are left in all hands."""
    rng = random.Random(seed)
    pack = [one for one in PACK if one.rank != 10]
    rng.shuffle(pack)
    size = rules.cards_kept
    hands = [" ".join(map(str, pack[at * size : (at + 1) * size])) for at in range(rules.seats)]
    state = led(rules, hands)
    while sum(map(len, state.hands)) > cards and state.phase is Phase.PLAY:
        state = play.apply(state, rng.choice(play.legal_actions(state))).state
    return state


def pegged(state: State, choose: Callable[[State], Card]) -> list[int]:
    """Play on in the game itself and return the points of each seat in the play."""
    points = [0] * state.rules.seats
    while state.phase is Phase.PLAY:
        assert state.turn is not None
        step = play.apply(state, Play(state.turn, choose(state)))
        for event in step.events:
            if isinstance(event, Scored) and event.why in ("play", "go", "last"):
                points[event.seat] += event.points
        state = step.state
    return points


@pytest.mark.parametrize("rules", KINDS, ids=["two", "three", "four", "five-card"])
@settings(deadline=None)
@given(seed=st.integers(0, 10**6), laid=st.integers(0, 8))
def test_play_by_habit_is_the_play_of_the_game(rules: Rules, seed: int, laid: int) -> None:
    state = dealt(rules, seed, rules.seats * rules.cards_kept - laid)
    if state.phase is not Phase.PLAY:
        return
    assert state.turn is not None
    card = habit(state)
    here = spots.of_cards(one.card for one in state.pile)
    hands = tuple(
        [one.rank for one in hand if seat != state.turn or one != card] for seat, hand in enumerate(state.hands)
    )
    sides = tuple(rules.side_of(seat) for seat in range(rules.seats))
    points = [0] * rules.seats
    after = here.after(card.rank)
    if not rules.five_card or after is not spots.ROOT:
        points = by_habit(after, hands, state.turn, (sides, (FAR,) * rules.sides), single=rules.five_card)
    points[state.turn] += here.points[card.rank]
    assert points == pegged(state, habit)


def test_play_by_habit_stops_at_the_hole() -> None:
    """A pair, and three alike for the game; the fifteen that would follow is never reached."""
    root, sides = spots.ROOT, (0, 1)
    full = by_habit(root, ([6, 6], [6, 0]), 0, (sides, (FAR, FAR)))
    short = by_habit(root, ([6, 6], [6, 0]), 0, (sides, (2, FAR)))
    assert sum(short) < sum(full)
    assert short[0] >= 2
    assert by_habit(root, ([6], []), 1, (sides, (1, FAR))) == [1, 0]


def best_by_search(state: State) -> int:
    """Return seat 0's points less seat 1's when both see everything, by the game itself."""
    if state.phase is not Phase.PLAY:
        return 0
    values = []
    for action in play.legal_actions(state, state.turn):
        step = play.apply(state, action)
        net = sum(
            event.points if event.seat == 0 else -event.points
            for event in step.events
            if isinstance(event, Scored) and event.why in ("play", "go", "last")
        )
        values.append(net + best_by_search(step.state))
    return max(values) if state.turn == 0 else min(values)


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 10**6), left=st.integers(2, 5))
def test_a_solved_ending_is_the_best_of_the_game_itself(seed: int, left: int) -> None:
    state = dealt(Rules(), seed, left)
    if state.phase is not Phase.PLAY or not state.pile:
        return
    here = spots.of_cards(one.card for one in state.pile)
    first, second = (tuple(one.rank for one in hand) for hand in state.hands)
    judge = ByPoints(FAR, FAR)
    assert solved(here, (first, second), state.pile[-1].seat, (0, 0), judge) == best_by_search(state)


def test_a_solved_ending_stops_at_the_hole() -> None:
    """Seat 1 could pair for two; it is out of the game before: the go comes first."""
    last = ((), (6,))
    assert solved(spots.spot(28, (9, 9, 7)), last, 0, (0, 0), ByPoints(1, FAR)) == 100
    assert solved(spots.spot(28, (9, 9, 7)), last, 0, (0, 0), ByPoints(FAR, 1)) == -100
    assert solved(spots.spot(7, (6,)), ((), (6,)), 0, (0, 0), ByPoints(FAR, 2)) == -100
