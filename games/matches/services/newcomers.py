"""Names nobody knew, and how they join the night."""

from __future__ import annotations

from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.events.services import entries
from clubs.people import selectors as people
from clubs.people import spelling
from clubs.people.models import Player, User
from clubs.people.services import players
from games.matches import errors
from games.matches.services import history
from games.matches.services.history import State


def join(event: Event, name: str, kind: str, by: User) -> tuple[Entry, list[State]]:
    """Put somebody into the night, made now unless the club has exactly one of that name; and how it stood before.

    Raises Invalid (``name_missing``) and what ``players.add`` raises.
    """
    name = " ".join(name.split())
    if not name:
        raise errors.invalid("name_missing", field="name")
    stage = events.stage_of(event)
    player = known(event, name) or players.add(club=event.club, name=name, kind=kind, by=by)
    before = Entry.objects.filter(stage=stage, player=player).first()
    if before is not None and before.presence != Entry.Presence.ABSENT:
        return before, []
    entry = entries.add(stage=stage, player=player, kind=kind, by=by)
    return entry, [{**history.of_attendance(entry), "presence": str(Entry.Presence.ABSENT)}]


def known(event: Event, name: str) -> Player | None:
    """Return the one player of the club a typed name means; None: nobody, or not only one."""
    found = people.find_players(event.club, name)
    exact = [player for player in found if spelling.fold(player.name) == spelling.fold(name)]
    if exact:
        return exact[0]
    return found[0] if len(found) == 1 else None
