"""How a person's name is shown, to whom."""

from clubs.people import spelling
from clubs.people.models import Club, Membership, Player


def shown(player: Player, club: Club, viewer: Membership | None) -> str:
    """Return the name as the club shows it: in full to its own people, to others as the club has chosen.

    ``viewer`` is the membership of whoever reads (None: a stranger). A merged player has the name of who
    they are now.
    """
    return written((player.merged_into or player).name, club, viewer)


def written(name: str, club: Club, viewer: Membership | None) -> str:
    """Return a full name, as a published row has it, the way ``viewer`` may read it."""
    return name if in_full(club, viewer) else spelling.shorten(name)


def in_full(club: Club, viewer: Membership | None) -> bool:
    """Tell whether ``viewer`` may read the names of the club's people in full."""
    return viewer is not None or club.names == Club.Names.FULL
