"""What is read out: places from the last paid one to the first, why a tie went as it did, guests, visitors, best
cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.events import presets
from clubs.events import selectors as events
from clubs.events.models import Event, Standing, TieDecision
from clubs.events.ranking.qualifiers import qualifiers
from clubs.people.models import Membership, Player
from games.matches import finding_words
from games.matches.audit import Audit
from games.matches.selectors import auditing, newsletters
from games.matches.selectors import board as boards
from games.matches.selectors.board import Board, Person
from games.matches.values import shorthand, signed

PAID_ONE_IN = 4
"""One card in four is paid, rounded up; the club may ask for another."""

STEPS: dict[str, str | Promise] = {
    "points": _("points"),
    "wins": _("games won"),
    "net": _("net"),
    "plus": _("plus"),
    "skunks": _("skunks won"),
    "met": _("head-to-head"),
}
DECIDES: dict[str, str | Promise] = {
    "points": _("Points decide: %(above)s to %(below)s."),
    "wins": _("Games won decide: %(above)s to %(below)s."),
    "net": _("Net decides: %(above)s to %(below)s."),
    "plus": _("Plus decides: %(above)s to %(below)s."),
    "skunks": _("Skunks won decide: %(above)s to %(below)s."),
    "met": _("They met, and that decides."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Hold one player of a place as read out."""

    entry_id: int
    player_id: int
    seat: int | None
    name: str
    kind: str
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int
    games: int
    short: bool
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Hold one place, who has it and why.

    `why`: the tie step in words with both values, "" where points alone put it below the place above. `waits`: the
    chain leaves it open and somebody must decide. `decided`: people did; `how` is what they wrote. `missing`: whose
    figure would decide it. `paid`: it is, or part of it may be, among the paid places.
    """

    rank: int
    players: tuple[Reader, ...]
    why: str
    step: str
    above: int | None
    below: int | None
    waits: bool
    decided: bool
    how: str
    missing: tuple[str, ...]
    paid: bool

    @property
    def shared(self) -> bool:
        """Tell whether more than one has it."""
        return len(self.players) > 1

    @property
    def names(self) -> str:
        """Return who has it, joined."""
        return joined([player.name for player in self.players])


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Hold a guest or a visitor to be named: what visit it is (None for visitors), where they come from, and their
    card.
    """

    name: str
    kind: str
    visit: int | None
    allowed: int | None
    home: str
    card: str
    points: int
    games: int
    short: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingCard:
    """Hold a card that is not in, and what the others leave for it ("" where that cannot be told)."""

    entry_id: int
    seat: int | None
    name: str
    given_up: bool
    forecast: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """Hold all that is read out. `places` are the paid ones, last first; `others` the rest, best first.

    `open_ties`: places among the paid that wait for a person. `good`: cards of 12 or better, best first; empty where
    the night's preset gives no season points by that rule. `status`: "ready", "missing", "unbalanced", "tie" (the
    worst first in that order of saying: tie, unbalanced, missing), "published", "correcting". `mark`: names the results
    and decisions it was read from; another mark, another announcement.
    """

    event: Event
    paid: int
    places: tuple[Place, ...]
    others: tuple[Place, ...]
    open_ties: tuple[Place, ...]
    guests: tuple[Guest, ...]
    good: tuple[Reader, ...]
    missing: tuple[MissingCard, ...]
    audit: Audit[int]
    audit_text: str
    problems: tuple[str, ...]
    newsletter: str
    status: str
    players: int
    mark: str

    @property
    def needs_person(self) -> bool:
        """Tell whether Publish asks before it does it."""
        return bool(self.open_ties)


