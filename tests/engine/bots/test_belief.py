"""What others may hold: what is true is never ruled out, what a go shows is."""

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import Phase, Rules, State, play
from engine.actions import Play
from engine.bots import belief, keeping
from engine.bots.belief import Evidence, Holding
from engine.bots.spots import RANK_VALUES, ROOT
from engine.cards import card
from tests.engine.positions import led
from tests.engine.random_games import played, seeds

TABLES = st.sampled_from([Rules(), Rules(seats=3), Rules(seats=4), Rules(five_card=True, target=61)])


def after(state: State, *texts: str) -> State:
    """Lay these cards, each by the seat whose turn it is."""
    for text in texts:
        assert state.turn is not None
        state = play.apply(state, Play(state.turn, card(text))).state
    return state


def last_play(rules: Rules, seed: int, length: int) -> State | None:
    states = [state for state in played(rules, seed, length).states if state.phase is Phase.PLAY]
    return states[-1] if states else None


@settings(deadline=None)
@given(rules=TABLES, seed=seeds, length=st.integers(4, 150))
def test_what_a_seat_really_holds_is_never_ruled_out(rules: Rules, seed: int, length: int) -> None:
    state = last_play(rules, seed, length)
    assume(state is not None)
    assert state is not None
    assert state.turn is not None
    seat = state.turn
    left = belief.unseen(state, seat)
    for other in range(rules.seats):
        if other == seat:
            continue
        told = belief.evidence(state, other)
        held = tuple(one.rank for one in state.hands[other])
        assert all(RANK_VALUES[rank] > told.above for rank in held)
        assert [rank for _, rank in told.moves] == [one.rank for one in state.tabled(other)]
        assert all(held.count(rank) <= left[rank] for rank in held)
        if rules.seats == 2:
            found = {
                one.rest: one.weight for one in belief.holdings(left, len(held), told, dealer=other == state.dealer)
            }
            assert found[held] > 0
            assert {one.rest for one in belief.any_hands(left, len(held), state.tabled(other))} >= set(found)


@settings(deadline=None)
@given(rules=TABLES, seed=seeds, length=st.integers(4, 150))
def test_hands_drawn_fit_what_is_unseen_and_what_was_passed(rules: Rules, seed: int, length: int) -> None:
    state = last_play(rules, seed, length)
    assume(state is not None)
    assert state is not None
    assert state.turn is not None
    left = belief.unseen(state, state.turn)
    others = [other for other in range(rules.seats) if other != state.turn]
    wanted = [
        (len(state.hands[other]), belief.evidence(state, other), keeping.of_five(dealer=True)) for other in others
    ]
    drawn = belief.draw(left, wanted, random.Random(seed))
    if drawn is None:
        return
    hands, weight = drawn
    assert 0 < weight <= 1
    assert [len(hand) for hand in hands] == [size for size, _, _ in wanted]
    for rank in range(13):
        assert sum(hand.count(rank) for hand in hands) <= left[rank]
    for hand, (_, told, _) in zip(hands, wanted, strict=True):
        assert all(RANK_VALUES[rank] > told.above for rank in hand)
        assert hand == tuple(sorted(hand))


def test_a_draw_that_cannot_be_is_none() -> None:
    left = [4] * 3 + [0] * 10
    assert belief.draw(left, [(1, Evidence((), 9), keeping.of_five(dealer=True))], random.Random(1)) is None


def test_a_go_rules_out_every_card_that_fitted() -> None:
    """Seat 0 is passed over at 26: it holds no card of five or less. Seat 1 then lays on."""
    state = after(led(Rules(), ["6h 8h Qh Kh", "Tc Jc 2c 3d"]), "Tc", "6h", "Jc")
    assert state.turn == 1
    assert belief.evidence(state, 0).above == 5
    assert belief.evidence(state, 1).above == 0
    assert belief.evidence(after(state, "2c"), 0).above == 5
    closed = after(state, "2c", "3d")  # 31
    assert belief.evidence(closed, 0).above == 5


def test_a_count_that_ends_below_thirty_one_fitted_nobody() -> None:
    state = after(led(Rules(), ["8h 9h Qh Kh", "Tc Jc Qc 7d"]), "Tc", "8h", "Jc")
    assert state.count == 0
    assert [belief.evidence(state, seat).above for seat in (0, 1)] == [3, 3]


def test_a_seat_that_says_go_and_waits_is_read_too() -> None:
    state = after(led(Rules(seats=3), ["9h Th Qh Kh", "Tc 9c Qc Ad", "8d 9d Jd Kd"]), "Tc", "8d", "9h")
    assert state.turn == 1  # at 27: seat 1 holds the ace
    assert belief.evidence(state, 2).above == 0
    state = after(state, "Ad")
    assert state.count == 0
    assert [belief.evidence(state, seat).above for seat in range(3)] == [3, 3, 3]


def test_a_card_that_was_not_paired_is_held_less_often() -> None:
    """The dealer answered a seven with a king: he is less likely to hold an eight than one who has not been asked."""
    left = [4] * 13
    left[6] -= 2
    left[12] -= 1
    seven = ROOT.after(6)
    told = Evidence(((seven, 12),), 0)
    silent = Evidence(((ROOT, 12),), 0)

    def share(evidence: Evidence) -> float:
        found = belief.holdings(left, 3, evidence, dealer=True)
        return sum(one.weight for one in found if 7 in one.rest) / sum(one.weight for one in found)

    assert share(told) < 0.7 * share(silent)


def test_a_holding_names_all_four_cards() -> None:
    told = Evidence(((ROOT, 3),), 0)
    found = belief.holdings([4] * 13, 3, told, dealer=False)
    assert len({one.key for one in found}) == len(found)
    assert found[0].key == sum(belief.RANK_KEYS[rank] for rank in (*found[0].rest, 3))


@pytest.mark.parametrize("size", [1, 5, 40])
def test_a_sample_weighs_one_in_all(size: int) -> None:
    rng = random.Random(size)
    found = [Holding((rank,), rng.random(), rank) for rank in range(13)]
    taken = belief.sample(found, size)
    assert sum(one.weight for one in taken) == pytest.approx(1)
    assert len(taken) <= max(size, 13)


def test_fives_are_kept_from_the_opponents_crib() -> None:
    kept = keeping.of_five(dealer=False)
    assert kept[4] == max(kept)
    assert kept[4] > keeping.of_five(dealer=True)[4]
    assert sum(keeping.shares()) == pytest.approx(1)
    assert keeping.chances(3)[4] > keeping.chances(3)[12]
