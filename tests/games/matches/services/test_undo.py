"""Undo brings back exactly what stood before, by new facts: nothing is ever deleted."""

from typing import Any

import pytest

from clubs.events import selectors
from clubs.events.models import Entry, Event, LedgerLine, Pairing
from clubs.events.services import standings
from games.matches.models import Card, CardClaim, Claim, DeskLine, Game, GameSide
from games.matches.services import desk, games
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in, type_twice

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night of six, seats in the order of the cast."""
    return started(cast, 6)


def standing(event: Event) -> tuple[Any, ...]:
    """Return what counts now: ledger, places, games, cards, pairings and people, without versions."""
    stage = selectors.stage_of(event)
    return (
        ledger_of(event),
        [(row.entry_id, row.rank, row.points, row.won, row.net) for row in standings.now(stage) if row.rank],
        sorted(
            (row.game.match.pairing_id, row.side.entry_id, row.won, row.points, row.plus, row.minus, row.ruled)
            for row in GameSide.objects.filter(game__match__stage=stage, won__isnull=False).select_related(
                "game__match", "side"
            )
        ),
        sorted(
            Game.objects.filter(match__stage=stage)
            .exclude(status="void")
            .values_list("match__pairing_id", "status", "ending")
        ),
        sorted(
            Card.objects.filter(entry__stage=stage, points__isnull=False).values_list(
                "entry_id", "points", "wins", "games", "plus", "minus", "net"
            )
        ),
        sorted(Pairing.objects.filter(round__stage=stage).values_list("pk", "a", "b", "status", "claimed"), key=str),
        sorted(
            Entry.objects.filter(stage=stage)
            .exclude(presence="absent")
            .values_list("pk", "last_game", "card_state", "presence"),
            key=str,
        ),
    )


LINES = [
    ("game", "1 33"),
    ("game", "1 w"),
    ("game", "1.6 -12"),
    ("game", "1.1 5 7"),
    ("game", "1 aw"),
    ("game", "1 ff"),
    ("game", "1 np"),
    ("game", "1 16/7 +74"),
    ("game", "2 del"),
    ("game", "2.2 del"),
    ("game", "2 12/6 +40 -30"),
    ("game", "2.2 40"),
    ("game", "3 out 5"),
    ("game", "3 none"),
    ("game", "2 none"),
    ("card", "1 33"),
    ("card", "4 -7"),
    ("card", "3 -8"),
    ("card", "3 7"),
    ("card", "2.2 4"),
    ("game", "3 7"),
    ("game", "3 8"),
]


@pytest.fixture
def begun(cast: Cast, night: Event) -> Event:
    """Return the night with a card, a game and one card of a game in."""
    for mode, text in (("game", "2 14/6 +40"), ("game", "2.2 12"), ("card", "3 -7")):
        assert type_twice(night, text, cast.director, mode).kind == "saved"
    return night


@pytest.mark.parametrize(("mode", "text"), LINES)
def test_undo_brings_back_exactly_what_stood(cast: Cast, begun: Event, mode: str, text: str) -> None:
    before = standing(begun)
    facts = (CardClaim.objects.count(), Claim.objects.count())
    outcome = type_twice(begun, text, cast.director, mode)
    assert outcome.kind == "saved", outcome.message
    undone = type_in(begun, "u", cast.director)
    assert undone.kind == "undone", undone.message
    assert standing(begun) == before
    assert (CardClaim.objects.count(), Claim.objects.count()) >= facts, "no fact is deleted"


def test_undo_is_repeatable_to_the_first_line(cast: Cast, night: Event) -> None:
    states = []
    for text in ("1 33", "1 -12", "2 16/7 +74", "2 12/6 +3", "1.6 8", "2 del", "3 none", "4 np"):
        states.append(standing(night))
        assert type_twice(night, text, cast.director).kind == "saved", text
    for before in reversed(states):
        assert type_in(night, "u", cast.director).kind == "undone"
        assert standing(night) == before
    assert type_in(night, "u", cast.director).code == "nothing_to_undo"


def test_a_line_in_the_middle_is_taken_back_alone(cast: Cast, night: Event) -> None:
    first = type_in(night, "1 33", cast.director)
    type_in(night, "2 16/7 +74", cast.director)
    assert desk.undo(event=night, by=cast.director, line_id=first.line_id).kind == "undone"
    assert [line[2] for line in ledger_of(night)] == ["card"]


def test_a_line_taken_back_twice_is_taken_back_once(cast: Cast, night: Event) -> None:
    line = type_in(night, "1 33", cast.director)
    assert desk.undo(event=night, by=cast.director, line_id=line.line_id).kind == "undone"
    after = standing(night)
    again = desk.undo(event=night, by=cast.director, line_id=line.line_id)
    assert (again.kind, again.code) == ("info", "undo_again")
    assert standing(night) == after


def test_a_line_on_which_something_newer_stands_is_not_taken_back(cast: Cast, night: Event) -> None:
    first = type_in(night, "1 16/7 +74", cast.director)
    type_twice(night, "1 12/6 +3", cast.director)
    before = standing(night)
    refused = desk.undo(event=night, by=cast.director, line_id=first.line_id)
    assert (refused.kind, refused.code) == ("refused", "undo_newer")
    assert standing(night) == before
    type_in(night, "u", cast.director)
    assert desk.undo(event=night, by=cast.director, line_id=first.line_id).kind == "undone"
    assert ledger_of(night) == []


def test_another_scorekeeper_may_take_a_line_back(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director)
    assert type_in(night, "u", cast.scorekeeper).kind == "undone"
    assert ledger_of(night) == []


def test_u_takes_back_ones_own_line_before_anothers(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director)
    type_in(night, "2 12", cast.scorekeeper)
    assert "Margaret Ellis" in type_in(night, "u", cast.director).message
    assert DeskLine.objects.get(state=DeskLine.State.APPLIED).by == cast.scorekeeper


def test_the_bar_goes_back_to_the_card_that_was_taken_back(cast: Cast, night: Event) -> None:
    type_in(night, "12/6 +3", cast.director)
    type_in(night, "12/6 +3", cast.director)
    undone = type_in(night, "u", cast.director)
    assert undone.next_seat == 2


def test_in_verify_u_takes_nothing_back(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director)
    before = standing(night)
    outcome = type_in(night, "u", cast.director, "verify")
    assert (outcome.kind, outcome.code) == ("info", "reading_only")
    assert standing(night) == before


def test_after_undo_the_line_may_be_typed_again(cast: Cast, night: Event) -> None:
    for _again in range(3):
        assert type_in(night, "1 33", cast.director).kind == "saved"
        assert type_in(night, "u", cast.director).kind == "undone"
    assert ledger_of(night) == []
    assert Game.objects.count() == 1


def test_undo_brings_back_who_dealt_first(cast: Cast, night: Event) -> None:
    pairing = Pairing.objects.select_related("round__stage__event__club", "a__player", "b__player").get(
        round__stage__event=night, round__number=1, table=1
    )
    games.report(pairing=pairing, winner=pairing.a, margin=33, first_deal=pairing.b, by=cast.director, source="api")

    def dealt() -> list[bool | None]:
        lines = LedgerLine.objects.filter(stage__event=night).order_by("entry__seat")
        return list(lines.values_list("first_deal", flat=True))

    stood = dealt()
    assert sorted(stood, key=str) == [False, True]
    type_twice(night, "1.1 7", cast.director)
    assert dealt() == stood, "a corrected figure says nothing of the deal"
    type_in(night, "1.1 del", cast.director)
    type_in(night, "1.1 12", cast.director)
    assert dealt() == [None, None], "the game was played anew"
    for _line in range(2):
        assert type_in(night, "u", cast.director).kind == "undone"
    assert dealt() == stood
