"""Every code has its sentence, and every sentence its figures."""

from __future__ import annotations

import string

import pytest

from games.matches.entry import grammar, wording
from games.matches.entry.errors import Code, EntryError, Problem
from games.matches.entry.lines import Context, Mode, Record


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_every_code_has_a_sentence() -> None:
    assert set(Code) == set(wording.SENTENCES)


def test_every_place_is_named() -> None:
    for code, sentence in wording.SENTENCES.items():
        assert all(name.isidentifier() for name in places(sentence)), code


@pytest.mark.parametrize(
    ("text", "context", "sentence"),
    [
        ("7 16/7 74", Context(seats=14), "Is the spread plus or minus? Write +74 or -74."),
        ("15 33", Context(seats=14), "There is no seat 15. Seats are 1 to 14."),
        ("7 w 121", Context(seats=14, record=Record.HOLE), "The loser cannot have 121. Enter 120 or less."),
        ("7 62", Context(seats=14, target=61), "A game is won by 1 to 61. 62 cannot be."),
        (
            "7 33 87",
            Context(seats=14, record=Record.BOTH),
            "Spread 33 and hole 87 do not make 121. Check both on the card.",
        ),
        ("16/7", Context(mode=Mode.CARD, seats=14), "Every card is in. Name a seat or a player to correct one."),
    ],
)
def test_a_refusal_is_said_in_plain_words(text: str, context: Context, sentence: str) -> None:
    with pytest.raises(EntryError) as caught:
        grammar.parse(text, context)
    assert wording.say(caught.value.problem) == sentence


def test_the_caller_translates() -> None:
    said = wording.say(Problem(Code.SIGN_MISSING, 7, {"figure": 74}), gettext=lambda message: "¿Más o menos {figure}?")
    assert said == "¿Más o menos 74?"


def test_what_a_check_finds_is_worded_by_who_made_the_check() -> None:
    with pytest.raises(KeyError):
        wording.say(Problem("points_outside", None, {"wins": 6}))


def test_an_error_tells_its_code() -> None:
    error = EntryError(Code.SIGN_MISSING, 7, figure=74)
    assert "sign_missing" in str(error)
    assert error.problem == Problem(Code.SIGN_MISSING, 7, {"figure": 74})
