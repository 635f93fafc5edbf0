"""Parse what people type about themselves, their club and each other; services decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.people import choices, selectors
from clubs.people.models import Club, Membership, Player, User

Kind = Membership.Kind
PLAIN = {"autocomplete": "off"}
# A name typed for somebody else is none of the browser's business, and it is spelled as it is.
NAME = {**PLAIN, "autocapitalize": "words", "spellcheck": "false"}
ACC_HINT = _("Two letters and digits, like HI296; a youth’s ends in Y.")


class SignupForm(forms.Form):
    """The fields that sign-up asks beside address and password; named by ACCOUNT_SIGNUP_FORM_CLASS."""

    name = forms.CharField(label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))

    def signup(self, request: Any, user: User) -> None:
        """Do nothing: the adapter has stored the name."""


class ClubForm(forms.Form):
    """A club's name and settings; ``your_name`` is asked of a founder who is no player yet."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, widget=forms.TextInput(attrs=PLAIN))
    place = forms.CharField(
        label=_("Where you meet"), max_length=120, required=False, widget=forms.TextInput(attrs=PLAIN)
    )
    your_name = forms.CharField(
        label=_("Your name"),
        max_length=80,
        help_text=_("As it stands in the results. You become the club’s first owner."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    preset = forms.ChoiceField(
        label=_("Usual night"),
        choices=choices.CLUB_PRESETS,
        help_text=_("What a new night starts from. Each night can be changed."),
    )
    timezone = forms.ChoiceField(label=_("Time zone"), help_text=_("Nights and deadlines are in it."))
    language = forms.ChoiceField(label=_("Language"), help_text=_("For readers who have not chosen their own."))
    currency = forms.ChoiceField(label=_("Currency"), choices=choices.CURRENCIES)
    public = forms.BooleanField(
        label=_("Everybody may read the club’s pages"),
        required=False,
        help_text=_("Off: only members who are signed in."),
    )
    names = forms.ChoiceField(
        label=_("Names in public"),
        choices=Club.Names.choices,
        widget=forms.RadioSelect,
        help_text=_("Members always see names in full."),
    )

    def __init__(self, *args: Any, founder: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        timezone, language = self.fields["timezone"], self.fields["language"]
        assert isinstance(timezone, forms.ChoiceField)
        assert isinstance(language, forms.ChoiceField)
        timezone.choices = choices.timezone_groups()
        language.choices = choices.language_choices()
        if not founder:
            del self.fields["your_name"]


class AddForm(forms.Form):
    """A new name in one line."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs=NAME))
    acc_number = forms.CharField(
        label=_("ACC number"), max_length=16, required=False, widget=forms.TextInput(attrs=PLAIN)
    )
    kind = forms.ChoiceField(label=_("Comes as"), choices=Kind.choices, initial=Kind.MEMBER, widget=forms.RadioSelect)


class PlayerForm(forms.Form):
    """A player's own record, for the directors of the club that looks after it."""

    name = forms.CharField(label=_("Name as shown"), max_length=80, widget=forms.TextInput(attrs=NAME))
    acc_number = forms.CharField(
        label=_("ACC number"),
        max_length=16,
        required=False,
        help_text=ACC_HINT,
        widget=forms.TextInput(attrs=PLAIN),
    )
    home_club = forms.ModelChoiceField(
        label=_("Home club"), queryset=Club.objects.none(), required=False, empty_label=_("None of the clubs here")
    )
    email = forms.CharField(
        label=_("Private e-mail"),
        max_length=254,
        required=False,
        help_text=_("Seen by the directors and by the player."),
        widget=forms.EmailInput(attrs=PLAIN),
    )
    phone = forms.CharField(
        label=_("Private phone"),
        max_length=30,
        required=False,
        widget=forms.TextInput(attrs={**PLAIN, "inputmode": "tel"}),
    )

    def __init__(self, *args: Any, player: Player, viewer: selectors.Viewer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        home = self.fields["home_club"]
        assert isinstance(home, forms.ModelChoiceField)
        home.queryset = selectors.home_clubs_for(player, viewer)


class KindForm(forms.Form):
    """What somebody is to the club."""

    kind = forms.ChoiceField(label=_("Comes as"), choices=Kind.choices, widget=forms.RadioSelect)
    joined_on = forms.DateField(
        label=_("Member since"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        input_formats=["%Y-%m-%d"],
    )


class RoleForm(forms.Form):
    """What somebody may do in the club."""

    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices, widget=forms.RadioSelect)


class InviteForm(forms.Form):
    """Where an invitation is sent; empty: the link is handed over."""

    email = forms.CharField(
        label=_("E-mail address"), max_length=254, required=False, widget=forms.EmailInput(attrs=PLAIN)
    )


class AccountForm(forms.Form):
    """An account's own name, language and theme."""

    name = forms.CharField(label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    language = forms.ChoiceField(label=_("Language"), required=False, widget=forms.RadioSelect)
    theme = forms.ChoiceField(label=_("Theme"), choices=User.Theme.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = self.fields["language"]
        assert isinstance(language, forms.ChoiceField)
        language.choices = [("", _("As the club")), *choices.language_choices()]


class ContactForm(forms.Form):
    """One's own private address and number, as the directors see them."""

    email = forms.CharField(
        label=_("Private e-mail"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    phone = forms.CharField(
        label=_("Private phone"), max_length=30, required=False, widget=forms.TextInput(attrs={"autocomplete": "tel"})
    )


class AuditForm(forms.Form):
    """Which lines of the audit log to show."""

    action = forms.CharField(required=False, max_length=40)
    about = forms.CharField(required=False, max_length=40)
    about_id = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
