"""Two records of one person: the half of merging that knows who played where."""

from collections.abc import Iterable
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs.base import versions
from clubs.base.errors import Conflict
from clubs.events import jobs
from clubs.events.models import Entry, Event
from clubs.people.models import Player, User
from clubs.people.services import players


class Merging(Protocol):
    """The half of merging that knows people."""

    def __call__(self, *, keep: Player, drop: Player, by: User) -> Player: ...


def merge(*, keep: Player, drop: Player, by: User) -> Player:
    """Let ``drop`` stand for ``keep``; facts keep the id they were written with, derived tables read the one who stays.

    Permission and audit line are those of ``players.merge``.

    Raises Conflict (``same_event``: both have a place in one event, so they are two people), and what
    ``players.merge`` raises.
    """
    return _merged(players.merge, keep, drop, by)


def merge_claimed(*, keep: Player, drop: Player, by: User) -> Player:
    """Merge the player somebody was invited as into the one they already are; the invitation allows it.

    Passed to ``invitations.accept``. Raises as :func:`merge`.
    """
    return _merged(players.merge_claimed, keep, drop, by)


def _merged(merging: Merging, keep: Player, drop: Player, by: User) -> Player:
    with transaction.atomic():
        refuse_both_seated(keep, drop)
        merged = merging(keep=keep, drop=drop, by=by)
        # Again, now that both are locked: one of them may have been checked in meanwhile.
        refuse_both_seated(keep, drop)
        _touch_seasons([keep.pk, drop.pk])
    return merged


def unmerge(*, player: Player, by: User) -> Player:
    """Undo a merge; the seasons follow."""
    with transaction.atomic():
        keep = player.merged_into_id
        restored = players.unmerge(player=player, by=by)
        _touch_seasons([pk for pk in (player.pk, keep) if pk is not None])
    return restored


def refuse_both_seated(keep: Player, drop: Player) -> None:
    """Refuse to make one of two players who ever sat in the same event, those merged into them included.

    Raises Conflict (``same_event``).
    """
    ids = {
        one.pk: {one.pk, *one.merged.exclude(pk__in=[keep.pk, drop.pk]).values_list("pk", flat=True)}
        for one in (keep, drop)
    }
    seated = Entry.objects.exclude(presence=Entry.Presence.ABSENT).filter(stage__event__isnull=False)
    nights = seated.filter(player__in=ids[keep.pk]).values("stage__event_id")
    both = seated.filter(player__in=ids[drop.pk], stage__event__in=nights).select_related("stage__event").first()
    if both is not None and keep.pk != drop.pk:
        assert both.stage.event is not None
        raise Conflict(
            "same_event",
            _("%(keep)s and %(drop)s both played at “%(night)s”, so they are two people."),
            keep=keep.name,
            drop=drop.name,
            night=both.stage.event.name,
        )


def _touch_seasons(player_ids: Iterable[int]) -> None:
    counting = Event.objects.filter(
        counts=True, published_at__isnull=False, season__isnull=False, stages__entries__player__in=list(player_ids)
    )
    for season in sorted(set(counting.values_list("season_id", flat=True)) - {None}):
        versions.bump("season", season)
        jobs.season_changed(season)
