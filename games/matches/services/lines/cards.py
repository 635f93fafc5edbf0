"""Lines about a whole card: points/wins, del, out, none."""

from __future__ import annotations

from clubs.events.models import Entry, Event
from clubs.events.services import checkin
from games.matches import desk_words, errors
from games.matches.entry.lines import CardLine, LeftLine
from games.matches.selectors.board import Board, Person
from games.matches.services import cards, facts, history
from games.matches.services.lines.context import Desk, Done
from games.matches.services.outcomes import Kind, Plain
from games.matches.values import Totals, shorthand


def totals_of(desk: Desk, person: Person, line: CardLine) -> Totals:
    """Return what the card says, by the scheme and the plan.

    Raises Invalid with the code of what cannot be.
    """
    return checked_totals(desk.event, desk.board, person, line)


def checked_totals(event: Event, board: Board, person: Person | None, line: CardLine) -> Totals:
    """Return what a card says, of somebody who may not be in the night yet (None).

    Raises Invalid with the code of what cannot be.
    """
    planned = board.due(person) if person is not None and person.planned is not None else None
    return cards.checked(
        event,
        Entry(planned_games=planned),
        points=line.points,
        wins=line.wins,
        plus=line.plus,
        minus=line.minus,
        net=line.net,
        games=line.games,
    )


def enter(desk: Desk, person: Person, line: CardLine) -> Done:
    """Enter a card, or replace it once both values were shown."""
    desk.about = Done("", entry_id=person.entry_id)
    totals = totals_of(desk, person, line)
    stands = desk.board.cards.get(person.entry_id)
    done = Done(
        "card_without_spread" if totals.net is None else "card_saved",
        {"name": person.name, "card": totals.short},
        line_kind="card",
        entry_id=person.entry_id,
        summary=f"{_label(person)}, {totals.short}",
    )
    if stands is not None and stands.totals == totals:
        done.code, done.kind = "card_as_before", Kind.INFO
        return done
    if stands is not None:
        desk.ask_to_replace(
            "card_already_in",
            "card_moved_on",
            f"{stands.version}",
            author=stands.by,
            old=stands.totals.short,
            new=totals.short,
            name=person.name,
        )
    desk.go_on()
    entry = desk.entry(person)
    before = history.of_card(entry, stands.totals if stands else None)
    desk.changes(before, lambda: history.of_card(entry, totals))
    facts.put_card(entry=entry, totals=totals, by=desk.by, source=desk.source)
    cards.record(
        "card.corrected" if stands else "card.entered",
        desk.event,
        entry,
        desk.by,
        before=stands.totals if stands else None,
        after=totals,
    )
    differs = against_lines(desk, person, totals)
    if differs:
        done.notes = (differs,)
    return done


def against_lines(desk: Desk, person: Person, totals: Totals) -> str:
    """Say where whole game lines do not give the typed totals; "" where they do or are not whole."""
    lines = [fact.side(person.entry_id) for fact in desk.board.lines_of(person.entry_id)]
    known = [side.value for side in lines if side and side.value]
    if not known or len(known) < totals.games:
        return ""
    points, wins = sum(value.points for value in known), sum(value.won for value in known)
    nets = [value.net for value in known]
    net = None if None in nets else sum(value or 0 for value in nets)
    if (points, wins) == (totals.points, totals.wins) and (net is None or totals.net in (None, net)):
        return ""
    return desk_words.sentence(
        "card_has_lines", {"name": person.name, "card": totals.short, "lines": shorthand(points, wins, net)}
    )


def remove(desk: Desk, person: Person) -> Done:
    """Remove a card.

    Raises Invalid (``no_card``).
    """
    stands = desk.board.cards.get(person.entry_id)
    if stands is None:
        raise errors.invalid("no_card", field="line", name=person.name)
    entry = desk.entry(person)
    desk.changes(history.of_card(entry, stands.totals if stands else None))
    facts.put_card(entry=entry, totals=None, by=desk.by, source=desk.source)
    cards.record("card.removed", desk.event, entry, desk.by, before=stands.totals)
    return Done(
        "card_removed",
        {"name": person.name, "old": stands.totals.short},
        line_kind="remove",
        entry_id=person.entry_id,
        summary=desk_words.sentence("card_removed", {"name": person.name, "old": stands.totals.short}),
    )


def not_handed_in(desk: Desk, person: Person) -> Done:
    """Give a card up; one that is in is removed, once that was asked."""
    desk.about = Done("", entry_id=person.entry_id)
    stands = desk.board.cards.get(person.entry_id)
    if stands is not None:
        desk.ask(
            "none_but_card",
            f"{stands.version}:{stands.totals.short}",
            old=stands.totals.short,
            name=person.name,
        )
    desk.go_on()
    entry = desk.entry(person)
    desk.changes(history.of_card(entry, stands.totals if stands else None))
    if stands is not None:
        facts.put_card(entry=entry, totals=None, by=desk.by, source=desk.source)
    facts.mark_card(entry, Entry.CardState.NONE)
    cards.record("card.not_handed_in", desk.event, entry, desk.by, before=stands.totals if stands else None)
    return Done(
        "card_not_handed_in",
        {"name": person.name},
        line_kind="none",
        entry_id=person.entry_id,
        summary=desk_words.sentence("card_not_handed_in", {"name": person.name}),
    )


def left(desk: Desk, person: Person, line: LeftLine) -> Done:
    """Note after which game somebody went home; the games after it are no longer waited for."""
    if line.after > desk.event.games:
        raise errors.invalid("left_too_late", field="line", after=line.after, games=desk.event.games)
    entry = desk.entry(person)
    desk.changes(history.of_entry(entry))
    checkin.leaves(event=desk.event, entry=entry, after_game=line.after, by=desk.by)
    data: dict[str, Plain] = {"name": person.name, "after": line.after}
    code = "left_after" if line.after else "left_before_first"
    return Done(code, data, line_kind="out", entry_id=person.entry_id, summary=desk_words.sentence(code, data))


def _label(person: Person) -> str:
    return f"{person.seat} {person.name}" if person.seat else person.name
