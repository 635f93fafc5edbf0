import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.events.models import Season
from clubs.people.models import Player


class SeasonRules(models.Model):
    """How a season turns cards into season points (GRP preset; every figure a club may change).

    ``table`` maps game points to season points as ``{"12": 12}``; empty: a card at or above the
    threshold is worth its own game points (domain: inferred from three clubs' published races).
    """

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="rules")
    threshold = models.PositiveSmallIntegerField(_("points card from"), default=12)
    table = models.JSONField(_("points table"), default=dict, blank=True)
    credit_guests_once_joined = models.BooleanField(_("guests from their first visit, once joined"), default=False)
    credit_visitors = models.BooleanField(_("visitors too"), default=False)
    short_cards_count = models.BooleanField(_("short cards count"), default=True)

    def __str__(self) -> str:
        return f"rules of {self.season}"


class OpeningBalance(models.Model):
    """A fact: what a player brought forward into a season when the club began here.

    One typed or pasted line a player; a later line for the same player replaces the earlier one, which
    stays (``replaced``). Counts are None where the line did not give them.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="opening_balances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="opening_balances")
    points = models.PositiveIntegerField(_("season points"), default=0)
    nights = models.PositiveSmallIntegerField(_("nights"), null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games"), null=True, blank=True)
    wins = models.PositiveSmallIntegerField(_("wins"), null=True, blank=True)
    twelve_plus = models.PositiveSmallIntegerField(_("cards of 12 or better"), null=True, blank=True)
    skunks = models.PositiveSmallIntegerField(_("skunks won"), null=True, blank=True)
    skunks_lost = models.PositiveSmallIntegerField(_("skunks lost"), null=True, blank=True)
    best_points = models.PositiveSmallIntegerField(_("best card, points"), null=True, blank=True)
    best_wins = models.PositiveSmallIntegerField(_("best card, wins"), null=True, blank=True)
    best_net = models.SmallIntegerField(_("best card, net"), null=True, blank=True)
    grand_slams = models.PositiveSmallIntegerField(_("grand slams"), null=True, blank=True)
    lifetime = models.PositiveIntegerField(_("lifetime points"), null=True, blank=True)
    as_of = models.DateField(_("as of"))
    replaced = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "player"], condition=models.Q(replaced=False), name="one_balance_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} brought forward {self.points}"


class ChampionDecision(models.Model):
    """A fact: whom people made champion of a season whose leaders ended level on season points (R32).

    ``leaders`` is the list of player ids who were level then. Append-only: the newest line of a season is the one
    that holds, as long as the same leaders are level; ``withdrawn`` takes the one before back.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="champion_decisions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    leaders = models.JSONField()
    reason = models.CharField(_("how it was decided"), max_length=200, blank=True)
    withdrawn = models.BooleanField(default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update)]

    def __str__(self) -> str:
        return f"champion of {self.season}: {self.player}"


class SeasonRow(models.Model):
    """Derived: one row a player of a season, computed whole by ``clubs.honours.services.table``.

    ``places``: one item a counted night in date order, ``{"event": id, "rank": n|None, "of": n}``.
    ``before``: rank as it was before the last night (None: new). ``skunk_balance``: skunks won less lost over
    what tells both (``skunks_known`` nights, and a balance that gives both); None: nothing tells.
    ``brought_forward``: the opening balance's points inside ``grp``.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="season_rows")
    rank = models.PositiveSmallIntegerField(null=True)
    shared = models.BooleanField(default=False)
    before = models.PositiveSmallIntegerField(null=True)
    credited = models.BooleanField(default=True)
    grp = models.PositiveIntegerField(default=0)
    brought_forward = models.PositiveIntegerField(default=0)
    lifetime = models.PositiveIntegerField(null=True)
    twelve_plus = models.PositiveSmallIntegerField(default=0)
    nights = models.PositiveSmallIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    skunks = models.PositiveSmallIntegerField(default=0)
    skunks_lost = models.PositiveSmallIntegerField(default=0)
    skunk_balance = models.SmallIntegerField(null=True)
    skunks_known = models.PositiveSmallIntegerField(default=0)
    net = models.IntegerField(default=0)
    best_points = models.PositiveSmallIntegerField(null=True)
    best_wins = models.PositiveSmallIntegerField(null=True)
    best_net = models.SmallIntegerField(null=True)
    grand_slams = models.PositiveSmallIntegerField(default=0)
    places = models.JSONField(default=list)
    version = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_row_a_player")]
        ordering = ["rank", "player__name"]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player}"
