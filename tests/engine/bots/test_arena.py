"""Games between bots follow from the seed, and a pair is the same cards with the seats exchanged."""

import random
from itertools import islice

import pytest

from engine import Rules
from engine.actions import Action, Discard
from engine.bots import arena, bot
from engine.cards import PACK
from engine.errors import BotError
from engine.observe import Observation

SHORT = Rules(target=31)


class Noting:
    """Be a bot that notes what it is dealt."""

    def __init__(self, name: str) -> None:
        self.name = "noting"
        self.inner = bot(name)
        self.dealt: list[tuple[int, ...]] = []

    def choose(self, seen: Observation, rng: random.Random) -> Action:
        assert seen.seat is not None
        action = self.inner.choose(seen, rng)
        if isinstance(action, Discard):
            self.dealt.append(tuple(seen.state.hands[seen.seat]))
        return action


@pytest.mark.parametrize("name", ["gentle", "steady", "sharp"])
@pytest.mark.parametrize("rules", [SHORT, Rules(seats=3, target=31), Rules(seats=4, target=31)])
def test_the_same_seed_gives_the_same_game(name: str, rules: Rules) -> None:
    games = [arena.play_game([bot(name) for _ in range(rules.seats)], seed=seed, rules=rules) for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_packs_are_whole_and_follow_from_seed_game_and_deal() -> None:
    first = list(islice(arena.packs(1, 1), 3))
    assert first == list(islice(arena.packs(1, 1), 3))
    assert len({*first, *islice(arena.packs(1, 2), 3), *islice(arena.packs(2, 1), 3)}) == 9
    assert all(sorted(pack) == list(PACK) for pack in first)


def test_a_pair_deals_each_bot_what_the_other_had() -> None:
    one, other = Noting("gentle"), Noting("steady")
    pair = arena.play_pair(one, other, seed=8, game=3, rules=SHORT)
    first, second = (game.deals for game in pair.games)
    assert pair.games[0].first_dealer == pair.games[1].first_dealer == 1
    both = min(first, second)
    assert one.dealt[first : first + both] == other.dealt[:both]
    assert other.dealt[first : first + both] == one.dealt[:both]


def test_a_bot_against_itself_breaks_even() -> None:
    pair = arena.play_pair(bot("simple"), bot("simple"), seed=9)
    assert (pair.wins, pair.points) == (1, 0)
    assert pair.games[0] == pair.games[1]


def test_games_add_up() -> None:
    rules = Rules(seats=4, target=61)
    bots = [bot(name) for name in ("steady", "gentle", "steady", "gentle")]
    found = arena.play_games(bots, 12, seed=10, rules=rules, first_dealer=None)
    assert found.games == 12
    assert found.wins[0] + found.wins[1] == 12
    assert found.wins[:2] == found.wins[2:]
    assert 0 <= found.first_dealer_wins <= 12
    assert max(found.points_per_game) <= 61
    assert found.deals_per_game > 1
    assert all(0 < points < 10 for points in found.pegging)


def test_no_games_add_up_to_nothing() -> None:
    assert arena.play_games([bot("simple"), bot("simple")], 0, seed=1).games == 0


def test_a_play_that_a_winner_cut_short_is_not_complete() -> None:
    """The last deal of a game counts only where its play came to the end."""
    games = [arena.play_game([bot("simple"), bot("simple")], seed=11, game=number, rules=SHORT) for number in range(40)]
    assert all(game.deals - 1 <= len(game.pegged) <= game.deals for game in games)
    assert any(len(game.pegged) < game.deals for game in games)


def test_a_source_of_packs_may_be_given() -> None:
    bots = [bot("simple"), bot("simple")]
    given = arena.play_game(bots, seed=1, source=arena.packs(77, 5))
    assert given == arena.play_game(bots, seed=77, game=5)


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(BotError, match="seats_not_filled"):
        arena.play_game([bot("simple")], seed=1)
