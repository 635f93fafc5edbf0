"""The whole night in memory: who plays, the plan, the games and cards as they stand; a constant number of queries.

Everything the desk, Announce and a filled card show is worked out from this picture, so that they never disagree.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from clubs.events.models import Entry, Event, Pairing, Stage, Standing
from clubs.events.ranking.schemes import Scheme
from games.matches.models import Game
from games.matches.values import Totals, Value

UNSEEN = 10_000
"""Where somebody without a seat stands in seat order."""


@dataclass(frozen=True, slots=True)
class Person:
    """Hold one entry. `planned` None: no plan. `last_game` None: stays to the end."""

    entry_id: int
    player_id: int
    name: str
    acc_number: str
    seat: int | None
    kind: str
    presence: str
    from_game: int
    last_game: int | None
    planned: int | None
    card_state: str
    arrived: int

    @property
    def absent(self) -> bool:
        """Tell whether they are not here tonight."""
        return self.presence == Entry.Presence.ABSENT


@dataclass(frozen=True, slots=True)
class Meeting:
    """Hold one pairing of the plan. `b` None: `a` sits out. `counts_for` None: for both."""

    pairing_id: int
    number: int
    make_up: bool
    table: int | None
    a: int
    b: int | None
    seat_a: int
    seat_b: int | None
    counts_for: int | None
    status: str

    def has(self, entry_id: int) -> bool:
        """Tell whether the entry is one of the two."""
        return entry_id in (self.a, self.b)

    def opponent(self, entry_id: int) -> int | None:
        """Return whom the entry meets; None: sits out."""
        return self.b if entry_id == self.a else self.a

    def chair(self, entry_id: int) -> int | None:
        """Return where the entry sits for this game."""
        return self.seat_a if entry_id == self.a else self.seat_b

    def counts(self, entry_id: int) -> bool:
        """Tell whether the game counts on the entry's card."""
        return self.counts_for in (None, entry_id)


@dataclass(frozen=True, slots=True)
class Side:
    """Hold one side of a game: the value in force, and what its card (or the director for it) claims.

    `value` None: none yet. `claim` None: no card of this side is in. `letter`: the case of the ruling in force.
    """

    side_id: int
    entry_id: int
    value: Value | None
    ruled: bool
    claim: Value | None = None
    claim_source: str = ""
    claim_by: int | None = None
    claim_at: datetime.datetime | None = None
    ruling: bool = False
    ruling_at: datetime.datetime | None = None
    letter: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """Hold one game that has at least one claim. `pairing_id` None: outside the plan. `first_deal`: the entry that
    dealt first; None: not written down.
    """

    game_id: int
    pairing_id: int | None
    number: int
    ending: str
    status: str
    version: int
    sides: tuple[Side, ...]
    counts_for: int | None = None
    first_deal: int | None = None

    def side(self, entry_id: int) -> Side | None:
        """Return the entry's side; None: it did not play."""
        return next((side for side in self.sides if side.entry_id == entry_id), None)

    def other(self, entry_id: int) -> Side | None:
        """Return the opponent's side."""
        return next((side for side in self.sides if side.entry_id != entry_id), None)

    @property
    def changed_at(self) -> datetime.datetime | None:
        """Return when a card or a ruling last said something new of it."""
        moments = [moment for side in self.sides for moment in (side.claim_at, side.ruling_at) if moment]
        return max(moments, default=None)

    @property
    def confirmed(self) -> bool:
        """Tell whether its lines stand in the ledger."""
        return self.status == Game.Status.CONFIRMED

    @property
    def disputed(self) -> bool:
        """Tell whether its cards disagree."""
        return self.status == Game.Status.DISPUTED

    @property
    def ruling(self) -> bool:
        """Tell whether a ruling is in force on either side."""
        return any(side.ruling for side in self.sides)


@dataclass(frozen=True, slots=True)
class CardFact:
    """Hold the totals typed from one card, who typed them last and when."""

    entry_id: int
    totals: Totals
    version: int
    by: int | None
    at: datetime.datetime | None


