"""The ledger of results: what each entry has from each game or card, as posted by whoever settled it."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from django.db import connection
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Invalid
from clubs.events import jobs
from clubs.events.models import Entry, Event, LedgerLine, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line to post; the fields are those of :class:`LedgerLine`. ``games`` is 1 for a game.

    ``explained``: why the line has no mirror image ("award", "one_sided", "ruling"), else "".

    Raises Invalid (``line_impossible``) for figures that contradict each other.
    """

    entry_id: int
    opponent_id: int | None
    kind: str
    game_number: int | None
    games: int
    won: int
    points: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int = 0
    skunks_lost: int | None = None
    first_deal: bool | None = None
    explained: str = ""

    def __post_init__(self) -> None:
        given = None not in (self.plus, self.minus, self.net)
        if (
            not 0 <= self.won <= self.games
            or self.entry_id == self.opponent_id
            or (given and self.net != self.plus - self.minus)  # type: ignore[operator]
            or (self.kind == LedgerLine.Kind.GAME and (self.games != 1 or self.game_number is None))
        ):
            raise Invalid(
                "line_impossible", _("These figures contradict each other. Check the card and type it again.")
            )


def post(*, stage: Stage, source: UUID, source_version: int, lines: Sequence[Line]) -> None:
    """Replace all lines of ``source`` by ``lines`` (none: retract them), inside the caller's transaction.

    Idempotent by (source, version): a version that is not newer than the one that stands changes
    nothing, however late it arrives, also after a retraction. Bumps the versions of the club, the
    stage, the players and, once the night has entered it, the season; announces on commit.

    Raises Invalid (``entry_elsewhere``) for a line of an entry of another stage.
    """
    if not _claim(stage.pk, source, source_version):
        return
    standing = LedgerLine.objects.filter(source=source)
    players = set(standing.values_list("entry__player_id", flat=True)) if source_version > 1 else set()
    wanted = {line.entry_id for line in lines} | {line.opponent_id for line in lines if line.opponent_id}
    here = dict(Entry.objects.filter(stage=stage, pk__in=wanted).values_list("pk", "player_id")) if wanted else {}
    if wanted - here.keys():
        raise Invalid("entry_elsewhere", _("One of these players has no place in this night. Check them in first."))
    if source_version > 1:
        standing.delete()
    LedgerLine.objects.bulk_create(
        LedgerLine(stage=stage, source=source, source_version=source_version, **asdict(line)) for line in lines
    )
    touch(stage=stage, player_ids=players | {here[line.entry_id] for line in lines})


def touch(*, stage: Stage, player_ids: Iterable[int] = ()) -> None:
    """Count a change of the facts of a stage and of these players, inside the caller's transaction; announce on commit.

    For every fact the standings are made from: lines, entries in the draw, tie decisions, the chain.
    """
    # Read afresh: the caller may hold an event that somebody else has published since.
    season = (
        Event.objects.filter(pk=stage.event_id, counts=True, published_at__isnull=False)
        .values_list("season_id", flat=True)
        .first()
        if stage.event_id
        else None
    )
    facts = [("club", stage.club_id), ("stage", stage.pk)]
    facts += [("player", player) for player in sorted(canonical_ids(player_ids))]
    if season:
        facts.append(("season", season))
        jobs.season_changed(season)
    versions.bump_all(facts)
    jobs.results_changed(stage.pk)


def canonical_ids(player_ids: Iterable[int]) -> set[int]:
    """Return the players these ids stand for today: a merged one's facts belong to who it was merged into."""
    ids = list(player_ids)
    if not ids:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE chain AS ("
            " SELECT id, merged_into_id FROM people_player WHERE id = ANY(%s)"
            " UNION SELECT p.id, p.merged_into_id FROM people_player p JOIN chain c ON p.id = c.merged_into_id"
            ") SELECT id FROM chain WHERE merged_into_id IS NULL",
            [ids],
        )
        return {row[0] for row in cursor.fetchall()}


def _claim(stage_id: int, source: UUID, version: int) -> bool:
    """Make ``version`` the newest of its source, unless that or a newer one is there already."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO events_posting (source, stage_id, version) VALUES (%s, %s, %s) "
            "ON CONFLICT (source) DO UPDATE SET version = excluded.version "
            "WHERE events_posting.version < excluded.version RETURNING version",
            [source, stage_id, version],
        )
        return cursor.fetchone() is not None
