"""The whole night in memory: who plays, the plan, the games and cards as they stand.

Everything the desk, Announce and a filled card show is worked out from this picture, so that they never disagree.
"""

from games.matches.selectors.board.loading import Part, load, totals_of
from games.matches.selectors.board.picture import Board, CardFact, Fact, Meeting, Person, Side

__all__ = ["Board", "CardFact", "Fact", "Meeting", "Part", "Person", "Side", "load", "totals_of"]
