import uuid
from typing import Any

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.events.models import Entry, Pairing, Stage

AUTHOR: dict[str, Any] = {"null": True, "on_delete": models.DO_NOTHING, "related_name": "+", "db_constraint": False}


class Source(models.TextChoices):
    """Whose word a claim is."""

    DESK = "desk", _("Director’s desk")
    CARD = "card", _("Read from the card")
    PASTE = "paste", _("Pasted list")
    API = "api", _("API")


class Match(models.Model):
    """Two or three sides who play one or more games in a stage. A game of a rotation is a match of one."""

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        CONFIRMED = "confirmed", _("Confirmed")
        VOID = "void", _("Void")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="matches")
    pairing = models.OneToOneField(Pairing, null=True, blank=True, on_delete=models.SET_NULL, related_name="match")
    best_of = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"match {self.pk}"


class MatchSide(models.Model):
    """One side of a match: an entry of its stage."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="match_sides")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_side_an_index"),
            models.UniqueConstraint(fields=["match", "entry"], name="one_side_an_entry"),
        ]
        ordering = ["index"]

    def __str__(self) -> str:
        return str(self.entry)


class Game(models.Model):
    """One game: its target, scheme, how it ended, and its version (bumped by every claim and ruling).

    ``number`` is the game of the night as printed on the card. ``first_deal`` None: not written down.
    ``status`` says whether its lines stand in the ledger (confirmed) or wait (open, disputed).
    """

    class Ending(models.TextChoices):
        PLAYED = "played", _("Played")
        AWARDED = "awarded", _("Awarded")
        FORFEITED = "forfeited", _("Forfeited")
        RESIGNED = "resigned", _("Resigned")
        TIMED_OUT = "timedout", _("Timed out")
        VOID = "void", _("Void")

    class Status(models.TextChoices):
        OPEN = "open", _("One card in")
        DISPUTED = "disputed", _("Cards disagree")
        CONFIRMED = "confirmed", _("Confirmed")
        VOID = "void", _("Removed")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    target = models.PositiveSmallIntegerField()
    scheme_version = models.PositiveSmallIntegerField(default=1)
    first_deal = models.ForeignKey(MatchSide, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    ending = models.CharField(max_length=9, choices=Ending.choices, default=Ending.PLAYED)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_game_a_number")]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match}"


class GameSide(models.Model):
    """One side of a game: the claim in force and the value ruled for it.

    Under ACC rule 12.2 the two ruled values of one game may legally differ (W16 against L17), so the
    value belongs to the side, not to the game. Columns None: not given (``points`` None: no value).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="game_sides")
    won = models.BooleanField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    plus = models.PositiveSmallIntegerField(null=True)
    minus = models.PositiveSmallIntegerField(null=True)
    ruled = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="one_value_a_side")]

    def __str__(self) -> str:
        return f"{self.side} in {self.game}"


class Claim(models.Model):
    """A fact: what one card (or the director for it) says of one game. Append-only.

    The claim in force of a side is its newest; a ``withdrawn`` one says that none is (undo and removal write it).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="claims")
    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="claims")
    won = models.BooleanField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    plus = models.PositiveSmallIntegerField(null=True)
    minus = models.PositiveSmallIntegerField(null=True)
    withdrawn = models.BooleanField(default=False)
    source = models.CharField(max_length=6, choices=Source.choices)
    game_version = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, **AUTHOR)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]
        indexes = [models.Index(fields=["game", "side", "-id"], name="claim_newest")]

    def __str__(self) -> str:
        return f"claim {self.pk} on {self.game}"


class Ruling(models.Model):
    """A fact: the value ruled for one side of one game, by whom and why. Append-only; the newest holds.

    ``letter``: the case of ACC rule 12.2 (a–i) in sanctioned mode, else "". ``imbalance_*``: what the
    ruling adds to the field's sums, so that the audit can explain it (on the first side's row, for both).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulings")
    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="rulings")
    won = models.BooleanField(null=True)
    points = models.PositiveSmallIntegerField(null=True)
    plus = models.PositiveSmallIntegerField(null=True)
    minus = models.PositiveSmallIntegerField(null=True)
    withdrawn = models.BooleanField(default=False)
    letter = models.CharField(max_length=1, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    imbalance_net = models.SmallIntegerField(default=0)
    game_version = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, **AUTHOR)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"ruling {self.pk} on {self.game}"
