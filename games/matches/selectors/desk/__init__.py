"""The desk as it stands; a constant number of queries."""

from games.matches.selectors.desk.looks import looks_of
from games.matches.selectors.desk.rows import desk_state, state_of
from games.matches.selectors.desk.state import (
    STATES,
    DeskState,
    Entered,
    Look,
    Out,
    Row,
    Segment,
    Sums,
)

__all__ = [
    "STATES",
    "DeskState",
    "Entered",
    "Look",
    "Out",
    "Row",
    "Segment",
    "Sums",
    "desk_state",
    "looks_of",
    "state_of",
]
