"""Errors of the pure rules: a code and data, worded by whoever shows them."""

from __future__ import annotations

from typing import Any


class CodedError(ValueError):
    """Carry a code and the figures a sentence about it needs.

    `code` is a stable lower-case word; `data` holds plain values only, so that an interface can word
    it in any language. `str()` is for logs, not for people.

    >>> error = CodedError("margin_outside", margin=122, low=1, high=121)
    >>> error.code, error.data["high"]
    ('margin_outside', 121)
    >>> str(error)
    'margin_outside (margin=122, low=1, high=121)'
    """

    def __init__(self, code: str, **data: Any) -> None:
        self.code = code
        self.data = data
        figures = ", ".join(f"{name}={value!r}" for name, value in data.items())
        super().__init__(f"{code} ({figures})" if figures else code)


class EngineError(CodedError):
    """Say that the engine was asked something the rules of cribbage do not allow."""


class OutcomeError(EngineError):
    """Say that a target, a margin, a loser's hole or a skunk line cannot be.

    Codes: `target_too_low` (target, low), `margin_outside` (margin, low, high), `hole_outside` (loser_hole, low,
    high), `margin_not_hole` (margin, loser_hole, target), `figure_missing`, `line_outside` (line, low, high),
    `lines_not_descending`.
    """


class CardError(EngineError):
    """Say that a text names no card, or one twice.

    Codes: `no_such_card` (text), `same_card_twice` (card).
    """


class RulesError(EngineError):
    """Say that no game of cribbage has these settings.

    Codes: `seats_outside` (seats, low, high), `target_too_low` (target, low), `five_card_seats` (seats),
    `lines_outside` (line, low, high), `seat_outside` (seat, seats).
    """


class IllegalAction(EngineError):
    """Say that an action is not allowed here and now; nothing has changed.

    Codes: `game_over`; `wrong_phase` (phase); `not_your_turn` (seat, turn); `seat_outside` (seat, seats);
    `hands_wrong` (sizes, expected); `same_card_twice` (card); `hidden_card`; `already_discarded` (seat);
    `discard_count` (count, expected); `card_not_held` (card); `over_31` (card, count); `card_not_in_pack` (card);
    `claim_not_manual`; `claim_outside` (points, low, high); `not_an_action` (kind).
    """


class ScoringError(EngineError):
    """Say that cards cannot be counted.

    Codes: `hand_size` (size); `same_card_twice` (card); `over_31` (card, count); `no_cards`.
    """
