"""Lines about one game: a result, a sit-out, an award, a forfeit, or a removal."""

from __future__ import annotations

from typing import TypeAlias

from clubs.events.models import Event, Pairing
from clubs.events.ranking import schemes
from clubs.events.services import pairings
from clubs.people import audit
from games.matches import desk_words, errors, permissions, rulings, values
from games.matches.entry.lines import GameLine, Mode, Result
from games.matches.models import Game, Source
from games.matches.selectors import board as boards
from games.matches.selectors import reviews
from games.matches.selectors.board import Board, Fact, Meeting, Person
from games.matches.services import facts, games, history
from games.matches.services.facts import GameRecord
from games.matches.services.lines import places
from games.matches.services.lines.context import Desk, Done
from games.matches.services.outcomes import Kind, Plain
from games.matches.values import Value

DECIDED = (Result.WON, Result.LOST)
Data: TypeAlias = dict[str, Plain]


def enter(desk: Desk, line: GameLine) -> Done:
    """Enter one game as the mode of the bar says: the word for both cards, or one card's claim."""
    person, meeting = places.place(desk, line)
    desk.about = Done("", entry_id=person.entry_id, other_id=meeting.opponent(person.entry_id), number=meeting.number)
    if meeting.b is None:
        return _sit_out(desk, person, meeting, line)
    planned = meeting.opponent(person.entry_id)
    other = desk.board.people[planned] if planned is not None else person
    if line.opponent is not None:
        named = desk.seat(line.opponent)
        if named.entry_id == person.entry_id:
            raise errors.invalid("against_oneself", field="line", name=person.name)
        if named.entry_id != planned:
            desk.ask(
                "opponent_not_planned",
                f"{meeting.pairing_id}:{meeting.a}:{meeting.b}",
                number=meeting.number,
                name=person.name,
                planned=other.name,
                other=named.name,
            )
            other = named
    if line.result in (Result.SAT_OUT, Result.NOT_PLAYED):
        return _not_played(desk, person, other, meeting, line)
    return _result(desk, person, other, meeting, line, replan=other.entry_id != planned)


# Results -------------------------------------------------------------------------------------------------------------


def _result(desk: Desk, person: Person, other: Person, meeting: Meeting, line: GameLine, *, replan: bool) -> Done:
    board, fact = desk.board, desk.board.game_of(meeting)
    if fact is not None and replan:
        raise errors.invalid(
            "opponent_has_result", field="line", other=person.name, number=meeting.number, old=_stands(board, fact)
        )
    if line.result in DECIDED:
        margin = line.margin(board.scheme.target)
        if margin is not None:
            for problem in schemes.unusual(board.scheme, margin=margin):
                desk.ask(problem.code, str(margin), data=problem.data)
        won = line.result is Result.WON
        both = {
            person.entry_id: values.of_result(board.scheme, won=won, margin=margin),
            other.entry_id: values.of_result(board.scheme, won=not won, margin=margin),
        }
        if desk.mode is Mode.CARD:
            return _claim(desk, person, other, meeting, fact, both[person.entry_id], replan=replan)
    else:
        if line.result is Result.AWARDED:
            permissions.require(desk.by, desk.event, permissions.RULE)
        both = _both_by_word(desk, person, other, line.result)
    return _word(desk, person, other, meeting, fact, both, line.result, replan=replan)


def _both_by_word(desk: Desk, person: Person, other: Person, result: Result) -> dict[int, Value]:
    make = values.of_award if result is Result.AWARDED else values.of_forfeit
    won = result is Result.AWARDED
    return {
        person.entry_id: make(desk.board.scheme, won=won),
        other.entry_id: make(desk.board.scheme, won=not won),
    }


def _word(
    desk: Desk,
    person: Person,
    other: Person,
    meeting: Meeting,
    fact: Fact | None,
    both: dict[int, Value],
    result: Result,
    *,
    replan: bool,
) -> Done:
    """Write the word for both cards."""
    ending = {Result.AWARDED: Game.Ending.AWARDED, Result.FORFEITED: Game.Ending.FORFEITED}.get(
        result, Game.Ending.PLAYED
    )
    data: Data = {"number": meeting.number, "name": person.name, "other": other.name}
    if fact is not None:
        same = fact.ending == ending and all(
            (side.value or side.claim) in (None, both.get(side.entry_id)) for side in fact.sides
        )
        if same and fact.confirmed:
            return _about(
                Done("game_as_before", {"number": meeting.number, "name": person.name}, kind=Kind.INFO),
                person,
                other,
                meeting,
            )
        if fact.ruling and not permissions.may(desk.by, desk.event, permissions.RULE):
            raise errors.conflict("claim_against_ruling", field="line", number=meeting.number)
        if not same:
            _ask_to_replace(desk, meeting, fact, both)
    desk.go_on()
    record = _record(desk, person, other, meeting, replan=replan)
    if result is Result.AWARDED:
        games.settle_award(record, person.entry_id, by=desk.by)
    elif result is Result.FORFEITED:
        games.settle_forfeit(record, person.entry_id, by=desk.by)
    else:
        games.settle_both(record, both, by=desk.by, source=desk.source)
    done = _about(Done("", data, line_kind="game"), person, other, meeting)
    done.code, done.data = _sentence(desk, person, other, meeting, both, result)
    done.summary = desk_words.sentence(done.code, done.data)
    action = {Result.AWARDED: "game.awarded", Result.FORFEITED: "game.forfeited"}.get(result, "game.entered")
    extra = {"reason": desk_words.sentence("award_reason", {})} if result is Result.AWARDED else {}
    games.leave_line(action, desk.event, record, desk.by, **extra)
    return done


