import uuid

import pgtrigger
from django.conf import settings
from django.db import models

from clubs.events.models import Entry
from games.matches.models.games import AUTHOR, Source


class Card(models.Model):
    """The paper card of one entry: its totals as they stand. ``version`` is bumped by every claim.

    Columns None: not given. ``points`` None: no card (removed, or not yet in).
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="card")
    points = models.PositiveSmallIntegerField(null=True)
    wins = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveSmallIntegerField(null=True)
    plus = models.PositiveIntegerField(null=True)
    minus = models.PositiveIntegerField(null=True)
    net = models.IntegerField(null=True)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"card of {self.entry}"


class CardClaim(models.Model):
    """A fact: the totals of a card as typed, by whom and when. Append-only; the newest holds.

    ``points`` None: the card was removed by this line.
    """

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="claims")
    points = models.PositiveSmallIntegerField(null=True)
    wins = models.PositiveSmallIntegerField(null=True)
    games = models.PositiveSmallIntegerField(null=True)
    plus = models.PositiveIntegerField(null=True)
    minus = models.PositiveIntegerField(null=True)
    net = models.IntegerField(null=True)
    source = models.CharField(max_length=6, choices=Source.choices)
    card_version = models.PositiveIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, **AUTHOR)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "card_version"], name="one_claim_a_card_version")]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"claim {self.pk} on {self.card}"


class Reading(models.Model):
    """A fact: a second reading of a card or game, compared and never stored over the first.

    ``game_number`` None: the card's totals were read. ``agrees`` at the time of reading; ``value``
    holds what was read (points, wins, plus, minus, net, games, or won and spread).
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="readings")
    game_number = models.PositiveSmallIntegerField(null=True)
    value = models.JSONField()
    against_version = models.PositiveIntegerField()
    agrees = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, **AUTHOR)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"second reading of {self.entry}"
