"""Errors of the ranking rules."""

from __future__ import annotations

from engine.errors import CodedError


class RankingError(CodedError):
    """Say that a scheme, a chain, a row or a decision cannot be.

    Codes: `points_out_of_order` (loss, win, skunk, double, triple), `unknown_step` (step), `step_twice` (step),
    `people_not_last`, `chain_empty`, `entry_twice` (entry), `net_not_plus_minus` (entry, net, plus, minus),
    `count_below_zero` (count), `ratio_below_one` (ratio), `unknown_preset` (preset).
    """
