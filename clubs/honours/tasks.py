from celery import shared_task

from clubs.honours.services import table


@shared_task  # type: ignore[untyped-decorator]
def recompute_season(season_id: int) -> int:
    """Bring the table of a season up to its facts; return the version it stands on."""
    return table.recompute(season_id)
