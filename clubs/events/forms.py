"""Parse what directors type about seasons, nights and attendance; services decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.events import presets, selectors
from clubs.events.models import Event
from clubs.people.models import Club, Membership

PLAIN = {"autocomplete": "off"}
NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
MOST_GAMES = 22
NO_SEASON = "none"


def date_input() -> forms.DateInput:
    """Return the browser's own date field, which speaks the reader's language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class SeasonForm(forms.Form):
    """A season's name and the dates between which its nights add up."""

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("Like 2026–27."), widget=forms.TextInput(PLAIN))
    first_day = forms.DateField(label=_("First date"), widget=date_input())
    last_day = forms.DateField(label=_("Last date"), widget=date_input())


class NightForm(forms.Form):
    """A night: when, in which season, and by which rules."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(PLAIN))
    date = forms.DateField(label=_("Date"), widget=date_input(), help_text=_("A past date is fine."))
    starts_at = forms.TimeField(
        label=_("Starts at"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    preset = forms.ChoiceField(label=_("Kind of night"))
    season = forms.ChoiceField(label=_("Season"), required=False)
    counts = forms.BooleanField(label=_("Counts for the season"), required=False)
    games = forms.IntegerField(
        label=_("Games"), min_value=1, max_value=MOST_GAMES, required=False, widget=forms.TextInput(NUMBER)
    )
    target = forms.ChoiceField(
        label=_("Played to"),
        required=False,
        choices=[("", _("As the kind of night")), ("121", "121"), ("61", "61")],
        widget=forms.RadioSelect,
    )
    record = forms.ChoiceField(
        label=_("Cards give"),
        required=False,
        choices=[("", _("As the kind of night")), *Event.Record.choices],
    )
    mode = forms.ChoiceField(
        label=_("Cards that disagree"),
        required=False,
        choices=[
            (Event.Mode.CLUB, _("Club night: ask the two, fix both")),
            (Event.Mode.SANCTIONED, _("Sanctioned: ruled from the cards, rule 12.2")),
        ],
    )

    def __init__(self, *args: Any, club: Club, edit: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        preset, season = self.fields["preset"], self.fields["season"]
        assert isinstance(preset, forms.ChoiceField)
        assert isinstance(season, forms.ChoiceField)
        preset.choices = [(one.key, gettext(one.name)) for one in presets.PRESETS.values()]
        by_date = [] if edit else [("", _("By the date"))]
        if edit:
            del self.fields["preset"]  # its figures were copied when the night was planned
        self._seasons = {str(one.pk): one for one in selectors.seasons_of(club)}
        season.choices = [
            *by_date,
            *((key, one.name) for key, one in self._seasons.items()),
            (NO_SEASON, _("No season")),
        ]

    def rules(self) -> dict[str, Any]:
        """Return the cleaned values as keyword arguments of ``nights.plan`` and ``nights.update``.

        What was left to the kind of night is left out; ``counts`` None: as the date says.
        """
        data = dict(self.cleaned_data)
        chosen, checked = data.pop("season"), data.pop("counts")
        data["season"] = self._seasons.get(chosen)
        data["counts"] = None if checked and not chosen else checked and chosen != NO_SEASON
        for name in ("games", "target", "record", "mode"):
            if data[name] in (None, ""):
                del data[name]
        if "target" in data:
            data["target"] = int(data["target"])
        return data


class WalkInForm(forms.Form):
    """A new name in one line."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        widget=forms.TextInput({**PLAIN, "autocapitalize": "words", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(
        label=_("Comes as"), choices=Membership.Kind.choices, initial=Membership.Kind.GUEST, widget=forms.RadioSelect
    )
    presence = forms.ChoiceField(choices=[("here", ""), ("late", "")], required=False, widget=forms.HiddenInput)
    force = forms.BooleanField(required=False, widget=forms.HiddenInput)


class GameForm(forms.Form):
    """A number of a game; empty: none."""

    game = forms.IntegerField(min_value=0, max_value=MOST_GAMES, required=False)


class ReasonForm(forms.Form):
    """Why something that was settled is opened again."""

    reason = forms.CharField(label=_("Why"), max_length=200, widget=forms.TextInput(PLAIN))
