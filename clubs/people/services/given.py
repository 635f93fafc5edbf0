"""What services accept as typed: names, ACC numbers, addresses, phone numbers."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Invalid
from clubs.people import acc, spelling

LONGEST_NAME = 80
LONGEST_PHONE = 30


def name(text: str, *, field: str = "name", longest: int = LONGEST_NAME) -> str:
    """Return a name on one line.

    Raises Invalid when nothing that can be read is left, or it is too long.
    """
    tidied = spelling.tidy(text)
    if not any(character.isalnum() for character in tidied):
        raise Invalid("name_missing", _("Type a name."), field=field)
    if len(tidied) > longest:
        raise Invalid("name_too_long", _("Names have at most %(longest)s letters."), field=field, longest=longest)
    return tidied


def acc_number(text: str, *, field: str = "acc_number") -> str:
    """Return an ACC number in its stored shape; "" for none.

    Raises Invalid when it is no ACC number.
    """
    try:
        return acc.normalise(text)
    except ValueError:
        raise Invalid(
            "acc_number",
            _("“%(typed)s” is no ACC number. Type two letters and digits, like HI296; a youth’s ends in Y."),
            field=field,
            typed=spelling.tidy(text)[:20],
        ) from None


def email(text: str, *, field: str = "email") -> str:
    """Return an e-mail address in small letters; "" for none.

    Raises Invalid when it cannot be one.
    """
    address = text.strip().lower()
    if not address:
        return ""
    try:
        validate_email(address)
    except ValidationError:
        raise Invalid("email", _("That is no e-mail address. Type it like ada@example.org."), field=field) from None
    if len(address) > 254:
        raise Invalid("email", _("That e-mail address is too long."), field=field)
    return address


def phone(text: str, *, field: str = "phone") -> str:
    """Return a phone number as typed, on one line; "" for none.

    Raises Invalid when it holds anything but digits, spaces and + - . ( ) / or an extension.
    """
    number = spelling.tidy(text)
    if not number:
        return ""
    if len(number) > LONGEST_PHONE or not re.fullmatch(r"[+0-9().\-/ ]*[0-9][+0-9().\-/ ]*(x ?[0-9]{1,6})?", number):
        raise Invalid("phone", _("Type the phone number in digits, like 555 0121."), field=field)
    return number
