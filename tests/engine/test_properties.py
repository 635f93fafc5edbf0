"""What must hold at every moment of every game of every kind."""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Phase, Rules, State, pegging, play, scoring
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import PACK, UNKNOWN, Card
from engine.dealing import deal
from engine.errors import IllegalAction
from engine.events import CountEnded, Dealt, Discarded, Event, Played, SaidGo, Scored, Starter, Won
from engine.follow import follow
from engine.observe import observe, redact
from tests.engine.games import KINDS, Turn, played

FEW = settings(max_examples=25, deadline=None)
SEEDS = st.integers(0, 2**32)
GAMES = st.builds(
    lambda kind, target, seed: list(played(KINDS[kind].to(target), random.Random(seed))),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from([31, 61, 121]),
    SEEDS,
)
FIVES = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


@given(GAMES)
@FEW
def test_there_are_52_cards_in_every_state(game: list[Turn]) -> None:
    """No card is in two places, none is lost in a deal, and hands shrink only by what is laid or thrown."""
    for turn in game:
        state, rules = turn.step.state, turn.step.state.rules
        laid = [one.card for pile in state.line for one in pile]
        held = [one for hand in state.hands for one in hand]
        up = [state.starter] if state.starter is not None else []
        seen = [*held, *laid, *state.crib, *up]
        assert len(set(seen)) == len(seen)
        assert set(seen) <= set(PACK)
        dealt = 0 if state.phase is Phase.DEAL else rules.seats * rules.cards_dealt + rules.cards_extra
        if state.phase is Phase.OVER and not seen:  # out on the three for last
            continue
        assert len(seen) == dealt + len(up)
        assert state.hands == tuple(tuple(sorted(hand)) for hand in state.hands)


@given(GAMES)
@FEW
def test_scores_move_only_in_scored_events(game: list[Turn]) -> None:
    for turn in game:
        scores, backs = list(turn.before.scores), list(turn.before.backs)
        target = turn.before.rules.target
        for event in turn.step.events:
            if isinstance(event, Scored):
                assert event.points >= 0
                assert event.missed >= 0
                assert event.side == turn.before.rules.side_of(event.seat)
                if event.points:
                    backs[event.side] = scores[event.side]
                scores[event.side] = min(scores[event.side] + event.points, target)
                assert event.score == scores[event.side]
        assert turn.step.state.scores == tuple(scores)
        assert turn.step.state.backs == tuple(backs)


@given(GAMES)
@FEW
def test_a_game_ends_at_the_hole_and_nothing_follows(game: list[Turn]) -> None:
    events = [event for turn in game for event in turn.step.events]
    won = events[-1]
    assert isinstance(won, Won)
    assert isinstance(events[-2], Scored)
    target = game[0].before.rules.target
    assert events[-2].score == target == won.scores[won.side]
    assert sum(isinstance(event, Won) for event in events) == 1
    assert all(event.score < target for event in events[:-2] if isinstance(event, Scored))
    last = game[-1].step.state
    assert (last.phase, last.winner, last.missed, last.waiting_for()) == (Phase.OVER, won.side, None, ())


def tried(state: State, rng: random.Random) -> list[Action]:
    """List actions of every kind by every seat, and by seats that are not there: most of them may not be done."""
    rules = state.rules
    seats = range(-1, rules.seats + 1)
    every = [*PACK, UNKNOWN]
    actions: list[Action] = [Play(seat, one) for seat in seats for one in every]
    actions += [Play(seat, one, rng.randrange(-1, 4)) for seat in seats for one in rng.sample(PACK, 12)]
    actions += [Cut(one) for one in every]
    actions += [Count(seat, points) for seat in seats for points in range(-1, 31)]
    actions += [Muggins(seat, points) for seat in seats for points in range(-1, 31)]
    for seat in seats:
        held = state.hands[seat] if 0 <= seat < rules.seats else ()
        actions += [Discard(seat, some) for size in range(4) for some in combinations(held, size)]
        actions += [Discard(seat, tuple(rng.choices(every, k=rules.cards_thrown))) for _ in range(20)]
    pack = rng.sample(PACK, 52)
    right = deal(state, pack)
    actions += [right, replace(right, hands=right.hands[1:]), replace(right, extra=(*right.extra, pack[51]))]
    actions += [replace(right, hands=(right.hands[0], *right.hands[:-1]))]
    return actions