def _claim(
    desk: Desk,
    person: Person,
    other: Person,
    meeting: Meeting,
    fact: Fact | None,
    value: Value,
    *,
    replan: bool,
) -> Done:
    """Write one card's claim and compare it with the other's."""
    side = fact.side(person.entry_id) if fact else None
    data: Data = {
        "name": person.name,
        "other": other.name,
        "number": meeting.number,
        "new": f"{person.name} {value.short}",
    }
    if fact is not None and fact.ruling:
        raise errors.conflict("claim_against_ruling", field="line", number=meeting.number)
    if fact is not None and side is not None and side.claim is not None:
        if side.claim == value:
            return _about(
                Done("game_as_before", {"number": meeting.number, "name": person.name}, kind=Kind.INFO),
                person,
                other,
                meeting,
            )
        _ask_to_replace(desk, meeting, fact, {person.entry_id: value})
    desk.go_on()
    record = _record(desk, person, other, meeting, replan=replan)
    source = Source.CARD if desk.source == Source.DESK else desk.source
    games.settle_one(record, person.entry_id, value, by=desk.by, source=source)
    games.leave_line("game.claimed", desk.event, record, desk.by)
    done = _about(Done("claim_waits", data, line_kind="game"), person, other, meeting)
    if record.game.status == Game.Status.CONFIRMED:
        done.code = "claim_agrees"
    elif record.game.status == Game.Status.DISPUTED:
        done.code = "claim_differs"
        done.notes = dispute(desk.event, record)
    done.summary = desk_words.sentence("claimed", data)
    return done


def dispute(event: Event, record: GameRecord) -> tuple[str, ...]:
    """Say in which fields two cards differ and, in a sanctioned event, which case of rule 12.2 would apply."""
    claims = {entry_id: said.value for entry_id, said in record.said.items() if said}
    if len(claims) < 2:
        return ()
    first, second = (claims[entry_id] for entry_id in record.sides)
    notes = [
        desk_words.sentence("differs_in", {"fields": desk_words.fields(rulings.differences(first, second))}),
    ]
    if event.mode == Event.Mode.SANCTIONED:
        board = boards.load(event)
        review = reviews.of(board).games[record.game.pk]
        letter = review.proposal.letter
        code = "rule_letter" if letter else "rule_no_letter"
        notes.append(desk_words.sentence(code, {"letter": letter} if letter else {}))
        if review.lifted:
            notes.append(reviews.lifted(board, review))
    else:
        notes.append(desk_words.sentence("ask_both", {}))
    return tuple(notes)


def _ask_to_replace(desk: Desk, meeting: Meeting, fact: Fact, new: dict[int, Value]) -> None:
    newest = max((side for side in fact.sides if side.claim_at), key=lambda side: side.claim_at or 0, default=None)
    desk.ask_to_replace(
        "game_already_in",
        "game_moved_on",
        desk.mark(fact),
        author=newest.claim_by if newest else None,
        old=_stands(desk.board, fact),
        new=", ".join(f"{desk.name(entry_id)} {value.short}" for entry_id, value in new.items()),
        number=meeting.number,
    )


def _record(desk: Desk, person: Person, other: Person, meeting: Meeting, *, replan: bool) -> GameRecord:
    """Return the game to be written, the plan changed first where somebody else was met; both noted for undo."""
    pairing = desk.pairing(meeting)
    if replan:
        desk.changes(history.of_meeting(pairing))
        one, two = desk.entry(person), desk.entry(other)
        a, b = (one, two) if meeting.a == person.entry_id else (two, one)
        pairings.actual(pairing=pairing, a=a, b=b)
        pairing = desk.pairing(meeting)
    elif pairing.status == Pairing.Status.NOT_PLAYED:
        desk.changes(history.of_pairing(pairing))
    record = games.record_of(desk.event, pairing)
    desk.changes(history.of_game(record), lambda: history.of_game(record))
    return record


