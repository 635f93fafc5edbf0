"""Games: the director's word for both cards, one card's claim, awards, forfeits, and games not played."""

from __future__ import annotations

from collections.abc import Mapping

from clubs.events import selectors as events
from clubs.events.models import Entry, Event, Pairing
from clubs.events.services import pairings
from clubs.people import audit
from clubs.people.models import User
from games.matches import errors, permissions, values
from games.matches.models import Game, Source
from games.matches.services import checks, facts, nights
from games.matches.services.facts import GameRecord, Said
from games.matches.values import Value

Ending = Game.Ending


def report(
    *,
    pairing: Pairing,
    winner: Entry,
    margin: int | None = None,
    loser_hole: int | None = None,
    first_deal: Entry | None = None,
    by: User,
    source: str = Source.DESK,
    expected_version: int | None = None,
) -> Game:
    """Enter the result of a planned game as the word for both cards: stored as the claim of each, and ruled.

    Neither figure: not written, a plain win. ``first_deal``: who dealt first; None: nobody says, so what was written
    down of this result stays. ``expected_version``: the version of the game that was shown (0: nothing
    was in); None: whatever stands is replaced.

    Raises Invalid (an impossible figure, a winner or first dealer who does not play), Conflict (``game_moved_on`` with
    both values, ``claim_against_ruling``, the night takes no results).
    """
    with nights.changing(_night(pairing), by=by) as event:
        pairing = locked(event, pairing)
        scheme = events.scheme_of(event)
        given = checks.game(scheme, margin=margin, loser_hole=loser_hole)
        record = record_of(event, pairing)
        for field, entry in (("winner", winner), ("first_deal", first_deal)):
            if entry is not None and entry.pk not in record.sides:
                raise errors.invalid("opponents_of_other_night", field=field)
        both = {
            entry_id: values.of_result(scheme, won=entry_id == winner.pk, margin=given) for entry_id in record.sides
        }
        expect(record, expected_version, both, by=by)
        require_no_ruling(record, event, by)
        settle_both(record, both, by=by, source=source, first_deal=first_deal)
        leave_line("game.entered", event, record, by, **({"dealt": str(first_deal.player)} if first_deal else {}))
    return record.game


def claim(
    *,
    pairing: Pairing,
    entry: Entry,
    won: bool,
    plus: int | None = None,
    minus: int | None = None,
    points: int | None = None,
    by: User,
    source: str = Source.CARD,
) -> Game:
    """Enter what one card says of a game: that card's claim only. The other card confirms it, or both are disputed.

    ``plus`` and ``minus`` are the columns as written, also when wrong; ``points`` None: by the figure.

    Raises Invalid (an impossible figure), Conflict (``claim_against_ruling``, the night takes no results).
    """
    with nights.changing(_night(pairing), by=by) as event:
        pairing = locked(event, pairing)
        scheme = events.scheme_of(event)
        figure = checks.game(scheme, margin=plus if plus is not None else minus, loser_hole=None)
        record = record_of(event, pairing)
        if entry.pk not in record.sides:
            raise errors.invalid("opponents_of_other_night", field="entry")
        due = values.of_result(scheme, won=won, margin=figure).points
        value = Value(won, due if points is None else points, plus, minus)
        if record.has_ruling:
            raise errors.conflict("claim_against_ruling", number=record.game.number)
        settle_one(record, entry.pk, value, by=by, source=source)
        leave_line("game.claimed", event, record, by)
    return record.game


def award(*, pairing: Pairing, entry: Entry, reason: str, by: User) -> Game:
    """Award a game to ``entry``: 2 / +10, and 0 / −10 for whoever was late; once a player (ACC rulebook, 11.4).

    Raises Invalid (``reason_missing``), Conflict (``awarded_already``, ``charged_already``, ``award_needs_opponent``).
    """
    reason = " ".join(reason.split())
    if not reason:
        raise errors.invalid("reason_missing", field="reason")
    with nights.changing(_night(pairing), by=by, action=permissions.RULE) as event:
        pairing = locked(event, pairing)
        record = record_of(event, pairing)
        settle_award(record, entry.pk, by=by)
        leave_line("game.awarded", event, record, by, reason=reason, winner=str(entry.player))
    return record.game


