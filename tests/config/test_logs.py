"""A connection that is away says so now and then, not once a second."""

import logging

from config.logs import PAUSE, Seldom


def record(message: str, error: Exception | None = None) -> logging.LogRecord:
    told = (type(error), error, None) if error else None
    return logging.LogRecord("channels_redis.pubsub", logging.ERROR, __file__, 1, message, (), told)


def test_the_same_complaint_is_made_once() -> None:
    seldom = Seldom()
    assert [seldom.filter(record("lost")) for _again in range(3)] == [True, False, False]
    assert seldom.filter(record("another"))


def test_after_a_while_it_is_made_again() -> None:
    seldom = Seldom(iter([0.0, PAUSE - 1, PAUSE + 1]).__next__)
    assert [seldom.filter(record("lost")) for _again in range(3)] == [True, False, True]


def test_a_lost_connection_is_one_line() -> None:
    lost = record("Unexpected exception", ConnectionRefusedError("nobody listens"))
    assert Seldom().filter(lost)
    assert (lost.getMessage(), lost.exc_info) == ("Unexpected exception nobody listens", None)


def test_any_other_trouble_keeps_its_traceback() -> None:
    broken = record("Unexpected exception", KeyError("seat"))
    assert Seldom().filter(broken)
    assert broken.exc_info is not None
