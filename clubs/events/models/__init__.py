"""Facts of a competition and what is derived from them, a module a noun."""

from clubs.events.models.competition import Entry, Event, Season, Stage
from clubs.events.models.ledger import LedgerLine, Posting
from clubs.events.models.schedule import Pairing, Round
from clubs.events.models.standing import Publication, Standing, TieDecision

__all__ = [
    "Entry",
    "Event",
    "LedgerLine",
    "Pairing",
    "Posting",
    "Publication",
    "Round",
    "Season",
    "Stage",
    "Standing",
    "TieDecision",
]
