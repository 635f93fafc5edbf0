import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.events.models.competition import Entry, Event, Stage


class Standing(models.Model):
    """Derived: one row an entry of a stage, computed whole by ``clubs.events.services.standings``.

    ``rank`` None: no line yet. ``shared``: level with another entry. ``step`` is the key of the step of
    the chain that put it below the row above ("net"), with both values in ``step_data``; "people"
    when a person decided. ``waits``: the chain leaves it level and nobody has decided.
    ``planned`` None: no plan. ``rests_on``: "lines", "card" or "both".
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="standing")
    rank = models.PositiveSmallIntegerField(null=True)
    shared = models.BooleanField(default=False)
    waits = models.BooleanField(default=False)
    games = models.PositiveSmallIntegerField(default=0)
    planned = models.PositiveSmallIntegerField(null=True)
    won = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveSmallIntegerField(default=0)
    plus = models.PositiveIntegerField(null=True)
    minus = models.PositiveIntegerField(null=True)
    net = models.IntegerField(null=True)
    skunks = models.PositiveSmallIntegerField(default=0)
    skunks_lost = models.PositiveSmallIntegerField(null=True)
    rests_on = models.CharField(max_length=5, blank=True)
    step = models.CharField(max_length=12, blank=True)
    step_data = models.JSONField(default=dict)
    version = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["rank", "entry__seat", "entry_id"]
        indexes = [models.Index(fields=["stage", "rank"], name="standing_by_rank")]

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"


class TieDecision(models.Model):
    """A fact: what people decided about entries the chain left level.

    ``entries`` is the list of entry ids, best first; ``shared``: they share the place. Append-only:
    the newest decision over the same entries is the one that holds; ``withdrawn`` cancels it.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="tie_decisions")
    entries = models.JSONField()
    shared = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    how = models.CharField(_("how it was decided"), max_length=120, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"tie in {self.stage}"


class Publication(models.Model):
    """A published state of an event, kept for ever: version 1, then one for each correction.

    ``rows``: the standings as published (list of dicts, best first); ``audit``: what the audit said;
    ``differences``: what changed against the version before, per player.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    audit = models.JSONField(default=dict)
    differences = models.JSONField(default=list)
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_publication_a_number")]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.event} v{self.number}"
