"""The sentences of this room's refusals."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.honours.lines import MOST_LINES, Problem

FIELD_NAMES = {
    "points": gettext_lazy("season points"),
    "nights": gettext_lazy("nights"),
    "games": gettext_lazy("games"),
    "wins": gettext_lazy("wins"),
    "skunks": gettext_lazy("skunks"),
    "best": gettext_lazy("best card"),
    "lifetime": gettext_lazy("lifetime points"),
}


def sentence(problem: Problem | None) -> str:
    """Return what is wrong with a line, and what to write instead; "" for nothing."""
    if problem is None:
        return ""
    data = {"text": problem.text, "field": str(FIELD_NAMES.get(problem.field, "")), "most": MOST_LINES}
    return _SENTENCES[problem.code]() % data


def twice(name: str, line: int) -> str:
    """Return the sentence for a player who stands in the list twice."""
    return _("%(name)s is already in line %(line)s. Keep one of the two.") % {"name": name, "line": line}


def several(name: str) -> str:
    """Return the sentence for a name that means more than one player."""
    return _("“%(name)s” can be more than one player. Choose who is meant.") % {"name": name}


def nobody(name: str) -> str:
    """Return the sentence for a name nobody in the club has."""
    return _("Nobody here is called “%(name)s”. Add the player, choose who is meant, or skip the line.") % {
        "name": name
    }


_SENTENCES = {
    "too_long": lambda: _("This list is too long. Paste at most %(most)s lines at a time."),
    "name_missing": lambda: _("The name is missing. Write the name first, then the season points."),
    "points_missing": lambda: _("The season points are missing. Write them after the name."),
    "too_many": lambda: _("“%(text)s” is one column too many. The last column is the lifetime points."),
    "wins_above_games": lambda: _("%(text)s wins are more than the games. Check the columns."),
    "not_skunks": lambda: _("“%(text)s” is no count of skunks. Write 12, or 12-4 for twelve won and four lost."),
    "not_a_card": lambda: _("“%(text)s” is no card. Write the best card like 18/8 +104."),
    "not_a_number": lambda: _("“%(text)s” cannot be the %(field)s. Write a whole number, or - if nobody knows."),
}
