"""What a player's page shows: the record of published nights, by night, by opponent, and in this season."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count

from clubs.events import selectors as events
from clubs.events.models import Event, LedgerLine, Season, Standing
from clubs.events.ranking.schemes import Scheme
from clubs.events.selectors import Visit
from clubs.honours import grp
from clubs.honours import season as pure
from clubs.honours import selectors as honours
from clubs.honours.models import SeasonRow, SeasonRules
from clubs.people import clock, names
from clubs.people import selectors as people
from clubs.people.models import Club, Membership, Player
from clubs.people.selectors import canonical
from games.matches.values import shorthand
from games.stats.selectors.club import skunk_level

FORM = 20
LATEST = 6
NEW = 20
"""Under so many games a player is new here, and every figure says what it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """Hold one night of the player. `season_points` None: not credited, or the night is in no season."""

    event: Event
    kind: str
    rank: int | None
    shared: bool
    of: int
    points: int
    won: int
    games: int
    net: int | None
    skunks: int
    skunks_lost: int | None
    season_points: int | None
    good: bool
    slam: bool
    short: bool

    @property
    def card(self) -> str:
        """Give the card as it is quoted."""
        return shorthand(self.points, self.won, self.net)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """Hold one game from the player's side. `hole` None: the figure was not written."""

    event: Event
    number: int
    won: bool
    opponent_id: int
    opponent: str
    hole: int | None
    target: int
    skunk: int


@dataclass(slots=True, kw_only=True)
class Opponent:
    """Hold the games against one opponent; `margin` is the average over the games whose figure is known, else None."""

    player_id: int
    name: str
    won: int = 0
    lost: int = 0
    skunks: int = 0
    skunks_lost: int = 0
    net: int = 0
    known: int = 0

    @property
    def margin(self) -> float | None:
        """Give the average margin, one decimal; right is better."""
        return round(self.net / self.known, 1) if self.known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Hold sums over nights. `told` of `nights` tell the skunks of both sides; `spread_known` of them the spread."""

    nights: int
    games: int
    won: int
    net: int
    spread_known: int
    skunks: int
    skunks_lost: int
    told: int
    good: int
    slams: int
    best: Night | None

    @property
    def lost(self) -> int:
        """Give games lost."""
        return self.games - self.won


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState:
    """Hold the page. `row` None: not in the table of the season of today (`season` None: there is none)."""

    player: Player
    name: str
    membership: Membership
    visit: Visit | None
    season: Season | None
    row: SeasonRow | None
    threshold: int
    this_season: Record
    all_nights: Record
    nights: tuple[Night, ...]
    games: tuple[PlayedGame, ...]
    opponents: tuple[Opponent, ...]
    form: tuple[PlayedGame, ...]
    games_typed: int
    longest_run: int
    current_run: int
    mine: bool

    @property
    def is_new(self) -> bool:
        """Tell whether there are too few games for anything to be read out of them."""
        return self.all_nights.games < NEW

    @property
    def head(self) -> Record:
        """Give the record the head shows: this season's where there is one with a card, else of all nights."""
        return self.this_season if self.this_season.nights else self.all_nights


@dataclass(slots=True)
class _Runs:
    longest: int = 0
    current: int = 0
    games: list[PlayedGame] = field(default_factory=list)


def player_state(club: Club, player: Player, viewer: Membership | None) -> PlayerState:
    """Return a player's page in a club; constant queries."""
    membership = people.membership_in(club, player)
    assert membership is not None, "player_for has found them in the club"
    ids = [player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)]
    today = clock.today(club)
    season = honours.current_season(club, today)
    row = SeasonRow.objects.filter(season=season, player_id__in=ids).first() if season else None
    nights = _nights(club, ids, viewer)
    lines = _lines(club, ids, viewer)
    games = _games(lines, club, viewer)
    runs = _runs(games)
    visit = None
    if membership.kind == Membership.Kind.GUEST and membership.left_on is None:
        number = events.guest_visit_number(player, club, today)
        visit = Visit(number) if number else None
    return PlayerState(
        player=player,
        name=names.shown(player, club, viewer),
        membership=membership,
        visit=visit,
        season=season,
        row=row,
        threshold=honours.rules_of(season).threshold if season else grp.THRESHOLD,
        this_season=_record([night for night in nights if season and night.event.season_id == season.pk]),
        all_nights=_record(nights),
        nights=tuple(nights),
        games=tuple(games[:LATEST]),
        opponents=tuple(_opponents(lines, club, viewer)),
        form=tuple(games[:FORM]),
        games_typed=len(games),
        longest_run=runs.longest,
        current_run=runs.current,
        mine=viewer is not None and canonical(viewer.player).pk == player.pk,
    )


def _nights(club: Club, ids: list[int], viewer: Membership | None) -> list[Night]:
    rows = list(
        Standing.objects.filter(entry__player_id__in=ids, stage__club=club, stage__event__published_at__isnull=False)
        .exclude(rests_on="")
        .select_related("entry__player", "stage__event")
        .order_by("-stage__event__date", "-stage__event_id")
    )
    fields = dict(
        Standing.objects.filter(stage_id__in=[row.stage_id for row in rows], rank__isnull=False)
        .order_by()
        .values_list("stage_id")
        .annotate(cards=Count("pk"))
    )
    if viewer is None:
        rows = _as_published(club, ids, rows, fields)
    rules = _rules({row.stage.event.season_id for row in rows if row.stage.event and row.stage.event.season_id})
    joined = honours.joined(club.pk)
    return [_night(row, fields.get(row.stage_id, 0), rules, joined) for row in rows]


