"""One card, filled: game by game as the plan has it, with what is in."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.events.models import Entry, Pairing
from engine.outcome import Level
from games.matches.models import Game
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Fact, Meeting
from games.matches.values import Totals, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """Hold one game of a card.

    `opponent` "": sits out. `seat` is the chair to sit in, `opponent_seat` the opponent's card number. `won` None:
    nothing in. `plus`, `minus`: the columns, None where empty. `skunk`: 0 none, 1 skunk, 2 double, 3 triple.
    `state`: "open", "waits" (one card in), "disputed", "in", "sitout", "notplayed". `ruled`: a ruling set the value;
    `letter` its case.
    """

    number: int
    make_up: bool
    table: int | None
    seat: int | None
    opponent_id: int | None
    opponent: str
    opponent_seat: int | None
    won: bool | None = None
    points: int | None = None
    plus: int | None = None
    minus: int | None = None
    skunk: int = 0
    ending: str = ""
    state: str = "open"
    ruled: bool = False
    letter: str = ""
    counts: bool = True
    game_id: int | None = None
    pairing_id: int | None = None
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """Hold a card. `typed`: the totals typed from the paper, None where only games are in; the figures are those
    that count.
    """

    entry_id: int
    player_id: int
    name: str
    acc_number: str
    seat: int | None
    kind: str
    lines: tuple[CardLine, ...]
    planned: int | None
    due: int
    games: int
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int
    place: int | None
    shared: bool
    typed: Totals | None
    rests_on: str


def card_of(entry: Entry) -> CardView:
    """Return the card of an entry; constant queries."""
    assert entry.stage.event is not None, "a card belongs to a night"
    return view(boards.load(entry.stage.event), entry.pk)


def cards_of(board: Board) -> list[CardView]:
    """Return every card of a night in seat order."""
    return [view(board, person.entry_id) for person in board.expected]


def view(board: Board, entry_id: int) -> CardView:
    """Return one card of a night in memory."""
    person = board.people[entry_id]
    place = board.places.get(entry_id)
    card = board.cards.get(entry_id)
    lines = [_line(board, meeting, board.game_of(meeting), entry_id) for meeting in board.meetings_of(entry_id)]
    lines += [_outside(board, fact, entry_id) for fact in board.games_of(entry_id) if fact.pairing_id is None]
    return CardView(
        entry_id=entry_id,
        player_id=person.player_id,
        name=person.name,
        acc_number=person.acc_number,
        seat=person.seat,
        kind=person.kind,
        lines=tuple(lines),
        planned=person.planned,
        due=board.due(person),
        games=place.games if place else 0,
        points=place.points if place else 0,
        won=place.won if place else 0,
        plus=place.plus if place else None,
        minus=place.minus if place else None,
        net=place.net if place else None,
        skunks=place.skunks if place else 0,
        place=place.rank if place else None,
        shared=bool(place and place.shared),
        typed=card.totals if card else None,
        rests_on=place.rests_on if place else "",
    )


def _line(board: Board, meeting: Meeting, fact: Fact | None, entry_id: int) -> CardLine:
    other_id = meeting.opponent(entry_id)
    other = board.people.get(other_id) if other_id is not None else None
    side = fact.side(entry_id) if fact else None
    value = (side.value or side.claim) if side else None
    return CardLine(
        number=meeting.number,
        make_up=meeting.make_up,
        table=meeting.table,
        seat=meeting.chair(entry_id),
        opponent_id=other_id,
        opponent=other.name if other else "",
        opponent_seat=other.seat if other else None,
        won=value.won if value else None,
        points=value.points if value else None,
        plus=value.plus if value else None,
        minus=value.minus if value else None,
        skunk=skunk(board, fact, value),
        ending=fact.ending if fact else "",
        state=_state(meeting, fact),
        ruled=bool(side and side.ruling),
        letter=side.letter if side else "",
        counts=meeting.counts(entry_id),
        game_id=fact.game_id if fact else None,
        pairing_id=meeting.pairing_id,
        version=fact.version if fact else 0,
    )


def _outside(board: Board, fact: Fact, entry_id: int) -> CardLine:
    side, other = fact.side(entry_id), fact.other(entry_id)
    value = (side.value or side.claim) if side else None
    person = board.people.get(other.entry_id) if other else None
    return CardLine(
        number=fact.number,
        make_up=False,
        table=None,
        seat=None,
        opponent_id=other.entry_id if other else None,
        opponent=person.name if person else "",
        opponent_seat=person.seat if person else None,
        won=value.won if value else None,
        points=value.points if value else None,
        plus=value.plus if value else None,
        minus=value.minus if value else None,
        skunk=skunk(board, fact, value),
        ending=fact.ending,
        state="in" if fact.confirmed else "disputed" if fact.disputed else "waits",
        game_id=fact.game_id,
        version=fact.version,
    )


def _state(meeting: Meeting, fact: Fact | None) -> str:
    if meeting.b is None:
        return "sitout"
    if meeting.status == Pairing.Status.NOT_PLAYED:
        return "notplayed"
    if fact is None:
        return "open"
    return "in" if fact.confirmed else "disputed" if fact.disputed else "waits"


def skunk(board: Board, fact: Fact | None, value: Value | None) -> int:
    """Return how the game of a line was won: 0 no skunk (or no figure), 1 skunk, 2 double, 3 triple."""
    if fact is None or value is None or fact.ending != Game.Ending.PLAYED:
        return 0
    margin = value.margin
    if not margin or margin > board.scheme.target:
        return 0
    return int(board.scheme.level(margin)) - int(Level.WIN)
