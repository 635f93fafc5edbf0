"""The sentence for every code the desk can answer with, whoever found it: parser, scheme, plan or service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from games.matches import errors
from games.matches.entry import wording
from games.matches.entry.errors import Problem

# Codes of clubs.events.ranking.schemes.check_card and check_game.
SCHEME: dict[str, str | Promise] = {
    "below_zero": _("A card has no fewer than 0 games and 0 wins."),
    "wins_above_games": ngettext_lazy(
        "%(wins)s wins in %(games)s game cannot be.", "%(wins)s wins in %(games)s games cannot be.", "games"
    ),
    "points_outside": ngettext_lazy(
        "%(wins)s win scores %(low)s to %(high)s.", "%(wins)s wins score %(low)s to %(high)s.", "wins"
    ),
    "points_unreachable": ngettext_lazy(
        "%(wins)s win cannot score %(points)s: it is %(below)s or %(above)s.",
        "%(wins)s wins cannot score %(points)s: it is %(below)s or %(above)s.",
        "wins",
    ),
    "plus_outside": ngettext_lazy(
        "With %(wins)s win and %(points)s points, plus lies between %(low)s and %(high)s.",
        "With %(wins)s wins and %(points)s points, plus lies between %(low)s and %(high)s.",
        "wins",
    ),
    "plus_unreachable": _("With %(wins)s wins and %(points)s points, plus is %(below)s or less, or %(above)s or more."),
    "minus_outside": ngettext_lazy(
        "With %(losses)s loss, minus lies between %(low)s and %(high)s.",
        "With %(losses)s losses, minus lies between %(low)s and %(high)s.",
        "losses",
    ),
    "minus_unreachable": _("With %(losses)s losses, minus is %(below)s or less, or %(above)s or more."),
    "net_outside": ngettext_lazy(
        "With %(wins)s win and %(points)s points, net lies between %(low)s and %(high)s.",
        "With %(wins)s wins and %(points)s points, net lies between %(low)s and %(high)s.",
        "wins",
    ),
    "net_unreachable": _("With %(wins)s wins and %(points)s points, net is %(below)s or less, or %(above)s or more."),
    "net_not_plus_minus": _("Plus %(plus)s and minus %(minus)s make %(right)s, not %(net)s."),
    "margin_outside": _("A game is won by %(low)s to %(high)s. %(margin)s cannot be."),
    "hole_outside": _("The loser cannot have %(loser_hole)s. Enter %(high)s or less."),
    "margin_not_hole": _("Spread %(margin)s and hole %(loser_hole)s do not make %(target)s. Check both on the card."),
}

FIELDS: dict[str, str | Promise] = {
    "outcome": _("who won"),
    "column": _("the column of the figure"),
    "amount": _("the figure"),
    "blank": _("a figure one card does not give"),
    "points": _("points"),
    "wins": _("games won"),
    "games": _("games"),
    "plus": _("plus"),
    "minus": _("minus"),
    "net": _("net"),
    "spread": _("spread"),
    "opponent": _("the opponent"),
}


def fields(names: Iterable[str]) -> str:
    """Return the fields in which two cards or readings differ, as words."""
    return ", ".join(str(FIELDS[name]) for name in names)


def known(code: str) -> bool:
    """Tell whether the code has a sentence here."""
    return code in errors.SENTENCES or code in SCHEME or code in wording.SENTENCES


def sentence(code: str, data: Mapping[str, Any]) -> str:
    """Return the sentence of a code in the reader's language, its places filled.

    Raises KeyError for a code nobody knows.
    """
    if code in wording.SENTENCES:
        return wording.say(Problem(code, None, data), gettext=gettext)
    template = errors.SENTENCES.get(code) or SCHEME[code]
    # A lazy plural needs its mapping even where no place is named twice; a plain one must not meet a stray %.
    return str(template % data) if data else str(template)
