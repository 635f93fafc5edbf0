"""Load the night: a constant number of queries."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import F, Max, Min, QuerySet
from django.db.models import Value as Constant

from clubs.events import selectors as events
from clubs.events.models import Entry, Event, Pairing, Stage
from clubs.events.services import standings
from games.matches.models import Card, CardClaim, Claim, Game, GameSide, Reading, Ruling
from games.matches.selectors.board.picture import Board, CardFact, Fact, Meeting, Person, Side
from games.matches.values import Totals, Value


class Part(StrEnum):
    """Name what may have changed since a night was loaded in the same transaction; places and readings always may."""

    CARDS = "cards"
    GAMES = "games"


EVERYTHING: Final = frozenset(Part)


def load(event: Event, *, before: Board | None = None, changed: Collection[Part] = EVERYTHING) -> Board:
    """Load a night; the count of queries is constant.

    ``before``: the night as it was loaded earlier in the same transaction, nobody having come or gone since, and only
    what ``changed`` names being different; a night loaded afresh has everything.
    """
    stage = before.stage if before else events.stage_of(event)
    entries = before.entries if before else {row.pk: row for row in _entries(stage)}
    people = before.people if before else {row.pk: _person(row) for row in entries.values()}
    if before is None or Part.GAMES in changed:
        meetings = tuple(_meetings(stage))
        games = tuple(_games(stage, {meeting.pairing_id: meeting for meeting in meetings}))
    else:
        meetings, games = before.meetings, before.games
    if before is None or Part.CARDS in changed:
        cards: Mapping[int, CardFact] = {card.entry_id: card for card in _cards(stage)}
    else:
        cards = before.cards
    meetings_of: dict[int, list[Meeting]] = {}
    for meeting in meetings:
        for entry_id in (meeting.a, meeting.b):
            if entry_id is not None:
                meetings_of.setdefault(entry_id, []).append(meeting)
    games_of: dict[int, list[Fact]] = {}
    for fact in games:
        for side in fact.sides:
            games_of.setdefault(side.entry_id, []).append(fact)
    return Board(
        event=event,
        stage=stage,
        scheme=events.scheme_of(event),
        people=people,
        entries=entries,
        meetings=meetings,
        games=games,
        cards=cards,
        readings=dict(_readings(stage, cards, games)),
        places={row.entry_id: row for row in standings.now(stage, entries=entries)},
        ruling_order=_ruling_order(stage) if event.mode == Event.Mode.SANCTIONED else {},
        _by_pairing={fact.pairing_id: fact for fact in games if fact.pairing_id is not None},
        _meetings_of={key: tuple(rows) for key, rows in meetings_of.items()},
        _games_of={key: tuple(rows) for key, rows in games_of.items()},
    )


def _entries(stage: Stage) -> QuerySet[Entry]:
    rows = Entry.objects.filter(stage=stage).select_related("player", "player__merged_into")
    return rows.order_by(F("seat").asc(nulls_last=True), F("arrived").asc(nulls_last=True), "pk")


def _person(row: Entry) -> Person:
    player = row.player.merged_into or row.player
    return Person(
        entry_id=row.pk,
        player_id=player.pk,
        name=player.name,
        acc_number=player.acc_number,
        seat=row.seat,
        kind=row.kind,
        presence=row.presence,
        from_game=row.from_game,
        last_game=row.last_game,
        planned=row.planned_games,
        card_state=row.card_state,
        arrived=row.arrived or 0,
    )


def _meetings(stage: Stage) -> Iterator[Meeting]:
    rows = Pairing.objects.filter(round__stage=stage).order_by("round__number", F("table").asc(nulls_last=True), "pk")
    for row in rows.values_list(
        "pk",
        "round__number",
        "round__make_up",
        "table",
        "a_id",
        "b_id",
        "seat_a",
        "seat_b",
        "counts_for_id",
        "status",
    ):
        yield Meeting(*row)


def _value(won: bool | None, points: int | None, plus: int | None, minus: int | None) -> Value | None:
    return None if won is None or points is None else Value(won, points, plus, minus)


def _games(stage: Stage, meetings: Mapping[int, Meeting]) -> Iterator[Fact]:
    rows = (
        GameSide.objects.filter(game__match__stage=stage)
        .exclude(game__status=Game.Status.VOID)
        .select_related("side", "game__match")
        .order_by("game__number", "game__match__pairing__table", "game_id", "side__index")
    )
    said, ruled = _words(stage)
    for game_id, both in groupby(rows, key=lambda row: row.game_id):
        sides = list(both)
        game = sides[0].game
        pairing_id = game.match.pairing_id
        meeting = meetings.get(pairing_id) if pairing_id is not None else None
        yield Fact(
            game_id=game_id,
            pairing_id=pairing_id,
            number=game.number,
            ending=game.ending,
            status=game.status,
            version=game.version,
            sides=tuple(
                _side(row, said.get((game_id, row.side_id)), ruled.get((game_id, row.side_id))) for row in sides
            ),
            counts_for=meeting.counts_for if meeting else None,
            first_deal=next((row.side.entry_id for row in sides if row.side_id == game.first_deal_id), None),
        )


def _side(row: GameSide, claim: _Word | None, ruling: _Word | None) -> Side:
    return Side(
        side_id=row.side_id,
        entry_id=row.side.entry_id,
        value=_value(row.won, row.points, row.plus, row.minus),
        ruled=row.ruled,
        claim=_value(claim.won, claim.points, claim.plus, claim.minus) if claim else None,
        claim_source=claim.note if claim else "",
        claim_by=claim.by if claim else None,
        claim_at=claim.at if claim else None,
        ruling=ruling is not None,
        ruling_at=ruling.at if ruling else None,
        letter=ruling.note if ruling else "",
        reason=ruling.reason if ruling else "",
    )


class _Word(NamedTuple):
    """A claim (``note`` is its source) or a ruling (its letter), as the one query of both gives it."""

    ruling: bool
    game_id: int
    side_id: int
    withdrawn: bool
    won: bool | None
    points: int | None
    plus: int | None
    minus: int | None
    note: str
    reason: str
    by: int | None
    at: datetime.datetime


_Words: TypeAlias = dict[tuple[int, int], _Word]


def _words(stage: Stage) -> tuple[_Words, _Words]:
    """Return the newest claim and the newest ruling of each side of each game, unless it withdraws."""
    claims = _newest(Claim, stage, ruling=False, note=F("source"), why=Constant(""))
    rulings = _newest(Ruling, stage, ruling=True, note=F("letter"), why=F("reason"))
    found: tuple[_Words, _Words] = ({}, {})
    for word in map(_Word._make, claims.union(rulings, all=True)):
        if not word.withdrawn:
            found[word.ruling][word.game_id, word.side_id] = word
    return found


def _newest(model: type[Claim] | type[Ruling], stage: Stage, *, ruling: bool, note: F, why: Any) -> Any:
    rows: Any = model.objects.filter(game__match__stage=stage)
    newest = rows.order_by("game_id", "side_id", "-pk").distinct("game_id", "side_id")
    return newest.annotate(is_ruling=Constant(ruling), note=note, why=why).values_list(
        "is_ruling", "game_id", "side_id", "withdrawn", "won", "points", "plus", "minus", "note", "why", "by_id", "at"
    )


def _ruling_order(stage: Stage) -> dict[int, tuple[int, int]]:
    rows = Ruling.objects.filter(game__match__stage=stage).order_by().values_list("game_id")
    return {game_id: (first, last) for game_id, first, last in rows.annotate(Min("pk"), Max("pk"))}


def _cards(stage: Stage) -> Iterator[CardFact]:
    rows = CardClaim.objects.filter(
        card__entry__stage=stage, card__points__isnull=False, card_version=F("card__version")
    ).select_related("card")
    for claim in rows.order_by("card_id"):
        totals = totals_of(claim.card)
        if totals is not None:
            yield CardFact(claim.card.entry_id, totals, claim.card.version, claim.by_id, claim.at)


def totals_of(card: Card | CardClaim | None) -> Totals | None:
    """Return the totals of a card; None: none in."""
    if card is None or card.points is None or card.wins is None or card.games is None:
        return None
    return Totals(card.points, card.wins, card.games, card.plus, card.minus, card.net)


def _readings(
    stage: Stage, cards: Mapping[int, CardFact], games: tuple[Fact, ...]
) -> Iterator[tuple[tuple[int, int | None], bool]]:
    """Yield the newest reading of each card and game that was read as it now stands."""
    versions = {(side.entry_id, fact.number): fact.version for fact in games for side in fact.sides}
    rows = Reading.objects.filter(entry__stage=stage).order_by("entry_id", "game_number", "-pk")
    for row in rows.distinct("entry_id", "game_number"):
        if row.game_number is None:
            stands = cards.get(row.entry_id)
            current = stands.version if stands else 0
        else:
            current = versions.get((row.entry_id, row.game_number), 0)
        if current == row.against_version:
            yield (row.entry_id, row.game_number), row.agrees