def forfeit(*, pairing: Pairing, entry: Entry, by: User) -> Game:
    """Note that ``entry`` forfeits a game: the opponent has a plain win without spread."""
    with nights.changing(_night(pairing), by=by) as event:
        pairing = locked(event, pairing)
        record = record_of(event, pairing)
        settle_forfeit(record, entry.pk, by=by)
        leave_line("game.forfeited", event, record, by, loser=str(entry.player))
    return record.game


def not_played(*, pairing: Pairing, by: User) -> Pairing:
    """Note that a planned game was not played.

    Raises Conflict (``game_already_in``) when it has a result.
    """
    with nights.changing(_night(pairing), by=by) as event:
        pairing = locked(event, pairing)
        settle_not_played(pairing)
        audit.record(
            "game.not_played",
            by=by,
            club=event.club,
            about="event",
            about_id=event.pk,
            number=pairing.round.number,
            players=f"{pairing.a.player}, {pairing.b.player if pairing.b else ''}",
        )
    return pairing


def remove(*, game: Game, by: User, expected_version: int | None = None, reason: str = "") -> Game:
    """Take a game back: its claims and rulings are withdrawn, its lines leave the ledger.

    ``expected_version``: the version of the game that was shown; None: whatever stands is taken back.

    Raises Conflict (``game_moved_on`` with what stands; ``claim_against_ruling`` for a ruled game and somebody who may
    not rule).
    """
    record = facts.load_game(game.pk)
    if record.stage.event is None:
        raise errors.missing("line_gone")
    with nights.changing(record.stage.event, by=by) as event:
        record = facts.load_game(game.pk)
        expect(record, expected_version, {}, by=by)
        require_no_ruling(record, event, by)
        said = sentence(record)
        settle_removed(record, by=by)
        leave_line("game.removed", event, record, by, says=said, reason=reason)
    return record.game


# For this room's other services, which hold the night already -------------------------------------------------------


def locked(event: Event, pairing: Pairing) -> Pairing:
    """Return the pairing as it stands, locked.

    Raises Missing for one of another night, Invalid for a sit-out.
    """
    found = (
        Pairing.objects.select_for_update(no_key=True, of=("self",))
        .select_related("round__stage__club", "a__player__merged_into", "b__player__merged_into")
        .filter(pk=pairing.pk, round__stage__event=event)
        .first()
    )
    if found is None:
        raise errors.missing("opponents_of_other_night")
    if found.b is None:
        raise errors.invalid("sit_out_planned", name=str(found.a.player), number=found.round.number)
    return found


def record_of(event: Event, pairing: Pairing) -> GameRecord:
    """Return the game of a pairing, made now if nothing was ever typed for it."""
    assert pairing.b is not None, "a sit-out has no game"
    return facts.game_of(
        stage=pairing.round.stage,
        event=event,
        number=pairing.round.number,
        a=pairing.a,
        b=pairing.b,
        pairing=pairing,
    )


def settle_both(
    record: GameRecord, both: Mapping[int, Value], *, by: User, source: str, first_deal: Entry | None = None
) -> None:
    """Write the word for both cards; a ruling in force gives way to it."""
    record.bump()
    if first_deal is not None:
        record.dealt(first_deal.pk)
    for entry_id, value in both.items():
        record.rule(entry_id, None, by=by)
        record.say(entry_id, Said(value, source), by=by)
    record.settle(word=True)


def settle_one(record: GameRecord, entry_id: int, value: Value, *, by: User, source: str) -> None:
    """Write one card's claim and compare it with the other's."""
    record.bump()
    record.say(entry_id, Said(value, source), by=by)
    record.settle()


