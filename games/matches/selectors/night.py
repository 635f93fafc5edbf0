"""The night for those who watch: who plays whom where next, the latest results, and standings as far as they are
public.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubs.base.live import Viewer
from clubs.events import selectors as events
from clubs.events.models import Event, Publication
from clubs.people import selectors as people
from clubs.people import spelling
from clubs.people.models import Club, Membership
from games.matches.models import Game
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Fact, Person
from games.matches.selectors.cards import skunk

LATEST = 8
"""So many results are shown as the latest."""

PUBLIC_BEFORE_PUBLISHING = False
"""A rotation night's standings are announced, not leaked: before publishing only the club's own people see them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGame:
    """Hold one seat's next game. `number` None: done for the night; `opponent` "": sits this one out."""

    entry_id: int
    player_id: int
    seat: int | None
    name: str
    number: int | None
    make_up: bool
    chair: int | None
    table: int | None
    opponent: str
    opponent_seat: int | None
    games_in: int
    due: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Hold one result. `margin` None: figure not written; `skunk`: 0 none to 3 triple."""

    number: int
    winner: str
    winner_id: int
    loser: str
    loser_id: int
    margin: int | None
    loser_hole: int | None
    skunk: int
    points: int
    ending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Hold one row of the standings. None: not given. `step` decided against the row above, with both values."""

    entry_id: int
    player_id: int
    place: int | None
    shared: bool
    waits: bool
    name: str
    seat: int | None
    kind: str
    games: int
    planned: int | None
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int
    step: str
    above: int | None
    below: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightState:
    """Hold the night. `standings` is empty where they are not public yet; `standings_are`: "none", "provisional",
    "published" or "correcting" (the last published version). `version`: of the publication shown, 0 before. `results`:
    while a night is corrected only the club's own people see those that changed since it was published.
    """

    event: Event
    seats: tuple[NextGame, ...]
    results: tuple[Result, ...]
    standings: tuple[Placed, ...]
    standings_are: str
    version: int
    cards_in: int
    cards_all: int
    games_in: int
    games_all: int
    players: int


def night_state(event: Event, viewer: Viewer, *, wall: bool = False) -> NightState:
    """Return the night as ``viewer`` may see it; ``wall``: as announced, whoever stands at the screen."""
    membership = people.membership_of(viewer, event.club)
    board = boards.load(event)
    naming = Naming(event.club, membership)
    newest = event.publications.order_by("-number").first()
    shown: tuple[Placed, ...] = ()
    state = "none"
    if newest is not None:
        shown = tuple(_published(newest, naming))
        state = "correcting" if event.status == Event.Status.CORRECTING else "published"
    elif not wall and (membership is not None or PUBLIC_BEFORE_PUBLISHING):
        shown = tuple(_provisional(board, naming))
        state = "provisional" if shown else "none"
    confirmed = [fact for fact in board.games if fact.confirmed]
    announced = confirmed
    if newest is not None and events.hides_correction(event, membership):
        announced = [fact for fact in confirmed if fact.changed_at is None or fact.changed_at <= newest.at]
    return NightState(
        event=event,
        seats=tuple(_next(board, person, naming) for person in board.expected),
        results=tuple(_results(board, announced, naming)),
        standings=shown,
        standings_are=state,
        version=newest.number if newest else 0,
        cards_in=board.cards_in,
        cards_all=len(board.expected),
        games_in=len(confirmed),
        games_all=sum(meeting.b is not None and not board.gone(meeting) for meeting in board.meetings),
        players=len(board.expected),
    )


class Naming:
    """Names as one viewer may read them."""

    def __init__(self, club: Club, membership: Membership | None) -> None:
        """Take whose club it is and how the reader belongs to it."""
        self.full = membership is not None or club.names == Club.Names.FULL

    def of(self, person: Person) -> str:
        """Return a person's name."""
        return self.shown(person.name)

    def shown(self, name: str) -> str:
        """Return a full name as this viewer may read it."""
        return name if self.full else spelling.shorten(name)


