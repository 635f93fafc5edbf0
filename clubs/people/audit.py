"""Write one line of the append-only audit log, inside the transaction of the change."""

from typing import Any

from clubs.people.models import AuditLine, Club, User


def record(
    action: str,
    *,
    by: User | None,
    club: Club | None = None,
    about: str = "",
    about_id: int | None = None,
    **data: Any,
) -> AuditLine:
    """Store who did ``action`` to ``about``/``about_id``; ``by`` None means the system itself."""
    return AuditLine.objects.create(
        club=club,
        actor=by,
        actor_name=str(by)[:80] if by else "",
        action=action,
        about=about,
        about_id=about_id,
        data=data,
    )
