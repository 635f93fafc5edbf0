"""What a game or a card puts into the ledger of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clubs.events.models import Entry, LedgerLine, Stage
from clubs.events.ranking import schemes
from clubs.events.ranking.schemes import Scheme
from clubs.events.services import ledger
from games.matches import values
from games.matches.models import Card, Game
from games.matches.values import Totals, Value

ENDINGS_EXPLAINED = (Game.Ending.AWARDED, Game.Ending.FORFEITED)


def post_game(
    game: Game, *, stage: Stage, scheme: Scheme, sides: Mapping[int, Value], counts_for: int | None, ruling: bool
) -> None:
    """Put the lines of a game into the ledger; without sides, take back what stood there.

    ``sides``: value by entry id. ``counts_for``: the one entry whose card the game counts on; None: both.
    """
    lines = [
        _line(game, scheme, entry_id, value, sides, one_sided=counts_for is not None, ruling=ruling)
        for entry_id, value in sides.items()
        if counts_for in (None, entry_id)
    ]
    if not lines and not LedgerLine.objects.filter(source=game.uuid).exists():
        return
    ledger.post(stage=stage, source=game.uuid, source_version=game.version, lines=lines)


def _line(
    game: Game,
    scheme: Scheme,
    entry_id: int,
    value: Value,
    sides: Mapping[int, Value],
    *,
    one_sided: bool,
    ruling: bool,
) -> ledger.Line:
    known = value.margin is not None
    skunk = values.is_skunk(scheme, value)
    return ledger.Line(
        entry_id=entry_id,
        opponent_id=next((other for other in sides if other != entry_id), None),
        kind=LedgerLine.Kind.GAME,
        game_number=game.number,
        games=1,
        won=int(value.won),
        points=value.points,
        plus=(value.plus or 0) if known else None,
        minus=(value.minus or 0) if known else None,
        net=value.net,
        skunks=int(skunk and value.won),
        skunks_lost=int(skunk and not value.won),
        first_deal=None if game.first_deal_id is None else _dealt_first(game, entry_id),
        explained=_explained(game, sides.values(), one_sided=one_sided, ruling=ruling),
    )


def _dealt_first(game: Game, entry_id: int) -> bool | None:
    return None if game.first_deal is None else game.first_deal.entry_id == entry_id


def _explained(game: Game, sides: Iterable[Value], *, one_sided: bool, ruling: bool) -> str:
    if game.ending in ENDINGS_EXPLAINED:
        return "award"
    if one_sided:
        return "one_sided"
    both = list(sides)
    mirrored = sum(value.net or 0 for value in both) == 0 and sum(value.won for value in both) == 1
    return "ruling" if ruling and not mirrored else ""


def post_card(card: Card, *, entry: Entry, scheme: Scheme, totals: Totals | None) -> None:
    """Put the one line of a card into the ledger; None takes it back."""
    lines = []
    if totals is not None:
        skunks = schemes.card_bounds(scheme, games=totals.games, wins=totals.wins, points=totals.points).skunks
        lines.append(
            ledger.Line(
                entry_id=entry.pk,
                opponent_id=None,
                kind=LedgerLine.Kind.CARD,
                game_number=None,
                games=totals.games,
                won=totals.wins,
                points=totals.points,
                plus=totals.plus,
                minus=totals.minus,
                net=totals.net,
                skunks=skunks or 0,
            )
        )
    ledger.post(stage=entry.stage, source=card.uuid, source_version=card.version, lines=lines)
