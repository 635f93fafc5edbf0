from celery import shared_task

from clubs.base import versions


@shared_task  # type: ignore[untyped-decorator]
def recompute_standings(stage_id: int) -> int:
    """Bring the standings of a stage up to its facts; return the version they stand on."""
    return versions.recompute("standings", stage_id)
