from celery import shared_task
from celery.app import app_or_default

from clubs.base import idempotency, versions


@shared_task  # type: ignore[untyped-decorator]
def sweep() -> int:
    """Enqueue every derived unit whose facts have moved on; return how many there were."""
    count = 0
    for table, unit in versions.stale():
        app_or_default().send_task("clubs.base.tasks.recompute", args=(table, unit))
        count += 1
    return count


@shared_task  # type: ignore[untyped-decorator]
def recompute(table: str, unit: int) -> int:
    """Compute one unit of a derived table from the facts; safe to run twice, late or out of order."""
    return versions.recompute(table, unit)


@shared_task  # type: ignore[untyped-decorator]
def forget_keys() -> int:
    """Delete the idempotency keys whose week is over; return how many there were."""
    return idempotency.forget()
