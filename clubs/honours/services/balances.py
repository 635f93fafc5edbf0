"""Opening balances: what players bring forward into their first season here."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import locks
from clubs.base.errors import Invalid
from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours import wording
from clubs.honours.lines import BalanceLine, Row, read
from clubs.honours.models import OpeningBalance
from clubs.people import audit, permissions, spelling
from clubs.people import selectors as people
from clubs.people.models import Membership, Player, User
from clubs.people.services import players

ADD = "add"
SKIP = "skip"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One line of a pasted list as it would be stored.

    ``player`` None: nobody of that name (``candidates`` empty), or several. ``sentence``: what is wrong
    with the line, "" if nothing. ``before``: the balance it would replace.
    """

    row: Row
    player: Player | None = None
    candidates: tuple[Player, ...] = ()
    before: OpeningBalance | None = None
    sentence: str = ""

    @property
    def unknown(self) -> bool:
        """Tell whether the name means nobody in the club."""
        return self.row.line is not None and self.player is None and not self.candidates

    @property
    def unchanged(self) -> bool:
        """Tell whether the same balance is in force already."""
        return self.before is not None and self.row.line is not None and _same(self.before, self.row.line)


def preview(*, season: Season, text: str, by: User) -> tuple[Proposal, ...]:
    """Say line by line what storing the list would do; nothing is stored."""
    permissions.require(by, season.club, "season.manage")
    held = {
        people.canonical(row.player).pk: row
        for row in OpeningBalance.objects.filter(season=season, replaced=False).select_related("player__merged_into")
    }
    seen: dict[int, int] = {}
    proposals = []
    for row in read(text):
        if row.line is None:
            proposals.append(Proposal(row, sentence=wording.sentence(row.problem)))
            continue
        found = _find(season, row.line.name)
        player = found[0] if len(found) == 1 else None
        if player is not None and player.pk in seen:
            proposals.append(Proposal(row, player, sentence=wording.twice(player.name, seen[player.pk])))
            continue
        if player is not None:
            seen[player.pk] = row.number
        proposals.append(
            Proposal(
                row,
                player,
                candidates=tuple(found) if player is None else (),
                before=held.get(player.pk) if player else None,
                sentence=wording.several(row.line.name) if len(found) > 1 else "",
            )
        )
    return tuple(proposals)


def store(
    *, season: Season, text: str, as_of: datetime.date, by: User, choices: Mapping[int, str] | None = None
) -> int:
    """Store a whole list, all or nothing, and return how many balances are new or changed.

    ``choices`` says by line number what to do about a name that means nobody or several: ``"add"`` (as a
    member), ``"skip"`` or a player's id. Storing the same list again changes nothing.

    Raises Invalid (``balance_lines``) naming the first line that cannot be stored, Invalid (``as_of``).
    """
    permissions.require(by, season.club, "season.manage")
    _check_date(season, as_of)
    chosen = choices or {}
    with transaction.atomic():
        locks.hold("balances", season.pk)
        wanted: list[tuple[int, Player, BalanceLine]] = []
        for proposal in preview(season=season, text=text, by=by):
            choice = chosen.get(proposal.row.number, "")
            if choice == SKIP:
                continue
            if proposal.row.line is None or (proposal.sentence and not proposal.candidates):
                raise _refused(proposal.row.number, proposal.sentence)
            player = proposal.player or _chosen(season, proposal, choice, by)
            wanted.append((proposal.row.number, player, proposal.row.line))
        _refuse_twice(wanted)
        return sum(_put(season, player, line, as_of, by) for _, player, line in wanted)


def put(*, season: Season, player: Player, line: BalanceLine, as_of: datetime.date, by: User) -> bool:
    """Store one player's balance and return whether it is new or changed; the one before stays in the history.

    Raises Invalid (``as_of``), Missing for a player of another club.
    """
    permissions.require(by, season.club, "season.manage")
    _check_date(season, as_of)
    player = people.player_for(by, season.club, player.pk)
    with transaction.atomic():
        locks.hold("balances", season.pk)
        return _put(season, player, line, as_of, by)


def remove(*, season: Season, player: Player, by: User) -> bool:
    """Take a player's balance out of force and return whether there was one; it stays in the history."""
    permissions.require(by, season.club, "season.manage")
    with transaction.atomic():
        locks.hold("balances", season.pk)
        gone = _retire(season, player)
        if gone:
            audit.record(
                "balance.removed", by=by, club=season.club, about="season", about_id=season.pk, player=player.name
            )
            seasons.changed(season.pk)
        return bool(gone)


def _put(season: Season, player: Player, line: BalanceLine, as_of: datetime.date, by: User) -> bool:
    before = _in_force(season, player)
    if len(before) == 1 and _same(before[0], line) and before[0].as_of == as_of:
        return False
    _retire(season, player)
    figures = {name: value for name, value in asdict(line).items() if name != "name"}
    OpeningBalance.objects.create(season=season, player=player, as_of=as_of, by=by, **figures)
    audit.record(
        "balance.stored",
        by=by,
        club=season.club,
        about="season",
        about_id=season.pk,
        player=player.name,
        points=line.points,
        before=before[0].points if before else None,
    )
    seasons.changed(season.pk)
    return True


def _in_force(season: Season, player: Player) -> list[OpeningBalance]:
    rows = OpeningBalance.objects.filter(season=season, replaced=False).select_related("player")
    return [row for row in rows if (row.player.merged_into_id or row.player_id) == player.pk]


def _retire(season: Season, player: Player) -> int:
    ids = [row.pk for row in _in_force(season, player)]
    return OpeningBalance.objects.filter(pk__in=ids).update(replaced=True)


def _same(row: OpeningBalance, line: BalanceLine) -> bool:
    return all(getattr(row, name) == value for name, value in asdict(line).items() if name != "name")


def _find(season: Season, name: str) -> list[Player]:
    """Return whom a written name means: the whole name first, else everybody it may be the start of."""
    found = people.find_players(season.club, name)
    exact = [player for player in found if spelling.fold(player.name) == spelling.fold(name)]
    return exact or found


def _chosen(season: Season, proposal: Proposal, choice: str, by: User) -> Player:
    line = proposal.row.line
    name = line.name if line else ""
    if choice == ADD and proposal.unknown:
        return players.add(club=season.club, name=name, kind=Membership.Kind.MEMBER, by=by)
    if choice.isascii() and choice.isdigit():
        return people.player_for(by, season.club, int(choice))
    raise _refused(proposal.row.number, proposal.sentence or wording.nobody(name))


def _refuse_twice(wanted: Sequence[tuple[int, Player, BalanceLine]]) -> None:
    seen: dict[int, int] = {}
    for number, player, _line in wanted:
        if player.pk in seen:
            raise _refused(number, wording.twice(player.name, seen[player.pk]))
        seen[player.pk] = number


def _refused(number: int, sentence: str) -> Invalid:
    return Invalid("balance_lines", _("Line %(number)s: %(sentence)s"), field="text", number=number, sentence=sentence)


def _check_date(season: Season, as_of: datetime.date) -> None:
    if as_of > season.last_day:
        raise Invalid(
            "as_of",
            _("The balances are from %(date)s, after the season’s last day. Give the date the spreadsheet was closed."),
            field="as_of",
            date=as_of,
        )
