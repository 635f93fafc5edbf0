"""What the pages of results send: a typed line, a name to add, a list, a ruling, a reason."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from clubs.events.ranking.schemes import Scheme
from games.matches.models import DeskLine
from games.matches.rulings import LETTERS, Proposal
from games.matches.selectors.board import Fact
from games.matches.values import Value, of_result

LONGEST_LINE = 200
"""As much as a desk line holds; the grammar refuses earlier, with its own sentence."""


class LineForm(forms.Form):
    """A line of the desk: never refused here, because the desk answers a bad line in its own words."""

    line = forms.CharField(required=False, strip=False)
    confirm = forms.BooleanField(required=False)

    def clean_line(self) -> str:
        """Cut what no line can be down to what the grammar refuses."""
        return str(self.cleaned_data["line"])[: LONGEST_LINE + 1]

    @property
    def mode(self) -> str:
        """Give the mode; Game for anything else."""
        wanted = self.data.get("mode", "")
        return wanted if wanted in DeskLine.Mode.values else str(DeskLine.Mode.GAME)

    @property
    def seat(self) -> int | None:
        """Give the marked seat; None: worked out by the server."""
        text = self.data.get("seat", "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None

    @property
    def token(self) -> uuid.UUID:
        """Give the token; one of its own for a form that has none."""
        try:
            return uuid.UUID(self.data.get("token", ""))
        except ValueError:
            return uuid.uuid4()


class NameForm(forms.Form):
    """What becomes of a kept line whose name nobody knows."""

    kind = forms.ChoiceField(
        choices=[
            ("guest", _("Guest")),
            ("member", _("Member")),
            ("visitor", _("Visitor")),
            ("drop", _("Drop the line")),
        ]
    )
    name = forms.CharField(required=False, max_length=80)


class RulingForm(forms.Form):
    """The value of each card of one game, the case of rule 12.2, and the reason."""

    letter = forms.ChoiceField(label=_("Case of rule 12.2"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)

    def __init__(self, *args: Any, fact: Fact, proposal: Proposal | None, sanctioned: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = [side.entry_id for side in fact.sides]
        letters = self.fields["letter"]
        assert isinstance(letters, forms.ChoiceField)
        letters.choices = [("", _("None: the players were asked")), *((letter, f"12.2 {letter}") for letter in LETTERS)]
        letters.initial = proposal.letter if proposal and sanctioned else ""
        values = (proposal.first, proposal.second) if proposal else tuple(side.claim for side in fact.sides)
        for side, value in zip(fact.sides, values, strict=True):
            self.fields[f"won_{side.entry_id}"] = forms.ChoiceField(
                label=_("Result"),
                choices=[
                    ("won", pgettext("result of a player", "Won")),
                    ("lost", pgettext("result of a player", "Lost")),
                ],
                widget=forms.RadioSelect,
                initial="won" if value and value.won else "lost",
            )
            self.fields[f"figure_{side.entry_id}"] = forms.IntegerField(
                label=_("By how much"),
                required=False,
                min_value=1,
                max_value=121,
                widget=forms.TextInput(attrs={"inputmode": "numeric"}),
                initial=value.margin if value else None,
            )

    def values(self, scheme: Scheme) -> dict[int, Value]:
        """Return what was given for each entry; points follow from the figure."""
        return {
            entry_id: of_result(
                scheme,
                won=self.cleaned_data[f"won_{entry_id}"] == "won",
                margin=self.cleaned_data[f"figure_{entry_id}"],
            )
            for entry_id in self.entries
        }


class TieForm(forms.Form):
    """Who won the cut among level players ("" : they share the place)."""

    entries = forms.CharField(max_length=400)
    first = forms.CharField(required=False, max_length=20)
    how = forms.CharField(required=False, max_length=120)

    def clean_entries(self) -> list[int]:
        """Read the entries that are level: numbers with commas between."""
        parts = str(self.cleaned_data["entries"]).split(",")
        if not all(part.isascii() and part.isdigit() and len(part) < 19 for part in parts):
            raise forms.ValidationError(_("Load the page again and decide about the players you see there."))
        return [int(part) for part in parts]


class ReasonForm(forms.Form):
    """Why a published night is corrected."""

    reason = forms.CharField(label=_("What is corrected, and why"), required=False, max_length=200)


class PasteForm(forms.Form):
    """A pasted list, with what becomes of each name nobody knows."""

    text = forms.CharField(
        label=_("The list"),
        strip=False,
        error_messages={"required": _("Paste a list first, one line a player: name points/wins spread.")},
        widget=forms.Textarea(attrs={"rows": 14, "class": "paste", "spellcheck": "false"}),
        help_text=_("One line a card: name points/wins spread, for example Karel 16/7 +74."),
    )
    digest = forms.CharField(required=False, max_length=128, widget=forms.HiddenInput)
    token = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    @property
    def choices(self) -> dict[int, str]:
        """Return what was chosen for each line of an unknown name, by the line's number."""
        found = {}
        for key, value in self.data.items():
            number = key.removeprefix("choice-")
            if key != number and number.isascii() and number.isdigit() and len(number) < 6 and value:
                found[int(number)] = str(value)[:40]
        return found
