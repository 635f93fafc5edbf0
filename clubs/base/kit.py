"""The page that shows every component of the design system; for developers, routed in development only."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

NAMES = (
    "Wilf Garside",
    "Agnieszka Kowalczyk",
    "Hana Černá",
    "George Abernathy",
    "Rafael Núñez",
    "Sam Okafor",
    "Karel Růžička",
    "Niamh Connolly",
    "Lena Vogt",
    "Marisol Ibáñez",
    "Doreen Askew",
    "Jim Cotterill",
    "Stan Błaszczyk",
)


class SampleForm(forms.Form):
    """One field of each kind; bound with mistakes on purpose."""

    name = forms.CharField(help_text="As it should stand in the table.")
    number = forms.CharField(required=False, help_text="HI296 or MN-1694.")
    deal = forms.ChoiceField(label="First deal", choices=[("a", "Petra"), ("b", "Tom")], widget=forms.RadioSelect)
    preset = forms.ChoiceField(choices=[("nine", "Nine-game night"), ("61", "61-up")])
    counts = forms.BooleanField(label="Counts for the season", required=False)
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)


def sample_context() -> dict[str, Any]:
    """Return sample data for every component."""
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES, start=1)]
    ghost = {"ghost": True}
    anchored = seats[0] | {"anchor": True}
    couple = [seats[2] | {"couple": True}, seats[6] | {"couple": True}]
    pairs = [{"top": anchored, "bottom": ghost, "between": "sits out"}] + [
        {"top": couple[0] if top == 2 else couple[1] if top == 6 else seats[top], "bottom": seats[13 - top]}
        for top in range(1, 7)
    ]
    rail = [
        {
            "text": seat["seat"],
            "state": "look" if seat["seat"] == 5 else "out" if seat["seat"] == 7 else "in",
            "short": seat["seat"] == 6,
            "now": seat["seat"] == 7,
            "spoken": f"Seat {seat['seat']}, {seat['name']}",
            "url": f"#seat-{seat['seat']}",
        }
        for seat in seats
    ]
    lanes = [
        {"name": "Petra Šimková", "now": 130, "before": 115},
        {"name": "Margaret Ollerenshaw", "now": 104, "before": 94},
        {"name": "Doreen Askew", "now": 103, "before": 91},
        {"name": "Jaroslav Dvořák", "now": 100, "before": 84},
    ]
    return {
        "lanes": lanes,
        "new_lanes": [{"name": "Petra Šimková", "now": 5, "before": 0}, {"name": "Tom Holt", "now": 3, "before": None}],
        "rail": rail,
        "games": [{"text": number, "url": f"?game={number}", "current": number == 1} for number in range(1, 10)]
        + [{"text": "Make-ups", "url": "?game=make-ups", "current": False}],
        "pairs": pairs,
        "red": [5, 12],
        "places": [5, 3, 2, None, 1, 1, 2, 1],
        "ways": [("drawn", "Drawn here"), ("typed", "Typed from the bag"), ("kept", "Kept from last week")],
        "form": SampleForm({"name": "", "counts": "on", "preset": "nine"}),
        "keys": [{"keys": ["U"], "text": "Undo the last entry"}, {"keys": ["Ctrl", "Enter"], "text": "Announce"}],
        "nav": [
            {"key": "home", "label": "Home", "icon": "house", "url": "#home"},
            {"key": "nights", "label": "Nights", "icon": "calendar-days", "url": "#nights"},
            {"key": "standings", "label": "Standings", "icon": "list-ordered", "url": "#standings"},
            {"key": "players", "label": "Players", "icon": "users", "url": "#players"},
        ],
        "nav_current": "standings",
    }


def show(request: HttpRequest) -> HttpResponse:
    """Show every component on one page."""
    return render(request, "kit.html", sample_context())
