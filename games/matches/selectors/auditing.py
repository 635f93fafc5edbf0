"""The audit of a night as it stands: the board turned into the pure audit's values."""

from __future__ import annotations

from clubs.events.models import Entry
from games.matches import audit
from games.matches.audit import Audit, CardTotals, Expectation, Forecast, LineTotals
from games.matches.rulings import Sums
from games.matches.selectors.board import Board
from games.matches.values import Totals


def audit_of(board: Board) -> Audit[int]:
    """Audit a night."""
    return audit.check(cards(board), expectation(board), lines(board))


def forecast(board: Board, entry_id: int, totals: Totals | None = None) -> Forecast[int] | None:
    """Say what the other cards leave for this one; None while others are out too, or nothing is planned."""
    if not board.meetings:
        return None
    own = [card for card in cards(board) if card.entry != entry_id]
    if totals is not None:
        own.append(_card(entry_id, totals, compared=False))
    return audit.forecast(own, expectation(board), entry_id, lines(board))


def cards(board: Board) -> list[CardTotals[int]]:
    """Return the typed totals."""
    return [
        _card(entry_id, fact.totals, compared=board.readings.get((entry_id, None), False))
        for entry_id, fact in board.cards.items()
    ]


def lines(board: Board) -> list[LineTotals[int]]:
    """Return the confirmed games, a line each card they count on."""
    found = []
    for fact in board.games:
        if not fact.confirmed:
            continue
        for side in fact.sides:
            other = fact.other(side.entry_id)
            if side.value is None or fact.counts_for not in (None, side.entry_id):
                continue
            found.append(
                LineTotals(
                    entry=side.entry_id,
                    opponent=other.entry_id if other else None,
                    game=fact.number,
                    won=side.value.won,
                    points=side.value.points,
                    plus=side.value.plus,
                    minus=side.value.minus,
                    ruled=fact.ruling,
                    one_sided=fact.counts_for is not None,
                )
            )
    return found


def expectation(board: Board) -> Expectation[int]:
    """Return what the night should add up to; without a rotation nothing is expected but possible cards."""
    never = frozenset(person.entry_id for person in board.people.values() if person.card_state == Entry.CardState.NONE)
    if not board.meetings:
        return Expectation(board.scheme, never=never)
    games = lost = untold = 0
    for meeting in board.meetings:
        if meeting.b is None:
            continue
        gone = board.gone(meeting)
        if meeting.counts_for is None:
            games += 1
            lost += gone
        elif not gone:
            fact = board.game_of(meeting)
            untold += fact is None or not fact.confirmed
    return Expectation(
        board.scheme,
        cards={person.entry_id: board.due(person) for person in board.expected},
        games=games,
        not_played=lost,
        never=never,
        one_sided=untold,
    )


def handed_in(board: Board) -> dict[int, Sums]:
    """Return what each entry's card comes to as handed in, before any ruling: typed totals, else its own claims."""
    totals: dict[int, Sums] = {}
    for entry_id in board.people:
        card = board.cards.get(entry_id)
        if card is not None:
            totals[entry_id] = (card.totals.points, card.totals.wins, card.totals.net or 0)
            continue
        claims = [side.claim for fact in board.games_of(entry_id) if (side := fact.side(entry_id)) and side.claim]
        if claims:
            totals[entry_id] = (
                sum(claim.points for claim in claims),
                sum(claim.won for claim in claims),
                sum(claim.net or 0 for claim in claims),
            )
    return totals


def _card(entry_id: int, totals: Totals, *, compared: bool) -> CardTotals[int]:
    return CardTotals(
        entry=entry_id,
        games=totals.games,
        wins=totals.wins,
        points=totals.points,
        plus=totals.plus,
        minus=totals.minus,
        net=totals.net,
        compared=compared,
    )
