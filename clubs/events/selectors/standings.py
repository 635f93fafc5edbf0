from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Missing
from clubs.base.models import DerivedVersion, FactVersion
from clubs.events.models import Stage, Standing, TieDecision
from clubs.events.ranking.chain import Decision
from clubs.people import permissions
from clubs.people.models import User

TABLE = "standings"


def standings_of(stage: Stage) -> QuerySet[Standing]:
    """Return the standings as last computed, best first, those without a result at the end."""
    return (
        Standing.objects.filter(stage=stage)
        .select_related("entry", "entry__player", "entry__player__merged_into")
        .order_by(F("rank").asc(nulls_last=True), F("entry__seat").asc(nulls_last=True), "entry_id")
    )


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far the standings of a stage are behind its facts, in changes."""

    facts: int
    built: int

    @property
    def behind(self) -> int:
        """Return how many changes are being counted."""
        return max(0, self.facts - self.built)


def freshness(stage: Stage) -> Freshness:
    """Return which version of the facts the stored standings were made from."""
    facts = FactVersion.objects.filter(kind="stage", unit=stage.pk).values_list("version", flat=True).first()
    built = DerivedVersion.objects.filter(table=TABLE, unit=stage.pk).values_list("built", flat=True).first()
    return Freshness(facts or 0, built or 0)


def decisions_of(stage: Stage) -> list[Decision[int]]:
    """Return what people decided about level entries, oldest first: of those over the same entries the newest holds."""
    holding: dict[frozenset[int], Decision[int]] = {}
    for row in TieDecision.objects.filter(stage=stage).order_by("pk"):
        entries = frozenset(row.entries)
        holding.pop(entries, None)
        if not row.withdrawn:
            holding[entries] = Decision.sharing(*row.entries) if row.shared else Decision.ordered(*row.entries)
    return list(holding.values())


def decision_for(user: User | AnonymousUser, stage: Stage, decision_id: int) -> TieDecision:
    """Return a decision of a stage.

    Raises Missing when there is none, or the club is not theirs to see.
    """
    if permissions.can(user, stage.club, "club.view"):
        decision = TieDecision.objects.filter(stage=stage, pk=decision_id).select_related("stage__club").first()
        if decision is not None:
            return decision
    raise Missing("no_such_decision", _("There is no such decision here."))
