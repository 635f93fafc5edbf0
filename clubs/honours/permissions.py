"""Who may watch the topics of this room; what they may do stands in the club's table of actions."""

from clubs.base.live import Viewer
from clubs.events.models import Season
from clubs.people import selectors
from clubs.people.permissions import can, require

__all__ = ["can", "require", "watch_season"]


def watch_season(viewer: Viewer, season_id: int) -> bool:
    """Tell whether somebody may watch a season's table: whoever may see the club."""
    season = Season.objects.select_related("club").filter(pk=season_id).first()
    return season is not None and selectors.is_visible(viewer, season.club)
