"""Lines typed in Verify: a second reading, compared and kept, never stored over the first."""

from __future__ import annotations

from typing import Any

from games.matches import desk_words, errors
from games.matches.entry.lines import CardLine, GameLine, Result
from games.matches.models import Reading
from games.matches.selectors.board import Person
from games.matches.services.lines import cards, places
from games.matches.services.lines.context import Desk, Done
from games.matches.services.outcomes import Kind
from games.matches.values import Totals, of_result


def card(desk: Desk, person: Person, line: CardLine) -> Done:
    """Compare a card with what is in: its typed totals, else its game lines.

    Raises Invalid (``reading_alone``, and what no card can be).
    """
    read = cards.totals_of(desk, person, line)
    stands = desk.board.cards.get(person.entry_id)
    totals = stands.totals if stands else _from_lines(desk, person)
    if totals is None:
        raise errors.invalid("reading_alone", field="line", name=person.name)
    given = {
        name: (getattr(totals, name), getattr(read, name))
        for name in ("points", "wins", "games", "plus", "minus", "net")
    }
    differing = tuple(name for name, (old, new) in given.items() if None not in (old, new) and old != new)
    _store(desk, person, None, read.to_data(), stands.version if stands else 0, agrees=not differing)
    return _told(person, None, totals.short, read.short, differing)


def game(desk: Desk, line: GameLine) -> Done:
    """Compare a game with what is in for that seat.

    Raises Invalid (``reading_alone``, ``verify_results_only``).
    """
    if line.result not in (Result.WON, Result.LOST):
        raise errors.invalid("verify_results_only", field="line")
    person, meeting = places.place(desk, line)
    fact = desk.board.game_of(meeting)
    side = fact.side(person.entry_id) if fact else None
    value = (side.claim or side.value) if side else None
    if fact is None or value is None:
        raise errors.invalid("reading_alone", field="line", name=person.name)
    read = of_result(desk.board.scheme, won=line.result is Result.WON, margin=line.margin(desk.board.scheme.target))
    differing = []
    if value.won != read.won:
        differing.append("outcome")
    if None not in (value.margin, read.margin) and value.margin != read.margin:
        differing.append("spread")
    if line.opponent is not None:
        other = fact.other(person.entry_id)
        named = desk.seat(line.opponent)
        if other is not None and other.entry_id != named.entry_id:
            differing.append("opponent")
    _store(desk, person, meeting.number, read.to_data(), fact.version, agrees=not differing)
    return _told(person, meeting.number, value.short, read.short, tuple(differing))


def _from_lines(desk: Desk, person: Person) -> Totals | None:
    row = desk.board.places.get(person.entry_id)
    if row is None or row.rests_on not in ("lines", "both"):
        return None
    return Totals(row.points, row.won, row.games, row.plus, row.minus, row.net)


def _store(
    desk: Desk, person: Person, number: int | None, value: dict[str, Any], version: int, *, agrees: bool
) -> None:
    Reading.objects.create(
        entry_id=person.entry_id,
        game_number=number,
        value=value,
        against_version=version,
        agrees=agrees,
        by=desk.by,
    )


def _told(person: Person, number: int | None, old: str, new: str, differing: tuple[str, ...]) -> Done:
    code = "reading_differs" if differing else "reading_agrees"
    data: dict[str, int | str | None] = {"name": person.name}
    if differing:
        data |= {"old": old, "new": new, "fields": ",".join(differing)}
    notes = (desk_words.sentence("differs_in", {"fields": desk_words.fields(differing)}),) if differing else ()
    return Done(
        code,
        data,
        kind=Kind.INFO,
        line_kind="reading",
        entry_id=person.entry_id,
        number=number,
        notes=notes,
        summary=new,
    )
