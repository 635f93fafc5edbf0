"""The fast loop against the state machine: the same packs, the same games."""

import pytest

from engine import Rules
from engine.bots import arena, bot, selfplay
from engine.cards import PACK, cards

SIMPLE = [bot("simple"), bot("simple")]


def compared(seed: int, number: int, target: int) -> None:
    """Play one game both ways."""
    dealer = number % 2
    slow = arena.play_game(SIMPLE, seed=seed, game=number, rules=Rules(target=target), first_dealer=dealer)
    fast = selfplay.game(arena.packs(seed, number), first_dealer=dealer, target=target)
    assert (fast.winner, fast.scores, fast.deals) == (slow.winner, slow.scores, slow.deals)
    assert fast.complete == len(slow.pegged)
    assert fast.pegging == (sum(two[0] for two in slow.pegged), sum(two[1] for two in slow.pegged))


@pytest.mark.parametrize("target", [121, 61, 31])
def test_the_fast_loop_plays_the_games_of_the_machine(target: int) -> None:
    for number in range(60):
        compared(11, number, target)


@pytest.mark.slow
@pytest.mark.parametrize("target", [121, 61])
def test_the_fast_loop_plays_a_thousand_games_of_the_machine(target: int) -> None:
    for number in range(1000):
        compared(12, number, target)


def test_heels_can_end_a_game_of_the_fast_loop() -> None:
    games = [selfplay.game(arena.packs(13, number), target=31) for number in range(400)]
    ends = [(game.scores, game.complete, game.deals) for game in games]
    assert any(complete == deals - 1 for _scores, complete, deals in ends)
    for number in range(400):
        compared(13, number, 31)


def test_the_fast_loop_needs_packs_to_the_end() -> None:
    with pytest.raises(ValueError, match="packs"):
        selfplay.game([PACK])


def test_the_fast_loop_deals_as_the_dealer_does() -> None:
    """A pack whose thirteenth card is a jack gives the dealer two before a card is played."""
    pack = [*cards("2c2d4c4d6c6d8c8dTcTdQcQd"), *cards("Jh")]
    with pytest.raises(ValueError, match="packs"):
        selfplay.game([pack])
