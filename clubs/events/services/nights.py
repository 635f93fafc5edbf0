"""A club night from plan to start: its date, season, scheme and status."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import live
from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions, presets, selectors
from clubs.events.models import Entry, Event, Round, Season, Stage
from clubs.events.ranking import chain as chains
from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.schemes import Scheme
from clubs.events.services import ledger, moves, seasons
from clubs.people import audit
from clubs.people.models import Club, User
from engine.errors import CodedError

TARGETS: Final = (121, 61)
MOST_GAMES: Final = 22
POINTS: Final = ("win", "skunk", "double", "triple", "loss")

Status = Event.Status


class Unset:
    """Stands for "leave it as it is", where None means something."""


UNSET: Final = Unset()


@dataclass(frozen=True, slots=True)
class Rules:
    """How a night is played, written down and ranked; None or empty: as the preset (or the night) has it.

    ``points``: what a win, skunk, double, triple and loss score, any of them. ``chain``: the keys of the tie-breaks.
    """

    target: int | None = None
    games: int | None = None
    record: str | None = None
    mode: str | None = None
    chain: Sequence[str] | None = None
    points: Mapping[str, int] = field(default_factory=dict)


def plan(
    *,
    club: Club,
    by: User,
    name: str,
    date: datetime.date,
    preset: str = "",
    season: Season | None = None,
    starts_at: datetime.time | None = None,
    counts: bool | None = None,
    **overrides: Any,
) -> Event:
    """Plan a night with its rotation stage; scheme and chain are copied, so they stay when presets change.

    ``preset`` "": the club's usual one. ``season`` None: the club's season that contains the date; outside
    every season the night does not count. ``counts`` None: it counts if it has a season. ``overrides``: the
    fields of :class:`Rules`.

    Raises Invalid (``night_name``, ``date_outside``, ``no_season``, ``season_closed``, ``unknown_preset``,
    ``target``, ``games``, ``record``, ``mode``, ``points``, ``chain``).
    """
    permissions.require(by, club, "night.plan")
    try:
        start = presets.preset(preset or club.preset)
    except RankingError:
        raise Invalid(
            "unknown_preset", _("There is no such kind of night. Choose one of the list."), field="preset"
        ) from None
    rules = _rules(overrides)
    event = Event(
        club=club,
        name=_named(name),
        date=date,
        starts_at=starts_at,
        preset=start.key,
        games=start.games,
        record=start.record,
        chain=list(start.chain),
    )
    _place(event, season or selectors.season_containing(club, date), counts)
    _play_by(event, start.scheme, rules)
    with transaction.atomic():
        event.save()
        Stage.objects.create(club=club, event=event)
        audit.record(
            "night.planned",
            by=by,
            club=club,
            about="event",
            about_id=event.pk,
            name=event.name,
            date=date.isoformat(),
            preset=event.preset,
        )
    return event


def update(
    *,
    event: Event,
    by: User,
    name: str | None = None,
    date: datetime.date | None = None,
    season: Season | Unset | None = UNSET,
    starts_at: datetime.time | Unset | None = UNSET,
    counts: bool | None = None,
    **overrides: Any,
) -> Event:
    """Change a night; what is not given stays. A new date outside its season takes it to the season that contains it.

    Name, date, season and the counts flag may change at any time and the season follows. Target and points only
    while no result is in, the number of games only before Start, chain and mode until it is published.

    Raises Conflict (``results_in``, ``not_now``) and Invalid as :func:`plan`.
    """
    permissions.require(by, event.club, "night.plan")
    rules = _rules(overrides)
    with transaction.atomic():
        event = moves.lock(event)
        before = _facts(event)
        season_before = selectors.counting_season(event)
        if name is not None:
            event.name = _named(name)
        if not isinstance(starts_at, Unset):
            event.starts_at = starts_at
        if date is not None:
            event.date = date
        kept = event.season
        if not isinstance(season, Unset):
            kept = season
        elif date is not None and (kept is None or not kept.first_day <= date <= kept.last_day):
            kept = selectors.season_containing(event.club, date)
        if counts is None and event.season is not None:
            counts = event.counts and kept is not None
        _place(event, kept, counts)
        _play_by(event, selectors.scheme_of(event), rules)
        after = _facts(event)
        differing = [key for key in after if after[key] != before[key]]
        if not differing:
            return event
        _allow(event, differing)
        event.save()
        audit.record(
            "night.changed",
            by=by,
            club=event.club,
            about="event",
            about_id=event.pk,
            name=event.name,
            before={key: before[key] for key in differing},
            after={key: after[key] for key in differing},
        )
        if "chain" in differing:
            ledger.touch(stage=selectors.stage_of(event))
        for season_id in sorted({season_before, selectors.counting_season(event)} - {None}):  # type: ignore[type-var]
            assert season_id is not None
            seasons.changed(season_id)
        live.changed("night", event.pk)
    return event


def open_checkin(*, event: Event, by: User) -> Event:
    """Open check-in; open already, nothing changes."""
    permissions.require(by, event.club, "night.checkin")
    with transaction.atomic():
        event = moves.lock(event)
        if event.status == Status.CHECKIN:
            return event
        if event.status != Status.PLANNED:
            moves.require(event, Status.PLANNED)
        moves.move(event, Status.CHECKIN)
        audit.record("night.checkin_opened", by=by, club=event.club, about="event", about_id=event.pk, name=event.name)
        live.changed("night", event.pk)
    return event


def reopen_checkin(*, event: Event, by: User, reason: str) -> Event:
    """Go back from play to check-in while no result is in; the games that were drawn are dropped, the seats stay.

    Raises Invalid (``reason_missing``), Conflict (``results_in``, ``not_now``).
    """
    permissions.require(by, event.club, "night.seats")
    reason = " ".join(reason.split())
    if not reason:
        raise Invalid("reason_missing", _("Say in a few words why check-in is opened again."), field="reason")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, Status.RUNNING)
        if selectors.has_results(event):
            raise Conflict(
                "results_in",
                _("A result is in already. Change the games not yet played instead: played ones stay as they are."),
            )
        stage = selectors.stage_of(event)
        Round.objects.filter(stage=stage).delete()
        Entry.objects.filter(stage=stage).update(planned_games=None)
        event.started_at = None
        event.save(update_fields=["started_at"])
        moves.move(event, Status.CHECKIN)
        audit.record("night.reopened", by=by, club=event.club, about="event", about_id=event.pk, reason=reason[:200])
        ledger.touch(stage=stage)
        live.changed("night", event.pk)
    return event


def _facts(event: Event) -> dict[str, Any]:
    """Return what update may change, in plain values."""
    return {
        "name": event.name,
        "date": event.date.isoformat(),
        "starts_at": event.starts_at.isoformat() if event.starts_at else None,
        "season": event.season.name if event.season else None,
        "counts": event.counts,
        "scheme": dict(event.scheme),
        "games": event.games,
        "record": event.record,
        "mode": event.mode,
        "chain": list(event.chain),
    }


def _allow(event: Event, differing: Sequence[str]) -> None:
    """Refuse what may no longer change."""
    if "scheme" in differing and (event.status == Status.CORRECTING or selectors.has_results(event)):
        raise Conflict(
            "results_in",
            _("Results are in, counted by the old figures. Take them back before changing target or points."),
            field="target",
        )
    if "games" in differing and event.status not in (Status.PLANNED, Status.CHECKIN):
        raise Conflict(
            "not_now",
            _("The games are drawn. Reopen check-in while no result is in to change how many there are."),
            field="games",
        )
    if {"chain", "mode"} & set(differing) and event.status == Status.PUBLISHED:
        raise Conflict("not_now", _("This night is published. Choose Correct first, and say why."), field="chain")


def _rules(overrides: Mapping[str, Any]) -> Rules:
    unknown = set(overrides) - {one.name for one in fields(Rules)}
    if unknown:
        raise TypeError(f"a night has no {sorted(unknown)}")
    return Rules(**overrides)


def _named(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise Invalid("night_name", _("Give the night a name."), field="name")
    if len(name) > 80:
        raise Invalid("night_name", _("That name is too long: 80 characters at most."), field="name")
    return name


def _place(event: Event, season: Season | None, counts: bool | None) -> None:
    """Put the night into a season or none; ``counts`` None: it counts if it has one.

    Raises Invalid (``date_outside``, ``no_season``, ``season_closed``).
    """
    if season is None:
        if counts:
            raise Invalid(
                "no_season",
                _("No season contains %(date)s, so this night cannot count. Make the season first, or leave it out."),
                field="counts",
                date=event.date,
            )
    elif season.club_id != event.club_id:
        raise Invalid("date_outside", _("That season belongs to another club."), field="season")
    elif not season.first_day <= event.date <= season.last_day:
        raise Invalid(
            "date_outside",
            _("%(date)s lies outside %(season)s (%(first)s to %(last)s). Choose another date or season."),
            field="date",
            date=event.date,
            season=season.name,
            first=season.first_day,
            last=season.last_day,
        )
    elif season.closed_at is not None and season.pk != event.season_id:
        raise Invalid(
            "season_closed", _("%(season)s is closed. Open it again first."), field="season", season=season.name
        )
    event.season = season
    event.counts = season is not None if counts is None else counts


def _play_by(event: Event, scheme: Scheme, rules: Rules) -> None:
    """Copy the scheme with what was changed, and the rest of the rules, into the night.

    Raises Invalid (``target``, ``games``, ``record``, ``mode``, ``points``, ``chain``).
    """
    target = scheme.target if rules.target is None else rules.target
    if target not in TARGETS:
        raise Invalid("target", _("A game is played to 121 or to 61."), field="target")
    unknown = set(rules.points) - set(POINTS)
    if unknown:
        raise Invalid("points", _("Points are for a win, skunk, double, triple and loss."), field="points")
    try:
        if target != scheme.target:
            worth = {name: getattr(scheme, name) for name in POINTS}
            scheme = Scheme.standard(scheme.key, target=target, version=scheme.version, **worth)
        scheme = replace(scheme, **dict(rules.points))  # type: ignore[arg-type]
    except CodedError:
        raise Invalid(
            "points", _("A loss scores less than a win, and no skunk less than a smaller one."), field="points"
        ) from None
    if rules.games is not None:
        if not 1 <= rules.games <= MOST_GAMES:
            raise Invalid("games", _("A night has 1 to %(most)s games."), field="games", most=MOST_GAMES)
        event.games = rules.games
    if rules.record is not None:
        if rules.record not in Event.Record.values:
            raise Invalid("record", _("Choose what the cards show: spread, loser’s hole, or both."), field="record")
        event.record = rules.record
    if rules.mode is not None:
        if rules.mode not in Event.Mode.values:
            raise Invalid("mode", _("Choose club night or sanctioned."), field="mode")
        event.mode = rules.mode
    if rules.chain is not None:
        try:
            chains.chain(rules.chain)
        except RankingError:
            raise Invalid(
                "chain", _("These tie-breaks cannot be used in this order: each once, people last."), field="chain"
            ) from None
        event.chain = list(rules.chain)
    event.target, event.scheme, event.scheme_version = scheme.target, scheme.to_data(), scheme.version
