"""Games and cards as facts: write a claim, a ruling or totals, and post what follows; the night is locked by the
caller.

Nothing here decides whether something may be entered; :mod:`.games`, :mod:`.cards` and :mod:`.desk` do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.events.models import Entry, Event, Pairing, Stage
from clubs.events.ranking.schemes import Scheme
from clubs.events.services import pairings
from clubs.people.models import User
from games.matches import rulings
from games.matches.models import Card, CardClaim, Claim, Game, GameSide, Match, MatchSide, Ruling, Source
from games.matches.selectors.board import totals_of
from games.matches.services import ledgering
from games.matches.values import Totals, Value

Status = Game.Status

RESOLVES = {
    Game.Ending.AWARDED: Pairing.Status.AWARDED,
    Game.Ending.FORFEITED: Pairing.Status.FORFEITED,
}


@dataclass(frozen=True, slots=True)
class Said:
    """Hold what one side claims, and whose word it is."""

    value: Value
    source: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """Hold the ruling in force on one side."""

    value: Value
    letter: str
    reason: str
    imbalance: int


class GameRecord:
    """One game with its sides, claims and rulings, loaded to be changed."""

    def __init__(self, game: Game, *, fresh: list[MatchSide] | None = None) -> None:
        """Load the sides, their newest claims and rulings; ``fresh``: the sides of a game made just now."""
        self.game = game
        self.match = game.match
        self.stage: Stage = self.match.stage
        self.pairing: Pairing | None = self.match.pairing
        self.values: dict[int, GameSide] = {}
        self.said: dict[int, Said | None] = {}
        self.ruled: dict[int, Ruled | None] = {}
        if fresh is not None:
            self.sides: dict[int, MatchSide] = {side.entry_id: side for side in fresh}
            return
        sides = self.match.sides.select_related("entry__player__merged_into").order_by("index")
        self.sides = {side.entry_id: side for side in sides}
        self.values = {row.side_id: row for row in game.sides.all()}
        entry_of = {side.pk: side.entry_id for side in self.sides.values()}
        for claim in game.claims.order_by("side_id", "-pk").distinct("side_id"):
            value = _value(claim)
            self.said[entry_of[claim.side_id]] = None if claim.withdrawn or value is None else Said(value, claim.source)
        for ruling in game.rulings.order_by("side_id", "-pk").distinct("side_id"):
            value = _value(ruling)
            self.ruled[entry_of[ruling.side_id]] = (
                None
                if ruling.withdrawn or value is None
                else Ruled(value, ruling.letter, ruling.reason, ruling.imbalance_net)
            )

    @property
    def scheme(self) -> Scheme:
        """Return what a game is worth on this night."""
        assert self.stage.event is not None
        return Scheme.from_data(self.stage.event.scheme)

    @property
    def has_ruling(self) -> bool:
        """Tell whether a ruling is in force."""
        return any(self.ruled.values())

    def value(self, entry_id: int) -> Value | None:
        """Return the value in force of a side."""
        row = self.values.get(self.sides[entry_id].pk)
        return _value(row) if row else None

    def bump(self) -> None:
        """Begin a change: every claim and ruling of it carries the new version.

        A game that was taken back is played anew, so who dealt first is not known of it either.
        """
        self.game.version += 1
        if self.game.status == Status.VOID:
            self.game.first_deal = None

    @property
    def first_dealer(self) -> int | None:
        """Return the entry that dealt first; None: not written down."""
        return self.game.first_deal.entry_id if self.game.first_deal else None

    def dealt(self, entry_id: int | None) -> None:
        """Note who dealt first; None: not written down. Stored when the game is settled."""
        self.game.first_deal = self.sides[entry_id] if entry_id is not None else None

    def say(self, entry_id: int, said: Said | None, *, by: User | None) -> None:
        """Write the claim of a side; None withdraws the one in force. The same once more is not written."""
        if self.said.get(entry_id) == said:
            return
        side = self.sides[entry_id]
        value = said.value if said else None
        Claim.objects.create(
            game=self.game,
            side=side,
            withdrawn=said is None,
            source=said.source if said else Source.DESK,
            game_version=self.game.version,
            by=by,
            **_columns(value),
        )
        self.said[entry_id] = said

    def rule(self, entry_id: int, ruled: Ruled | None, *, by: User | None) -> None:
        """Write the ruling on a side; None withdraws the one in force."""
        if self.ruled.get(entry_id) == ruled:
            return
        Ruling.objects.create(
            game=self.game,
            side=self.sides[entry_id],
            withdrawn=ruled is None,
            letter=ruled.letter if ruled else "",
            reason=ruled.reason if ruled else "",
            imbalance_net=ruled.imbalance if ruled else 0,
            game_version=self.game.version,
            by=by,
            **_columns(ruled.value if ruled else None),
        )
        self.ruled[entry_id] = ruled

    def settle(self, *, ending: str = Game.Ending.PLAYED, word: bool = False) -> None:
        """Work out the values and the status from the claims and rulings in force, store them, and post what follows.

        ``word``: the claims are the director's word for both cards, so they are ruled. A ruling in force goes first;
        two claims that agree confirm the game, two that differ dispute it, one waits.
        """
        claims = {entry_id: self.said.get(entry_id) for entry_id in self.sides}
        in_force = {entry_id: said.value for entry_id, said in claims.items() if said}
        rulings_ = {entry_id: ruled.value for entry_id, ruled in self.ruled.items() if ruled}
        if rulings_:
            self._store({**in_force, **rulings_}, Status.CONFIRMED, ending, ruled=True)
        elif not in_force:
            self._store({}, Status.VOID, Game.Ending.PLAYED, ruled=False)
        elif len(in_force) < len(self.sides):
            self._store(in_force, Status.OPEN, ending, ruled=False)
        elif word or self._agree(in_force, ending):
            self._store(in_force, Status.CONFIRMED, ending, ruled=word)
        else:
            self._store(in_force, Status.DISPUTED, ending, ruled=False)

    def _agree(self, values: Mapping[int, Value], ending: str) -> bool:
        if ending != Game.Ending.PLAYED:
            return True
        first, second = values.values()
        return not rulings.differences(first, second)

    def _store(self, values: Mapping[int, Value], status: str, ending: str, *, ruled: bool) -> None:
        game = self.game
        game.status, game.ending = status, ending
        game.save(update_fields=["status", "ending", "version", "first_deal"])
        rows = [
            GameSide(game=game, side=side, ruled=ruled and entry_id in values, **_columns(values.get(entry_id)))
            for entry_id, side in self.sides.items()
        ]
        GameSide.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["game", "side"],
            update_fields=["won", "points", "plus", "minus", "ruled"],
        )
        self.values = {row.side_id: row for row in rows}
        confirmed = status == Status.CONFIRMED
        match_status = Match.Status.CONFIRMED if confirmed else Match.Status.OPEN
        if self.match.status != match_status:
            self.match.status = match_status
            self.match.save(update_fields=["status"])
        if self.pairing is not None:
            resolved = RESOLVES.get(Game.Ending(ending), Pairing.Status.PLAYED)
            pairings.settle(pairing=self.pairing, status=resolved if confirmed else Pairing.Status.OPEN)
            claimed = status != Status.VOID
            if self.pairing.claimed != claimed:
                pairings.claim(pairing=self.pairing, claimed=claimed)
        ledgering.post_game(
            game,
            stage=self.stage,
            scheme=self.scheme,
            sides=values if confirmed else {},
            counts_for=self.pairing.counts_for_id if self.pairing else None,
            ruling=self.has_ruling,
        )


def game_of(*, stage: Stage, event: Event, number: int, a: Entry, b: Entry, pairing: Pairing) -> GameRecord:
    """Return the game of these two at a pairing, made now if nothing was ever typed for it.

    A pairing whose players have changed since gets a match of its own; the old one keeps its history.
    """
    pair = {a.pk, b.pk}
    match = Match.objects.filter(pairing=pairing).prefetch_related("sides").first()
    if match is not None and {side.entry_id for side in match.sides.all()} != pair:
        Match.objects.filter(pk=match.pk).update(pairing=None, status=Match.Status.VOID)
        match = None
        loose = Match.objects.filter(stage=stage, pairing=None, games__number=number, sides__entry=a)
        match = loose.filter(pk__in=Match.objects.filter(sides__entry=b).values("pk")).first()
        if match is not None:
            Match.objects.filter(pk=match.pk).update(pairing=pairing, status=Match.Status.OPEN)
    if match is None:
        return _new_game(stage, event, number, a, b, pairing)
    game, _ = Game.objects.get_or_create(
        match=match,
        number=number,
        defaults={"target": event.target, "scheme_version": event.scheme_version, "status": Status.VOID},
    )
    return load_game(game.pk)


def _new_game(stage: Stage, event: Event, number: int, a: Entry, b: Entry, pairing: Pairing) -> GameRecord:
    match = Match.objects.create(stage=stage, pairing=pairing)
    sides = MatchSide.objects.bulk_create(
        MatchSide(match=match, index=index, entry=entry) for index, entry in enumerate((a, b))
    )
    game = Game.objects.create(
        match=match,
        number=number,
        target=event.target,
        scheme_version=event.scheme_version,
        status=Status.VOID,
    )
    stage.event = event
    return GameRecord(game, fresh=list(sides))


def load_game(game_id: int) -> GameRecord:
    """Return a game to be changed.

    Raises Game.DoesNotExist.
    """
    return GameRecord(
        Game.objects.select_related(
            "match__stage__event__club", "match__stage__club", "match__pairing__round", "first_deal"
        ).get(pk=game_id)
    )


def put_card(
    *, entry: Entry, totals: Totals | None, by: User | None, source: str = Source.DESK, reason: str = ""
) -> Card:
    """Write the totals of a card as a claim, make them the ones in force, and post the line; None removes the card."""
    assert entry.stage.event is not None
    card = Card.objects.filter(entry=entry).first() or Card(entry=entry)
    columns = totals.to_data() if totals else dict.fromkeys(("points", "wins", "games", "plus", "minus", "net"))
    for name, value in columns.items():
        setattr(card, name, value)
    card.version += 1
    card.save()
    CardClaim.objects.create(card=card, source=source, card_version=card.version, reason=reason[:200], by=by, **columns)
    if totals is not None and entry.card_state != Entry.CardState.OUT:
        mark_card(entry, Entry.CardState.OUT)
    ledgering.post_card(card, entry=entry, scheme=Scheme.from_data(entry.stage.event.scheme), totals=totals)
    return card


def mark_card(entry: Entry, state: str) -> None:
    """Note whether the card is still expected or was not handed in."""
    Entry.objects.filter(pk=entry.pk).update(card_state=state)
    entry.card_state = state


def card_totals(entry: Entry) -> Totals | None:
    """Return the totals in force of an entry's card; None: none in."""
    return totals_of(Card.objects.filter(entry=entry).first())


def _value(row: Claim | Ruling | GameSide) -> Value | None:
    if row.won is None or row.points is None:
        return None
    return Value(row.won, row.points, row.plus, row.minus)


def _columns(value: Value | None) -> dict[str, bool | int | None]:
    if value is None:
        return {"won": None, "points": None, "plus": None, "minus": None}
    return {"won": value.won, "points": value.points, "plus": value.plus, "minus": value.minus}