@dataclass(frozen=True, slots=True)
class Board:
    """Hold the night. Dictionaries are keyed by entry id; `people` is in seat order, then as they signed in.

    `readings`: what was read a second time as it now stands, and whether it agreed; (entry, None) is a card.
    `ruling_order`: the first and the newest ruling of each game by id, withdrawn ones too; in a sanctioned event only.
    """

    event: Event
    stage: Stage
    scheme: Scheme
    people: Mapping[int, Person]
    entries: Mapping[int, Entry]
    meetings: tuple[Meeting, ...]
    games: tuple[Fact, ...]
    cards: Mapping[int, CardFact]
    readings: Mapping[tuple[int, int | None], bool]
    places: Mapping[int, Standing]
    ruling_order: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    _by_pairing: Mapping[int, Fact] = field(default_factory=dict)
    _meetings_of: Mapping[int, tuple[Meeting, ...]] = field(default_factory=dict)
    _games_of: Mapping[int, tuple[Fact, ...]] = field(default_factory=dict)

    @property
    def top_seat(self) -> int:
        """Return the highest seat of the night; 0: nobody has one."""
        return max((person.seat or 0 for person in self.people.values()), default=0)

    @property
    def expected(self) -> list[Person]:
        """Return everybody whose card is to come, in seat order."""
        return [person for person in self.people.values() if self.expects(person)]

    def expects(self, person: Person) -> bool:
        """Tell whether a card of this person is to come: here, and not sent home before the first game."""
        if person.entry_id in self.cards or self._games_of.get(person.entry_id):
            return True
        return not person.absent and person.planned != 0

    def at_seat(self, seat: int) -> Person | None:
        """Return who holds a seat number."""
        return next((person for person in self.people.values() if person.seat == seat), None)

    def meetings_of(self, entry_id: int) -> tuple[Meeting, ...]:
        """Return the entry's plan in order, sit-outs included."""
        return self._meetings_of.get(entry_id, ())

    def games_of(self, entry_id: int) -> tuple[Fact, ...]:
        """Return the entry's games that have a claim, in order."""
        return self._games_of.get(entry_id, ())

    def game_of(self, meeting: Meeting) -> Fact | None:
        """Return the game played at a pairing; None: nothing typed yet."""
        return self._by_pairing.get(meeting.pairing_id)

    def game_number(self, entry_id: int, number: int) -> Fact | None:
        """Return the entry's game of that number; None: nothing typed yet."""
        return next((fact for fact in self.games_of(entry_id) if fact.number == number), None)

    def awaited(self, meeting: Meeting) -> bool:
        """Tell whether a result of this pairing is still to come: open, and nobody has left or not come by then."""
        if meeting.b is None or meeting.status != Pairing.Status.OPEN:
            return False
        for entry_id in (meeting.a, meeting.b):
            person = self.people[entry_id]
            if person.last_game is not None and meeting.number > person.last_game:
                return False
        return True

    def gone(self, meeting: Meeting) -> bool:
        """Tell whether this pairing was not played, or cannot be any more."""
        return meeting.status == Pairing.Status.NOT_PLAYED or (
            meeting.status == Pairing.Status.OPEN and not self.awaited(meeting)
        )

    def open_meetings(self, entry_id: int) -> list[Meeting]:
        """Return the entry's pairings whose result is still to come."""
        return [meeting for meeting in self.meetings_of(entry_id) if self.awaited(meeting)]

    def due(self, person: Person) -> int:
        """Return how many games the card should have: the plan's, less those that were not or cannot be played."""
        if person.planned is None:
            card = self.cards.get(person.entry_id)
            return card.totals.games if card else self.event.games
        lost = sum(
            1
            for meeting in self.meetings_of(person.entry_id)
            if meeting.b is not None and meeting.counts(person.entry_id) and self.gone(meeting)
        )
        return max(0, person.planned - lost)

    def lines_of(self, entry_id: int) -> list[Fact]:
        """Return the entry's confirmed games that count on its card."""
        return [fact for fact in self.games_of(entry_id) if fact.confirmed and fact.counts_for in (None, entry_id)]

    def is_in(self, person: Person) -> bool:
        """Tell whether the card is in: its totals, or every game it should have."""
        if person.entry_id in self.cards:
            return True
        lines = len(self.lines_of(person.entry_id))
        return lines > 0 and lines >= self.due(person)

    def will_come(self, person: Person) -> bool:
        """Tell whether the card is out and has not been given up."""
        return self.expects(person) and not self.is_in(person) and person.card_state != Entry.CardState.NONE

    @property
    def out(self) -> list[Person]:
        """Return whose card is still out, in seat order."""
        return [person for person in self.people.values() if self.will_come(person)]

    @property
    def cards_in(self) -> int:
        """Count the cards that are in."""
        return sum(self.is_in(person) for person in self.expected)

    def next_out(self, after: int | None = None) -> Person | None:
        """Return whose card comes next in seat order after an entry, from the start again at the end."""
        out = self.out
        if not out or after is None or after not in self.people:
            return out[0] if out else None
        order = list(self.people)
        here = order.index(after)
        return min(out, key=lambda person: (order.index(person.entry_id) <= here, order.index(person.entry_id)))