def is_legal(state: State, action: Action, legal: set[Action]) -> bool:
    """Say whether an action is in the list, or is one that the list says stands for others."""
    match action:
        case Deal(hands=hands, extra=extra):
            rules = state.rules
            some = [one for hand in (*hands, extra) for one in hand]
            right = [len(hand) for hand in hands] == [rules.cards_dealt] * rules.seats
            right = right and len(extra) == rules.cards_extra and len(set(some)) == len(some)
            return state.phase is Phase.DEAL and right
        case Discard(seat=seat, cards=cards):
            return Discard(seat, tuple(sorted(cards))) in legal
        case Play(seat=seat, card=card, claim=int(claim)):
            if not state.rules.manual or Play(seat, card) not in legal:
                return False
            return 0 <= claim <= pegging.last([*(laid.card for laid in state.pile), card]).points
        case _:
            return action in legal


@given(GAMES, SEEDS)
@settings(max_examples=15, deadline=None)
def test_exactly_the_legal_actions_are_accepted_and_the_rest_leave_everything_as_it_was(
    game: list[Turn], seed: int
) -> None:
    rng = random.Random(seed)
    kinds = {turn.before.phase: turn.before for turn in rng.sample(game, len(game))}
    for state in (*kinds.values(), game[-1].step.state):
        legal = set(play.legal_actions(state))
        before = repr(state)
        for action in (*tried(state, rng), *legal):
            if is_legal(state, action, legal):
                play.apply(state, action)
            else:
                with pytest.raises(IllegalAction):
                    play.apply(state, action)
        assert repr(state) == before
        by_seat = [one for seat in range(state.rules.seats) for one in play.legal_actions(state, seat)]
        assert state.phase is Phase.CUT or tuple(by_seat) == play.legal_actions(state)
        assert bool(legal) == (state.phase not in (Phase.DEAL, Phase.OVER))


@given(GAMES, SEEDS)
@FEW
def test_exchanging_hidden_cards_changes_nothing_that_is_seen(game: list[Turn], seed: int) -> None:
    rng = random.Random(seed)
    for turn in rng.sample(game, min(len(game), 12)):
        for state in (turn.before, turn.step.state):
            for seat in (None, *range(state.rules.seats)):
                assert observe(exchanged(state, seat, rng), seat) == observe(state, seat)


def exchanged(state: State, seat: int | None, rng: random.Random) -> State:
    """Return the state with every card that a seat does not see exchanged for others it does not see."""
    seen = observe(state, seat).state
    known = [one for hand in (*seen.hands, *seen.discards, seen.extra) for one in hand]
    known += [one.card for pile in seen.line for one in pile] + ([seen.starter] if seen.starter is not None else [])
    hidden = [one for one in PACK if one not in known]
    rng.shuffle(hidden)

    def drawn(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(hidden.pop() if one == UNKNOWN else one for one in some))

    return replace(
        state,
        hands=tuple(map(drawn, seen.hands)),
        discards=tuple(map(drawn, seen.discards)),
        extra=drawn(seen.extra),
    )


@given(GAMES)
@FEW
def test_what_was_seen_and_what_was_told_is_what_is_seen(game: list[Turn]) -> None:
    """Old observation + redacted events = new observation."""
    rules = game[0].before.rules
    sights = {seat: observe(game[0].before, seat) for seat in (None, *range(rules.seats))}
    for turn in game:
        for seat, sight in sights.items():
            told = [redact(event, seat) for event in turn.step.events]
            sights[seat] = follow(sight, told)
            assert sights[seat] == observe(turn.step.state, seat)


@given(GAMES)
@FEW
def test_a_seat_is_told_no_hidden_card(game: list[Turn]) -> None:
    for turn in game:
        for event in turn.step.events:
            for seat in (None, *range(turn.before.rules.seats)):
                told = redact(event, seat)
                if isinstance(told, Dealt):
                    others = [hand for other, hand in enumerate(told.hands) if other != seat]
                    assert set().union(told.extra, *others) <= {UNKNOWN}
                elif isinstance(told, Discarded) and told.seat != seat:
                    assert set(told.cards) == {UNKNOWN}
                else:
                    assert told == event


@given(GAMES)
@FEW
def test_every_play_is_whole(game: list[Turn]) -> None:
    """Each full play has 4n cards (at most 3n in the five-card game) and ends in 31, go or last, for two or one."""
    rules = game[0].before.rules
    for events in plays(game):
        cards = sum(isinstance(event, Played) for event in events)
        assert cards == 4 * rules.seats if not rules.five_card else 1 <= cards <= 3 * rules.seats
        ended = events[-1]
        assert isinstance(ended, CountEnded)
        assert ended.why in (("31", "go", "last") if rules.five_card else ("31", "last"))
        pegged = [event for event in events if isinstance(event, Scored)]
        assert sum(event.points + event.missed for event in pegged if event.why != "muggins") >= 1
        before = events[-2]
        if ended.why == "31":
            laid = [event for event in events if isinstance(event, Played)]
            assert laid[-1].count == 31
        else:
            assert isinstance(before, Scored)
            assert (before.why, before.points) == (ended.why, 1)