def _as_published(club: Club, ids: list[int], rows: list[Standing], fields: dict[int, int]) -> list[Standing]:
    """Return the rows with those of nights being corrected as they were published; ``fields`` follow."""
    corrected = events.nights_of(club).filter(status=Event.Status.CORRECTING)
    kept = [row for row in events.as_published(corrected) if row.rests_on]
    fields.update(Counter(row.stage_id for row in kept if row.rank is not None))
    rows = [row for row in rows if row.stage.event and row.stage.event.status != Event.Status.CORRECTING]
    rows += [row for row in kept if row.entry.player_id in ids]
    return sorted(rows, key=lambda row: (row.stage.event and row.stage.event.date, row.stage.event_id), reverse=True)


def _night(row: Standing, of: int, rules: dict[int, grp.Rules], joined: dict[int, bool]) -> Night:
    event = row.stage.event
    assert event is not None
    who = row.entry.player.merged_into_id or row.entry.player_id
    card = honours.night_card(row, event, joined=who in joined)
    counted = None
    rule = rules.get(event.season_id or 0, grp.Rules())
    if event.season_id and event.counts and grp.credits(card.kind, joined=card.joined, rules=rule):
        counted = pure.card_points(card, rule)
    return Night(
        event=event,
        kind=row.entry.kind,
        rank=row.rank,
        shared=row.shared,
        of=of,
        points=row.points,
        won=row.won,
        games=row.games,
        net=row.net,
        skunks=row.skunks,
        skunks_lost=row.skunks_lost,
        season_points=counted,
        good=grp.reaches(row.points, threshold=rule.threshold),
        slam=card.is_slam,
        short=row.games < event.games,
    )


def _rules(seasons: set[int]) -> dict[int, grp.Rules]:
    stored = SeasonRules.objects.filter(season_id__in=seasons)
    found = {season: grp.Rules() for season in seasons}
    return found | {row.season_id: honours.as_rules(row) for row in stored}


def _record(nights: Iterable[Night]) -> Record:
    nights = list(nights)
    told = [night for night in nights if night.skunks_lost is not None]
    return Record(
        nights=len(nights),
        games=sum(night.games for night in nights),
        won=sum(night.won for night in nights),
        net=sum(night.net or 0 for night in nights),
        spread_known=sum(night.net is not None for night in nights),
        skunks=sum(night.skunks for night in told),
        skunks_lost=sum(night.skunks_lost or 0 for night in told),
        told=len(told),
        good=sum(night.good for night in nights),
        slams=sum(night.slam for night in nights),
        best=max(
            nights,
            key=lambda night: pure.BestCard(night.points, night.won, night.net, night.event.pk).order,
            default=None,
        ),
    )


def _lines(club: Club, ids: list[int], viewer: Membership | None) -> list[LedgerLine]:
    """Return every game of the player on published nights, as far as the viewer may see it, the newest first."""
    rows = LedgerLine.objects.filter(
        entry__player_id__in=ids,
        kind=LedgerLine.Kind.GAME,
        stage__club=club,
        stage__event__published_at__isnull=False,
        opponent__isnull=False,
    )
    return list(
        events.announced_lines(rows, viewer)
        .select_related("stage__event", "opponent__player__merged_into")
        .order_by("-stage__event__date", "-stage__event_id", "-game_number", "-pk")
    )


def _games(lines: list[LedgerLine], club: Club, viewer: Membership | None) -> list[PlayedGame]:
    schemes: dict[int, Scheme] = {}
    found = []
    for line in lines:
        event = line.stage.event
        assert event is not None
        assert line.opponent is not None
        scheme = schemes.setdefault(event.pk, events.scheme_of(event))
        margin = (line.plus if line.won else line.minus) if line.explained != "award" else None
        found.append(
            PlayedGame(
                event=event,
                number=line.game_number or 0,
                won=bool(line.won),
                opponent_id=canonical(line.opponent.player).pk,
                opponent=names.shown(line.opponent.player, club, viewer),
                hole=event.target - margin if margin and margin <= event.target else None,
                target=event.target,
                skunk=skunk_level(scheme, margin),
            )
        )
    return found


def _runs(games: list[PlayedGame]) -> _Runs:
    """Return the longest run of wins and the one that goes on; ``games`` newest first."""
    runs, run = _Runs(), 0
    for game in reversed(games):
        run = run + 1 if game.won else 0
        runs.longest = max(runs.longest, run)
    runs.current = run
    return runs


def _opponents(lines: list[LedgerLine], club: Club, viewer: Membership | None) -> list[Opponent]:
    found: dict[int, Opponent] = {}
    for line in lines:
        assert line.opponent is not None
        who = canonical(line.opponent.player)
        one = found.get(who.pk)
        if one is None:
            one = found[who.pk] = Opponent(player_id=who.pk, name=names.shown(line.opponent.player, club, viewer))
        one.won += line.won
        one.lost += line.games - line.won
        one.skunks += line.skunks
        one.skunks_lost += line.skunks_lost or 0
        if line.net is not None:
            one.net += line.net
            one.known += 1
    return sorted(found.values(), key=lambda one: (-(one.won + one.lost), one.name))
