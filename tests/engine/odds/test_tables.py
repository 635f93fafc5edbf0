"""Crib tables: the published figures, and the exact one made again."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from bench import odds
from engine import scoring
from engine.cards import PACK, RANKS, UNKNOWN, Card, cards
from engine.errors import OddsError
from engine.odds import tables, uniform
from tests.data import figures

TABLES = figures.load("discard_tables.json")["rows"]
EXACT = figures.load("distribution.json")["crib_table_uniform"]["rows"]


def of_ranks(name: str, suits: Sequence[int]) -> tuple[Card, Card]:
    first, second = (Card(RANKS.index(rank) * 4 + suit) for rank, suit in zip(name, suits, strict=True))
    return first, second


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row["pair"])
def test_every_published_figure_is_in_the_tables(row: dict[str, Any]) -> None:
    for column in tables.COLUMNS[:-1]:
        for suits in ((0, 1), (3, 2)):
            pair = of_ranks(row["pair"], suits)
            assert tables.own(pair, column) == row[column]["own"]
            assert tables.opponent(pair[::-1], column) == row[column]["opp"]
    if row["pair"][0] != row["pair"][1]:
        one_suit = of_ranks(row["pair"], (2, 2))
        assert tables.own(one_suit, "hessel") == row["hessel"]["own"]


def test_every_column_holds_all_pairs_of_cards() -> None:
    for column in tables.COLUMNS:
        for own_crib in (True, False):
            table = tables.by_cards(column, own_crib=own_crib)
            for a, b in combinations(range(52), 2):
                assert table[a * 52 + b] == table[b * 52 + a] > 2


@pytest.mark.parametrize("row", EXACT, ids=lambda row: row["pair"])
def test_the_exact_table_is_made_again(row: dict[str, Any]) -> None:
    unsuited = of_ranks(row["pair"], (1, 3))
    assert uniform.total(unsuited) == row["unsuited_total"]
    mean = tables.own(unsuited, "uniform")
    assert round(mean, 5) == row["unsuited"]
    if "suited" in row:
        suited = of_ranks(row["pair"], (2, 2))
        assert uniform.total(suited) == row["suited_total"]
        assert round(tables.own(suited, "uniform"), 5) == row["suited"]
        mean = (3 * mean + tables.opponent(suited, "uniform")) / 4
    assert round(mean, 5) == row["all"]


@pytest.mark.parametrize("row", TABLES, ids=lambda row: row["pair"])
def test_the_exact_table_is_the_one_beside_the_published(row: dict[str, Any]) -> None:
    suits = range(1, 4) if row["pair"][0] == row["pair"][1] else range(4)
    seen = [tables.own(of_ranks(row["pair"], (0, suit)), "uniform") for suit in suits]
    assert sum(seen) / len(seen) == pytest.approx(row["uniform_exact"], abs=5.1e-6)


def brute(pair: tuple[Card, Card]) -> int:
    unseen = [one for one in PACK if one not in pair]
    points = 0
    for crib in combinations(unseen, 2):
        four = (*pair, *crib)
        points += sum(scoring.total(four, starter, crib=True) for starter in unseen if starter not in crib)
    return points


@pytest.mark.parametrize("pair", ["JC KC", "JH 5D", "JS JD", "7D 8D"])
def test_counting_by_ranks_and_suits_is_counting_every_crib(pair: str) -> None:
    first, second = cards(pair)
    assert uniform.total((first, second)) == brute((first, second))


@pytest.mark.slow
def test_counting_every_crib_of_every_class_gives_the_table() -> None:
    for name, unsuited, suited in uniform.rows():
        assert brute(of_ranks(name, (0, 1))) == unsuited
        assert suited is None or brute(of_ranks(name, (3, 3))) == suited


def test_the_program_writes_the_file_that_is_stored() -> None:
    assert (odds.DATA / "uniform.json").read_text(encoding="utf-8") == uniform.written()


def test_the_average_single_is_the_average_crib() -> None:
    singles = [tables.single(one) for one in PACK]
    assert sum(singles) / 52 == pytest.approx(1025467 / 216580, rel=1e-12)


def test_a_single_is_the_mean_over_all_that_may_join_it() -> None:
    random = Random(4)
    five = cards("5D")[0]
    others = [one for one in PACK if one != five]
    found = []
    for _ in range(40_000):
        crib = random.sample(others, 4)
        found.append(scoring.total((five, *crib[:3]), crib[3], crib=True))
    assert sum(found) / len(found) == pytest.approx(tables.single(five), abs=0.08)


@pytest.mark.parametrize("pair", [cards("5H"), cards("5H 6H 7H"), (PACK[3], PACK[3]), (PACK[3], UNKNOWN)])
def test_what_is_no_pair_is_refused(pair: tuple[Card, ...]) -> None:
    for look_up in (tables.own, tables.opponent):
        with pytest.raises(OddsError) as refused:
            look_up(pair)
        assert refused.value.code == "not_a_pair"


def test_an_unknown_column_is_refused() -> None:
    with pytest.raises(OddsError) as refused:
        tables.own(cards("5H 5D"), "guess")  # type: ignore[arg-type]
    assert refused.value.code == "no_such_column"
    assert refused.value.data["columns"] == list(tables.COLUMNS)
