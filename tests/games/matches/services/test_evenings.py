"""Whole real evenings typed through the desk: their places, points and sums must come out (tests/data/cases)."""

from typing import Any

import pytest

from clubs.events import selectors
from clubs.events.models import Event, Pairing
from clubs.events.services import standings
from games.matches.selectors.desk import desk_state
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, cases, ledger_of, type_in, type_twice, whole

pytestmark = pytest.mark.django_db

PARTIAL = [night for night in cases("nights.json") if "cards" in night]


def places_of(event: Event) -> list[list[object]]:
    """Return the places as the cases write them."""
    found: dict[int, list[str]] = {}
    for row in standings.now(selectors.stage_of(event)):
        assert row.rank is not None
        found.setdefault(row.rank, []).append(row.entry.player.name)
    return [[rank, sorted(names)] for rank, names in sorted(found.items())]


def agrees(event: Event, name: str) -> None:
    """Check places, cards and sums against the case."""
    case = FULL[name]
    assert places_of(event) == [[rank, sorted(names)] for rank, names in case["places"]]
    for row in standings.now(selectors.stage_of(event)):
        card = case["cards"][row.entry.player.name]
        assert (row.games, row.points, row.won, row.plus, row.minus, row.net) == tuple(
            card[key] for key in ("games", "gp", "wins", "plus", "minus", "net")
        )
    state = desk_state(event)
    sums = case["audit"]
    assert state.audit.games == sums["games"]
    assert (state.sums.won, state.sums.points, state.sums.net) == (sums["wins"], sums["points"], sums["net"])
    assert (state.sums.plus, state.sums.minus) == (sums["plus"], sums["minus"])
    assert state.audit.sums.skunks == sums["skunks"]
    assert state.audit.balances
    assert state.audit_text == "balances"
    assert not state.missing
    assert state.cards_in == state.cards_all == len(case["cards"])
    assert not state.sums.red


@pytest.mark.parametrize("name", NAMES)
def test_every_game_line_of_an_evening_gives_its_places(cast: Cast, name: str) -> None:
    event, entries = whole(cast, name)
    seats = {one: entry.seat for one, entry in entries.items()}
    for line in FULL[name]["lines"]:
        text = f"{line['game']}.{seats[line['winner']]} {line['margin']}"
        outcome = type_twice(event, text, cast.scorekeeper)
        assert outcome.kind == "saved", (text, outcome.message)
        assert outcome.game is not None
        assert (outcome.game.winner, outcome.game.loser) == (line["winner"], line["loser"])
    agrees(event, name)
    assert not Pairing.objects.filter(round__stage__event=event, status=Pairing.Status.OPEN).exists()


@pytest.mark.parametrize("name", NAMES[2:])
def test_losers_may_type_every_game_too_without_its_number(cast: Cast, name: str) -> None:
    """In the order of the plan a line needs no number: it is the seat's first open game."""
    event, entries = whole(cast, name)
    seats = {one: entry.seat for one, entry in entries.items()}
    for line in sorted(FULL[name]["lines"], key=lambda line: line["game"]):
        outcome = type_twice(event, f"{seats[line['loser']]} -{line['margin']}", cast.director)
        assert outcome.kind == "saved", outcome.message
    agrees(event, name)


@pytest.mark.parametrize("name", NAMES)
def test_every_card_of_an_evening_gives_its_places(cast: Cast, name: str) -> None:
    event, _entries = whole(cast, name)
    outcome = None
    for one, card in FULL[name]["cards"].items():
        outcome = type_in(event, card["line"], cast.scorekeeper)
        assert outcome.kind == "saved", (one, outcome.message)
        assert outcome.entry is not None
        assert outcome.entry.name == one, "an unnamed line belongs to the next seat"
    assert outcome is not None
    assert outcome.next_seat is None
    assert outcome.forecast.endswith("this fits.")
    agrees(event, name)


@pytest.mark.parametrize("name", NAMES[2:])
def test_cards_typed_after_the_lines_are_only_the_checksum(cast: Cast, name: str) -> None:
    event, entries = whole(cast, name)
    for line in FULL[name]["lines"]:
        type_twice(event, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
    for one, card in FULL[name]["cards"].items():
        outcome = type_in(event, f"{entries[one].seat} {card['line']}", cast.director)
        assert outcome.kind == "saved"
        assert outcome.notes == ()
    agrees(event, name)


@pytest.mark.parametrize("night", PARTIAL, ids=lambda night: night["night"])
def test_a_published_evening_gives_its_places_from_its_cards(cast: Cast, night: dict[str, Any]) -> None:
    stage, _entries = stories.past(cast, list(night["cards"]))
    event = stage.event
    assert event is not None
    for one, card in night["cards"].items():
        text = f"{one} {card}"
        outcome = type_in(event, text, cast.director)
        if card.count(" ") == 2:  # "11/5 +71 -71": plus and minus
            assert outcome.entry is not None
            assert outcome.entry.net == 0
        assert outcome.kind == "saved", outcome.message
    names = [row.entry.player.name for row in standings.now(stage) if row.rank is not None]
    assert names == night["places"]


def test_the_ledger_holds_two_mirrored_lines_a_game(cast: Cast) -> None:
    event, entries = whole(cast, NAMES[0])
    type_in(event, "1.1 5", cast.director)
    first, second = ledger_of(event)
    assert {first[0], second[0]} == {entries["P01"].pk, entries["P14"].pk}
    assert (first[1], second[1]) == (second[0], first[0])
    assert first[9] == -second[9]
