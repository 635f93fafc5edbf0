"""A shuffled pack decides the whole deal."""

import random

import pytest

from engine import Rules, play
from engine.cards import PACK
from engine.dealing import deal, starter
from tests.engine.positions import FIVE

EVERY = [Rules(), Rules(3), Rules(4), FIVE]


@pytest.mark.parametrize("rules", EVERY, ids=["2", "3", "4", "five-card"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_one_card_at_a_time_from_the_dealers_left(rules: Rules, dealer: int) -> None:
    dealt = deal(play.start(rules, dealer), PACK)
    for at, seat in enumerate(rules.round_from(rules.left_of(dealer))):
        assert dealt.hands[seat] == PACK[at : rules.seats * rules.cards_dealt : rules.seats]


@pytest.mark.parametrize("rules", EVERY, ids=["2", "3", "4", "five-card"])
def test_extra_and_starter_are_the_next_cards_of_the_pack(rules: Rules) -> None:
    dealt = deal(play.start(rules, 0), PACK)
    size = rules.seats * rules.cards_dealt
    assert dealt.extra == PACK[size : size + (rules.seats == 3)]
    assert starter(rules, PACK).card == PACK[size + len(dealt.extra)]


@pytest.mark.parametrize("rules", EVERY, ids=["2", "3", "4", "five-card"])
def test_a_shuffled_pack_is_always_dealt_legally(rules: Rules) -> None:
    rng = random.Random(7)
    for _ in range(50):
        pack = rng.sample(PACK, 52)
        state = play.start(rules, rng.randrange(rules.seats))
        state = play.apply(state, deal(state, pack)).state
        while state.waiting_for():
            state = play.apply(state, play.legal_actions(state)[0]).state
        assert play.apply(state, starter(rules, pack)).state.starter not in (*state.crib, *sum(state.hands, ()))