def _next(board: Board, person: Person, naming: Naming) -> NextGame:
    """Return where somebody goes next: the first game of the plan without a result, a sit-out while its game is on."""
    upcoming = None
    done = 0
    for meeting in board.meetings_of(person.entry_id):
        fact = board.game_of(meeting)
        if meeting.b is None:
            # A sit-out lies between two games: it is next until the game after it is in.
            if upcoming is None and not _passed(board, person, meeting.number):
                upcoming = meeting
            continue
        if fact is not None or not board.awaited(meeting):
            done += 1
            continue
        if upcoming is None:
            upcoming = meeting
    other_id = upcoming.opponent(person.entry_id) if upcoming else None
    other = board.people.get(other_id) if other_id is not None else None
    return NextGame(
        entry_id=person.entry_id,
        player_id=person.player_id,
        seat=person.seat,
        name=naming.of(person),
        number=upcoming.number if upcoming else None,
        make_up=bool(upcoming and upcoming.make_up),
        chair=upcoming.chair(person.entry_id) if upcoming else None,
        table=upcoming.table if upcoming else None,
        opponent=naming.of(other) if other else "",
        opponent_seat=other.seat if other else None,
        games_in=len(board.lines_of(person.entry_id)),
        due=board.due(person),
    )


def _passed(board: Board, person: Person, number: int) -> bool:
    """Tell whether a sit-out is over: a later game of theirs has a result, or everybody else has finished that game."""
    if any(fact.number > number for fact in board.games_of(person.entry_id)):
        return True
    same = [meeting for meeting in board.meetings if meeting.number == number and meeting.b is not None]
    return bool(same) and all(board.game_of(meeting) is not None or not board.awaited(meeting) for meeting in same)


def _results(board: Board, confirmed: list[Fact], naming: Naming) -> list[Result]:
    """Return the latest results, the newest first."""

    def at(fact: Fact) -> float:
        return max((side.claim_at.timestamp() for side in fact.sides if side.claim_at), default=0.0)

    shown = []
    for fact in sorted(confirmed, key=lambda fact: (at(fact), fact.game_id), reverse=True):
        won = next((side for side in fact.sides if side.value and side.value.won), None)
        lost = next((side for side in fact.sides if side.value and not side.value.won), None)
        if won is None or lost is None or won.value is None:
            continue
        margin = won.value.margin if fact.ending == Game.Ending.PLAYED else None
        shown.append(
            Result(
                number=fact.number,
                winner=naming.of(board.people[won.entry_id]),
                winner_id=board.people[won.entry_id].player_id,
                loser=naming.of(board.people[lost.entry_id]),
                loser_id=board.people[lost.entry_id].player_id,
                margin=margin,
                loser_hole=board.scheme.target - margin if margin else None,
                skunk=skunk(board, fact, won.value),
                points=won.value.points,
                ending=fact.ending,
            )
        )
        if len(shown) == LATEST:
            break
    return shown


def _provisional(board: Board, naming: Naming) -> list[Placed]:
    rows = [row for row in board.places.values() if row.rank is not None]
    return [
        Placed(
            entry_id=row.entry_id,
            player_id=board.people[row.entry_id].player_id,
            place=row.rank,
            shared=row.shared,
            waits=row.waits,
            name=naming.of(board.people[row.entry_id]),
            seat=board.people[row.entry_id].seat,
            kind=board.people[row.entry_id].kind,
            games=row.games,
            planned=row.planned,
            points=row.points,
            won=row.won,
            plus=row.plus,
            minus=row.minus,
            net=row.net,
            skunks=row.skunks,
            step=row.step,
            above=row.step_data.get("above"),
            below=row.step_data.get("below"),
        )
        for row in rows
    ]


def _published(publication: Publication, naming: Naming) -> list[Placed]:
    return [
        Placed(
            entry_id=row["entry"],
            player_id=row["player"],
            place=row["rank"],
            shared=row["shared"],
            waits=row["waits"],
            name=naming.shown(row["name"]),
            seat=row["seat"],
            kind=row["kind"],
            games=row["games"],
            planned=row["planned"],
            points=row["points"],
            won=row["won"],
            plus=row["plus"],
            minus=row["minus"],
            net=row["net"],
            skunks=row["skunks"],
            step=row["step"],
            above=row["step_data"].get("above"),
            below=row["step_data"].get("below"),
        )
        for row in publication.rows
        if row["rank"] is not None
    ]
