"""Whole evenings: places as published, game lines and cards that tell the same story."""

from typing import Any

import pytest

from clubs.events.ranking import chain, schemes
from clubs.events.ranking.chain import Row
from clubs.events.ranking.schemes import Scheme
from tests.data import nights

ACC = chain.chain()


def scheme_of(night: dict[str, Any]) -> Scheme:
    assert night.get("scheme", "2/3/0") == "2/3/0"
    return Scheme.standard("acc", target=night.get("target", 121))


def ranked(cards: list[nights.Card]) -> list[list[Any]]:
    rows = [Row(card.player, card.points, card.wins, card.net, card.plus, card.minus) for card in cards]
    standing = chain.rank(rows, ACC)
    assert not standing.waiting
    return [[place.rank, sorted(place.entries)] for place in standing.places]


@pytest.mark.parametrize("night", nights.full(), ids=lambda night: night["night"])
def test_a_complete_evening_gives_its_places(night: dict[str, Any]) -> None:
    assert ranked(nights.cards_of(night)) == night["places"]


@pytest.mark.parametrize("night", nights.published(), ids=lambda night: night["night"])
def test_a_published_evening_gives_its_places(night: dict[str, Any]) -> None:
    order = [player for _, players in ranked(nights.cards_of(night)) for player in players]
    assert order == night["places"]


@pytest.mark.parametrize("night", [*nights.full(), *nights.published()], ids=lambda night: night["night"])
def test_every_card_of_a_real_evening_is_possible(night: dict[str, Any]) -> None:
    for card in nights.cards_of(night):
        problems = schemes.check_card(
            scheme_of(night),
            games=card.games,
            wins=card.wins,
            points=card.points,
            plus=card.plus,
            minus=card.minus,
            net=card.net,
        )
        assert problems == ()


@pytest.mark.parametrize("night", nights.full(), ids=lambda night: night["night"])
def test_game_lines_scored_by_the_scheme_add_up_to_the_cards(night: dict[str, Any]) -> None:
    scheme = scheme_of(night)
    points = dict.fromkeys(night["cards"], 0)
    for line in night["lines"]:
        points[line["winner"]] += scheme.points(line["margin"])
        points[line["loser"]] += scheme.loss
    assert points == {player: card["gp"] for player, card in night["cards"].items()}


@pytest.mark.parametrize("night", nights.full(), ids=lambda night: night["night"])
def test_skunks_implied_by_the_cards_are_those_of_the_lines(night: dict[str, Any]) -> None:
    implied = [
        schemes.skunks_implied(scheme_of(night), games=card.games, wins=card.wins, points=card.points)
        for card in nights.cards_of(night)
    ]
    assert sum(count for count in implied if count is not None) == night["audit"]["skunks"]
