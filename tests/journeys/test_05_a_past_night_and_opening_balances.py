"""Done when 5: a past night by paste and opening balances."""

import datetime

import pytest

from clubs.events.models import Event
from clubs.events.services import nights
from clubs.honours.services import balances
from games.matches.services import announce, paste
from tests.clubs.events import stories
from tests.factories import Cast
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db

LIST = "Ada Quince 16/7 +74\nBert Rowley 12/6 +8\nClara Sims 7/3 -82\nSam Okafor 14/6 +20"


def test_a_past_night_by_paste_and_opening_balances(cast: Cast) -> None:
    season = stories.season(cast)
    stored = balances.store(
        season=season,
        text="Ada Quince; 90; 7; 63; 38\nClara Sims; 104; 8; 72; 40",
        as_of=datetime.date(2026, 10, 1),
        by=cast.director,
    )
    assert stored == 2
    event = nights.plan(club=cast.club, by=cast.director, name="Week 7", date=stories.NIGHT, season=season)
    choices = {4: "guest"}
    shown = paste.preview(event=event, text=LIST, by=cast.director, choices=choices)
    assert shown.ready
    paste.apply(event=event, text=LIST, digest=shown.digest, by=cast.director, choices=choices)
    announce.publish(event=event, by=cast.director)
    work_off()
    rows = table(season)
    assert {name: (row.grp, row.brought_forward) for name, row in rows.items() if row.credited} == {
        "Ada Quince": (106, 90),
        "Bert Rowley": (12, 0),
        "Clara Sims": (104, 104),
    }
    assert (rows["Ada Quince"].nights, rows["Bert Rowley"].nights) == (8, 1)
    assert rows["Ada Quince"].rank == 1
    # The same list once more: the night is published, and nothing of it changes.
    assert Event.objects.get(pk=event.pk).status == Event.Status.PUBLISHED
