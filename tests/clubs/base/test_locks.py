import threading

import pytest
from django.db import connections, transaction

from clubs.base import locks
from tests.clubs.base.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def held_elsewhere(name: str, number: int) -> bool:
    """Tell whether another transaction holds the lock."""

    def attempt() -> bool:
        with transaction.atomic():
            return not locks.try_hold(name, number)

    (answer,) = together(attempt)
    return bool(answer)


def test_a_lock_is_held_until_its_transaction_ends_and_is_one_of_its_name_and_number() -> None:
    with transaction.atomic():
        locks.hold("standings", 7)
        assert held_elsewhere("standings", 7)
        assert not held_elsewhere("standings", 8)
        assert not held_elsewhere("seasontable", 7)
    assert not held_elsewhere("standings", 7)


def test_a_rollback_gives_the_lock_back() -> None:
    with transaction.atomic():
        locks.hold("standings", 7)
        transaction.set_rollback(True)
    assert not held_elsewhere("standings", 7)


def test_whoever_comes_second_waits_for_the_first() -> None:
    order: list[str] = []
    holding = threading.Event()

    def second() -> None:
        holding.wait(10)
        with transaction.atomic():
            locks.hold("standings", 7)
            order.append("second")
        connections.close_all()

    thread = threading.Thread(target=second)
    thread.start()
    with transaction.atomic():
        locks.hold("standings", 7)
        holding.set()
        thread.join(0.2)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
