"""What this room announces; which tasks follow stands in ``config/celery.py``."""

from clubs.base import jobs

RESULTS_CHANGED = "results_changed"
SEASON_CHANGED = "season_changed"


def results_changed(stage_id: int) -> None:
    """Announce, on commit, that the facts of a stage have moved on."""
    jobs.announce(RESULTS_CHANGED, stage_id)


def season_changed(season_id: int) -> None:
    """Announce, on commit, that the facts of a season have moved on."""
    jobs.announce(SEASON_CHANGED, season_id)
