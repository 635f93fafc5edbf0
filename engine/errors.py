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
    `seat_outside` (seat, seats).
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


class OddsError(EngineError):
    """Say that no odds can be given for what was asked.

    Codes: `not_a_pair` (cards); `no_such_column` (column, columns); `throw_size` (size, expected);
    `score_outside` (score, low, high); `no_table` (target, low, high); `no_win_table` (seats); `no_five_card_table`;
    `deals_negative` (deals).
    """


class NotationError(EngineError):
    """Say where a position line or a game record stops being good.

    `column` counts from 1 in the line, or in the string of a record that is meant; `deal` from 1, None outside the
    deals. Both are in `data` too. Which of the three it is, the class says.
    """

    def __init__(self, code: str, *, column: int, deal: int | None = None, **data: Any) -> None:
        self.column = column
        self.deal = deal
        super().__init__(code, **data, deal=deal, column=column)


class Unreadable(NotationError):
    """Say that a text is no notation.

    Codes: `fields_wrong` (count, expected); `field_unreadable` (field, text); `not_toml` (reason, line); `key_missing`
    (key); `key_unreadable` (key); `version_unknown` (version, known).
    """


class IllegalHere(NotationError):
    """Say that a text is read well and cannot be: the rules do not allow it in this place.

    Codes: those of IllegalAction, RulesError and CardError that say what was refused; `parts_wrong` (field, count,
    expected); `score_outside` (score, low, high); `back_peg_ahead` (score, back); `deal_outside` (low);
    `not_now` (field, phase); `not_manual`; `not_muggins`; `dealer_counts_crib` (seat, dealer); `not_an_opponent` (seat,
    counted); `count_not_over` (count); `count_over` (count); `cuts_wrong` (seats, expected); `dealer_not_cut` (dealer,
    expected); `not_from_pack` (field).
    """


class ResultDoesNotFollow(NotationError):
    """Say that a record claims an end that its deals do not lead to.

    Codes: `result_wrong` (result, reached); `game_not_over` (reached); `game_was_won` (ended, winner).
    """


class BotError(EngineError):
    """Say that a bot was asked for what it cannot do.

    Codes: `not_to_move` (seat); `no_such_bot` (name, names); `seats_not_filled` (bots, seats); `two_players_only`.
    """
