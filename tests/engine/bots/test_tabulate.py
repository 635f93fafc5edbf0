"""The tables the bots look up are what their programs make, and are read as they were written."""

import random

import pytest

from engine.bots import belief, keeping, simple, tabulate
from engine.bots.spots import ROOT
from engine.cards import PACK
from engine.odds import throws


def test_keeps_are_those_of_the_ranking_throw_by_throw() -> None:
    deals, seed = 60, 5
    found = tabulate.keeps(deals, seed)
    rng = random.Random(seed)
    pack = list(PACK)
    places = {four: at for at, four in enumerate(simple.combinations_of_ranks())}
    for role in ("dealer", "pone"):
        assert sum(found[role]) == deals
    for _ in range(deals):
        rng.shuffle(pack)
        for role, hand in (("dealer", pack[:6]), ("pone", pack[6:12])):
            ranked = throws.ranked(hand, dealer=role == "dealer")
            best = [one for one in ranked if one.total > ranked[0].total - 1e-9]
            kept = [places[tuple(sorted(one.rank for one in throw.keep))] for throw in best]
            assert any(found[role][at] for at in kept)
    assert tabulate.keeps(deals, seed) == found


def test_the_share_kept_of_five_is_in_thousandths() -> None:
    found = tabulate.keeps(2500, 6)["of_five"]
    assert all(0 <= share <= 1000 for role in ("dealer", "pone") for share in found[role])
    assert sum(map(sum, found.values())) > 0


@pytest.mark.parametrize("dealer", [True, False])
def test_stored_tables_know_every_hand(dealer: bool) -> None:
    role = "dealer" if dealer else "pone"
    stored = keeping.read("keeps.json")
    assert len(stored[role]) == len(simple.combinations_of_ranks()) == 1820
    assert sum(stored[role]) == stored["deals"]
    assert len(keeping.per_deal(dealer=dealer)) == len(keeping.pegging(dealer=dealer)) == 1820
    assert min(keeping.per_deal(dealer=dealer).values()) > 0


def test_the_stored_worth_of_a_hand_is_what_the_program_gives() -> None:
    hands = keeping.read("pegging.json")["hands"]
    for four in ((0, 0, 0, 12), (4, 4, 4, 4), (1, 2, 2, 6), (6, 7, 7, 8), (9, 10, 11, 12)):
        at = simple.combinations_of_ranks().index(four)
        assert tabulate.pegs(four, hands) == tuple(
            keeping.read("pegging.json")[role][at] for role in ("dealer", "pone")
        )


def test_low_cards_peg_better_than_fives() -> None:
    key = sum(belief.RANK_KEYS[rank] for rank in (1, 2, 2, 6)), sum(belief.RANK_KEYS[rank] for rank in (4, 4, 4, 5))
    for dealer in (True, False):
        worth = keeping.pegging(dealer=dealer)
        assert worth[key[0]] > worth[key[1]]
    assert ROOT.count == 0


def test_a_table_of_pegging_is_as_long_as_the_list_of_hands() -> None:
    fours = [(0, 0, 0, 12), (9, 10, 11, 12)]
    found = tabulate.pegging(5, fours)
    assert found["hands"] == 5
    assert list(zip(found["dealer"], found["pone"], strict=True)) == [tabulate.pegs(four, 5) for four in fours]
