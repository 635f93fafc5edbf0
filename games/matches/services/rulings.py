"""Rulings: a value for each side of a game whose cards differ, by rule 12.2 or by what the two players said."""

from __future__ import annotations

from collections.abc import Mapping

from clubs.events.models import Event
from clubs.people.models import User
from games.matches import errors, permissions
from games.matches.models import Game
from games.matches.rulings import LETTERS
from games.matches.selectors import board as boards
from games.matches.selectors import reviews
from games.matches.selectors.board import Board, Part
from games.matches.services import checks, facts, games, nights
from games.matches.services.facts import GameRecord, Ruled
from games.matches.values import Value


def rule(
    *,
    game: Game,
    values: Mapping[int, Value],
    reason: str = "",
    letter: str = "",
    by: User,
) -> Game:
    """Rule on a game: a value for each side, which may legally differ (rule 12.2), with the case or the reason.

    ``values``: by entry id, one for each of the two. On a club night the two players were asked, and ``reason`` says
    what they said; a sanctioned event names the case (``letter``) and does not ask. Claims stay as written, and so do
    the rulings on other games: ``reviews.consequences`` tells what this one does to them, and each is ruled by itself.

    Raises Invalid (``ruling_needs_both``, ``ruling_letter``, ``ruling_asks_players``, ``reason_missing``,
    ``ruling_value``), Conflict (``ruling_not_disputed``).
    """
    record = facts.load_game(game.pk)
    if record.stage.event is None:
        raise errors.missing("line_gone")
    reason, letter = " ".join(reason.split()), letter.strip().lower()
    with nights.changing(record.stage.event, by=by, action=permissions.RULE) as event:
        record = facts.load_game(game.pk)
        check(event, record, values, reason, letter)
        before = boards.load(event) if event.mode == Event.Mode.SANCTIONED else None
        state = [record.said.get(entry_id) for entry_id in record.sides]
        if not any(state):
            raise errors.conflict("ruling_not_disputed", number=record.game.number)
        record.bump()
        imbalance = sum(value.net or 0 for value in values.values())
        for index, entry_id in enumerate(record.sides):
            ruled = Ruled(values[entry_id], letter, reason[:200], imbalance if index == 0 else 0)
            record.rule(entry_id, ruled, by=by)
        record.settle()
        told: dict[str, str | int] = {"reason": reason, "letter": letter, "imbalance": imbalance}
        moved = _moved(event, before)
        if moved:
            games.leave_line("game.ruled_and_moved", event, record, by, **told, moved=moved)
        else:
            games.leave_line("game.ruled", event, record, by, **told)
    return record.game


def check(event: Event, record: GameRecord, given: Mapping[int, Value], reason: str, letter: str) -> None:
    """Refuse a ruling that names no reason, no case where one is due, or no possible value.

    Raises Invalid.
    """
    if set(given) != set(record.sides):
        raise errors.invalid("ruling_needs_both")
    if letter and (len(letter) != 1 or letter not in LETTERS):
        raise errors.invalid("ruling_letter", field="letter", letter=letter)
    if event.mode == Event.Mode.SANCTIONED and not letter:
        raise errors.invalid("ruling_asks_players", field="letter")
    if event.mode == Event.Mode.CLUB and not (reason or letter):
        raise errors.invalid("reason_missing", field="reason")
    scheme = record.scheme
    for entry_id, value in given.items():
        if value.margin is not None:
            checks.game(scheme, margin=value.margin, loser_hole=None)
        if value.won == (value.points <= scheme.loss) or value.points > scheme.highest:
            name = str(record.sides[entry_id].entry.player)
            raise errors.invalid("ruling_value", field="points", name=name, loss=scheme.loss)


def _moved(event: Event, before: Board | None) -> str:
    """Return whose place among the qualifiers the ruling moved (case i); "" on a club night."""
    if before is None:
        return ""
    after = boards.load(event, before=before, changed=[Part.GAMES])
    return reviews.moved(after, reviews.of(before).after, reviews.of(after).after)
