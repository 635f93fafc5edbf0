"""Who is champion of a season whose leaders ended level: settled by people, recorded here (R32)."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import locks
from clubs.base.errors import Conflict, Invalid
from clubs.events.models import Season
from clubs.events.services import seasons
from clubs.honours import selectors
from clubs.honours.models import ChampionDecision
from clubs.honours.services import table
from clubs.people import audit, permissions
from clubs.people.models import Player, User

LONGEST_REASON = 200


def decide(*, season: Season, player: Player, reason: str, by: User) -> ChampionDecision:
    """Record which of the level leaders is champion, and why. The newest word over the same leaders holds.

    Raises Conflict (``season_runs``), Invalid (``reason_missing``, ``not_level``: not one of those who are level).
    """
    permissions.require(by, season.club, "season.manage")
    reason = " ".join(reason.split())[:LONGEST_REASON]
    if not reason:
        raise Invalid("reason_missing", _("Say how it was decided, for example by a play-off."), field="reason")
    with transaction.atomic():
        locks.hold("champion", season.pk)
        season = Season.objects.select_related("club").get(pk=season.pk)
        if not selectors.is_over(season):
            raise Conflict(
                "season_runs",
                _("The season is not over yet. Record the champion after its last night, or close the season first."),
            )
        leaders = _leaders(season)
        if player.pk not in leaders:
            raise Invalid(
                "not_level",
                _("%(player)s is not one of those who are level at the top now. Load the page again and choose."),
                field="player",
                player=player.name,
            )
        decision = ChampionDecision.objects.create(
            season=season, player=player, leaders=sorted(leaders), reason=reason, by=by
        )
        _record("champion.decided", decision, by, reason=reason)
    return decision


def withdraw(*, season: Season, by: User) -> ChampionDecision:
    """Take the decision that holds back: a line of its own, nothing is deleted.

    Raises Conflict (``withdrawn``: none holds).
    """
    permissions.require(by, season.club, "season.manage")
    with transaction.atomic():
        locks.hold("champion", season.pk)
        decision = selectors.champion_decision(season, _leaders(season))
        if decision is None:
            raise Conflict("withdrawn", _("This decision no longer stands. Load the page again."))
        line = ChampionDecision.objects.create(
            season=season,
            player=decision.player,
            leaders=decision.leaders,
            reason=decision.reason,
            withdrawn=True,
            by=by,
        )
        _record("champion.withdrawn", line, by)
    return line


def _leaders(season: Season) -> frozenset[int]:
    """Return who is level at the top by the facts of now, not by rows a worker may not have brought up to date yet."""
    tie = table.build(season).champion_tie
    return frozenset() if tie is None else frozenset(one.player for one in tie.contenders)


def _record(action: str, decision: ChampionDecision, by: User, **data: str) -> None:
    season = decision.season
    audit.record(
        action, by=by, club=season.club, about="season", about_id=season.pk, player=decision.player.name, **data
    )
    seasons.changed(season.pk)
