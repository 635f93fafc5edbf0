"""This room's lines of the audit log in words: a title and a sentence a code."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

WORDS: dict[str, tuple[Text, Text]] = {
    "card.entered": (_("Card entered"), _("%(player)s: %(after)s.")),
    "card.corrected": (_("Card corrected"), _("%(player)s: %(after)s, was %(before)s.")),
    "card.removed": (_("Card removed"), _("%(player)s: %(before)s was removed.")),
    "card.not_handed_in": (_("Card not handed in"), _("The card of %(player)s was not handed in.")),
    "card.awaited": (_("Card expected again"), _("The card of %(player)s is expected after all.")),
    "game.entered": (_("Game entered"), _("Game %(number)s: %(says)s.")),
    "game.claimed": (_("Game read from a card"), _("Game %(number)s: %(says)s.")),
    "game.ruled": (_("Game ruled"), _("Game %(number)s was ruled: %(says)s. %(letter)s %(reason)s")),
    "game.ruled_and_moved": (
        _("Game ruled"),
        _("Game %(number)s was ruled: %(says)s. %(letter)s %(reason)s Places moved: %(moved)s."),
    ),
    "game.awarded": (_("Game awarded"), _("Game %(number)s was awarded: %(says)s. %(reason)s")),
    "game.forfeited": (_("Game forfeited"), _("Game %(number)s was forfeited: %(says)s.")),
    "game.not_played": (_("Game not played"), _("Game %(number)s of %(players)s was not played.")),
    "game.removed": (_("Game removed"), _("Game %(number)s was removed. It said: %(says)s.")),
    "line.undone": (_("Line taken back"), _("Taken back: %(text)s.")),
    "line.dropped": (_("Kept line dropped"), _("The line “%(text)s” was dropped; nobody knew the name.")),
    "list.pasted": (_("List pasted"), _("%(lines)s lines of a pasted list were entered.")),
}
