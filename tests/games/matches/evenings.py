"""Nights as the desk's tests need them: started, with a known plan, and lines typed into them."""

import json
import uuid
from pathlib import Path
from typing import Any

from clubs.events import selectors
from clubs.events.models import Entry, Event, Pairing, Round
from clubs.events.services import checkin, moves, nights, rotation, seats
from clubs.people.models import User
from games.matches.services import desk
from games.matches.services.outcomes import Outcome
from tests.clubs.events import stories
from tests.factories import Cast, player

CASES = Path(__file__).parents[2] / "data" / "cases"


def cases(name: str) -> Any:
    """Return a file of the cases."""
    return json.loads((CASES / name).read_text())


FULL = {night["night"]: night for night in cases("nights_full.json")}
NAMES = ("14 players, nine games", "13 players, nine games", "6 players to 61, nine games")


def started(cast: Cast, size: int = 6, **fields: Any) -> Event:
    """Start a night of so many players, seats in the order of the cast."""
    event = stories.night(cast, **fields)
    entries = stories.sign_in(event, cast, stories.field(cast, size))
    for seat, entry in enumerate(entries, 1):
        seats.type_seat(event=event, seat=seat, entry=entry, by=cast.director)
    return rotation.start(event=event, by=cast.director)


def whole(cast: Cast, name: str, **fields: Any) -> tuple[Event, dict[str, Entry]]:
    """Start one of the evenings of nights_full.json with exactly the pairings it was played with."""
    case = FULL[name]
    names = list(case["cards"])
    season = stories.season(cast) if fields.pop("season", False) else None
    preset = "short61" if case["target"] == 61 else "acc9"
    event = stories.night(cast, name=name, preset=preset, season=season, **fields)
    entries = {}
    for seat, one in enumerate(names, 1):
        entry = checkin.mark(event=event, player=player(cast.club, one), presence="here", by=cast.director)
        Entry.objects.filter(pk=entry.pk).update(seat=seat, planned_games=case["cards"][one]["games"])
        entries[one] = entry
    stage = selectors.stage_of(event)
    rounds: dict[int, Round] = {}
    for line in case["lines"]:
        number = line["game"]
        rounds.setdefault(number, Round.objects.get_or_create(stage=stage, number=number, make_up=number > 9)[0])
    tables: dict[int, int] = {}
    for line in case["lines"]:
        number = line["game"]
        tables[number] = tables.get(number, 0) + 1
        a, b = sorted((entries[line["winner"]], entries[line["loser"]]), key=lambda entry: entry.pk)
        Pairing.objects.create(
            round=rounds[number],
            table=tables[number],
            a=a,
            b=b,
            seat_a=names.index(a.player.name) + 1,
            seat_b=names.index(b.player.name) + 1,
        )
    playing = {(number, pairing.a_id) for number, row in rounds.items() for pairing in row.pairings.all()} | {
        (number, pairing.b_id) for number, row in rounds.items() for pairing in row.pairings.all()
    }
    for number, row in rounds.items():
        if number <= 9:
            for entry in entries.values():
                if (number, entry.pk) not in playing:
                    Pairing.objects.create(round=row, a=entry, seat_a=1, status=Pairing.Status.SITOUT)
    event = Event.objects.get(pk=event.pk)
    moves.move(event, Event.Status.RUNNING)
    return event, {one: Entry.objects.get(pk=entry.pk) for one, entry in entries.items()}


def type_in(event: Event, text: str, by: User, mode: str = "game", **given: Any) -> Outcome:
    """Type one line as its own send."""
    return desk.enter(event=event, text=text, mode=mode, by=by, token=given.pop("token", uuid.uuid4()), **given)


def type_twice(event: Event, text: str, by: User, mode: str = "game", **given: Any) -> Outcome:
    """Type a line, and once more where it is asked back."""
    outcome = type_in(event, text, by, mode, **given)
    for _again in range(2):
        if outcome.kind != "ask":
            break
        outcome = type_in(event, text, by, mode, **given)
    return outcome


def ledger_of(event: Event) -> list[tuple[Any, ...]]:
    """Return every line of a night as plain values, in no order that matters."""
    rows = selectors.stage_of(event).lines.values_list(
        "entry_id", "opponent_id", "kind", "game_number", "games", "won", "points", "plus", "minus", "net", "skunks"
    )
    return sorted(rows, key=str)


__all__ = ["FULL", "NAMES", "cases", "ledger_of", "nights", "started", "type_in", "type_twice", "whole"]
