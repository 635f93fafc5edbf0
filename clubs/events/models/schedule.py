from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.events.models.competition import Entry, Stage

DEFERRED = models.Deferrable.DEFERRED


class Round(models.Model):
    """One game of the rotation for everybody (make-ups come in rounds of their own at the end)."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    make_up = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="one_round_a_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"game {self.number}"


class Pairing(models.Model):
    """Who meets whom where in one round; ``b`` None is a sit-out.

    ``counts_for`` None: for both; else the one entry whose card the game counts on (a house player's
    extra game). ``status`` is open until a result, an award or a director's word resolves it.
    ``claimed``: one card of it is in, so no later draw may move it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("To play")
        PLAYED = "played", _("Played")
        AWARDED = "awarded", _("Awarded")
        FORFEITED = "forfeited", _("Forfeited")
        NOT_PLAYED = "notplayed", _("Not played")
        SITOUT = "sitout", _("Sits out")

    RESOLVED = (Status.PLAYED, Status.AWARDED, Status.FORFEITED, Status.NOT_PLAYED, Status.SITOUT)

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    a = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="pairings_a")
    b = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="pairings_b")
    seat_a = models.PositiveSmallIntegerField()
    seat_b = models.PositiveSmallIntegerField(null=True, blank=True)
    counts_for = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    claimed = models.BooleanField(default=False)

    class Meta:
        # Deferred: two players who change places would otherwise be in two games between two statements.
        constraints = [
            models.UniqueConstraint(fields=["round", "a"], name="one_pairing_a_round_a", deferrable=DEFERRED),
            models.UniqueConstraint(fields=["round", "b"], name="one_pairing_a_round_b", deferrable=DEFERRED),
            models.UniqueConstraint(fields=["round", "table"], name="one_game_a_table", deferrable=DEFERRED),
            models.CheckConstraint(
                condition=models.Q(b__isnull=True) | ~models.Q(a=models.F("b")), name="nobody_meets_themselves"
            ),
        ]
        ordering = ["round__number", "table", "id"]

    def __str__(self) -> str:
        return f"{self.round}: {self.a} v {self.b}"
