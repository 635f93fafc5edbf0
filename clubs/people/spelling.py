"""Names as people write them: tidied, compared without accents, shortened. Pure."""

import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark, as somebody without the key would type them.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)
# The ʻokina and every apostrophe: most keyboards lack the right one, so none is compared.
_APOSTROPHES = frozenset("'’‘ʻʼʹ`´ʽˈ′＇")


def tidy(text: str) -> str:
    """Return the text on one line, single spaces, without invisible characters."""
    spaced = " ".join(text.split())  # first, because a line break is an invisible character too
    seen = "".join(character for character in spaced if unicodedata.category(character)[0] != "C")
    return " ".join(seen.split())


def fold(text: str) -> str:
    """Return the text for comparing only, without case, accents, apostrophes and invisible marks, blanks single.

    "Růžička" and "ruzicka" are the same.
    """
    # Taken apart, lowered, taken apart again: a letter in disguise may have been a capital.
    lowered = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    kept = "".join(c for c in lowered if c not in _APOSTROPHES and not _is_mark(unicodedata.category(c)))
    return " ".join(kept.translate(_LETTERS).split())


def _is_mark(category: str) -> bool:
    return category[0] == "M" or category == "Cf"


def starts(name: str, typed: str) -> bool:
    """Return whether each typed word begins a different word of the name, in any order."""
    words = fold(name).replace("-", " ").split()
    for wanted in sorted(fold(typed).replace("-", " ").split(), key=len, reverse=True):
        found = next((word for word in words if word.startswith(wanted)), None)
        if found is None:
            return False
        words.remove(found)
    return True


def shorten(name: str) -> str:
    """Return first name and initial: "Tom Holt" is "Tom H."; a single word stays as it is."""
    words = [word for word in name.split() if word[0].isalpha()]
    if len(words) < 2:
        return name
    return f"{words[0]} {words[-1][0]}."
