"""The answer to a line: running cards, the game, the forecast, what comes next; read from the night as it now
stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.outcome import Level
from games.matches import desk_words
from games.matches.models import Game
from games.matches.selectors import auditing
from games.matches.selectors.board import Board, Fact, Meeting, Person
from games.matches.services.outcomes import GameEcho, RunningCard, StillOut
from games.matches.values import Totals, shorthand, signed

NUMBERS = (
    _("none"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"),
    _("seven"), _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve"),
)  # fmt: skip


def running(board: Board, entry_id: int | None) -> RunningCard | None:
    """Return a card as it now stands; None for nobody."""
    person = board.people.get(entry_id) if entry_id is not None else None
    if person is None:
        return None
    row = board.places.get(person.entry_id)
    return RunningCard(
        entry_id=person.entry_id,
        player_id=person.player_id,
        seat=person.seat,
        name=person.name,
        kind=person.kind,
        games=row.games if row else 0,
        planned=person.planned,
        points=row.points if row else 0,
        won=row.won if row else 0,
        plus=row.plus if row else None,
        minus=row.minus if row else None,
        net=row.net if row else None,
        skunks=row.skunks if row else 0,
        place=row.rank if row else None,
        shared=bool(row and row.shared),
        card=shorthand(row.points, row.won, row.net) if row and row.rests_on else "",
    )


def game(board: Board, fact: Fact | None, meeting: Meeting | None) -> GameEcho | None:
    """Return the game of the line; None where it is about none."""
    if fact is None:
        return None
    sides = [(board.people[side.entry_id], side.value or side.claim) for side in fact.sides]
    won = [(person, value) for person, value in sides if value and value.won]
    lost = [(person, value) for person, value in sides if value and not value.won]
    winner, value = won[0] if won and fact.confirmed else (None, None)
    loser = lost[0][0] if lost and fact.confirmed else None
    margin = value.margin if value and fact.ending == Game.Ending.PLAYED else None
    level = board.scheme.level(margin) if margin else Level.WIN
    return GameEcho(
        number=fact.number,
        make_up=bool(meeting and meeting.make_up),
        table=meeting.table if meeting else None,
        winner=winner.name if winner else "",
        winner_seat=winner.seat if winner else None,
        loser=loser.name if loser else "",
        loser_seat=loser.seat if loser else None,
        margin=margin,
        loser_hole=board.scheme.target - margin if margin else None,
        skunk=int(level) - 1,
        points=value.points if value else 0,
        ending=fact.ending,
        status=fact.status,
        sentence=stands(board, fact),
    )


def stands(board: Board, fact: Fact) -> str:
    """Return how a game stands, short: ``Karel W +33, Jim L −33``."""
    return ", ".join(
        f"{board.people[side.entry_id].name} {(side.value or side.claim).short}"  # type: ignore[union-attr]
        for side in fact.sides
        if side.value or side.claim
    )


def forecast(board: Board, entry_id: int, totals: Totals | None) -> str:
    """Say what the other cards leave for the last one, and by how much the typed one differs; "" before the last."""
    left = auditing.forecast(board, entry_id, totals)
    person = board.people[entry_id]
    if left is None or len(board.expected) < 2:
        return ""
    data: dict[str, Any] = {"others": number(len(board.expected) - 1), "wins": left.wins, "name": first_name(person)}
    if left.net is None:
        if totals is None or totals.wins == left.wins:
            return desk_words.sentence("forecast_wins", data)
        return desk_words.sentence("forecast_wins_off", {**data, "won": totals.wins})
    data["net"] = signed(left.net)
    if totals is not None and totals.wins != left.wins:
        return " ".join(
            (
                desk_words.sentence("forecast", data),
                desk_words.sentence("forecast_wins_off", {**data, "won": totals.wins}),
            )
        )
    if totals is None or totals.net is None:
        return desk_words.sentence("forecast", data)
    by = totals.net - left.net
    code = "forecast_fits" if by == 0 else "forecast_more" if by > 0 else "forecast_less"
    return desk_words.sentence(code, {**data, "by": abs(by)})


def missing(board: Board) -> tuple[StillOut, ...]:
    """Return the cards still out, in seat order."""
    return tuple(
        StillOut(
            entry_id=person.entry_id,
            seat=person.seat,
            name=person.name,
            games_in=len(board.lines_of(person.entry_id)),
            planned=board.due(person),
            open_games=tuple(meeting.number for meeting in board.open_meetings(person.entry_id)),
        )
        for person in board.out
    )


def number(count: int) -> str:
    """Return a small number as a word."""
    return str(NUMBERS[count]) if count < len(NUMBERS) else str(count)


def first_name(person: Person) -> str:
    """Return how a person is called in a sentence."""
    return person.name.split()[0] if person.name.split() else person.name


def frame(board: Board, entry_id: int | None, highlighted: Person | None) -> Mapping[str, Any]:
    """Return what every answer carries: the next card, and how many are in.

    ``entry_id``: whose card was just entered; None: the bar stays where it was.
    """
    stays = entry_id is None and highlighted is not None and highlighted in board.out
    following = highlighted if stays else board.next_out(entry_id)
    return {
        "next_seat": following.seat if following else None,
        "next_entry_id": following.entry_id if following else None,
        "cards_in": board.cards_in,
        "cards_all": len(board.expected),
    }
