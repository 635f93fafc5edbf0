"""Load the night: a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import F

from clubs.events import selectors as events
from clubs.events.models import Entry, Event, Pairing, Stage
from clubs.events.services import standings
from games.matches.models import Card, CardClaim, Claim, Game, GameSide, Reading, Ruling
from games.matches.selectors.board.picture import Board, CardFact, Fact, Meeting, Person, Side
from games.matches.values import Totals, Value


def load(event: Event, *, before: Board | None = None) -> Board:
    """Load a night; the count of queries is constant.

    ``before``: the night as it was loaded earlier in the same transaction, nobody having come or gone since.
    """
    stage = before.stage if before else events.stage_of(event)
    people = before.people if before else {person.entry_id: person for person in _people(stage)}
    meetings = tuple(_meetings(stage))
    games = tuple(_games(stage, {meeting.pairing_id: meeting for meeting in meetings}))
    meetings_of: dict[int, list[Meeting]] = {}
    for meeting in meetings:
        for entry_id in (meeting.a, meeting.b):
            if entry_id is not None:
                meetings_of.setdefault(entry_id, []).append(meeting)
    games_of: dict[int, list[Fact]] = {}
    for fact in games:
        for side in fact.sides:
            games_of.setdefault(side.entry_id, []).append(fact)
    cards = {card.entry_id: card for card in _cards(stage)}
    return Board(
        event=event,
        stage=stage,
        scheme=events.scheme_of(event),
        people=people,
        meetings=meetings,
        games=games,
        cards=cards,
        readings=dict(_readings(stage, cards, games)),
        places={row.entry_id: row for row in standings.now(stage)},
        _by_pairing={fact.pairing_id: fact for fact in games if fact.pairing_id is not None},
        _meetings_of={key: tuple(rows) for key, rows in meetings_of.items()},
        _games_of={key: tuple(rows) for key, rows in games_of.items()},
    )


def _people(stage: Stage) -> Iterator[Person]:
    rows = Entry.objects.filter(stage=stage).select_related("player", "player__merged_into")
    for row in rows.order_by(F("seat").asc(nulls_last=True), F("arrived").asc(nulls_last=True), "pk"):
        player = row.player.merged_into or row.player
        yield Person(
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
        Game.objects.filter(match__stage=stage)
        .exclude(status=Game.Status.VOID)
        .order_by("number", "match__pairing__table", "pk")
        .values_list("pk", "match__pairing_id", "number", "ending", "status", "version")
    )
    games = list(rows)
    claims: dict[tuple[int, int], Any] = {}
    for claim in _newest(Claim, stage):
        claims[claim.game_id, claim.side_id] = claim
    rulings: dict[tuple[int, int], Any] = {}
    for ruling in _newest(Ruling, stage):
        rulings[ruling.game_id, ruling.side_id] = ruling
    sides: dict[int, list[Side]] = {}
    for row in GameSide.objects.filter(game__match__stage=stage).select_related("side").order_by("side__index"):
        claim = claims.get((row.game_id, row.side_id))
        ruling = rulings.get((row.game_id, row.side_id))
        sides.setdefault(row.game_id, []).append(
            Side(
                side_id=row.side_id,
                entry_id=row.side.entry_id,
                value=_value(row.won, row.points, row.plus, row.minus),
                ruled=row.ruled,
                claim=_value(claim.won, claim.points, claim.plus, claim.minus) if claim else None,
                claim_source=claim.source if claim else "",
                claim_by=claim.by_id if claim else None,
                claim_at=claim.at if claim else None,
                ruling=ruling is not None,
                letter=ruling.letter if ruling else "",
                reason=ruling.reason if ruling else "",
            )
        )
    for pk, pairing_id, number, ending, status, version in games:
        meeting = meetings.get(pairing_id) if pairing_id is not None else None
        yield Fact(
            game_id=pk,
            pairing_id=pairing_id,
            number=number,
            ending=ending,
            status=status,
            version=version,
            sides=tuple(sides.get(pk, ())),
            counts_for=meeting.counts_for if meeting else None,
        )


def _newest(model: type[Claim] | type[Ruling], stage: Stage) -> list[Any]:
    """Return the newest row of each side of each game, unless it withdraws."""
    rows: Any = model.objects.filter(game__match__stage=stage)
    newest = rows.order_by("game_id", "side_id", "-pk").distinct("game_id", "side_id")
    return [row for row in newest if not row.withdrawn]


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
