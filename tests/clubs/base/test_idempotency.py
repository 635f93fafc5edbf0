"""What is sent twice under one key is done once, in whatever process."""

import datetime
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from clubs.base import idempotency, tasks
from clubs.base.errors import Conflict, Invalid
from clubs.base.idempotency import Answer
from clubs.base.models import FactVersion, IdempotencyKey
from tests import factories

KEY = "5f1c1d0e-6a5f-4d1b-9f5c-1f2f5f9f0a11"


@pytest.fixture
def user_id(db: None) -> int:
    return int(factories.user("Ann Other").pk)


class Deed:
    """Something that is done, and counted."""

    def __init__(self, status: int = 201, fails: Exception | None = None) -> None:
        self.done = 0
        self.status, self.fails = status, fails

    def __call__(self) -> Answer:
        self.done += 1
        FactVersion.objects.create(kind="deed", unit=FactVersion.objects.filter(kind="deed").count())
        if self.fails:
            raise self.fails
        return Answer(self.status, {"done": self.done})


def once(user_id: int, act: Callable[[], Answer], key: str = KEY, request: str = "same") -> Answer:
    return idempotency.once(user_id=user_id, key=key, request=request, act=act)


def test_the_same_key_and_request_get_the_stored_answer(user_id: int) -> None:
    deed = Deed(status=200)
    assert once(user_id, deed) == Answer(200, {"done": 1}, replayed=False)
    assert once(user_id, deed) == Answer(200, {"done": 1}, replayed=True)
    assert deed.done == 1


def test_the_same_key_with_another_request_is_refused_with_a_sentence(user_id: int) -> None:
    deed = Deed()
    once(user_id, deed)
    with pytest.raises(Invalid) as refused:
        once(user_id, deed, request="other")
    assert refused.value.code == "key_reused"
    assert "new key" in refused.value.message
    assert deed.done == 1


def test_another_key_is_another_deed(user_id: int) -> None:
    deed = Deed()
    once(user_id, deed)
    once(user_id, deed, key="another")
    assert deed.done == 2


def test_keys_belong_to_their_user(user_id: int) -> None:
    deed = Deed()
    once(user_id, deed)
    answer = once(factories.user("Somebody Else").pk, deed)
    assert answer == Answer(201, {"done": 2}, replayed=False)


@pytest.mark.parametrize("error", [Conflict("no", "No."), Invalid("no", "No."), RuntimeError("broken")])
def test_what_was_refused_or_broke_leaves_neither_key_nor_change(user_id: int, error: Exception) -> None:
    with pytest.raises(type(error)):
        once(user_id, Deed(fails=error))
    assert not IdempotencyKey.objects.exists()
    assert not FactVersion.objects.filter(kind="deed").exists()
    assert not once(user_id, Deed()).replayed


@pytest.mark.parametrize("key", ["", " ", "with space", "x" * 81, "tab\t", "ключ", "line\nbreak", "nul\0"])
def test_a_key_that_is_no_key_is_refused(user_id: int, key: str) -> None:
    with pytest.raises(Invalid) as refused:
        once(user_id, Deed(), key=key)
    assert refused.value.code == "key_malformed"
    assert refused.value.field == "Idempotency-Key"


def test_the_longest_key_is_a_key(user_id: int) -> None:
    assert not once(user_id, Deed(), key="x" * 80).replayed


def test_the_digest_knows_no_order_of_keys_but_everything_else() -> None:
    same = idempotency.digest("POST", "/a/", {"a": 1, "b": None})
    assert same == idempotency.digest("POST", "/a/", {"b": None, "a": 1})
    others: list[tuple[str, str, Any]] = [
        ("PUT", "/a/", {"a": 1, "b": None}),
        ("POST", "/b/", {"a": 1, "b": None}),
        ("POST", "/a/", {"a": 1}),
        ("POST", "/a/", {"a": "1", "b": None}),
        ("POST", "/a/", [["a", 1], ["b", None]]),
        ("POST", "/a/", {"a": 1, "b": "\ud800"}),
    ]
    assert len({same, *(idempotency.digest(*other) for other in others)}) == 7


def test_keys_are_kept_a_week_and_then_forgotten(user_id: int) -> None:
    once(user_id, Deed())
    week = timezone.now() - datetime.timedelta(days=7)
    IdempotencyKey.objects.update(created_at=week + datetime.timedelta(minutes=1))
    assert tasks.forget_keys() == 0
    assert once(user_id, Deed()).replayed
    IdempotencyKey.objects.update(created_at=week - datetime.timedelta(minutes=1))
    assert tasks.forget_keys() == 1
    assert not once(user_id, Deed()).replayed


def test_beat_asks_for_the_clean_up() -> None:
    from config.celery import app

    assert "clubs.base.tasks.forget_keys" in {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert "clubs.base.tasks.forget_keys" in app.tasks


# Two at once ---------------------------------------------------------------------------------------------------------


def _in_thread(act: Callable[[], Answer], user_id: int, request: str = "same") -> Answer | Exception:
    try:
        return once(user_id, act, request=request)
    except (Conflict, Invalid, RuntimeError) as error:
        return error
    finally:
        connection.close()


@pytest.fixture
def committed_user(transactional_db: None) -> int:
    return int(factories.user("Ann Other").pk)


def test_many_at_once_are_done_once(committed_user: int) -> None:
    deed = Deed()
    barrier = threading.Barrier(6)

    def act() -> Answer | Exception:
        barrier.wait(10)
        return _in_thread(deed, committed_user)

    with ThreadPoolExecutor(6) as pool:
        answers = [job.result(30) for job in [pool.submit(act) for _ in range(6)]]
    assert deed.done == 1
    assert {answer.body["done"] for answer in answers if isinstance(answer, Answer)} == {1}
    assert sorted(answer.replayed for answer in answers if isinstance(answer, Answer)) == [False] + [True] * 5
    assert FactVersion.objects.filter(kind="deed").count() == 1


def test_who_waited_for_a_request_that_broke_does_it(committed_user: int) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def breaks() -> Answer:
        FactVersion.objects.create(kind="deed", unit=77)
        inside.set()
        assert go_on.wait(10)
        raise RuntimeError

    deed = Deed()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(_in_thread, breaks, committed_user)
        assert inside.wait(10)
        second = pool.submit(_in_thread, deed, committed_user)
        go_on.set()
        assert isinstance(first.result(30), RuntimeError)
        answer = second.result(30)
    assert answer == Answer(201, {"done": 1}, replayed=False)
    assert not FactVersion.objects.filter(kind="deed", unit=77).exists()


def test_whose_patience_ends_is_told_to_try_again(committed_user: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "PATIENCE", "100ms")
    deed = Deed()

    def slow() -> Answer:
        with ThreadPoolExecutor(1) as pool:
            refused = pool.submit(_in_thread, deed, committed_user).result(30)
        assert isinstance(refused, Conflict)
        assert refused.code == "key_in_use"
        return Answer(201, "slow")

    assert once(committed_user, slow) == Answer(201, "slow", replayed=False)
    assert deed.done == 0
    assert once(committed_user, deed) == Answer(201, "slow", replayed=True)


def test_our_patience_ends_with_the_key(committed_user: int) -> None:
    with transaction.atomic():
        once(committed_user, Deed())
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone()[0] == "0"
