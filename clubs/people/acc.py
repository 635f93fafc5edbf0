"""ACC membership numbers: two letters and digits, a youth's ends in Y. Pure.

Written ``HI296``, ``MN-1694`` or ``mn 1694 y``; stored in one shape, capitals without a dash.
Source: numbers as printed by the American Cribbage Congress on rosters and cards.
"""

import re

MOST_DIGITS = 6
_NUMBER = re.compile(rf"([A-Z]{{2}})([0-9]{{1,{MOST_DIGITS}}})(Y?)", re.ASCII)


def normalise(text: str) -> str:
    """Return the number in its stored shape; "" for nothing typed.

    Raises ValueError when it is no ACC number.
    """
    plain = re.sub(r"[\s\-‐‑–.]", "", text).upper()
    if not plain:
        return ""
    match = _NUMBER.fullmatch(plain)
    if match is None or not match[2].strip("0"):
        raise ValueError(text)
    return match[1] + match[2] + match[3]


def is_youth(number: str) -> bool:
    """Return whether a stored number is a youth's."""
    return number.endswith("Y")
