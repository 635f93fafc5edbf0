"""The simple policy is what its definition says, and its games are what they are known to be."""

import random

import pytest

from engine import Rules, play
from engine.bots import arena, bot, simple
from engine.cards import PACK, card, cards, text
from engine.odds import tables, throws


def test_hand_averages_are_the_exact_ones() -> None:
    rng = random.Random(11)
    deals = [sorted(rng.sample(PACK, 6)) for _ in range(200)] + [sorted(cards("2h 5h 9h Jh Kh Jd"))]
    for held in deals:
        exact = {one.throw: one.hand for one in throws.ranked(held, dealer=True)}
        found = {thrown: mean for mean, _, thrown in simple.averages(held)}
        assert found == pytest.approx(exact)


@pytest.mark.parametrize("dealer", [True, False])
def test_a_throw_is_the_best_by_the_uniform_crib(dealer: bool) -> None:
    rng = random.Random(12)
    for _ in range(100):
        held = sorted(rng.sample(PACK, 6))
        best = throws.ranked(held, dealer=dealer, column="uniform")[0].total
        thrown = simple.throw(held, dealer=dealer)
        value = next(one.total for one in throws.ranked(held, dealer=dealer, column="uniform") if one.throw == thrown)
        assert value == pytest.approx(best)
    assert tables.COLUMNS[-1] == "uniform"


@pytest.mark.parametrize(
    ("hand", "pile", "laid", "why"),
    [
        ("4s 5s Ts Js", "", "4s", "leads below five"),
        ("5s Ts Js Ks", "", "Ts", "leads no five; of ten-cards the lowest"),
        ("3s 4s 4h Ks", "", "4h", "leads from a pair"),
        ("5s 8s 9s Ks", "Th", "5s", "fifteen"),
        ("As 8s 9s Ks", "9h 9c", "9s", "three alike"),
        ("As 2s 9s Ks", "Th", "Ks", "a pair of ten-cards is by rank, so high it is"),
        ("As 6s 7s", "Th 8h", "7s", "the higher"),
        ("2s As", "Th 9h", "As", "21 is shunned"),
        ("3s 4s Ks", "Jh Qh", "Ks", "a run before the value"),
        ("7s 8s Ks", "Th Jh 4h", "7s", "what fits"),
    ],
)
def test_the_card_of_the_policy(hand: str, pile: str, laid: str, why: str) -> None:
    found = simple.card(tuple(sorted(cards(hand))), list(cards(pile)))
    assert text([found]) == laid, why
    assert found == card(laid)


def test_a_sample_of_its_games_looks_as_a_million_did() -> None:
    """Within four standard errors of 250 games; all of 200,000 are played by the bench."""
    found = arena.play_games([bot("simple"), bot("simple")], 250, seed=20)
    assert found.first_dealer_wins / 250 == pytest.approx(0.5575, abs=0.126)
    assert found.deals_per_game == pytest.approx(8.94, abs=0.24)
    assert found.pegging == pytest.approx((3.42, 2.25), abs=0.2)


@pytest.mark.slow
def test_many_of_its_games_are_what_is_known() -> None:
    found = arena.play_games([bot("simple"), bot("simple")], 20_000, seed=21)
    assert found.first_dealer_wins / 20_000 == pytest.approx(0.5575, abs=0.0141)
    assert found.deals_per_game == pytest.approx(8.94, abs=0.03)
    assert found.pegging == pytest.approx((3.42, 2.25), abs=0.03)


def test_it_plays_by_its_functions() -> None:
    rules = Rules()
    game = arena.play_game([bot("simple"), bot("simple")], seed=3, rules=rules.to(61))
    assert game.scores[game.winner] == 61
    assert play.start(rules, 0).scores == (0, 0)
