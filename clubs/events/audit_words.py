"""What the audit lines of this room say, a title and a sentence a code; placeholders are keys of the line's data."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

WORDS: Final[dict[str, tuple[Text, Text]]] = {
    "season.created": (_("Season made"), _("Made the season “%(name)s”, %(first_day)s to %(last_day)s.")),
    "season.changed": (_("Season changed"), _("Changed the name or dates of a season.")),
    "season.closed": (_("Season closed"), _("Closed the season “%(name)s”.")),
    "season.reopened": (_("Season opened again"), _("Opened the season “%(name)s” again.")),
    "night.planned": (_("Night planned"), _("Planned “%(name)s” on %(date)s.")),
    "night.changed": (_("Night changed"), _("Changed “%(name)s”.")),
    "night.checkin_opened": (_("Check-in opened"), _("Opened check-in for “%(name)s”.")),
    "night.reopened": (_("Check-in opened again"), _("Went back from play to check-in: %(reason)s")),
    "night.started": (_("Night started"), _("Started “%(name)s” with %(players)s players and %(games)s games.")),
    "night.redrawn": (_("Games drawn again"), _("Drew the games from game %(from_game)s on again.")),
    "night.published": (_("Night published"), _("Published “%(name)s”.")),
    "night.correcting": (_("Correction begun"), _("Began to correct “%(name)s”: %(reason)s")),
    "night.corrected": (_("Correction published"), _("Published version %(version)s of “%(name)s”: %(reason)s")),
    "entry.added": (_("Player added to a night"), _("Added %(player)s to a night.")),
    "entry.here": (_("Checked in"), _("Checked in %(player)s.")),
    "entry.late": (_("Expected late"), _("Noted that %(player)s comes late.")),
    "entry.absent": (_("Not here"), _("Noted that %(player)s is not here.")),
    "entry.walked_in": (_("Walk-in"), _("Added and checked in %(player)s.")),
    "entry.leaves": (_("Goes home early"), _("Noted that %(player)s goes home after game %(after_game)s.")),
    "entry.stays": (_("Stays after all"), _("Noted that %(player)s stays after all.")),
    "entry.volunteers": (_("Volunteer"), _("%(player)s volunteers to stand down or for the short card.")),
    "entry.steps_back": (_("No longer a volunteer"), _("%(player)s no longer volunteers.")),
    "entry.kind": (_("Member, guest or visitor"), _("Changed %(player)s from %(old)s to %(new)s for a night.")),
    "seats.drawn": (_("Seats drawn"), _("Drew the seats of %(players)s players (seed %(seed)s).")),
    "seats.typed": (_("Seat typed"), _("Wrote down seat %(seat)s for %(player)s.")),
    "seats.freed": (_("Seat freed"), _("Freed seat %(seat)s of %(player)s.")),
    "seats.kept": (_("Seats kept"), _("Kept the seats of “%(night)s”: %(kept)s kept, %(newcomers)s new.")),
    "seats.filled": (_("Seats filled"), _("Gave the free seats to those without one.")),
    "seats.cleared": (_("Seats taken back"), _("Took all seats back.")),
    "seats.way": (_("How seats are given"), _("Changed how seats are given.")),
    "seats.anchored": (_("Stays put"), _("%(player)s keeps their chair all evening.")),
    "seats.loosed": (_("No longer stays put"), _("%(player)s moves like everybody else.")),
    "seats.coupled": (_("Kept apart"), _("Keeps two players apart in game 1.")),
    "seats.uncoupled": (_("No longer kept apart"), _("No longer keeps %(player)s apart from anybody.")),
    "seats.odd": (_("Odd field"), _("Decided what the odd field does; %(games)s games.")),
    "tie.decided": (_("Tie decided"), _("Decided a tie: %(how)s")),
    "tie.withdrawn": (_("Decision of a tie taken back"), _("Took the decision of a tie back.")),
}
