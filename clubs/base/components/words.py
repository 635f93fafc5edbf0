"""Numbers, places, scores, states, initials and cards, as they are written."""

from __future__ import annotations

import re
from typing import Any

from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.base.components.signs import STATE_ICONS, icon

MINUS = "−"
EN_DASH = "–"


def format_signed(number: Any) -> str:
    """Write a number with its sign and a real minus: +74, −101, 0; None is a dash."""
    if number is None or number == "":
        return EN_DASH
    size = number_format(abs(number), use_l10n=True, force_grouping=True)
    return f"+{size}" if number > 0 else f"{MINUS}{size}" if number < 0 else size


def place(rank: int | None, shared: bool = False) -> SafeString:
    """Write a place; a shared one as "=8"."""
    if rank is None:
        return format_html('<span aria-hidden="true">{}</span><span class="vh">{}</span>', EN_DASH, _("no place yet"))
    if not shared:
        return format_html("{}", rank)
    return format_html(
        '<span aria-hidden="true">={}</span><span class="vh">{}</span>',
        rank,
        _("%(place)s, shared") % {"place": rank},
    )


def score(winner: int, loser: int | None, own_first: bool = False) -> SafeString:
    """Write a score, winner first in bold; `own_first` on the loser's own card puts the loser's first."""
    if loser is None:
        return format_html('<span class="score">{}</span>', winner)
    if own_first:
        return format_html('<span class="score"><span class="lose">{}–</span>{}</span>', loser, winner)
    return format_html('<span class="score">{}<span class="lose">–{}</span></span>', winner, loser)


def tag(kind: str, text: str, icon_name: str = "") -> SafeString:
    """State something: kind "", ok, warn, bad, info or brass; ok, warn and bad bring their icon ("none": without)."""
    name = icon_name or ("" if kind == "info" else STATE_ICONS.get(kind, ""))
    sign = icon(name, 17) if name and name != "none" else SafeString("")
    return format_html('<span class="tag {}">{}{}</span>', kind or "plain", sign, text)


def initials(name: str) -> str:
    """Give the first letters of the first and last word of a name."""
    words = [word for word in re.split(r"[\s\-]+", str(name).strip()) if word]
    return "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper() or "?"


def playing_card(code: str, size: str = "", extra: str = "") -> SafeString:
    """Show one card face, `5H` or `TD`; size "", "s" or "xs"; `extra` is a further class such as "starter"."""
    rank, suit = code[0].upper(), code[1].upper()
    ranks = dict(
        zip(
            "A23456789TJQK",
            (
                pgettext("card", "Ace"),
                pgettext("card", "Two"),
                pgettext("card", "Three"),
                pgettext("card", "Four"),
                pgettext("card", "Five"),
                pgettext("card", "Six"),
                pgettext("card", "Seven"),
                pgettext("card", "Eight"),
                pgettext("card", "Nine"),
                pgettext("card", "Ten"),
                pgettext("card", "Jack"),
                pgettext("card", "Queen"),
                pgettext("card", "King"),
            ),
            strict=True,
        )
    )
    suits = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
    return format_html(
        '<img class="{}" src="{}" alt="{}" width="100" height="140">',
        " ".join(part for part in ("card", size, extra) if part),
        static(f"cards/{rank}{suit}.svg"),
        _("%(rank)s of %(suit)s") % {"rank": ranks[rank], "suit": suits[suit]},
    )