def plays(game: list[Turn]) -> list[list[Event]]:
    """Return the events of each play that came to its end: from the starter to what ended its last count."""
    found: list[list[Event]] = []
    open_play: list[Event] | None = None
    for turn in game:
        for event in turn.step.events:
            if isinstance(event, Starter):
                open_play = []
            elif open_play is not None and isinstance(event, Played | SaidGo | CountEnded | Scored):
                open_play.append(event)
        over = turn.step.state.phase in (Phase.HAND, Phase.DEAL) and turn.before.phase in (Phase.PLAY, Phase.MUGGINS)
        if over and open_play:
            while not isinstance(open_play[-1], CountEnded):
                open_play.pop()
            found.append(open_play)
            open_play = None
    return found


@given(GAMES)
@FEW
def test_go_is_said_once_a_count_by_who_holds_cards_and_can_lay_none(game: list[Turn]) -> None:
    said: set[int] = set()
    for turn in game:
        state = turn.before
        held = list(state.hands)
        count = state.count
        for event in turn.step.events:
            if isinstance(event, Played):
                held[event.seat] = tuple(one for one in held[event.seat] if one != event.card)
                count = event.count
            elif isinstance(event, SaidGo):
                assert event.seat not in said
                assert held[event.seat]
                assert all(one.value + count > 31 for one in held[event.seat])
                said.add(event.seat)
            elif isinstance(event, CountEnded):
                said, count = set(), 0
        after = turn.step.state
        if after.phase is Phase.PLAY:
            assert after.gone() == said
            assert after.turn not in said


@given(GAMES)
@FEW
def test_the_deal_passes_to_the_left_once_a_deal(game: list[Turn]) -> None:
    rules = game[0].before.rules
    dealers = [turn.before.dealer for turn in game if isinstance(turn.action, Deal)]
    numbers = [turn.before.deal for turn in game if isinstance(turn.action, Deal)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(other == rules.left_of(one) for one, other in pairwise(dealers))


@given(SEEDS, st.sampled_from(sorted(KINDS)))
@FEW
def test_throws_lead_to_the_same_in_any_order(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    rules: Rules = KINDS[kind]
    start = play.start(rules, rng.randrange(rules.seats))
    state = play.apply(start, deal(start, rng.sample(PACK, 52))).state
    throws = [Discard(seat, tuple(rng.sample(state.hands[seat], rules.cards_thrown))) for seat in range(rules.seats)]
    ends = set()
    for _ in range(4):
        after = state
        for throw in rng.sample(throws, len(throws)):
            after = play.apply(after, throw).state
        ends.add(after)
    assert len(ends) == 1


@given(SEEDS, st.sampled_from(sorted(KINDS)))
@FEW
def test_the_same_actions_lead_to_the_same_states(seed: int, kind: str) -> None:
    one, other = (list(played(KINDS[kind], random.Random(seed))) for _ in range(2))
    assert one == other
    for turn in one:
        assert hash(turn.before) == hash(replace(turn.before))


@given(FIVES, st.randoms(use_true_random=False), st.permutations(range(4)), st.booleans())
@settings(deadline=None)
def test_a_hand_does_not_know_the_order_of_cards_or_the_names_of_suits(
    five: list[Card], rng: random.Random, suits: list[int], crib: bool
) -> None:
    *kept, starter = five
    total = scoring.hand(kept, starter, crib=crib).total
    shuffled = rng.sample(kept, 4)
    assert scoring.hand(shuffled, starter, crib=crib) == scoring.hand(kept, starter, crib=crib)
    renamed = [Card(one.rank * 4 + suits[one.suit]) for one in five]
    assert scoring.hand(renamed[:4], renamed[4], crib=crib).total == total
    assert scoring.total(renamed[:4], renamed[4], crib=crib) == total


@given(FIVES, st.booleans())
@settings(max_examples=400, deadline=None)
def test_no_hand_is_worth_19_25_26_or_27(five: list[Card], crib: bool) -> None:
    assert scoring.total(five[:4], five[4], crib=crib) not in {19, 25, 26, 27}


@given(FIVES)
@settings(deadline=None)
def test_a_hand_is_worth_what_a_crib_is_and_perhaps_a_flush_of_four(five: list[Card]) -> None:
    *kept, starter = five
    assert scoring.total(kept, starter) - scoring.total(kept, starter, crib=True) in (0, 4)
