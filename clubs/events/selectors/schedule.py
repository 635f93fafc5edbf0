"""The evening game by game, for pages and prints: every round, and every card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.events.models import Entry, Event, Pairing, Stage
from clubs.events.selectors.plan import Plan, pairings_of, plan_of


@dataclass(frozen=True, slots=True)
class Game:
    """One planned game. ``pairing`` None and ``status`` open before Start. ``counts_for`` None: for both."""

    number: int
    make_up: bool
    table: int
    a: Entry
    b: Entry
    seat_a: int
    seat_b: int
    counts_for: Entry | None
    pairing: int | None
    status: str


@dataclass(frozen=True, slots=True)
class Wait:
    """One sit-out, and the make-up game it earns; None: this is the short card's."""

    number: int
    entry: Entry
    seat: int
    make_up: Game | None


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One game of the rotation for everybody, by table."""

    number: int
    make_up: bool
    games: Sequence[Game]
    waits: Sequence[Wait]


@dataclass(frozen=True, slots=True)
class Stop:
    """One line of a card: where its player sits, and against whom; ``opponent`` None: sits out.

    ``counts``: False for a game that counts on the other card only. ``status``: of the pairing.
    """

    number: int
    make_up: bool
    seat: int
    table: int | None
    opponent: Entry | None
    counts: bool
    pairing: int | None
    status: str

    @property
    def sits_out(self) -> bool:
        """Tell whether the player has no game here."""
        return self.opponent is None


def schedule_of(stage: Stage) -> list[RoundPlan]:
    """Return every round of a night, before Start as it would be; nothing while the seats are not complete."""
    plan = plan_of(stage.event) if stage.event else None
    return _rounds(plan, _stored(stage.event, plan)) if plan is not None and stage.event else []


def card_plans(event: Event) -> dict[int, list[Stop]]:
    """Return the evening of every card by entry id, by a constant number of queries; empty while there is no plan."""
    plan = plan_of(event)
    if plan is None:
        return {}
    stored = _stored(event, plan)
    return {player: _stops(plan, player, stored) for player in plan.draw.players}


def card_plan(entry: Entry) -> list[Stop]:
    """Return the evening of one card; empty while there is no plan."""
    event = entry.stage.event
    return card_plans(event).get(entry.pk, []) if event else []


def _stored(event: Event, plan: Plan | None) -> Mapping[tuple[int, frozenset[int | None]], Pairing]:
    if plan is None or not plan.started:
        return {}
    return {(row.round.number, frozenset((row.a_id, row.b_id))): row for row in pairings_of(event)}


def _rounds(plan: Plan, stored: Mapping[tuple[int, frozenset[int | None]], Pairing]) -> list[RoundPlan]:
    games: dict[int, list[Game]] = {number: [] for number in range(1, plan.draw.rounds + 1)}
    earned: dict[int, list[Game]] = {}
    for meeting in plan.draw.meetings:
        row = stored.get((meeting.round, frozenset((meeting.a, meeting.b))))
        game = Game(
            meeting.round,
            meeting.make_up,
            meeting.table,
            plan.entry(meeting.a),
            plan.entry(meeting.b),
            meeting.seat_a,
            meeting.seat_b,
            plan.entries.get(meeting.counts_for) if meeting.counts_for is not None else None,
            row.pk if row else None,
            row.status if row else Pairing.Status.OPEN,
        )
        games[meeting.round].append(game)
        if meeting.make_up:
            for player in (meeting.a, meeting.b):
                if meeting.counts_for in (None, player):
                    earned.setdefault(player, []).append(game)
    waits: dict[int, list[Wait]] = {number: [] for number in games}
    for sit_out in sorted(plan.draw.sit_outs, key=lambda wait: wait.round):
        make_ups = earned.get(sit_out.player, [])
        make_up = make_ups.pop(0) if make_ups else None
        waits[sit_out.round].append(Wait(sit_out.round, plan.entry(sit_out.player), sit_out.seat, make_up))
    return [RoundPlan(number, number > plan.draw.games, games[number], waits[number]) for number in games]


def _stops(plan: Plan, player: int, stored: Mapping[tuple[int, frozenset[int | None]], Pairing]) -> list[Stop]:
    stops = []
    for stop in plan.draw.card(player):
        row = stored.get((stop.round, frozenset((player, stop.opponent))))
        status = row.status if row else Pairing.Status.OPEN if stop.opponent is not None else Pairing.Status.SITOUT
        stops.append(
            Stop(
                stop.round,
                stop.make_up,
                stop.seat,
                stop.table,
                plan.entries.get(stop.opponent) if stop.opponent is not None else None,
                stop.counts,
                row.pk if row else None,
                status,
            )
        )
    return stops
