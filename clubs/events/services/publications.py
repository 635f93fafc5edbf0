"""Published states of a night, kept for ever: the first, then one for each correction, with what changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.base import live, versions
from clubs.base.errors import Invalid
from clubs.events import jobs, permissions, selectors
from clubs.events.models import Event, Publication, Stage, Standing
from clubs.events.services import moves, standings
from clubs.people import audit as log
from clubs.people.models import User

Published: TypeAlias = dict[str, Any]

FIGURES: Final = ("rank", "points", "won", "games", "plus", "minus", "net", "skunks")
"""What a correction can change, and the differences tell."""

Status = Event.Status


def rows_of(stage: Stage) -> list[Published]:
    """Return the standings of this moment as a publication keeps them: plain values, best first."""
    return [_row(row) for row in standings.now(stage)]


def store(
    *,
    event: Event,
    by: User,
    rows: Sequence[Mapping[str, Any]] | None = None,
    audit: Mapping[str, Any] | None = None,
    reason: str = "",
) -> Publication:
    """Publish a night, or its correction: store version n with the differences against n − 1, and move the status.

    ``rows`` None: the standings of this moment. ``audit``: what the audit said. ``reason`` "": the one given when the
    correction was begun. From now on the night is in its season.

    Raises Conflict (``not_now``), Invalid (``nothing_to_publish``).
    """
    permissions.require(by, event.club, "night.publish")
    with transaction.atomic():
        event = moves.lock(event)
        stage = selectors.stage_of(event)
        kept = [dict(row) for row in (rows_of(stage) if rows is None else rows)]
        if not any(row.get("rank") for row in kept):
            raise Invalid("nothing_to_publish", _("No result is in yet, so there is nothing to publish."))
        before = Publication.objects.filter(event=event).order_by("-number").first()
        moves.move(event, Status.PUBLISHED)
        publication = Publication.objects.create(
            event=event,
            number=before.number + 1 if before else 1,
            rows=kept,
            audit=dict(audit or {}),
            differences=differences(before.rows, kept) if before else [],
            reason=(reason or event.correction_reason)[:200],
            by=by,
        )
        event.correction_reason = ""
        event.published_at = event.published_at or timezone.now()
        event.save(update_fields=["published_at", "correction_reason"])
        log.record(
            "night.corrected" if before else "night.published",
            by=by,
            club=event.club,
            about="event",
            about_id=event.pk,
            name=event.name,
            version=publication.number,
            reason=publication.reason,
            changed=len(publication.differences),
        )
        _touch_season(event)
        live.changed("night", event.pk)
    return publication


def correct(*, event: Event, by: User, reason: str) -> Event:
    """Open a published night for correction; what was published stays readable, and the season follows the ledger.

    Raises Invalid (``reason_missing``), Conflict (``not_now``).
    """
    permissions.require(by, event.club, "night.publish")
    reason = " ".join(reason.split())
    if not reason:
        raise Invalid("reason_missing", _("Say in a few words what is corrected and why."), field="reason")
    with transaction.atomic():
        event = moves.lock(event)
        moves.require(event, Status.PUBLISHED)
        moves.move(event, Status.CORRECTING)
        event.correction_reason = reason[:200]
        event.save(update_fields=["correction_reason"])
        log.record(
            "night.correcting", by=by, club=event.club, about="event", about_id=event.pk, name=event.name, reason=reason
        )
        live.changed("night", event.pk)
    return event


def differences(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what a correction changed, a player a line: ``changes`` maps a figure to [old, new].

    ``came``: not in the version before. ``went``: no longer there.
    """
    old = {row["player"]: row for row in before}
    new = {row["player"]: row for row in after}
    found = []
    for player in [*new, *(gone for gone in old if gone not in new)]:
        was, now = old.get(player, {}), new.get(player, {})
        changes = {key: [was.get(key), now.get(key)] for key in FIGURES if was.get(key) != now.get(key)}
        if changes:
            found.append(
                {
                    "player": player,
                    "name": (now or was).get("name", ""),
                    "came": player not in old,
                    "went": player not in new,
                    "changes": changes,
                }
            )
    return found


def _row(row: Standing) -> Published:
    player = row.entry.player
    return {
        "entry": row.entry_id,
        "player": player.merged_into_id or player.pk,
        "name": (player.merged_into or player).name,
        "kind": row.entry.kind,
        "seat": row.entry.seat,
        "step": row.step,
        "step_data": row.step_data,
        "shared": row.shared,
        "waits": row.waits,
        "planned": row.planned,
        **{key: getattr(row, key) for key in FIGURES},
        "skunks_lost": row.skunks_lost,
        "rests_on": row.rests_on,
    }


def _touch_season(event: Event) -> None:
    season = selectors.counting_season(event)
    if season is not None:
        versions.bump("season", season)
        jobs.season_changed(season)