def announcement(event: Event, one_in: int = PAID_ONE_IN) -> Announcement:
    """Return what is read out of a night as it now stands; ``one_in``: one card in so many is paid."""
    results = versions.current("stage", events.stage_of(event).pk)  # before the facts: never newer than they
    board = boards.load(event)
    audit = auditing.audit_of(board)
    decisions = list(TieDecision.objects.filter(stage=board.stage).order_by("pk"))
    count = qualifiers(sum(row.rank is not None for row in board.places.values()), one_in=one_in)
    everybody = places_of(board, decisions, count)
    read = tuple(place for place in everybody if place.paid)
    missing = tuple(_missing(board))
    ties = tuple(place for place in read if place.waits)
    names = {person.entry_id: person.name for person in board.people.values()}
    seats = {person.entry_id: person.seat for person in board.people.values()}
    return Announcement(
        event=event,
        paid=count,
        places=tuple(reversed(read)),
        others=tuple(place for place in everybody if not place.paid),
        open_ties=ties,
        guests=tuple(_guests(board)),
        good=tuple(_good(board, everybody)),
        missing=missing,
        audit=audit,
        audit_text=finding_words.status(audit),
        problems=tuple(finding_words.sentence(finding, names, seats) for finding in audit.problems),
        newsletter=newsletters.draft(board, read),
        status=_status(event, audit, bool(missing), bool(ties)),
        players=len(board.expected),
        mark=f"{results}.{decisions[-1].pk if decisions else 0}",
    )


def places_of(board: Board, decisions: list[TieDecision], count: int) -> list[Place]:
    """Return every place, best first; ``count`` are paid."""
    groups: dict[int, list[Standing]] = {}
    for row in board.places.values():
        if row.rank is not None:
            groups.setdefault(row.rank, []).append(row)
    steps = list(board.event.chain)
    found: list[Place] = []
    above: list[Standing] = []
    for rank in sorted(groups):
        rows = groups[rank]
        first = rows[0]
        found.append(
            Place(
                rank=rank,
                players=tuple(_reader(board, row) for row in rows),
                why=_why(board, steps, first, above, decisions),
                step=first.step,
                above=first.step_data.get("above"),
                below=first.step_data.get("below"),
                waits=any(row.waits for row in rows),
                decided=any(row.step_data.get("decided") for row in rows),
                how=_how(decisions, {row.entry_id for row in rows} | {row.entry_id for row in above}),
                missing=tuple(
                    board.people[entry].name
                    for entry in dict.fromkeys(entry for row in rows for entry in row.step_data.get("missing", []))
                ),
                paid=rank <= count,
            )
        )
        above = rows
    return found


