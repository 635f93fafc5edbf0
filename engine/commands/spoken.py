"""Say a count as players say it: fifteen two, fifteen four, and a pair is six."""

from __future__ import annotations

from engine.scoring import Combo, Score

SMALL = (
    *("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMBERS = (*SMALL, *(f"twenty-{SMALL[more]}" for more in range(1, 10)))
"""Every count there is, 0 to 29."""


def aloud(score: Score) -> list[str]:
    """Return what is said at each combination, with the count reached.

    >>> from engine.cards import cards
    >>> from engine.scoring import hand
    >>> aloud(hand(cards("6D JH 4H 7C"), cards("5H")[0]))
    ['fifteen two', 'fifteen four', 'and a run of four is eight', 'and one for nobs is nine']
    """
    return [_words(combo) for combo in score.combos]


def _words(combo: Combo) -> str:
    reached = NUMBERS[combo.running]
    if combo.kind == "fifteen":
        return f"fifteen {reached}"
    name = {
        "run": f"a run of {NUMBERS[combo.points]}",
        "pair": "a pair",
        "flush": f"a flush of {NUMBERS[combo.points]}",
        "nobs": "one for nobs",
    }[combo.kind]
    return f"and {name} is {reached}"
