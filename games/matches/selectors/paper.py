"""Scorecards as they are printed: a row a game, sit-outs and their make-ups in one row, one-digit spreads as 07."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.events.ranking.schemes import Scheme
from clubs.events.selectors.schedule import Stop
from engine.outcome import Level
from games.matches.selectors import cards as views
from games.matches.selectors.board import Board, Person
from games.matches.selectors.cards import CardLine

LEVELS: dict[Level, str | Promise] = {
    Level.WIN: gettext_lazy("win"),
    Level.SKUNK: gettext_lazy("skunk"),
    Level.DOUBLE: gettext_lazy("double skunk"),
    Level.TRIPLE: gettext_lazy("triple skunk"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRow:
    """Hold one row. `number` None: an empty row at the end.

    `sits_out`: the planned game of this number is not played; `make_up`: the opponent is met after the last game
    instead (`sits_out` without `make_up` has no opponent: the short card). `extra`: a game that counts on the other
    card only. `points` None, `plus`, `minus` "": to be written by hand.
    """

    number: int | None
    opponent: str = ""
    opponent_seat: int | None = None
    sits_out: bool = False
    make_up: bool = False
    extra: bool = False
    not_played: bool = False
    points: int | None = None
    plus: str = ""
    minus: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperCard:
    """Hold one card. `entry_id` None: nobody's, all by hand. Totals None: to be written by hand."""

    entry_id: int | None = None
    name: str = ""
    acc_number: str = ""
    seat: int | None = None
    rows: tuple[PaperRow, ...] = ()
    points: int | None = None
    won: int | None = None
    plus: int | None = None
    minus: int | None = None
    net: int | None = None


def cards(event: Event, board: Board, *, filled: bool) -> list[PaperCard]:
    """Return a card for everybody who plays, in seat order; ``filled``: with what is in."""
    if filled:
        return [_filled(board, person) for person in board.expected]
    people = [person for person in board.people.values() if not person.absent or board.games_of(person.entry_id)]
    if board.meetings:
        return [_bare(_filled(board, person)) for person in people]
    plans = events.card_plans(event)
    seats = {person.entry_id: person.seat for person in people}
    return [_planned(event, person, plans.get(person.entry_id, []), seats) for person in people]


def empty(event: Event, count: int) -> list[PaperCard]:
    """Return so many cards without names."""
    rows = tuple(PaperRow(number=number) for number in range(1, event.games + 1))
    return [PaperCard(rows=rows)] * count


def figures(scheme: Scheme) -> list[int]:
    """Return what a game can score, for the head of the points column: 0 2 3."""
    return sorted({scheme.loss, *(band.points for band in scheme.bands)})


def rule(scheme: Scheme) -> list[str]:
    """Return what a game scores, a sentence a level; levels that score the same are one."""
    found = []
    bands = list(scheme.bands)
    for index, band in enumerate(bands):
        if index and bands[index - 1].points == band.points:
            continue
        high = next((later.low - 1 for later in bands[index + 1 :] if later.points != band.points), None)
        data = {"low": band.low, "high": high, "points": band.points, "level": LEVELS[band.level]}
        if high is None and index == 0:
            template = ngettext("A win: %(points)s point.", "A win: %(points)s points.", band.points)
        elif high is None:
            template = ngettext(
                "Win by %(low)s or more, a %(level)s: %(points)s point.",
                "Win by %(low)s or more, a %(level)s: %(points)s points.",
                band.points,
            )
        elif band.level is Level.WIN:
            template = ngettext(
                "Win by %(low)s to %(high)s: %(points)s point.",
                "Win by %(low)s to %(high)s: %(points)s points.",
                band.points,
            )
        else:
            template = ngettext(
                "Win by %(low)s to %(high)s, a %(level)s: %(points)s point.",
                "Win by %(low)s to %(high)s, a %(level)s: %(points)s points.",
                band.points,
            )
        found.append(template % data)
    found.append(_("A loss: %(points)s.") % {"points": scheme.loss})
    return found


def _filled(board: Board, person: Person) -> PaperCard:
    card = views.view(board, person.entry_id)
    known = bool(card.rests_on)
    return PaperCard(
        entry_id=person.entry_id,
        name=person.name,
        acc_number=person.acc_number,
        seat=person.seat,
        rows=tuple(_rows(card.lines)) or _numbered(board.event),
        points=card.points if known else None,
        won=card.won if known else None,
        plus=card.plus,
        minus=card.minus,
        net=card.net,
    )


def _bare(card: PaperCard) -> PaperCard:
    rows = tuple(replace(row, points=None, plus="", minus="", not_played=False) for row in card.rows)
    return replace(card, rows=rows, points=None, won=None, plus=None, minus=None, net=None)


def _rows(lines: Sequence[CardLine]) -> Iterator[PaperRow]:
    """Yield the rows of a card: each make-up in the row of the sit-out it makes good, those left over at the end."""
    made = [line for line in lines if line.make_up and line.counts]
    for line in lines:
        if line.make_up and line.counts:
            continue
        if line.state != "sitout":
            yield _row(line)
            continue
        make_up = made.pop(0) if made else None
        if make_up is None:
            yield PaperRow(number=line.number, sits_out=True)
        else:
            yield replace(_row(make_up), number=line.number, sits_out=True, make_up=True)
    for line in made:
        yield replace(_row(line), make_up=True)


def _row(line: CardLine) -> PaperRow:
    return PaperRow(
        number=line.number,
        opponent=line.opponent,
        opponent_seat=line.opponent_seat,
        extra=not line.counts,
        not_played=line.state == "notplayed",
        points=line.points,
        plus=two_digits(line.plus, "+"),
        minus=two_digits(line.minus, "−"),
    )


def _planned(event: Event, person: Person, stops: Iterable[Stop], seats: Mapping[int, int | None]) -> PaperCard:
    """Return a card before Start, from the plan as it would be; without a plan with numbered rows only."""
    lines = [
        CardLine(
            number=stop.number,
            make_up=stop.make_up,
            table=stop.table,
            seat=stop.seat,
            opponent_id=stop.opponent.pk if stop.opponent else None,
            opponent=(stop.opponent.player.merged_into or stop.opponent.player).name if stop.opponent else "",
            opponent_seat=seats.get(stop.opponent.pk) if stop.opponent else None,
            state="sitout" if stop.sits_out else "open",
            counts=stop.counts,
        )
        for stop in stops
    ]
    return PaperCard(
        entry_id=person.entry_id,
        name=person.name,
        acc_number=person.acc_number,
        seat=person.seat,
        rows=tuple(_rows(lines)) or _numbered(event),
    )


def _numbered(event: Event) -> tuple[PaperRow, ...]:
    return tuple(PaperRow(number=number) for number in range(1, event.games + 1))


def two_digits(figure: int | None, sign: str) -> str:
    """Write a spread as the card has it: ``+07``; "" where the column is empty or holds a nought."""
    return f"{sign}{figure:02d}" if figure else ""
