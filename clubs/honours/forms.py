"""What directors type about a season: opening balances and how points count."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.honours.services.champion import LONGEST_REASON
from clubs.honours.services.rules import MOST_POINTS

LONGEST_TABLE = 4000
LINE = re.compile(r"\s*([0-9]{1,4})\s*[=:,;\s]\s*([0-9]{1,5})\s*", re.ASCII)
DAY = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class BalancesForm(forms.Form):
    """A line or a list of opening balances, and the day they are from. What a line means is the service's business."""

    text = forms.CharField(
        label=_("One line a player"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "class": "balance", "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
        ),
    )
    as_of = forms.DateField(
        label=_("As of"),
        help_text=_("The day the old list was closed."),
        widget=DAY,
        input_formats=["%Y-%m-%d"],
    )

    def choices(self) -> dict[int, str]:
        """Return what was chosen for lines whose name means nobody or several, by line number."""
        found = {}
        for key, value in self.data.items():
            number = key.removeprefix("choice-")
            if key != number and number.isascii() and number.isdigit() and len(number) < 6:
                found[int(number)] = str(value)
        return found


class ChampionForm(forms.Form):
    """Who of the level leaders is champion of the season, and how that was decided."""

    player = forms.TypedChoiceField(
        label=_("Champion"),
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose one of those who are level."),
            "invalid_choice": _("Choose one of those who are level."),
        },
    )
    reason = forms.CharField(
        label=_("How it was decided"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody can read it, for example: won the play-off on the last night."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, leaders: Iterable[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        """Take the level leaders, id and name."""
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = list(leaders)  # type: ignore[attr-defined]


class RulesForm(forms.Form):
    """How a season turns cards into points."""

    threshold = forms.IntegerField(
        label=_("Points cards from"),
        min_value=0,
        max_value=MOST_POINTS,
        help_text=_("Game points a card needs to earn season points. 0: every card earns them."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    table = forms.CharField(
        label=_("Points table"),
        required=False,
        max_length=LONGEST_TABLE,
        help_text=_("One row a line: game points = season points, like 12 = 3. Empty: a card earns its game points."),
        widget=forms.Textarea(attrs={"rows": 6, "class": "balance", "autocomplete": "off", "spellcheck": "false"}),
    )
    credit_guests_once_joined = forms.BooleanField(
        label=_("Guests are credited from their first visit, once they have joined"), required=False
    )
    credit_visitors = forms.BooleanField(label=_("Visitors are credited too"), required=False)
    short_cards_count = forms.BooleanField(
        label=_("Short cards count"),
        required=False,
        help_text=_("A card with a game less than the others, because the field was odd."),
    )

    def clean_table(self) -> dict[str, int]:
        """Read the rows of the table; a row that is none is refused with its text."""
        table: dict[str, int] = {}
        for line in str(self.cleaned_data["table"]).splitlines():
            if not line.strip():
                continue
            found = LINE.fullmatch(line)
            if found is None:
                raise forms.ValidationError(
                    _("“%(row)s” is no row of the points table. Write game points and season points, like 12 = 3."),
                    params={"row": line.strip()[:40]},
                )
            low = str(int(found[1]))
            if low in table:
                raise forms.ValidationError(
                    _("%(points)s game points stand in the table twice. Keep one of the two."), params={"points": low}
                )
            table[low] = int(found[2])
        return table

    @staticmethod
    def written(table: dict[int, int]) -> str:
        """Write a points table as it is typed."""
        return "\n".join(f"{low} = {points}" for low, points in sorted(table.items()))
