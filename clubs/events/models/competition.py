import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.people.models import Club, Membership, Player


class Season(models.Model):
    """The dates between which a club's counting nights add up to one table."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    first_day = models.DateField(_("first date"))
    last_day = models.DateField(_("last date"))
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_season_a_name"),
            models.CheckConstraint(condition=models.Q(last_day__gte=models.F("first_day")), name="season_in_order"),
        ]

    def __str__(self) -> str:
        return self.name


class Event(models.Model):
    """A club night (later also a tournament): when, by which scheme, and how far it has come.

    What its pages must notice (check-in, seats, results, status) is counted by the version of the
    topic ``night`` (see :mod:`clubs.base.live`); its results by the version of its stage.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", _("Planned")
        CHECKIN = "checkin", _("Check-in")
        RUNNING = "running", _("Being played")
        PUBLISHED = "published", _("Published")
        CORRECTING = "correcting", _("Being corrected")

    class Record(models.TextChoices):
        SPREAD = "spread", _("Spread")
        HOLE = "hole", _("Loser’s hole")
        BOTH = "both", _("Both")

    class Mode(models.TextChoices):
        CLUB = "club", _("Club night")
        SANCTIONED = "sanctioned", _("Sanctioned")

    class Seating(models.TextChoices):
        DRAWN = "drawn", _("Drawn here")
        TYPED = "typed", _("Typed from the bag")
        KEPT = "kept", _("Kept from last time")

    class Odd(models.TextChoices):
        UNDECIDED = "", _("Not decided")
        GHOST = "ghost", _("Ghost seat")
        TENTH = "tenth", _("Ghost seat and an extra game")
        EVEN = "even", _("An even number of games")

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=80)
    date = models.DateField(_("date"))
    starts_at = models.TimeField(_("starts at"), null=True, blank=True)
    counts = models.BooleanField(_("counts for the season"), default=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.CLUB)

    preset = models.CharField(max_length=20)
    target = models.PositiveSmallIntegerField(default=121)
    games = models.PositiveSmallIntegerField(_("games"), default=9)
    record = models.CharField(max_length=6, choices=Record.choices, default=Record.SPREAD)
    scheme = models.JSONField(default=dict)
    scheme_version = models.PositiveSmallIntegerField(default=1)
    chain = models.JSONField(default=list)

    seating = models.CharField(max_length=6, choices=Seating.choices, default=Seating.DRAWN)
    odd = models.CharField(max_length=6, choices=Odd.choices, default=Odd.UNDECIDED, blank=True)
    tenth_player = models.ForeignKey("Entry", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    seed = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    correction_reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-date"], name="event_by_date")]
        constraints = [
            models.CheckConstraint(condition=models.Q(target__gte=31, target__lte=121), name="event_target"),
            models.CheckConstraint(condition=models.Q(games__gte=1, games__lte=22), name="event_games"),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """One competition: every ledger line belongs to one. ``event`` None: the club's open stage."""

    class Kind(models.TextChoices):
        ROTATION = "rotation", _("Rotation")
        OPEN = "open", _("Friendlies")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="stages")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="stages")
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.ROTATION)
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="one_stage_a_number"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(event__isnull=True, kind="open"), name="one_open_stage_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event or self.club} stage {self.number}"


class Entry(models.Model):
    """A player in a stage: attendance, seat and what tonight asks of them.

    ``kind`` is what the player was to the club on the night's date; the season credits by it.
    ``seat`` is the seat number of game 1, the card's permanent number; None until seated.
    ``from_game``: the first game they can play (late); ``last_game``: left after it (None: stays).
    """

    class Presence(models.TextChoices):
        HERE = "here", _("Here")
        LATE = "late", _("Late")
        ABSENT = "absent", _("Not here")

    class CardState(models.TextChoices):
        OUT = "out", _("Still out")
        NONE = "none", _("Not handed in")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=8, choices=Membership.Kind.choices, default=Membership.Kind.MEMBER)
    presence = models.CharField(max_length=8, choices=Presence.choices, default=Presence.HERE)
    arrived = models.PositiveIntegerField(null=True, blank=True, help_text="order of signing in; the last stands down")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    anchor = models.BooleanField(default=False)
    apart_from = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    from_game = models.PositiveSmallIntegerField(default=1)
    last_game = models.PositiveSmallIntegerField(null=True, blank=True)
    stands_down = models.BooleanField(default=False, help_text="a volunteer for the short card")
    planned_games = models.PositiveSmallIntegerField(null=True, blank=True)
    card_state = models.CharField(max_length=5, choices=CardState.choices, default=CardState.OUT)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(
                fields=["stage", "seat"], condition=models.Q(seat__isnull=False), name="one_player_a_seat"
            ),
        ]
        ordering = ["seat", "arrived", "id"]

    def __str__(self) -> str:
        return f"{self.player} (seat {self.seat})"
