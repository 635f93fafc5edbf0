"""Versions of facts, and what was derived from which.

Every derived table is recomputed whole per unit, never incremented. A fact's service bumps the
version of its unit in its own transaction; the recompute reads that version *before* the facts, under
a transaction-level advisory lock, and stores it beside what it wrote. So a job may run twice, late or
out of order, and a sweep finds whatever is still behind.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from clubs.base import locks
from clubs.base.models import DerivedVersion, FactVersion


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived table: its name, the kind of fact it follows, and how one unit is computed.

    ``compute(unit, write)`` computes the unit from the facts, writes only the rows that differ when
    ``write`` is true, and returns one line for each row that differed (empty: nothing drifted).
    ``facts`` is read before it; a unit without facts version 0 is never stale.
    """

    name: str
    facts: str
    compute: Callable[[int, bool], list[str]]


_registry: dict[str, Derived] = {}


def register(derived: Derived) -> None:
    """Make a derived table known to the sweep and to ``manage.py rebuild``."""
    _registry[derived.name] = derived


def registered() -> tuple[Derived, ...]:
    """Return every derived table, in the order the rooms registered them."""
    return tuple(_registry.values())


def bump(kind: str, unit: int) -> int:
    """Count one more change to the facts of ``(kind, unit)`` and return the new version.

    Must run inside the transaction that changes the fact; the row lock it takes also puts writers
    of one unit in order.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO base_factversion (kind, unit, version) VALUES (%s, %s, 1) "
            "ON CONFLICT (kind, unit) DO UPDATE SET version = base_factversion.version + 1 RETURNING version",
            [kind, unit],
        )
        return int(cursor.fetchone()[0])


def bump_all(facts: Sequence[tuple[str, int]]) -> None:
    """Count one more change to each ``(kind, unit)``, in one statement.

    The rows are locked in the order given, so callers that bump the same kinds must give them in the
    same order (in this house: club, stage, players by id, season), or they may wait for each other.
    """
    wanted = list(dict.fromkeys(facts))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO base_factversion (kind, unit, version) "
            "SELECT kind, unit, 1 FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS f (kind, unit, place) "
            "ORDER BY place "
            "ON CONFLICT (kind, unit) DO UPDATE SET version = base_factversion.version + 1",
            [[kind for kind, _ in wanted], [unit for _, unit in wanted]],
        )


def current(kind: str, unit: int) -> int:
    """Return the version of the facts of a unit; 0 when nothing was ever stored."""
    return FactVersion.objects.filter(kind=kind, unit=unit).values_list("version", flat=True).first() or 0


def built(table: str, unit: int) -> int:
    """Return the facts version a derived unit was computed from; 0 when never."""
    return DerivedVersion.objects.filter(table=table, unit=unit).values_list("built", flat=True).first() or 0


def recompute(table: str, unit: int, *, force: bool = False) -> int:
    """Bring one unit of a derived table up to its facts, and return the facts version it stands on.

    Who waited for the lock while somebody else did the work finds nothing left to do, so a burst of
    results collapses into one run or two. ``force`` computes even what is up to date.
    """
    derived = _registry[table]
    with transaction.atomic():
        locks.hold(table, unit)
        version = current(derived.facts, unit)
        if force or built(table, unit) < version:
            derived.compute(unit, True)
            _mark(table, unit, version)
    return version


def _mark(table: str, unit: int, version: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            'INSERT INTO base_derivedversion ("table", unit, built, built_at) VALUES (%s, %s, %s, %s) '
            'ON CONFLICT ("table", unit) DO UPDATE SET built = excluded.built, built_at = excluded.built_at',
            [table, unit, version, timezone.now()],
        )


def stale() -> Iterator[tuple[str, int]]:
    """Yield every ``(table, unit)`` whose facts have moved on since it was computed."""
    for derived in registered():
        facts = FactVersion.objects.filter(kind=derived.facts).values_list("unit", "version")
        done = dict(DerivedVersion.objects.filter(table=derived.name).values_list("unit", "built"))
        for unit, version in facts.order_by("unit").iterator():
            if done.get(unit, 0) < version:
                yield derived.name, unit


@dataclass(frozen=True, slots=True)
class Verdict:
    """What ``rebuild`` found for one unit: skipped because stale, or the rows that drifted."""

    table: str
    unit: int
    skipped: bool
    drift: tuple[str, ...]


def rebuild(*, check: bool, tables: Collection[str] = ()) -> Iterator[Verdict]:
    """Compute every unit again; with ``check``, only compare, and skip by name what is stale.

    ``tables`` narrows it to those of that name (empty: all).
    """
    for derived in registered():
        if tables and derived.name not in tables:
            continue
        units = FactVersion.objects.filter(kind=derived.facts).order_by("unit").values_list("unit", flat=True)
        for unit in list(units):
            yield _rebuild_unit(derived, unit, check=check)


def _rebuild_unit(derived: Derived, unit: int, *, check: bool) -> Verdict:
    with transaction.atomic():
        locks.hold(derived.name, unit)
        version = current(derived.facts, unit)
        if check and built(derived.name, unit) < version:
            return Verdict(derived.name, unit, True, ())
        drift = tuple(derived.compute(unit, not check))
        if not check:
            _mark(derived.name, unit, version)
        # A result stored while we compared is no drift: the unit has become stale in the meantime.
        overtaken = bool(check and drift) and current(derived.facts, unit) != version
    return Verdict(derived.name, unit, overtaken, () if overtaken else drift)
