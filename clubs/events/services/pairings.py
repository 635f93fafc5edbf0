"""What becomes of a planned game; called by the rooms that settle results, inside their transaction."""

from django.utils.translation import gettext_lazy as _

from clubs.base.errors import Conflict, Invalid
from clubs.events.models import Entry, Pairing
from clubs.events.services import moves

FREE = (Pairing.Status.OPEN, Pairing.Status.SITOUT)
"""Nothing has come of these yet, so they may change."""


def settle(*, pairing: Pairing, status: str) -> None:
    """Move a pairing to ``status`` by compare-and-set; to where it is already changes nothing. The object follows.

    Raises Conflict (``pairing_moved``) for a sit-out, or when somebody else was quicker.
    """
    if pairing.status == status:
        return
    allowed = status in moves.PAIRINGS[pairing.status]
    if not allowed or not Pairing.objects.filter(pk=pairing.pk, status=pairing.status).update(status=status):
        raise Conflict("pairing_moved", _("Somebody else has just changed this game. Load the page again."))
    pairing.status = status


def claim(*, pairing: Pairing, claimed: bool = True) -> None:
    """Note whether one card of an open game is in: a claimed game is never drawn again."""
    Pairing.objects.filter(pk=pairing.pk).update(claimed=claimed)
    pairing.claimed = claimed


def actual(*, pairing: Pairing, a: Entry, b: Entry) -> None:
    """Put into a pairing who really played it; whoever was planned to meet them now meet each other.

    Where somebody came from another pairing of the round, the ones left over take that place, so the round
    stays whole. The lock on the night is the caller's.

    Raises Invalid (``against_oneself``), Conflict (``already_played``: that person's game of this round
    has a result) and Conflict (``settled``: this one has).
    """
    if a.pk == b.pk:
        raise Invalid("against_oneself", _("Nobody can play against themselves. Check the two names."))
    if {pairing.a_id, pairing.b_id} == {a.pk, b.pk}:
        return
    rows = {row.pk: row for row in Pairing.objects.filter(round_id=pairing.round_id).order_by("pk").select_for_update()}
    mine = rows[pairing.pk]
    if mine.status not in FREE or mine.claimed:
        raise Conflict("settled", _("This game already has a result. Take that back first."))
    displaced = [entry for entry in (mine.a_id, mine.b_id) if entry is not None and entry not in (a.pk, b.pk)]
    touched = [mine]
    for entry in (a, b):
        if entry.pk in (mine.a_id, mine.b_id):
            continue
        other = next((row for row in rows.values() if row.pk != mine.pk and entry.pk in (row.a_id, row.b_id)), None)
        if other is None:
            continue
        if other.claimed or other.status not in FREE:
            raise Conflict(
                "already_played",
                _("%(name)s already has a result for game %(number)s."),
                name=str(entry.player),
                number=mine.round.number,
            )
        _replace(other, entry.pk, displaced.pop(0) if displaced else None)
        if other not in touched:
            touched.append(other)
    mine.a_id, mine.b_id, mine.status = a.pk, b.pk, Pairing.Status.OPEN
    if mine.seat_b is None:
        mine.seat_b = b.seat or mine.seat_a
    for entry_id in displaced:
        Pairing.objects.create(round_id=mine.round_id, a_id=entry_id, seat_a=mine.seat_a, status=Pairing.Status.SITOUT)
    empty = [row for row in touched if row.a_id is None]
    Pairing.objects.filter(pk__in=[row.pk for row in empty]).delete()
    Pairing.objects.bulk_update(
        [row for row in touched if row not in empty], ["a", "b", "seat_a", "seat_b", "status", "table"]
    )
    pairing.a, pairing.b = a, b


def _replace(row: Pairing, gone: int, instead: int | None) -> None:
    """Put ``instead`` where ``gone`` was; without anybody the other one sits out, or the row is empty (a None)."""
    if row.a_id == gone:
        row.a_id = instead  # type: ignore[assignment]
    else:
        row.b_id = instead
    if row.a_id is None and row.b_id is not None:
        assert row.seat_b is not None
        row.a_id, row.b_id, row.seat_a, row.seat_b = row.b_id, None, row.seat_b, None
    if row.b_id is None:
        row.seat_b, row.table, row.status = None, None, Pairing.Status.SITOUT
