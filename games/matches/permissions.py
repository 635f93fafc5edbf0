"""Who may do what with results: the club's table of actions, asked for a night."""

from clubs.events.models import Event
from clubs.people import permissions as people
from clubs.people.selectors import Viewer

ENTER = "night.enter"
RULE = "night.rule"
PUBLISH = "night.publish"


def require(by: Viewer, event: Event, action: str) -> None:
    """Let ``action`` pass, or refuse it.

    Raises Missing when the club is hidden from ``by``, Forbidden with the sentence who can.
    """
    people.require(by, event.club, action)


def may(by: Viewer, event: Event, action: str) -> bool:
    """Return whether ``by`` may do ``action`` on this night."""
    return people.can(by, event.club, action)
