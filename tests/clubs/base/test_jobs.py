import pytest
from django.db import transaction

from clubs.base import broker, jobs

pytestmark = pytest.mark.django_db(transaction=True)

Sent = list[tuple[str, tuple[int | str, ...]]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Return the tasks that are sent, by a table of the test's own."""
    found: Sent = []
    monkeypatch.setattr(jobs, "_table", {"cooked": ("kitchen.serve", "kitchen.wash"), "eaten": ("kitchen.wash",)})
    monkeypatch.setattr(jobs, "_send", lambda task, args: found.append((task, args)))
    broker.forget()
    return found


@pytest.fixture
def away(sent: Sent, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tasks that were tried while the broker is away."""
    tried: list[str] = []

    def fail(task: str, args: tuple[int | str, ...]) -> None:
        tried.append(task)
        raise ConnectionError("no broker")

    monkeypatch.setattr(jobs, "_send", fail)
    return tried


def test_nothing_is_sent_before_the_commit(sent: Sent) -> None:
    with transaction.atomic():
        jobs.announce("cooked", 7)
        assert sent == []
    assert sent == [("kitchen.serve", (7,)), ("kitchen.wash", (7,))]


def test_what_is_rolled_back_is_never_sent(sent: Sent) -> None:
    with transaction.atomic():
        jobs.announce("cooked", 7)
        transaction.set_rollback(True)
    assert sent == []


def test_said_twice_in_one_transaction_it_is_sent_once(sent: Sent) -> None:
    with transaction.atomic():
        for number in (7, 7, 8, 7):
            jobs.announce("eaten", number)
    assert sent == [("kitchen.wash", (7,)), ("kitchen.wash", (8,))]
    jobs.announce("eaten", 7)
    assert len(sent) == 3


def test_what_an_undone_savepoint_said_first_is_not_lost_when_it_is_said_again(sent: Sent) -> None:
    with transaction.atomic():
        with transaction.atomic():
            jobs.announce("eaten", 7)
            transaction.set_rollback(True)
        jobs.announce("eaten", 7)
    assert sent == [("kitchen.wash", (7,))]


def test_a_happening_nobody_follows_is_no_error(sent: Sent) -> None:
    jobs.announce("slept", 1)
    assert sent == []


def test_a_broker_that_is_away_is_tried_once_and_raises_nothing(away: list[str]) -> None:
    with transaction.atomic():
        jobs.announce("cooked", 7)
        jobs.announce("eaten", 7)
    assert away == ["kitchen.serve"]


def test_it_is_tried_again_after_a_pause(away: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    jobs.announce("eaten", 7)
    jobs.announce("eaten", 7)
    assert away == ["kitchen.wash"]
    monkeypatch.setattr(broker, "PAUSE", 0.0)
    broker.note_away()
    jobs.announce("eaten", 7)
    assert away == ["kitchen.wash", "kitchen.wash"]
