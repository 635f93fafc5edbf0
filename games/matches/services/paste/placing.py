"""Whom a row of a list is about: by the list, by the choice that was made, or still a question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubs.events.models import Event
from clubs.people import selectors as people
from clubs.people import spelling
from clubs.people.models import Membership, Player
from games.matches import desk_words
from games.matches.entry import who
from games.matches.entry.errors import Code
from games.matches.entry.lines import GameLine, LeftLine
from games.matches.entry.paste import Row
from games.matches.selectors.board import Board
from games.matches.services.paste.shapes import Candidate, PreviewRow

SKIP = "skip"
KINDS = frozenset(str(kind) for kind in Membership.Kind)
Key = tuple[str, int]


@dataclass(slots=True)
class Item:
    """One row on its way: the parsed row, what it shows, and whom it is about (an entry or a player of the club)."""

    row: Row
    shown: PreviewRow
    key: Key | None = None
    kind: str = ""


def placed(event: Event, board: Board, row: Row, choice: str) -> Item:
    """Say whom a row is about, by the list or by the choice that was made for it, or what is wrong with it."""
    shown = PreviewRow(
        number=row.number,
        text=row.text,
        state="new",
        who=row.who or "",
        name=row.player.name if row.player else "",
        assigned=row.assigned,
        choice=choice,
    )
    if choice == SKIP:
        return Item(row, replace(shown, state="skipped"))
    doubts = {problem.code for problem in row.problems}
    others = [problem for problem in row.problems if problem.code not in (Code.WHO_UNKNOWN, Code.WHO_SEVERAL)]
    if others:
        said = tuple(desk_words.sentence(problem.code, problem.data) for problem in others)
        return Item(row, replace(shown, state="problem", messages=said))
    if isinstance(row.line, GameLine) or not doubts:
        if doubts:
            said = tuple(desk_words.sentence(problem.code, problem.data) for problem in row.problems)
            return Item(row, replace(shown, state="problem", messages=said))
        key = row.player.key if row.player else None
        return Item(row, replace(shown, joins=_joins(key)), key if isinstance(key, tuple) else None)
    return _doubtful(event, board, row, shown, choice)


def _joins(key: object) -> bool:
    return isinstance(key, tuple) and key[0] == "player"


def _doubtful(event: Event, board: Board, row: Row, shown: PreviewRow, choice: str) -> Item:
    """Settle a name nobody or several have: by the choice, or by the club's list, else it stays a question."""
    name = row.who or ""
    if choice.startswith("player:"):
        chosen = _chosen(event, choice)
        if chosen is None:
            said = desk_words.sentence("paste_choice", {"choice": choice, "row": row.number})
            return Item(row, replace(shown, state="problem", messages=(said,)))
        entry = next((one for one in board.people.values() if one.player_id == chosen.pk and not one.absent), None)
        key: Key = ("entry", entry.entry_id) if entry else ("player", chosen.pk)
        return Item(row, replace(shown, name=chosen.name, joins=entry is None), key)
    if choice in KINDS:
        return Item(row, replace(shown, name=name, joins=True), ("player", 0), kind=choice)
    if choice:
        said = desk_words.sentence("paste_choice", {"choice": choice, "row": row.number})
        return Item(row, replace(shown, state="problem", messages=(said,)))
    candidates = [_candidate(event, board, found) for found in row.candidates]
    if not row.candidates:
        known = people.find_players(event.club, name)
        if len(known) == 1:
            return Item(row, replace(shown, name=known[0].name, joins=True), ("player", known[0].pk))
        candidates = [Candidate(choice=f"player:{one.pk}", name=one.name, seat=None) for one in known]
    state = "several" if candidates else "unknown"
    code = "several_called" if candidates else "nobody_called"
    return Item(
        row,
        replace(
            shown,
            state=state,
            candidates=tuple(candidates),
            messages=(desk_words.sentence(code, {"who": name}),),
        ),
    )


def _candidate(event: Event, board: Board, found: who.Player) -> Candidate:
    kind, number = found.key if isinstance(found.key, tuple) else ("player", 0)
    player_id = board.people[number].player_id if kind == "entry" else number
    return Candidate(choice=f"player:{player_id}", name=found.name, seat=found.seat)


def _chosen(event: Event, choice: str) -> Player | None:
    number = choice.partition(":")[2]
    if not (number.isascii() and number.isdigit() and len(number) < 12):
        return None
    chosen = Player.objects.select_related("merged_into").filter(pk=int(number)).first()
    if chosen is None or people.membership_in(event.club, chosen) is None:
        return None
    return people.canonical(chosen)


def refuse_twice(items: list[Item]) -> None:
    """Mark the second card of one player; the reader cannot see it where the two lines spell the name differently."""
    first: dict[object, int] = {}
    for index, item in enumerate(items):
        if item.shown.state != "new" or isinstance(item.row.line, GameLine):
            continue
        kind = "left" if isinstance(item.row.line, LeftLine) else "card"
        identity = (kind, item.key if item.key != ("player", 0) else spelling.fold(item.shown.name))
        if identity in first:
            said = desk_words.sentence(Code.PLAYER_TWICE, {"row": first[identity]})
            items[index] = Item(item.row, replace(item.shown, state="problem", messages=(said,)))
        else:
            first[identity] = item.row.number
