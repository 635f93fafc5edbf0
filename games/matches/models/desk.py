import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.events.models import Entry, Event
from games.matches.models.games import AUTHOR


class DeskLine(models.Model):
    """A line as it was typed at the desk: what "Last entries" shows and undo takes back.

    ``token`` makes a repeated send harmless. ``before`` holds what stood before and after the line
    (what undo restores, and how it sees that something newer stands there). A line whose name nobody
    knows is kept (``waiting``) until the person is added; one that was asked back (``asked``) waits for
    the same line once more.
    """

    class State(models.TextChoices):
        APPLIED = "applied", _("Entered")
        ASKED = "asked", _("Asked back")
        WAITING = "waiting", _("Name not known")
        UNDONE = "undone", _("Taken back")
        DROPPED = "dropped", _("Dropped")

    class Mode(models.TextChoices):
        GAME = "game", _("Game")
        CARD = "card", _("Card")
        VERIFY = "verify", _("Verify")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="desk_lines")
    token = models.UUIDField(default=uuid.uuid4)
    text = models.CharField(max_length=200)
    mode = models.CharField(max_length=6, choices=Mode.choices)
    kind = models.CharField(max_length=12)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    game_number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(default=dict)
    outcome = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State.choices, default=State.APPLIED)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, **AUTHOR)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "token"], name="one_line_a_token")]
        indexes = [models.Index(fields=["event", "-id"], name="desk_newest")]

    def __str__(self) -> str:
        return self.text
