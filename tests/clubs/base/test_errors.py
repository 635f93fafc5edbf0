"""A refusal reads as a sentence: days as people write them."""

import datetime

from django.utils import translation

from clubs.base.errors import Invalid
from config.errors import body

DAY = datetime.date(2026, 11, 30)


def test_a_day_in_a_sentence_is_written_out_in_the_readers_language() -> None:
    error = Invalid("date_outside", "%(date)s lies outside %(season)s.", date=DAY, season="2025–26")
    assert error.message == "30 November 2026 lies outside 2025–26."
    with translation.override("es"):
        assert error.message == "30 de noviembre de 2026 lies outside 2025–26."


def test_programs_read_the_day_as_they_write_it() -> None:
    assert body(Invalid("date_outside", "%(date)s", date=DAY))["data"] == {"date": "2026-11-30"}
