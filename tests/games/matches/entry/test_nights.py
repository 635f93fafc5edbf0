"""Whole evenings typed and pasted: every card and every game line of the case files."""

from __future__ import annotations

from typing import Any

import pytest

from clubs.events.ranking import schemes
from games.matches.entry import grammar, paste
from games.matches.entry.lines import CardLine, Context, GameLine, Line, Mode, Record, Result
from games.matches.entry.who import Player, Roster
from tests.data import nights

NIGHTS = nights.full()
PUBLISHED = nights.published()


@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night["night"])
def test_the_cards_of_a_night_are_pasted(night: dict[str, Any]) -> None:
    roster = Roster(Player(name, name, seat) for seat, name in enumerate(sorted(night["cards"]), 1))
    scheme = schemes.Scheme.standard("night", target=night["target"])

    def check(line: Line, player: Player | None) -> tuple[schemes.Problem, ...]:
        assert isinstance(line, CardLine)
        assert player is not None
        return schemes.check_card(
            scheme,
            games=night["cards"][player.key]["games"],
            wins=line.wins,
            points=line.points,
            plus=line.plus,
            minus=line.minus,
            net=line.net,
        )

    text = "\n".join(f"{name} {card['line']}" for name, card in night["cards"].items())
    preview = paste.read(text, roster, Context(mode=Mode.CARD), check=check)
    assert preview.ready
    read = {row.player.key: row.line for row in preview.rows if row.player}
    assert set(read) == set(night["cards"])
    for name, card in night["cards"].items():
        line = read[name]
        assert isinstance(line, CardLine)
        figures = (line.points, line.wins, line.net, line.plus, line.minus)
        assert figures == (card["gp"], card["wins"], card["net"], card["plus"], card["minus"])
    assert sum(card["net"] for card in night["cards"].values()) == night["audit"]["net"]


@pytest.mark.parametrize("record", list(Record))
@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night["night"])
def test_the_games_of_a_night_are_typed(night: dict[str, Any], record: Record) -> None:
    seats = {name: seat for seat, name in enumerate(sorted(night["cards"]), 1)}
    context = Context(record=record, target=night["target"], seats=len(seats))
    for game in night["lines"]:
        winner, loser, margin = seats[game["winner"]], seats[game["loser"]], game["margin"]
        hole = night["target"] - margin
        won, lost = {
            Record.SPREAD: (f"{winner} {loser} {margin}", f"{loser} {winner} -{margin}"),
            Record.HOLE: (f"{winner} {loser} w {hole}", f"{loser} {winner} l {hole}"),
            Record.BOTH: (f"{winner} {loser} {margin} {hole}", f"{loser} {winner} -{margin} {hole}"),
        }[record]
        for text, seat, opponent, result in ((won, winner, loser, Result.WON), (lost, loser, winner, Result.LOST)):
            line = grammar.parse(text, context)
            assert isinstance(line, GameLine)
            assert (line.seat, line.opponent, line.result) == (str(seat), str(opponent), result)
            assert line.margin(night["target"]) == margin


@pytest.mark.parametrize("night", PUBLISHED, ids=lambda night: night["night"])
def test_cards_are_read_as_clubs_publish_them(night: dict[str, Any]) -> None:
    for text in night["cards"].values():
        line = grammar.parse(text, Context(mode=Mode.CARD, seats=14, highlighted=1))
        assert isinstance(line, CardLine)
        assert grammar.write(line) == text
