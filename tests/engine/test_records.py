import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import records
from engine.errors import IllegalHere, NotationError, Unreadable
from engine.records import Record
from engine.rules import Rules

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.cgr"))
HEAD = 'cgr = 1\nrules = "2/61"\nfirst_dealer = 0\n'


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    text = path.read_text()
    record = records.load(text)
    written = records.write(record)
    assert records.load(written) == record
    if path.stem != "example":  # it carries a comment
        assert written == text


def test_few_keys_are_required() -> None:
    assert records.load('cgr = 1\nrules = "3/121"') == Record(Rules(seats=3), None)
    assert records.load(HEAD) == Record(Rules(target=61), 0)


def test_every_key() -> None:
    text = (
        HEAD
        + """event = "Final"
date = 2026-03-14
players = ["Ann", "Bob"]
cuts = ["5d/5c", "2d/Kc"]
result = "61,40"
ended = "target"
deals = ["one", "two"]
commit = ["a", "b"]
salt = ["c", "d"]
pack = ["e", "f"]
clock = 90
"""
    )
    assert records.load(text) == Record(
        Rules(target=61),
        0,
        deals=("one", "two"),
        result=(61, 40),
        ended="target",
        event="Final",
        date=date(2026, 3, 14),
        players=("Ann", "Bob"),
        cuts=("5d/5c", "2d/Kc"),
        commit=("a", "b"),
        salt=("c", "d"),
        pack=("e", "f"),
        more={"clock": 90},
    )


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("", "key_missing", {"key": "cgr"}),
        ("cgr = 1", "key_missing", {"key": "rules"}),
        ('cgr = 1\nrules = "2/61"\ndeals = ["x"]', "key_missing", {"key": "first_dealer"}),
        ('cgr = "1"\nrules = "2/61"', "key_unreadable", {"key": "cgr"}),
        ('cgr = true\nrules = "2/61"', "key_unreadable", {"key": "cgr"}),
        ("cgr = 1\nrules = 61", "key_unreadable", {"key": "rules"}),
        ('cgr = 3\nrules = "2/61"', "version_unknown", {"version": 3, "known": 1}),
        (HEAD + "event = 7", "key_unreadable", {"key": "event"}),
        (HEAD + 'date = "today"', "key_unreadable", {"key": "date"}),
        (HEAD + "date = 2026-03-14 10:00:00", "key_unreadable", {"key": "date"}),
        (HEAD + 'players = "Ann"', "key_unreadable", {"key": "players"}),
        (HEAD + 'players = ["Ann", 2]', "key_unreadable", {"key": "players"}),
        (HEAD + 'ended = "rain"', "key_unreadable", {"key": "ended"}),
        (HEAD + 'result = "61-40"', "field_unreadable", {"field": "result", "text": "61-40"}),
        (HEAD + 'result = ""', "field_unreadable", {"field": "result", "text": ""}),
        ('cgr = 1\nrules = "2 players"', "field_unreadable", {"field": "rules", "text": "2 players"}),
    ],
)
def test_a_head_that_cannot_be_read(text: str, code: str, data: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as caught:
        records.load(text)
    assert caught.value.code == code
    assert caught.value.data == {**data, "deal": None, "column": 1}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("cgr = ", 1, 7),
        ("cgr = 1\nrules = 2/61", 2, 10),
        ("cgr = 1\ncgr = 1", 2, 8),
        ('cgr = 1\nrules = "2/61', 2, 14),
        ("cgr = 1\ndeals = [\n", 3, 1),
        ("x = " + "[" * 100_000, 1, 1),
        ("x = " + "9" * 5_000, 1, 5_005),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text: str, line: int, column: int) -> None:
    with pytest.raises(Unreadable) as caught:
        records.load(text)
    assert caught.value.code == "not_toml"
    assert (caught.value.data["line"], caught.value.column) == (line, column)
    assert "(at " not in caught.value.data["reason"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('cgr = 1\nrules = "6/61"', "seats_outside"),
        ('cgr = 1\nrules = "2/61"\nfirst_dealer = 2', "seat_outside"),
        ('cgr = 1\nrules = "2/61"\nfirst_dealer = -1', "seat_outside"),
        (HEAD + 'players = ["Ann"]', "parts_wrong"),
        (HEAD + 'salt = ["Ann"]', "parts_wrong"),
        (HEAD + 'deals = ["x", "y"]\npack = ["z"]', "parts_wrong"),
        (HEAD + 'deals = ["x"]\ncommit = ["y", "z"]', "parts_wrong"),
    ],
)
def test_a_head_that_cannot_be(text: str, code: str) -> None:
    with pytest.raises(IllegalHere) as caught:
        records.load(text)
    assert (caught.value.code, caught.value.deal) == (code, None)


keys = st.text(st.characters(codec="utf-8"), max_size=8).filter(lambda key: key not in records.KEYS)
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8")),
    st.dates(),
    st.times(),
    st.datetimes(),
    st.datetimes(timezones=st.just(UTC)),
)
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)


@given(st.dictionaries(keys, values, max_size=4), st.text(st.characters(codec="utf-8")))
def test_unknown_keys_of_every_kind_are_kept(more: dict[str, Any], event: str) -> None:
    record = Record(Rules(), 1, event=event, more=more)
    text = records.write(record)
    assert tomllib.loads(text)["cgr"] == records.VERSION
    assert records.load(text) == record


def test_known_values_as_toml_has_them() -> None:
    more = {
        "a b": "x\n",
        "at": datetime(2026, 3, 14, 9, tzinfo=UTC),
        "from": time(19, 30),
        "in": {"hall": 2.5, "ok": True},
    }
    assert records.write(Record(Rules(), None, more=more)).splitlines()[2:] == [
        '"a b" = "x\\u000a"',
        "at = 2026-03-14T09:00:00+00:00",
        "from = 19:30:00",
        "in = {hall = 2.5, ok = true}",
    ]


def test_what_toml_cannot_hold_is_not_written() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        records.write(Record(Rules(), None, more={"nothing": None}))


@given(st.one_of(st.text(), st.text().map(HEAD.__add__)))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    try:
        record = records.load(text)
    except NotationError:
        return
    assert records.load(records.write(record)) == record


def test_a_record_without_deals_is_a_game_over_the_board() -> None:
    record = records.load('cgr = 1\nrules = "2/121"\nplayers = ["Ann", "Bob"]\nresult = "121,97"')
    assert (record.deals, record.first_dealer, record.result) == ((), None, (121, 97))
