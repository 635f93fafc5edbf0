"""Check a draw without trusting the one who made it: names every rule it breaks.

Shares no code and no imports with the generator. It reads plain values (anything with the attributes in `reading`),
counts everything again in its own way, and knows only the rules: seats, tables, meetings, sit-outs, make-ups, short
cards, anchors and couples. `check_draw` is for a fresh draw, `check_continuation` for one drawn again in mid-evening,
whose rules are weaker because played games do not move.
"""

from clubs.events.draw.checker.continued import check_continuation
from clubs.events.draw.checker.fresh import check_draw, check_same
from clubs.events.draw.checker.reading import Plan, Violation

__all__ = ["Plan", "Violation", "check_continuation", "check_draw", "check_same"]
