"""What needs a look: the audit with its hunt list, cards that differ, ties, wanted spreads, unknown names."""

from __future__ import annotations

from collections.abc import Iterator

from clubs.events.models import Event, Standing
from games.matches import desk_words, finding_words, rulings
from games.matches.audit import Audit
from games.matches.finding_words import Fix
from games.matches.models import DeskLine
from games.matches.selectors import reviews
from games.matches.selectors.board import Board, Fact
from games.matches.selectors.desk.state import Look
from games.matches.selectors.reviews import Review
from games.matches.values import shorthand


def looks_of(board: Board, audit: Audit[int], waiting: list[DeskLine]) -> Iterator[Look]:
    """Yield what needs a look: the audit first, cards that differ, ties, spreads a place waits for, unknown names."""
    yield from _audit_looks(board, audit)
    reviewed = reviews.of(board).games if board.event.mode == Event.Mode.SANCTIONED else {}
    for fact in board.games:
        review = reviewed.get(fact.game_id)
        if fact.disputed:
            yield dispute(board, fact, review)
        elif review is not None and review.overtaken:
            yield _overtaken(board, review)
    yield from _level(board)
    for line in waiting:
        yield Look(
            group="name",
            code="name_kept",
            message=desk_words.sentence("name_kept", {"who": line.before.get("who", line.text)}),
            lines=(line.text,),
            line_id=line.pk,
        )


def dispute(board: Board, fact: Fact, review: Review | None) -> Look:
    """Return a game whose cards disagree: in which fields, and the case of rule 12.2 where that is what decides.

    ``review`` None: a club night, where the two are asked.
    """
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
    if review is not None:
        letter = review.proposal.letter
        lines.append(
            desk_words.sentence("rule_letter", {"letter": letter})
            if letter
            else desk_words.sentence("rule_no_letter", {})
        )
        if review.lifted:
            lines.append(reviews.lifted(board, review))
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


def _overtaken(board: Board, review: Review) -> Look:
    """Return a ruled game for which the rule proposes something else since a ruling before it was changed."""
    fact = review.fact
    stands = ", ".join(
        f"{board.people[side.entry_id].name} {side.value.short}" for side in fact.sides if side.value is not None
    )
    lines = [desk_words.sentence("ruling_stands", {"values": stands}), reviews.lifted(board, review)]
    return Look(
        group="ruling",
        code="ruling_touched",
        message=reviews.touched(board, review),
        lines=tuple(line for line in lines if line),
        entry_ids=tuple(side.entry_id for side in fact.sides),
        seats=tuple(seat for side in fact.sides if (seat := board.people[side.entry_id].seat) is not None),
        number=fact.number,
        game_id=fact.game_id,
        letter=review.proposal.letter,
    )


def moved_by_rulings(board: Board) -> Iterator[str]:
    """Yield the sentence whose place among the qualifiers the rulings have moved, in a sanctioned event (case i)."""
    if board.event.mode != Event.Mode.SANCTIONED:
        return
    found = reviews.of(board)
    names = reviews.moved(board, found.before, found.after)
    if names:
        yield desk_words.sentence("ruling_moved", {"names": names})


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


def level_cards(board: Board) -> list[list[Standing]]:
    """Return the standings that share a place the chain leaves open, place by place; one whole card is level with
    another, not with the first games of one that is still being played.
    """
    groups: dict[int, list[Standing]] = {}
    for row in board.places.values():
        if row.waits and row.rank is not None:
            groups.setdefault(row.rank, []).append(row)
    whole = [rows for _rank, rows in sorted(groups.items())]
    if board.out:
        whole = [rows for rows in whole if all(board.is_in(board.people[row.entry_id]) for row in rows)]
    return whole


def _level(board: Board) -> Iterator[Look]:
    """Yield who is level on the whole chain, and whose spread would decide a place."""
    for rows in level_cards(board):
        people = [board.people[row.entry_id] for row in rows]
        missing = {entry for row in rows for entry in row.step_data.get("missing", [])}
        names = ", ".join(person.name for person in people)
        first = rows[0]
        data: dict[str, int | str | None] = {
            "names": names,
            "card": shorthand(first.points, first.won, first.net),
            "rank": first.rank,
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
