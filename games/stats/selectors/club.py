"""What a club's home shows: the night that is next or on, the race, and the latest results."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from clubs.base import live
from clubs.events import selectors as events
from clubs.events.models import Entry, Event, LedgerLine, Pairing, Season, Stage, Standing
from clubs.events.ranking.schemes import Scheme
from clubs.honours import selectors as honours
from clubs.people import clock, names
from clubs.people.models import Club, Membership
from clubs.people.selectors import canonical
from engine.outcome import Level

LATEST = 6
LANES = 4
STILL_ON = datetime.timedelta(days=2)
"""A night nobody has published two days later is no longer what the club is doing."""

Status = Event.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Hero:
    """Hold the night the club looks at.

    `state`: "live" (being played), "checkin", "today", "coming" or "published" (tonight's, read out already). `here`
    and `late` count who has signed in; `cards` of `all_cards` are typed as totals, `games` of `all_games` as games.
    `mine`: the reader's own entry, None without.
    `last_time`: how many played on the night before, None before the first. `version`: of the night's topic, read
    before everything else.
    """

    event: Event
    stage: Stage
    state: str
    days: int
    here: int
    late: int
    cards: int
    all_cards: int
    games: int
    all_games: int
    mine: Entry | None
    last_time: int | None
    scheme: Scheme
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """Hold one leader of the race board; `before` None: new in the table."""

    player_id: int
    name: str
    now: int
    before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """Hold the season race: `nights` are in the table, `last` is the newest of them; no lanes before the first."""

    season: Season
    lanes: tuple[Lane, ...]
    nights: int
    last: Event | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Hold one game. `hole` None: the figure was not written. `skunk`: 0 none to 3 triple. `ending`: "" played."""

    winner_id: int
    winner: str
    loser_id: int
    loser: str
    hole: int | None
    skunk: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTaken:
    """Hold one place of a night of which only cards are known."""

    player_id: int
    name: str
    rank: int
    shared: bool
    points: int
    won: int
    net: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latest:
    """Hold the newest results: the last games typed, and the places of the last published night (None: none yet)."""

    played: Event | None
    games: tuple[Result, ...]
    published: Event | None
    places: tuple[PlaceTaken, ...]


def hero_of(club: Club, viewer: Membership | None) -> Hero | None:
    """Return the night the club looks at: the one that is on, else today's, else the next; None: no date yet."""
    today = clock.today(club)
    near = Q(status__in=[Status.CHECKIN, Status.RUNNING], date__gte=today - STILL_ON)
    to_come = Q(status=Status.PLANNED, date__gte=today)
    over = Q(status__in=[Status.PUBLISHED, Status.CORRECTING], date=today)
    found = list(Event.objects.filter(near | to_come | over, club=club).order_by("date", "starts_at", "pk")[:60])
    order = (Status.RUNNING, Status.CHECKIN, Status.PLANNED, Status.PUBLISHED, Status.CORRECTING)

    def rank(event: Event) -> tuple[int, datetime.date]:
        position = order.index(Status(event.status))
        # What has been read out tonight comes before a night that is still days away.
        return (
            (1 if event.status in (Status.PUBLISHED, Status.CORRECTING) else 2, event.date)
            if position > 1
            else (
                0,
                event.date,
            )
        )

    event = min(found, key=rank, default=None)
    return _hero(event, viewer, today) if event is not None else None


def _hero(event: Event, viewer: Membership | None, today: datetime.date) -> Hero:
    version = live.current([("night", event.pk)])[f"night-{event.pk}"]
    stage = Stage.objects.get(event=event, number=1)
    counted = Entry.objects.filter(stage=stage).aggregate(
        here=Count("pk", filter=Q(presence=Entry.Presence.HERE)),
        late=Count("pk", filter=Q(presence=Entry.Presence.LATE)),
        expected=Count("pk", filter=~Q(presence=Entry.Presence.ABSENT) & ~Q(planned_games=0)),
    )
    lines = LedgerLine.objects.filter(stage=stage).aggregate(
        cards=Count("pk", filter=Q(kind=LedgerLine.Kind.CARD)),
        games=Count("source", filter=Q(kind=LedgerLine.Kind.GAME), distinct=True),
    )
    planned = Pairing.objects.filter(round__stage=stage, b__isnull=False).exclude(status=Pairing.Status.NOT_PLAYED)
    mine = None
    if viewer is not None:
        player = canonical(viewer.player)
        own = Q(player=player) | Q(player__merged_into=player)
        mine = Entry.objects.filter(own, stage=stage).exclude(presence=Entry.Presence.ABSENT).first()
    state = {
        Status.RUNNING: "live",
        Status.CHECKIN: "checkin",
        Status.PUBLISHED: "published",
        Status.CORRECTING: "published",
    }.get(Status(event.status), "today" if event.date == today else "coming")
    return Hero(
        event=event,
        stage=stage,
        state=state,
        days=(event.date - today).days,
        here=counted["here"],
        late=counted["late"],
        cards=lines["cards"],
        all_cards=counted["expected"],
        games=lines["games"],
        all_games=planned.count() if lines["games"] else 0,
        mine=mine,
        last_time=_last_time(event),
        scheme=events.scheme_of(event),
        version=version,
    )


def _last_time(event: Event) -> int | None:
    before = (
        Event.objects.filter(club_id=event.club_id, published_at__isnull=False, date__lte=event.date)
        .exclude(pk=event.pk)
        .order_by("-date", "-pk")
        .first()
    )
    if before is None:
        return None
    return Entry.objects.filter(stage__event=before, standing__rank__isnull=False).count()


def race_of(club: Club, viewer: Membership | None) -> Race | None:
    """Return the race of the season of today; None: the club has no season."""
    season = honours.current_season(club, clock.today(club))
    if season is None:
        return None
    rows = [row for row in honours.rows_of(season)[:LANES] if row.rank is not None and row.grp]
    last, gained = honours.gained_last_night(season, {row.player_id for row in rows})
    lanes = tuple(
        Lane(
            player_id=row.player_id,
            name=names.shown(row.player, club, viewer),
            now=row.grp,
            before=None if row.before is None else row.grp - gained.get(row.player_id, 0),
        )
        for row in rows
    )
    return Race(season=season, lanes=lanes, nights=honours.night_counts(season)[0], last=last)


def latest_of(club: Club, viewer: Membership | None) -> Latest:
    """Return the newest results of a club."""
    lines = _won(club, viewer)
    played = Event.objects.filter(
        pk__in=lines.filter(stage__event__status__in=[Status.RUNNING, Status.PUBLISHED, Status.CORRECTING])
        .order_by("-stage__event__date", "-stage__event_id")
        .values("stage__event_id")[:1]
    ).first()
    published = Event.objects.filter(club=club, published_at__isnull=False).order_by("-date", "-pk").first()
    # Games of a night long gone are no news beside the places of a newer one.
    if played is not None and published is not None and played.date < published.date:
        played = None
    return Latest(
        played=played,
        games=tuple(_games(played, club, viewer)) if played else (),
        published=published,
        places=tuple(_places(published, club, viewer)) if published else (),
    )


def _won(club: Club, viewer: Membership | None) -> QuerySet[LedgerLine]:
    lines = LedgerLine.objects.filter(kind=LedgerLine.Kind.GAME, won=1, opponent__isnull=False, stage__event__club=club)
    return events.announced_lines(lines, viewer)


def coming_of(club: Club, hero: Hero | None) -> list[Event]:
    """Return the nights after the one the hero shows, the next first."""
    rows = Event.objects.filter(club=club, status=Status.PLANNED, date__gte=clock.today(club))
    if hero is not None:
        rows = rows.exclude(pk=hero.event.pk)
    return list(rows.order_by("date", "starts_at", "pk")[:LATEST])


def _games(event: Event, club: Club, viewer: Membership | None) -> list[Result]:
    scheme = events.scheme_of(event)
    lines = (
        _won(club, viewer)
        .filter(stage__event=event)
        .select_related("entry__player__merged_into", "opponent__player__merged_into")
        .order_by("-posted_at", "-game_number", "-pk")[:LATEST]
    )
    found = []
    for line in lines:
        assert line.opponent is not None
        margin = line.plus if line.explained != "award" else None
        found.append(
            Result(
                winner_id=canonical(line.entry.player).pk,
                winner=names.shown(line.entry.player, club, viewer),
                loser_id=canonical(line.opponent.player).pk,
                loser=names.shown(line.opponent.player, club, viewer),
                hole=event.target - margin if margin and margin <= event.target else None,
                skunk=skunk_level(scheme, margin),
                target=event.target,
            )
        )
    return found


def skunk_level(scheme: Scheme, margin: int | None) -> int:
    """Return how a game won by ``margin`` was won: 0 no skunk (or no figure), 1 skunk, 2 double, 3 triple."""
    if not margin or margin > scheme.target:
        return 0
    return max(0, int(scheme.level(margin)) - int(Level.WIN))


def _places(event: Event, club: Club, viewer: Membership | None) -> list[PlaceTaken]:
    rows: Iterable[Standing] = (
        Standing.objects.filter(stage__event=event, rank__isnull=False)
        .select_related("entry__player__merged_into")
        .order_by("rank", "entry__seat", "entry_id")[:LATEST]
    )
    if events.hides_correction(event, viewer):
        rows = [row for row in events.as_published([event]) if row.rank is not None][:LATEST]
    return [
        PlaceTaken(
            player_id=canonical(row.entry.player).pk,
            name=names.shown(row.entry.player, club, viewer),
            rank=row.rank or 0,
            shared=row.shared,
            points=row.points,
            won=row.won,
            net=row.net,
        )
        for row in rows
    ]
