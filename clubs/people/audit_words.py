"""The audit log in words: one sentence a code. Each room registers its own; an unknown code is shown as it is."""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.base import dates
from clubs.people.models import AuditLine, Membership

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """A code's sentence, with placeholders named after the keys of a line's data, and its short title if it has one."""

    sentence: Text
    title: Text = ""


_words: dict[str, Words] = {}
# Which data of a line are days, written as 2026-11-30.
_DAYS = frozenset({"date", "first_day", "last_day"})
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")

# Values and fields that a line holds as codes, in the reader's language.
_values: dict[str, Text] = {
    **{str(value): label for value, label in Membership.Role.choices},
    **{str(value): label for value, label in Membership.Kind.choices},
}
_fields: dict[str, Text] = {
    "name": _("name"),
    "acc_number": _("ACC number"),
    "home_club": _("home club"),
    "email": _("private e-mail"),
    "phone": _("private phone"),
    "timezone": _("time zone"),
    "currency": _("currency"),
    "language": _("language"),
    "theme": _("theme"),
    "preset": _("usual night"),
    "public": _("public pages"),
    "names": _("names in public"),
    "place": _("where you meet"),
}


def register(words: Mapping[str, Text | tuple[Text, Text]]) -> None:
    """Add a room's codes: ``{"night.published": sentence}``, or ``(title, sentence)`` with a title for the filter."""
    for code, given in words.items():
        _words[code] = Words(given[1], given[0]) if isinstance(given, tuple) else Words(given)


def known() -> frozenset[str]:
    """Return every code that has words."""
    return frozenset(_words)


def title(code: str) -> str:
    """Return a code's short title, or its sentence with gaps; an unknown code is its own."""
    words = _words.get(code)
    if words is None:
        return code
    return str(words.title) or _PLACEHOLDER.sub("…", str(words.sentence))


def sentence(line: AuditLine) -> str:
    """Return what happened, in the reader's language; a code without words, or without its data, as it is."""
    words = _words.get(line.action)
    if words is None:
        return line.action
    try:
        return str(words.sentence) % {key: _shown(key, value) for key, value in line.data.items()}
    except (KeyError, TypeError, ValueError):
        return line.action


def _shown(key: str, value: Any) -> Any:
    if key in {"old", "new", "kind", "role"} and isinstance(value, str):
        return _values.get(value, value)
    if key in _DAYS and isinstance(value, str):
        return dates.written(datetime.date.fromisoformat(value))
    if key == "fields" and isinstance(value, str):
        return ", ".join(str(_fields.get(field, field)) for field in value.split(", "))
    return value


register(
    {
        "account.made": (_("Account made"), _("The account of %(name)s was made on the server.")),
        "account.changed": (_("Account changed"), _("Changed in the account: %(fields)s.")),
        "account.reset_link": (
            _("Reset link made"),
            _("A link was made by which %(player)s can choose a new password."),
        ),
        "token.made": (_("API token made"), _("A token for the API was made.")),
        "token.revoked": (_("API token ended"), _("The token for the API was ended.")),
        "club.created": (_("Club founded"), _("%(club_name)s was founded here.")),
        "club.changed": (_("Settings changed"), _("Changed in the club’s settings: %(fields)s.")),
        "player.added": (_("Player added"), _("%(player)s was added (%(kind)s).")),
        "player.brought": (_("Player listed"), _("%(player)s of another club was listed here too (%(kind)s).")),
        "player.changed": (_("Player changed"), _("Changed of %(player)s: %(fields)s.")),
        "player.merged": (_("Players merged"), _("%(player)s was merged into %(into)s.")),
        "player.unmerged": (_("Merge undone"), _("%(player)s and %(into)s are two players again.")),
        "member.role": (_("Role changed"), _("%(player)s: %(new)s, was %(old)s.")),
        "member.kind": (_("Kind changed"), _("%(player)s: %(new)s, was %(old)s.")),
        "member.left": (_("Left the club"), _("%(player)s left the club.")),
        "member.returned": (_("Came back"), _("%(player)s came back to the club.")),
        "invitation.made": (_("Invitation made"), _("%(player)s was invited to open an account.")),
        "invitation.withdrawn": (_("Invitation withdrawn"), _("The invitation of %(player)s was withdrawn.")),
        "invitation.accepted": (_("Invitation accepted"), _("The invitation of %(player)s was accepted.")),
    }
)