def joined(names: list[str]) -> str:
    """Return names as a list in words."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _reader(board: Board, row: Standing) -> Reader:
    person = board.people[row.entry_id]
    return Reader(
        entry_id=row.entry_id,
        player_id=person.player_id,
        seat=person.seat,
        name=person.name,
        kind=person.kind,
        points=row.points,
        won=row.won,
        plus=row.plus,
        minus=row.minus,
        net=row.net,
        skunks=row.skunks,
        games=row.games,
        short=_short(board, person),
        card=shorthand(row.points, row.won, row.net),
    )


def _why(board: Board, steps: list[str], row: Standing, above: list[Standing], decisions: list[TieDecision]) -> str:
    """Say which step put a place below the one above it, with both values; "" for the first and for points alone."""
    if not above or not row.step or row.step == steps[0]:
        return ""
    names = joined([board.people[one.entry_id].name for one in above])
    if row.step == "people":
        how = _how(decisions, {row.entry_id} | {one.entry_id for one in above})
        said = gettext("Level with %(names)s on everything that is counted; decided by people.") % {"names": names}
        return f"{said} {how}".strip()
    level = [str(STEPS.get(step, step)) for step in steps[: steps.index(row.step)]] if row.step in steps else []
    shown = {
        key: signed(value) if row.step == "net" and isinstance(value, int) else value
        for key, value in (("above", row.step_data.get("above")), ("below", row.step_data.get("below")))
    }
    said = gettext("Level with %(names)s on %(steps)s.") % {"names": names, "steps": joined(level)}
    return f"{said} {DECIDES[row.step] % shown}" if row.step in DECIDES else said


def _how(decisions: list[TieDecision], entries: set[int]) -> str:
    for decision in reversed(decisions):
        if entries <= set(decision.entries):
            return "" if decision.withdrawn else decision.how
    return ""


def _guests(board: Board) -> list[Guest]:
    visits = events.guest_visits(board.event)
    outsiders = [person for person in board.expected if person.kind != Membership.Kind.MEMBER]
    homes: dict[int, str] = {}
    if outsiders:
        rows = Player.objects.filter(pk__in=[person.player_id for person in outsiders]).select_related("home_club")
        homes = {
            row.pk: row.home_club.name for row in rows if row.home_club and row.home_club_id != board.event.club_id
        }
    found = []
    for person in outsiders:
        row = board.places.get(person.entry_id)
        visit = visits.get(person.entry_id)
        card = shorthand(row.points, row.won, row.net) if row and row.rests_on else ""
        home = homes.get(person.player_id, "")
        found.append(
            Guest(
                name=person.name,
                kind=person.kind,
                visit=visit.number if visit else None,
                allowed=visit.allowed if visit else None,
                home=home,
                card=card,
                points=row.points if row else 0,
                games=row.games if row else 0,
                short=_short(board, person),
                sentence=_guest_sentence(board, person, visit, home, row if card else None),
            )
        )
    return found


def _guest_sentence(board: Board, person: Person, visit: events.Visit | None, home: str, row: Standing | None) -> str:
    parts = []
    if person.kind == Membership.Kind.VISITOR:
        head = gettext("%(name)s, visitor from %(home)s.") if home else gettext("%(name)s, visitor.")
        parts.append(head % {"name": person.name, "home": home})
        parts.append(gettext("The card counts for tonight’s places, not for our season."))
    elif visit is not None:
        parts.append(
            gettext("%(name)s, guest, visit %(number)s of %(allowed)s.")
            % {"name": person.name, "number": visit.number, "allowed": visit.allowed}
        )
    else:
        parts.append(gettext("%(name)s, guest.") % {"name": person.name})
    if row is not None:
        parts.append(gettext("Card: %(card)s.") % {"card": shorthand(row.points, row.won, row.net)})
        if visit is not None and not visit.helped and _is_points_card(board, row.points):
            parts.append(gettext("The first points card: help ends."))
    if _short(board, person):
        parts.append(gettext("The short card was planned."))
    return " ".join(parts)


def _is_points_card(board: Board, points: int) -> bool:
    return board.event.preset in presets.keys_with_points_cards() and points >= presets.POINTS_CARD


def _good(board: Board, places: list[Place]) -> list[Reader]:
    return [player for place in places for player in place.players if _is_points_card(board, player.points)]


def _missing(board: Board) -> list[MissingCard]:
    out = [person for person in board.expected if not board.is_in(person)]
    found = []
    for person in out:
        left = auditing.forecast(board, person.entry_id) if len(out) == 1 else None
        said = ""
        if left is not None:
            data = {"wins": left.wins, "net": signed(left.net) if left.net is not None else "", "name": person.name}
            template = (
                gettext("The others leave %(wins)s wins and net %(net)s for %(name)s.")
                if left.net is not None
                else gettext("The others leave %(wins)s wins for %(name)s.")
            )
            said = template % data
        found.append(
            MissingCard(
                entry_id=person.entry_id,
                seat=person.seat,
                name=person.name,
                given_up=person.card_state == "none",
                forecast=said,
            )
        )
    return found


def _short(board: Board, person: Person) -> bool:
    return person.planned is not None and person.planned < board.event.games


def _status(event: Event, audit: Audit[int], missing: bool, ties: bool) -> str:
    if event.status == Event.Status.PUBLISHED:
        return "published"
    if ties:
        return "tie"
    if audit.problems:
        return "unbalanced"
    if missing:
        return "missing"
    return "correcting" if event.status == Event.Status.CORRECTING else "ready"
