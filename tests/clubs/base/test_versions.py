from collections.abc import Iterator

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.base import versions
from clubs.base.models import DerivedVersion, FactVersion
from clubs.base.versions import Derived
from tests.clubs.base.together import together

PANTRY = {1: 10, 2: 20}
SHELF: dict[int, int] = {}
RUNS: list[int] = []


def compute(unit: int, write: bool) -> list[str]:
    """Derive the shelf from the pantry: the smallest derived table there can be."""
    RUNS.append(unit)
    drift = [] if SHELF.get(unit) == PANTRY[unit] else [f"{SHELF.get(unit)}, should be {PANTRY[unit]}"]
    if write:
        SHELF[unit] = PANTRY[unit]
    return drift


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Derived]:
    """Register one derived table and nothing else."""
    derived = Derived("shelf", "pantry", compute)
    monkeypatch.setattr(versions, "_registry", {"shelf": derived})
    SHELF.clear()
    RUNS.clear()
    yield derived
    SHELF.clear()
    RUNS.clear()


@pytest.mark.django_db
def test_a_bump_counts_from_one_and_each_unit_for_itself() -> None:
    assert [versions.bump("pantry", 1), versions.bump("pantry", 1), versions.bump("pantry", 2)] == [1, 2, 1]
    assert (versions.current("pantry", 1), versions.current("cellar", 1)) == (2, 0)


@pytest.mark.django_db
def test_many_facts_are_bumped_in_one_statement_each_once() -> None:
    versions.bump("pantry", 2)
    with CaptureQueriesContext(connection) as queries:
        versions.bump_all([("cellar", 5), ("pantry", 2), ("pantry", 1), ("pantry", 2)])
    assert len(queries) == 1
    rows = set(FactVersion.objects.values_list("kind", "unit", "version"))
    assert rows == {("cellar", 5, 1), ("pantry", 1, 1), ("pantry", 2, 2)}


@pytest.mark.django_db
def test_a_unit_is_stale_until_it_stands_on_its_newest_facts(shelf: Derived) -> None:
    versions.bump_all([("pantry", 1), ("pantry", 2)])
    assert list(versions.stale()) == [("shelf", 1), ("shelf", 2)]
    versions.recompute("shelf", 1)
    assert list(versions.stale()) == [("shelf", 2)]
    assert (SHELF, versions.built("shelf", 1)) == ({1: 10}, 1)


@pytest.mark.django_db
def test_a_job_that_runs_again_or_too_late_finds_nothing_to_do(shelf: Derived) -> None:
    versions.bump("pantry", 1)
    versions.bump("pantry", 1)
    assert [versions.recompute("shelf", 1) for _ in range(3)] == [2, 2, 2]
    assert RUNS == [1]
    versions.recompute("shelf", 1, force=True)
    assert RUNS == [1, 1]


@pytest.mark.django_db
def test_a_failing_computation_leaves_the_unit_stale(shelf: Derived, monkeypatch: pytest.MonkeyPatch) -> None:
    versions.bump("pantry", 3)
    with pytest.raises(KeyError):
        versions.recompute("shelf", 3)
    assert list(versions.stale()) == [("shelf", 3)]


@pytest.mark.django_db(transaction=True)
def test_recomputes_at_once_run_one_after_the_other_and_only_one_works(shelf: Derived) -> None:
    versions.bump("pantry", 1)
    assert together(*[lambda: versions.recompute("shelf", 1)] * 4) == [1] * 4
    assert RUNS == [1]


@pytest.mark.django_db(transaction=True)
def test_a_fact_stored_during_the_computation_leaves_the_unit_stale(
    shelf: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions.bump("pantry", 1)

    def meanwhile(unit: int, write: bool) -> list[str]:
        together(lambda: versions.bump("pantry", 1))
        return compute(unit, write)

    monkeypatch.setitem(versions._registry, "shelf", Derived("shelf", "pantry", meanwhile))
    assert versions.recompute("shelf", 1) == 1
    assert list(versions.stale()) == [("shelf", 1)]


@pytest.mark.django_db(transaction=True)
def test_a_check_that_was_overtaken_by_a_result_reports_no_drift(
    shelf: Derived, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions.bump("pantry", 1)
    versions.recompute("shelf", 1)

    def overtaken(unit: int, write: bool) -> list[str]:
        together(lambda: versions.bump("pantry", 1))
        return ["a row that is newer than what we compared with"]

    monkeypatch.setitem(versions._registry, "shelf", Derived("shelf", "pantry", overtaken))
    (verdict,) = versions.rebuild(check=True)
    assert (verdict.skipped, verdict.drift) == (True, ())


@pytest.mark.django_db
def test_check_names_drift_and_ends_with_1_and_rebuild_mends_it(
    shelf: Derived, capsys: pytest.CaptureFixture[str]
) -> None:
    versions.bump_all([("pantry", 1), ("pantry", 2)])
    versions.recompute("shelf", 1)
    versions.recompute("shelf", 2)
    call_command("rebuild", check=True)
    assert "2 units checked, 0 skipped, 0 rows drifted" in capsys.readouterr().out
    SHELF[2] = 99
    with pytest.raises(SystemExit) as ended:
        call_command("rebuild", "--check")
    assert ended.value.code == 1
    assert "shelf 2: 99, should be 20" in capsys.readouterr().out
    assert SHELF[2] == 99
    call_command("rebuild")
    assert SHELF[2] == 20
    call_command("rebuild", "--check", "--table", "shelf")


@pytest.mark.django_db
def test_check_skips_by_name_what_is_stale(shelf: Derived, capsys: pytest.CaptureFixture[str]) -> None:
    versions.bump("pantry", 1)
    call_command("rebuild", "--check")
    out = capsys.readouterr().out
    assert "shelf 1: skipped" in out
    assert RUNS == []


@pytest.mark.django_db
def test_a_table_nobody_knows_is_named(shelf: Derived) -> None:
    with pytest.raises(CommandError, match="There are: shelf"):
        call_command("rebuild", "--table", "cellar")


@pytest.mark.django_db(transaction=True)
def test_a_bump_that_is_rolled_back_never_was(shelf: Derived) -> None:
    with transaction.atomic():
        versions.bump("pantry", 1)
        transaction.set_rollback(True)
    assert versions.current("pantry", 1) == 0
    assert not DerivedVersion.objects.exists()
