"""Signs: icons, holes, pegs, the skunk lozenge and movement."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template import TemplateSyntaxError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

HOLES_SHOWN = 60
HOLES_SCALED = 30
LANES = {"red": 1, "blue": 2, "ivory": 3, "ebony": 4}
STATE_ICONS = {"ok": "check", "warn": "triangle-alert", "bad": "circle-alert", "info": "info"}


@lru_cache(maxsize=256)
def read_icon(name: str) -> SafeString:
    """Return the drawing inside one icon file, without its <svg> shell."""
    found = finders.find(f"icons/{name}.svg")
    if not found:
        raise TemplateSyntaxError(f"There is no icon called {name!r} in static/icons.")
    text = Path(found).read_text(encoding="utf-8")
    match = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    if match is None:
        raise TemplateSyntaxError(f"static/icons/{name}.svg is not an SVG file.")
    # Our own vendored files, never a visitor's text.
    return mark_safe(re.sub(r"\s+", " ", match.group(1)).strip())  # noqa: S308


def icon(name: str, size: int = 20, label: str = "") -> SafeString:
    """Draw an icon; hidden from screen readers unless it stands alone and has a label."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="i" viewBox="0 0 24 24" width="{0}" height="{0}" {1} fill="none" stroke="currentColor" '
        'stroke-width="2" stroke-linecap="round" stroke-linejoin="round">{2}</svg>',
        size,
        spoken,
        read_icon(name),
    )


def holes(total: int, filled: int = 0, red: Any = (), words: str = "", spoken: str = "", kind: str = "") -> SafeString:
    """Draw a count that has an end in groups of five.

    `red`: 1-based positions to look at, or "all". `words` stand visibly beside, `spoken` only for screen readers.
    `kind`: "big", "wood" or both. Over sixty, thirty holes stand for the whole.
    """
    total, filled = max(int(total), 0), max(int(filled), 0)
    marked = set(range(1, total + 1)) if red == "all" else {int(position) for position in red or ()}
    if total > HOLES_SHOWN:
        filled = round(filled * HOLES_SCALED / total)
        marked = {max(1, round(position * HOLES_SCALED / total)) for position in marked}
        total = HOLES_SCALED
    states = [
        " ".join((["on"] if number <= filled else []) + (["at"] if number in marked else []))
        for number in range(1, total + 1)
    ]
    groups = format_html_join(
        "",
        "<b>{}</b>",
        (
            (format_html_join("", "<i{}></i>", ((_class_of(state),) for state in states[start : start + 5])),)
            for start in range(0, total, 5)
        ),
    )
    classes = "holes" + (" big" if "big" in kind else "") + (" on-wood" if "wood" in kind else "")
    row = format_html('<span class="{}" aria-hidden="true">{}</span>', classes, groups)
    if words:
        return format_html('<span class="count">{}<span>{}</span></span>', row, words)
    return format_html('{}<span class="vh">{}</span>', row, spoken) if spoken else row


def _class_of(state: str) -> SafeString:
    return format_html(' class="{}"', state) if state else SafeString("")


def peg_head(lane: int | str, radius: float = 4.7, x: float = 0, y: float = 0) -> SafeString:
    """Draw a peg inside an <svg>: lanes differ in colour and in shape (round, square, eyed, diamond)."""
    number = LANES.get(str(lane)) or (int(lane) - 1) % 4 + 1
    r = float(radius)
    if number == 2:
        head = _square(r * 0.9, 2)
    elif number == 4:
        head = _square(r * 0.86, 4, turn=' transform="rotate(45)"')
    else:
        head = format_html('<circle class="peg-head peg-head-{}" r="{}"/>', number, f"{r:g}")
    if number == 3:
        head += format_html('<circle class="peg-eye" r="{}"/>', f"{r * 0.42:.2f}")
    else:
        shine = f"M{-r * 0.5:.2f} {-r * 0.25:.2f}A{r * 0.6:.2f} {r * 0.6:.2f} 0 0 1 {r * 0.1:.2f} {-r * 0.58:.2f}"
        head += format_html('<path class="peg-shine" d="{}"/>', shine)
    return format_html(
        '<g transform="translate({} {})"><circle class="peg-shade" cx=".9" cy="1.6" r="{}"/>{}</g>',
        f"{float(x):g}",
        f"{float(y):g}",
        f"{r:g}",
        head,
    )


def _square(half: float, number: int, turn: str = "") -> SafeString:
    return format_html(
        '<rect class="peg-head peg-head-{}" x="{}" y="{}" width="{}" height="{}" rx="1"{}/>',
        number,
        f"{-half:.2f}",
        f"{-half:.2f}",
        f"{2 * half:.2f}",
        f"{2 * half:.2f}",
        SafeString(turn),
    )


def peg(lane: int | str, size: int = 20) -> SafeString:
    """Draw a peg beside a name: lane 1 to 4 or "red", "blue", "ivory", "ebony"."""
    return format_html(
        '<svg class="pegi" viewBox="-7 -7 14 14" width="{0}" height="{0}" aria-hidden="true">{1}</svg>',
        size,
        peg_head(lane),
    )


def skunk_sign(level: int | None = 1, spoken: str = "") -> SafeString:
    """Draw the black lozenge with one stripe a level; nothing for level 0 or None."""
    number = int(level or 0)
    if number <= 0:
        return SafeString("")
    names = {1: _("Skunk"), 2: _("Double skunk"), 3: _("Triple skunk")}
    stripes = {1: ("M5 8h18", "3"), 2: ("M5 5.2h18M5 10.8h18", "2.6"), 3: ("M6 4.2h16M5 8h18M6 11.8h16", "1.9")}
    path, width = stripes[min(number, 3)]
    return format_html(
        '<svg class="skunk" viewBox="0 0 28 16" width="28" height="16" role="img" aria-label="{}">'
        '<rect x=".75" y=".75" width="26.5" height="14.5" rx="7.25"/><path d="{}" stroke-width="{}"/></svg>',
        spoken or names[min(number, 3)],
        path,
        width,
    )


def movement(places: int | None) -> SafeString:
    """Show places gained (+) or lost (−) since last time; None: was not there before."""
    if places is None:
        return format_html('<span class="mv same"><span class="vh">{}</span></span>', _("new in the table"))
    number = int(places)
    if number == 0:
        kind, path, spoken = "same", "M1 5h8", _("no change")
    elif number > 0:
        kind, path = "up", "M5 1 9.4 9H.6z"
        spoken = ngettext("%(count)s place up", "%(count)s places up", number) % {"count": number}
    else:
        kind, path = "down", "M5 9 .6 1h8.8z"
        spoken = ngettext("%(count)s place down", "%(count)s places down", -number) % {"count": -number}
    paint = (
        SafeString('fill="currentColor"')
        if number
        else SafeString('stroke="currentColor" stroke-width="2.4" stroke-linecap="round"')
    )
    return format_html(
        '<span class="mv {}"><svg viewBox="0 0 10 10" width="12" height="12" aria-hidden="true"><path d="{}" {}/></svg>'
        '{}<span class="vh">{}</span></span>',
        kind,
        path,
        paint,
        format_html('<span aria-hidden="true">{}</span>', abs(number)) if number else "",
        spoken,
    )
