"""The chance to win that a throw leaves: agrees with the chain, and with deals played on."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bench import odds
from engine import dealing, play
from engine.actions import Discard
from engine.cards import PACK, Card
from engine.odds import deals, late, throws, win
from engine.rules import Rules
from engine.state import Phase


@pytest.mark.parametrize("a", [1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 60, 121])
def test_an_average_throw_leaves_the_chance_of_the_scores(a: int) -> None:
    """The hands of the sample as one's own, and its average crib: nearly the chain, which knows what goes together."""
    sample = deals.stored()
    table = win.dealer_wins()
    crib = sum(points * count for points, count in sample.crib.items()) / sample.size
    for b in (1, 2, 3, 5, 8, 12, 16, 20, 25, 30, 40, 121):
        as_dealer = late.chance(sample.dealer, crib, own=a, other=b, dealer=True)
        as_pone = late.chance(sample.pone, crib, own=b, other=a, dealer=False)
        assert as_dealer == pytest.approx(table[a][b], abs=0.015)
        assert as_pone == pytest.approx(1 - table[a][b], abs=0.015)


@pytest.mark.parametrize("dealer", [True, False])
def test_more_points_in_hand_never_lose_chances(dealer: bool) -> None:
    for own, other in ((4, 3), (12, 20), (30, 25), (121, 121)):
        crib = 5.0 if dealer else 4.0
        chances = [late.chance(Counter({points: 1}), crib, own=own, other=other, dealer=dealer) for points in range(30)]
        assert chances == sorted(chances)


def test_a_richer_crib_helps_its_owner() -> None:
    hand = Counter({6: 1})
    cribs = (1.0, 2.5, 3.0, 4.9, 5.0, 7.0, 9.5, 12.0)
    own = [late.chance(hand, crib, own=16, other=12, dealer=True) for crib in cribs]
    assert own == sorted(own)
    theirs = [late.chance(hand, crib, own=12, other=16, dealer=False) for crib in cribs]
    assert theirs == sorted(theirs, reverse=True)


def test_the_leaned_cribs_have_the_means_they_are_leaned_to() -> None:
    for mean, scores in zip(late.LEANS, late._cribs(), strict=True):
        assert sum(share for _, share in scores) == pytest.approx(1)
        assert sum(points * share for points, share in scores) == pytest.approx(mean)


def test_whoever_needs_one_is_about_to_end_the_game() -> None:
    assert late.end_chance(1, 121, dealer=False) > 0.99
    assert late.end_chance(121, 121, dealer=True) == 0


def won(
    held: tuple[Card, ...], throw: tuple[Card, ...], scores: tuple[int, int], random: Random, *, deals_first: bool
) -> bool:
    """Play on from a throw, both sides on the simple policy; tell whether side 0, which held the cards, wins."""
    state = play.start(Rules(), 0 if deals_first else 1)
    state = replace(state, scores=scores)
    pack: list[Card] = []
    first = True
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            pack = [one for one in PACK if not first or one not in held]
            random.shuffle(pack)
            if first:
                # Pone gets the first card of the pack, the dealer the second.
                other, pack = pack[:6], pack[6:]
                mixed = zip(other, held, strict=True) if deals_first else zip(held, other, strict=True)
                pack = [one for two in mixed for one in two] + pack
            state = play.apply(state, dealing.deal(state, pack)).state
        elif state.phase is Phase.CUT:
            state = play.apply(state, dealing.starter(Rules(), pack)).state
        else:
            seat = state.waiting_for()[0]
            chosen = first and state.phase is Phase.DISCARD and seat == 0
            state = play.apply(state, Discard(0, throw) if chosen else odds.choose(state, seat)).state
        first = first and not state.line
    return state.winner == 0


@pytest.mark.slow
@pytest.mark.parametrize("deals_first", [True, False])
@pytest.mark.parametrize("scores", [(113, 114), (102, 100), (116, 95)])
def test_playing_on_wins_about_as_often_as_foretold(scores: tuple[int, int], deals_first: bool) -> None:
    random = Random(26)
    told = counted = 0.0
    for _ in range(40):
        held = tuple(random.sample(PACK, 6))
        best = throws.ranked(held, dealer=deals_first, scores=scores)[0]
        told += best.win or 0
        counted += sum(won(held, best.throw, scores, random, deals_first=deals_first) for _ in range(100)) / 100
    assert counted / 40 == pytest.approx(told / 40, abs=0.04)


def test_close_to_home_a_throw_may_win_where_points_advise_another() -> None:
    """Pone needs eight and counts before a dealer near home: eight are enough, and more are worth little."""
    differing = 0
    random = Random(8)
    for _ in range(60):
        held = random.sample(PACK, 6)
        by_points = throws.ranked(held, dealer=False)[0]
        ranked = throws.ranked(held, dealer=False, scores=(113, 105))
        same = next(one for one in ranked if one.throw == by_points.throw)
        assert (ranked[0].win or 0) >= (same.win or 0) - 0.0001
        differing += (ranked[0].win or 0) > (same.win or 0) + 0.001
    assert differing
