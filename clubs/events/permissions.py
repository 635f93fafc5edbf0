"""Who may do what with a night: the club's table of actions, and who may watch its topics."""

from clubs.base.live import Viewer
from clubs.events.models import Event, Stage
from clubs.people import selectors
from clubs.people.permissions import can, require

__all__ = ["can", "require", "watch_night", "watch_standings"]


def watch_night(viewer: Viewer, event_id: int) -> bool:
    """Tell whether somebody may watch the topic of a night: whoever may see the club."""
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    return event is not None and selectors.is_visible(viewer, event.club)


def watch_standings(viewer: Viewer, stage_id: int) -> bool:
    """Tell whether somebody may watch the standings of a stage."""
    stage = Stage.objects.select_related("club").filter(pk=stage_id).first()
    return stage is not None and selectors.is_visible(viewer, stage.club)
