"""What the audit found, in words: a sentence a finding, with names and seats, and the line that would mend it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.matches import desk_words
from games.matches.audit import Audit, Finding, Suspect
from games.matches.values import signed

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Fix:
    """Hold a mend that one press makes: its label, and the line it types (two sends: it replaces a card)."""

    label: str
    text: str
    entry_id: int
    seat: int | None


SENTENCES: dict[str, Text] = {
    "card_twice": _("%(who)s has two cards in."),
    "odd_card_games": _(
        "The cards add up to %(card_games)s games, an odd number: one card has a game too many or too few."
    ),
    "lines_above_games": _("%(who)s has %(lines)s game lines but %(games)s games."),
    "lines_not_totals": _("%(who)s: the game lines make %(field)s %(lines)s, the card says %(typed)s."),
    "plus_minus_off": _("Plus is %(plus)s and minus %(minus)s: they should be %(expected)s apart."),
    "left_impossible": _(
        "The cards in leave %(wins)s wins and %(losses)s losses in %(games)s games for %(who)s. "
        "That cannot be: a card in is wrong."
    ),
    "left_net_impossible": _(
        "The cards in leave net %(net)s for %(who)s with %(wins)s wins in %(games)s games. "
        "It can only be %(low)s to %(high)s."
    ),
    "cards_missing": _("Cards still out: %(who)s."),
    "games_not_planned": _("%(who)s has %(games)s games on the card; the plan has %(planned)s."),
    "lines_missing": _("%(who)s: %(lines)s of %(games)s game lines are in."),
    "net_not_given": _("Spread not given: %(who)s."),
    "net_left": _("The others leave net %(net)s for %(who)s."),
    "against_oneself": _("%(who)s has a line against themselves in game %(game)s."),
    "game_twice": _("%(who)s has game %(game)s twice."),
    "margin_outside": _("%(who)s, game %(game)s: a game is won by %(low)s to %(high)s, not %(margin)s."),
    "both_columns": _("%(who)s, game %(game)s: both columns hold a figure."),
    "wrong_column": _("%(who)s, game %(game)s: the figure stands in the wrong column."),
    "points_not_margin": _(
        "%(who)s, game %(game)s: %(points)s points do not fit a margin of %(margin)s; %(right)s would."
    ),
    "both_won": _("%(who)s: both have won game %(game)s."),
    "both_lost": _("%(who)s: both have lost game %(game)s."),
    "margins_differ": _("%(who)s differ by how much in game %(game)s: %(first)s and %(second)s."),
    "margins_differ_line": _(
        "%(who)s differ by how much in game %(game)s: %(first)s and %(second)s. The skunk line lies between."
    ),
    "opponent_differs": _("%(who)s do not name each other in game %(game)s."),
    "line_alone": _("%(who)s: only one of the two has game %(game)s."),
    "swapped_digits": _("Divisible by 9: look for swapped digits."),
    "wrong_sign_found": _("Half is %(half)s: a card with net %(half)s may have the wrong sign."),
    "wrong_sign": _("Half is %(half)s: a card with net %(half)s may have the wrong sign. No card has %(half)s."),
    "single_digit": _("One digit would explain it."),
    "plus_minus_mismatch": _("Net is not plus less minus: %(who)s."),
    "not_compared": ngettext_lazy("Card not yet compared: %(seats)s.", "Cards not yet compared: %(seats)s.", "count"),
    "explained_one_sided": _("Explained: %(who)s, a game that counts on one card only."),
    "explained_award": _("Explained: %(who)s, an awarded game."),
    "explained_ruling": _("Explained: %(who)s, ruled in game %(game)s (net %(net)s)."),
}

OFF: dict[str, tuple[Text, Text]] = {
    "wins_off": (
        _("Games won are %(by)s too many: %(actual)s, should be %(expected)s."),
        _("Games won are %(by)s too few: %(actual)s, should be %(expected)s."),
    ),
    "losses_off": (
        _("Games lost are %(by)s too many: %(actual)s, should be %(expected)s."),
        _("Games lost are %(by)s too few: %(actual)s, should be %(expected)s."),
    ),
    "net_off": (_("Net is %(by)s too high."), _("Net is %(by)s too low.")),
    "points_off": (
        _("Points are %(by)s too many: %(actual)s, should be %(expected)s."),
        _("Points are %(by)s too few: %(actual)s, should be %(expected)s."),
    ),
}

BALANCES = _("balances")
NOT_COMPLETE = _("cards are out")
SUMS_OFF = {
    "net": _("does not balance, %(by)s"),
    "wins": _("does not balance, games won %(by)s"),
    "other": _("does not balance"),
}


def sentence(finding: Finding[int], names: Mapping[int, str], seats: Mapping[int, int | None]) -> str:
    """Return what a finding says."""
    data: dict[str, Any] = {
        **finding.data,
        "who": ", ".join(names[entry] for entry in finding.entries if entry in names),
        "seats": ", ".join(str(seats[entry] or names[entry]) for entry in finding.entries if entry in names),
        "count": len(finding.entries),
    }
    code = finding.code
    if code in OFF:
        by = int(finding.data["by"])
        return str(OFF[code][by < 0] % {**data, "by": abs(by)})
    if code == "explained":
        code = f"explained_{finding.data['kind']}"
        data["net"] = signed(int(finding.data["net"]))
    elif code == "margins_differ" and finding.data.get("over_line"):
        code = "margins_differ_line"
    elif code == "wrong_sign":
        data["half"] = abs(int(finding.data["half"])) if not finding.suspects else int(finding.data["half"])
        code = "wrong_sign_found" if finding.suspects else "wrong_sign"
    elif code == "lines_not_totals":
        data["field"] = desk_words.fields([str(finding.data["field"])])
    for name in ("net", "low", "high"):
        if code in ("left_net_impossible", "net_left") and isinstance(data.get(name), int):
            data[name] = signed(data[name])
    if code in SENTENCES:
        return str(SENTENCES[code] % data)
    if desk_words.known(code):
        return f"{data['who']}: {desk_words.sentence(code, finding.data)}"
    return code


def suspicion(suspect: Suspect[int], names: Mapping[int, str], seats: Mapping[int, int | None]) -> str:
    """Return the question a suspect raises: ``Seat 5, Rafael: +64 or +46?``."""
    seat = seats.get(suspect.entry)
    data = {
        "seat": seat,
        "name": names.get(suspect.entry, ""),
        "written": _figure(suspect, suspect.written),
        "instead": _figure(suspect, suspect.instead),
    }
    template: Text = _("Seat %(seat)s, %(name)s: %(written)s or %(instead)s?")
    return str((template if seat else _("%(name)s: %(written)s or %(instead)s?")) % data)


def status(audit: Audit[int]) -> str:
    """Return the audit in a few words: ``balances``, ``does not balance, +18``, ``cards are out``."""
    return stored_status(stored(audit))


def stored(audit: Audit[int]) -> dict[str, Any]:
    """Return what a publication keeps of the audit: figures only, worded when read."""
    sums = audit.sums
    return {
        "balances": audit.balances,
        "complete": audit.complete,
        "games": audit.games,
        "wins_by": audit.wins_by,
        "net_by": audit.net_by,
        "problems": [finding.code for finding in audit.problems],
        "cards": sums.cards,
        "wins": sums.wins,
        "points": sums.points,
        "net": sums.net,
        "plus": sums.plus,
        "minus": sums.minus,
        "missing": list(audit.missing),
    }


def stored_status(kept: Mapping[str, Any]) -> str:
    """Return a kept audit in a few words."""
    if kept.get("balances"):
        return str(BALANCES)
    if kept.get("net_by"):
        return str(SUMS_OFF["net"] % {"by": signed(kept["net_by"])})
    if kept.get("wins_by"):
        return str(SUMS_OFF["wins"] % {"by": signed(kept["wins_by"])})
    if kept.get("problems"):
        return str(SUMS_OFF["other"])
    return str(NOT_COMPLETE) if kept else ""


def fix(suspect: Suspect[int], who: str, card: Sequence[int | None], seat: int | None) -> Fix:
    """Return the mend of a suspect. ``card``: points, wins, plus, minus, net as typed; ``who`` as the desk writes
    them.
    """
    points, wins, plus, minus, net = card
    figures = {"plus": plus, "minus": minus, "net": net, suspect.field: suspect.instead}
    if suspect.field == "net" or plus is None or minus is None:
        spread = f"{figures['net']:+d}" if figures["net"] else "0"
    else:
        spread = f"+{figures['plus']} -{figures['minus']}"
    shown = _figure(suspect, suspect.instead)
    label: Text = _("Card %(who)s is %(figure)s")
    return Fix(str(label % {"who": who, "figure": shown}), f"{who} {points}/{wins} {spread}", suspect.entry, seat)


def _figure(suspect: Suspect[int], value: int) -> str:
    if suspect.field == "net":
        return signed(value)
    return f"+{value}" if suspect.field == "plus" else f"−{value}"
