"""What people decide about entries the chain leaves level: who won the cut or the play-off, or that they share."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import live
from clubs.base.errors import Conflict, Invalid
from clubs.events import permissions
from clubs.events.models import Entry, Stage, TieDecision
from clubs.events.services import ledger, moves, standings
from clubs.people import audit
from clubs.people.models import User


def decide(*, stage: Stage, entries: Sequence[Entry], by: User, shared: bool = False, how: str = "") -> TieDecision:
    """Put level entries in an order, best first, or let them share the place. The newest word over the same ones holds.

    Raises Invalid (``not_level``: these are not exactly the ones who are level).
    """
    permissions.require(by, stage.club, "night.decide")
    ids = [entry.pk for entry in entries]
    with transaction.atomic():
        _lock(stage)
        if len(ids) < 2 or frozenset(ids) not in standings.level_groups(stage):
            raise Invalid(
                "not_level",
                _("These are not the ones who are level now. Load the page again and decide about those."),
            )
        decision = TieDecision.objects.create(
            stage=stage, entries=ids, shared=shared, how=" ".join(how.split())[:120], by=by
        )
        _record("tie.decided", stage, by, entries, shared=shared, how=decision.how)
    return decision


def withdraw(*, decision: TieDecision, by: User) -> TieDecision:
    """Take a decision back: a line of its own, nothing is deleted.

    Raises Conflict (``withdrawn``: a newer word over the same entries stands).
    """
    stage = decision.stage
    permissions.require(by, stage.club, "night.decide")
    with transaction.atomic():
        _lock(stage)
        same = [row for row in TieDecision.objects.filter(stage=stage) if set(row.entries) == set(decision.entries)]
        newest = max(same, key=lambda row: row.pk)
        if newest.pk != decision.pk or newest.withdrawn:
            raise Conflict("withdrawn", _("This decision no longer stands. Load the page again."))
        line = TieDecision.objects.create(
            stage=stage, entries=decision.entries, shared=decision.shared, how=decision.how, withdrawn=True, by=by
        )
        entries = Entry.objects.select_related("player").in_bulk(decision.entries)
        _record("tie.withdrawn", stage, by, [entries[pk] for pk in decision.entries if pk in entries])
    return line


def _lock(stage: Stage) -> None:
    event = moves.lock_of(stage)
    if event is not None:
        moves.require(event, *moves.UNPUBLISHED)


def _record(action: str, stage: Stage, by: User, entries: Sequence[Entry], **data: object) -> None:
    audit.record(
        action,
        by=by,
        club=stage.club,
        about="event",
        about_id=stage.event_id,
        players=[entry.player.name for entry in entries],
        **data,
    )
    ledger.touch(stage=stage)
    if stage.event_id:
        live.changed("night", stage.event_id)
