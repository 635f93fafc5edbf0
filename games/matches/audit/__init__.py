"""The audit before announcing: do the cards of a night add up, and if not, where to look. Pure: values in, values out.

True of every night before rulings: wins = losses = games, net adds to 0, plus to minus, points to 2 a game and the
skunks.
"""

from games.matches.audit.balance import check, forecast
from games.matches.audit.figures import (
    Audit,
    CardTotals,
    Expectation,
    Explained,
    Finding,
    Forecast,
    LineTotals,
    Sums,
    Suspect,
)
from games.matches.audit.lines import explain

__all__ = [
    "Audit",
    "CardTotals",
    "Expectation",
    "Explained",
    "Finding",
    "Forecast",
    "LineTotals",
    "Sums",
    "Suspect",
    "check",
    "explain",
    "forecast",
]