def settle_award(record: GameRecord, winner: int, *, by: User) -> None:
    """Award the game. Raises Conflict (``awarded_already``, ``charged_already``)."""
    for entry_id, won, code in (
        (winner, True, "awarded_already"),
        (next(entry_id for entry_id in record.sides if entry_id != winner), False, "charged_already"),
    ):
        before = Game.objects.filter(
            ending=Ending.AWARDED, status=Game.Status.CONFIRMED, sides__side__entry=entry_id, sides__won=won
        ).exclude(pk=record.game.pk)
        if before.exists():
            raise errors.conflict(code, name=str(record.sides[entry_id].entry.player))
    record.bump()
    for entry_id in record.sides:
        record.rule(entry_id, None, by=by)
        value = values.of_award(record.scheme, won=entry_id == winner)
        record.say(entry_id, Said(value, Source.DESK), by=by)
    record.settle(ending=Ending.AWARDED, word=True)


def settle_forfeit(record: GameRecord, loser: int, *, by: User) -> None:
    """Write the game as forfeited by ``loser``."""
    record.bump()
    for entry_id in record.sides:
        record.rule(entry_id, None, by=by)
        value = values.of_forfeit(record.scheme, won=entry_id != loser)
        record.say(entry_id, Said(value, Source.DESK), by=by)
    record.settle(ending=Ending.FORFEITED, word=True)


def settle_not_played(pairing: Pairing) -> None:
    """Resolve a pairing without a game. Raises Conflict (``game_already_in``)."""
    game = Game.objects.filter(match__pairing=pairing).exclude(status=Game.Status.VOID).first()
    if game is not None:
        raise errors.conflict(
            "opponent_has_result",
            other=str(pairing.a.player),
            number=pairing.round.number,
            old=sentence(facts.load_game(game.pk)),
        )
    pairings.settle(pairing=pairing, status=Pairing.Status.NOT_PLAYED)


def settle_removed(record: GameRecord, *, by: User) -> None:
    """Withdraw every claim and ruling of a game."""
    record.bump()
    for entry_id in record.sides:
        record.rule(entry_id, None, by=by)
        record.say(entry_id, None, by=by)
    record.settle()


def require_no_ruling(record: GameRecord, event: Event, by: User) -> None:
    """Refuse to touch a ruled game to somebody who may not rule.

    Raises Conflict (``claim_against_ruling``).
    """
    if record.has_ruling and not permissions.may(by, event, permissions.RULE):
        raise errors.conflict("claim_against_ruling", number=record.game.number)


def expect(record: GameRecord, version: int | None, new: Mapping[int, Value], *, by: User) -> None:
    """Refuse when the game is not at the version that was shown; the refusal shows both values.

    Raises Conflict (``game_moved_on``).
    """
    if version is None or version == record.game.version:
        return
    newest = record.game.claims.order_by("-pk").first()
    author = User.objects.filter(pk=newest.by_id).first() if newest and newest.by_id else None
    raise errors.conflict(
        "game_moved_on",
        number=record.game.number,
        by=str(author or by),
        old=sentence(record),
        new=sentence_of({record.sides[entry_id].entry: value for entry_id, value in new.items()}) or "–",
        version=record.game.version,
    )


def sentence(record: GameRecord) -> str:
    """Return how a game stands, short: ``Karel W +33, Jim L −33``; ``–`` where nothing does."""
    stands = {side.entry: record.value(entry_id) for entry_id, side in record.sides.items()}
    return sentence_of({entry: value for entry, value in stands.items() if value}) or "–"


def sentence_of(given: Mapping[Entry, Value]) -> str:
    """Return values of a game, short, one a player."""
    return ", ".join(
        f"{(entry.player.merged_into or entry.player).name} {value.short}" for entry, value in given.items()
    )


def leave_line(action: str, event: Event, record: GameRecord, by: User, **data: str | int) -> None:
    """Leave the audit line of a change to a game."""
    audit.record(
        action,
        by=by,
        club=event.club,
        about="event",
        about_id=event.pk,
        **{"number": record.game.number, "says": sentence(record), **data},
    )


def _night(pairing: Pairing) -> Event:
    event = pairing.round.stage.event
    if event is None:
        raise errors.missing("opponents_of_other_night")
    return event
