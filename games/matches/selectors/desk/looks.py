"""What needs a look: the audit with its hunt list, cards that differ, ties, wanted spreads, unknown names."""

from __future__ import annotations

from collections.abc import Iterator

from clubs.events.models import Event, Standing
from games.matches import desk_words, finding_words, rulings
from games.matches.audit import Audit
from games.matches.finding_words import Fix
from games.matches.models import DeskLine
from games.matches.selectors import auditing
from games.matches.selectors.board import Board, Fact
from games.matches.selectors.desk.state import Look
from games.matches.values import shorthand


def looks_of(board: Board, audit: Audit[int], waiting: list[DeskLine]) -> Iterator[Look]:
    """Yield what needs a look: the audit first, cards that differ, ties, spreads a place waits for, unknown names."""
    yield from _audit_looks(board, audit)
    for fact in board.games:
        if fact.disputed:
            yield dispute(board, fact)
    yield from _level(board)
    for line in waiting:
        yield Look(
            group="name",
            code="name_kept",
            message=desk_words.sentence("name_kept", {"who": line.before.get("who", line.text)}),
            lines=(line.text,),
            line_id=line.pk,
        )


def dispute(board: Board, fact: Fact) -> Look:
    """Return a game whose cards disagree: in which fields, and the case of rule 12.2 where that is what decides."""
    first, second = fact.sides
    people = [board.people[side.entry_id] for side in fact.sides]
    assert first.claim is not None, "a disputed game has two claims"
    assert second.claim is not None, "a disputed game has two claims"
    lines = [
        ", ".join(
            f"{person.name} {side.claim.short}" for person, side in zip(people, fact.sides, strict=True) if side.claim
        ),
        desk_words.sentence(
            "differs_in", {"fields": desk_words.fields(rulings.differences(first.claim, second.claim))}
        ),
    ]
    letter = ""
    if board.event.mode == Event.Mode.SANCTIONED:
        qualifying = rulings.apparent_qualifiers(auditing.handed_in(board))
        letter = rulings.propose(
            board.scheme,
            first.claim,
            second.claim,
            qualifies=(first.entry_id in qualifying, second.entry_id in qualifying),
        ).letter
        lines.append(
            desk_words.sentence("rule_letter", {"letter": letter})
            if letter
            else desk_words.sentence("rule_no_letter", {})
        )
    else:
        lines.append(desk_words.sentence("ask_both", {}))
    return Look(
        group="cards",
        code="claim_differs",
        message=desk_words.sentence(
            "claim_differs", {"name": people[0].name, "other": people[1].name, "number": fact.number}
        ),
        lines=tuple(lines),
        entry_ids=(first.entry_id, second.entry_id),
        seats=tuple(person.seat for person in people if person.seat is not None),
        number=fact.number,
        game_id=fact.game_id,
        letter=letter,
    )


def _audit_looks(board: Board, audit: Audit[int]) -> Iterator[Look]:
    problems = list(sentences(board, audit, "problem"))
    if not problems:
        return
    names, seats = _names(board), _seats(board)
    entries = dict.fromkeys(entry for finding in audit.problems for entry in finding.entries)
    lines: list[str] = problems[1:]
    fixes: list[Fix] = []
    for finding in audit.hunt:
        lines.append(finding_words.sentence(finding, names, seats))
        for suspect in finding.suspects:
            lines.append(finding_words.suspicion(suspect, names, seats))
            entries.setdefault(suspect.entry)
            card = board.cards.get(suspect.entry)
            person = board.people.get(suspect.entry)
            if card is not None and person is not None:
                totals = card.totals
                columns = (totals.points, totals.wins, totals.plus, totals.minus, totals.net)
                who = str(person.seat) if person.seat else person.name
                fixes.append(finding_words.fix(suspect, who, columns, person.seat))
    yield Look(
        group="audit",
        code=audit.problems[0].code,
        message=problems[0],
        lines=tuple(lines),
        entry_ids=tuple(entries),
        seats=tuple(seat for entry in entries if (seat := seats.get(entry)) is not None),
        fixes=tuple({fix.text: fix for fix in fixes}.values()),
    )


def _level(board: Board) -> Iterator[Look]:
    """Yield who is level on the whole chain, and whose spread would decide a place."""
    groups: dict[int, list[Standing]] = {}
    for row in board.places.values():
        if row.waits and row.rank is not None:
            groups.setdefault(row.rank, []).append(row)
    for rank, rows in sorted(groups.items()):
        people = [board.people[row.entry_id] for row in rows]
        missing = {entry for row in rows for entry in row.step_data.get("missing", [])}
        names = ", ".join(person.name for person in people)
        first = rows[0]
        data: dict[str, int | str | None] = {
            "names": names,
            "card": shorthand(first.points, first.won, first.net),
            "rank": rank,
        }
        if missing:
            data["names"] = ", ".join(board.people[entry].name for entry in sorted(missing))
            waits_for = str(first.step_data.get("waits_for", "net"))
            code = "spread_wanted" if waits_for == "net" else "plus_wanted"
        else:
            code = "level"
        yield Look(
            group="spread" if missing else "tie",
            code=code,
            message=desk_words.sentence(code, data),
            entry_ids=tuple(row.entry_id for row in rows),
            seats=tuple(person.seat for person in people if person.seat is not None),
        )


def sentences(board: Board, audit: Audit[int], kind: str) -> Iterator[str]:
    """Yield what the audit found of one kind, in words."""
    names, seats = _names(board), _seats(board)
    for finding in audit.findings:
        if finding.kind == kind:
            yield finding_words.sentence(finding, names, seats)


def _names(board: Board) -> dict[int, str]:
    return {person.entry_id: person.name for person in board.people.values()}


def _seats(board: Board) -> dict[int, int | None]:
    return {person.entry_id: person.seat for person in board.people.values()}
