"""Names as people write them: tidied, compared without accents, shortened. Pure."""

import unicodedata

# Letters that are no letter plus accent in Unicode, as somebody without the key would type them.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})


def tidy(text: str) -> str:
    """Return the text on one line, single spaces, without invisible characters."""
    spaced = " ".join(text.split())  # first, because a line break is an invisible character too
    seen = "".join(character for character in spaced if unicodedata.category(character)[0] != "C")
    return " ".join(seen.split())


def fold(text: str) -> str:
    """Return the text for comparing: "Růžička" and "ruzicka" are the same."""
    # Taken apart, lowered, taken apart again: a letter in disguise may have been a capital.
    lowered = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()).translate(_PLAIN)
    return " ".join("".join(c for c in lowered if not unicodedata.combining(c)).split())


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
