"""The season table as the journeys read it, and the work a worker would do."""

from clubs.base import tasks, versions
from clubs.events.models import Season
from clubs.honours.models import SeasonRow


def work_off() -> None:
    """Recompute everything that is stale, as the worker does after the sweep."""
    while units := list(versions.stale()):
        for unit in units:
            tasks.recompute(*unit)


def table(season: Season) -> dict[str, SeasonRow]:
    """Return the rows of a season by the player's name."""
    return {row.player.name: row for row in SeasonRow.objects.filter(season=season).select_related("player")}