def _sentence(
    desk: Desk, person: Person, other: Person, meeting: Meeting, both: dict[int, Value], result: Result
) -> tuple[str, Data]:
    winner, loser = (person, other) if both[person.entry_id].won else (other, person)
    value = both[winner.entry_id]
    data: Data = {
        "winner": winner.name,
        "loser": loser.name,
        "number": meeting.number,
        "points": value.points,
    }
    if result is Result.AWARDED:
        return "game_awarded", data
    if result is Result.FORFEITED:
        return "game_forfeited", data
    if value.margin is None:
        return "game_saved_plain", data
    data["margin"] = value.margin
    return ("game_saved_skunk" if values.is_skunk(desk.board.scheme, value) else "game_saved"), data


# Not played ----------------------------------------------------------------------------------------------------------


def _sit_out(desk: Desk, person: Person, meeting: Meeting, line: GameLine) -> Done:
    done = Done("sit_out_planned", {"name": person.name, "number": meeting.number}, kind=Kind.INFO)
    done.entry_id, done.number = person.entry_id, meeting.number
    if line.result is not Result.SAT_OUT:
        raise errors.invalid("sit_out_planned", field="line", **done.data)
    return done


def _not_played(desk: Desk, person: Person, other: Person, meeting: Meeting, line: GameLine) -> Done:
    fact = desk.board.game_of(meeting)
    if fact is not None:
        raise errors.conflict(
            "opponent_has_result", field="line", other=person.name, number=meeting.number, old=_stands(desk.board, fact)
        )
    code = "game_sat_out" if line.result is Result.SAT_OUT else "game_not_played"
    data: Data = {"name": person.name, "other": other.name, "number": meeting.number}
    done = _about(Done(code, dict(data), line_kind="status"), person, other, meeting)
    done.summary = desk_words.sentence(code, data)
    if meeting.status == Pairing.Status.NOT_PLAYED:
        done.kind = Kind.INFO
        return done
    desk.go_on()
    pairing = desk.pairing(meeting)
    desk.changes(history.of_pairing(pairing))
    games.settle_not_played(pairing)
    audit.record(
        "game.not_played",
        by=desk.by,
        club=desk.event.club,
        about="event",
        about_id=desk.event.pk,
        number=meeting.number,
        players=f"{person.name}, {other.name}",
    )
    return done


# Removing ------------------------------------------------------------------------------------------------------------


def remove(desk: Desk, person: Person, number: int) -> Done:
    """Take a game back, or the word that it was not played.

    Raises Invalid (``no_game``), Conflict (``claim_against_ruling``).
    """
    fact = desk.board.game_number(person.entry_id, number)
    meeting = next((one for one in desk.board.meetings_of(person.entry_id) if one.number == number), None)
    if fact is None:
        if meeting is None or meeting.status != Pairing.Status.NOT_PLAYED:
            raise errors.invalid("no_game", field="line", name=person.name, number=number)
        return _reopen(desk, person, meeting)
    other = fact.other(person.entry_id)
    record = facts.load_game(fact.game_id)
    games.require_no_ruling(record, desk.event, desk.by)
    desk.changes(history.of_game(record), lambda: history.of_game(record))
    games.settle_removed(record, by=desk.by)
    data: Data = {"number": number, "name": person.name, "other": desk.name(other.entry_id if other else None)}
    audit.record(
        "game.removed",
        by=desk.by,
        club=desk.event.club,
        about="event",
        about_id=desk.event.pk,
        number=number,
        says=_stands(desk.board, fact),
    )
    return Done(
        "game_removed",
        dict(data),
        line_kind="remove",
        entry_id=person.entry_id,
        other_id=other.entry_id if other else None,
        number=number,
        summary=desk_words.sentence("game_removed", data),
    )


def _reopen(desk: Desk, person: Person, meeting: Meeting) -> Done:
    pairing = desk.pairing(meeting)
    desk.changes(history.of_pairing(pairing))
    pairings.settle(pairing=pairing, status=Pairing.Status.OPEN)
    data: Data = {"number": meeting.number, "name": person.name, "other": desk.name(meeting.opponent(person.entry_id))}
    return Done(
        "game_reopened",
        dict(data),
        line_kind="remove",
        entry_id=person.entry_id,
        number=meeting.number,
        summary=desk_words.sentence("game_reopened", data),
    )


# Shared --------------------------------------------------------------------------------------------------------------


def _about(done: Done, person: Person, other: Person, meeting: Meeting) -> Done:
    done.entry_id, done.other_id, done.number = person.entry_id, other.entry_id, meeting.number
    return done


def _stands(board: Board, fact: Fact) -> str:
    shown = []
    for side in fact.sides:
        value = side.value or side.claim
        if value is not None:
            shown.append(f"{board.people[side.entry_id].name} {value.short}")
    return ", ".join(shown)
