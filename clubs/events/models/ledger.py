from django.db import models

from clubs.events.models.competition import Entry, Stage


class LedgerLine(models.Model):
    """What one entry has from one game, or from one card where only totals were typed.

    A line is a fact as posted by the service that settled it (``source``/``source_version``: the
    UUID and version of the game or card, no foreign key upward); a correction replaces the line.
    ``opponent`` and ``game_number`` are None on a card. ``net``, ``plus`` and ``minus`` are None where
    the card did not give them. ``first_deal``: dealt first, None where nobody wrote it down.
    ``skunks`` counts skunks won on the line; ``skunks_lost`` is None on a card, which does not tell.
    ``explained``: why the line has no mirror image ("award", "one_sided", "ruling"), else "".
    """

    class Kind(models.TextChoices):
        GAME = "game"
        CARD = "card"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="lines")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="lines")
    opponent = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(default=1)
    won = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()
    plus = models.PositiveSmallIntegerField(null=True, blank=True)
    minus = models.PositiveSmallIntegerField(null=True, blank=True)
    net = models.SmallIntegerField(null=True, blank=True)
    skunks = models.PositiveSmallIntegerField(default=0)
    skunks_lost = models.PositiveSmallIntegerField(null=True, blank=True)
    first_deal = models.BooleanField(null=True, blank=True)
    explained = models.CharField(max_length=10, blank=True)
    source = models.UUIDField()
    source_version = models.PositiveIntegerField(default=1)
    posted_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "entry"], name="one_line_a_source"),
            models.UniqueConstraint(
                fields=["stage", "entry"], condition=models.Q(kind="card"), name="one_card_an_entry"
            ),
            models.CheckConstraint(condition=models.Q(won__lte=models.F("games")), name="wins_within_games"),
        ]
        indexes = [models.Index(fields=["stage", "entry"], name="line_by_entry")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}/{self.won}"


class Posting(models.Model):
    """The newest version of a source that was posted; outlives the lines when they are retracted.

    Without it an older posting that arrives after a retraction would bring the lines back.
    """

    source = models.UUIDField(primary_key=True)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="postings")
    version = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.source} v{self.version}"
