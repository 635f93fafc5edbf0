"""Done when 6: a published night corrected a week later: new version, old kept, differences shown, season follows."""

import datetime

import pytest
import time_machine

from clubs.events.models import Event, Publication
from games.matches.selectors import publications
from games.matches.services import announce
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, type_in, type_twice, whole
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db


def test_a_correction_a_week_later(cast: Cast) -> None:
    evening = datetime.datetime(2026, 10, 15, 23, 0, tzinfo=datetime.UTC)
    with time_machine.travel(evening):
        event, _entries = whole(cast, NAMES[0], season=True)
        for card in FULL[NAMES[0]]["cards"].values():
            type_in(event, card["line"], cast.director)
        announce.publish(event=event, by=cast.director)
        work_off()
    season = Event.objects.get(pk=event.pk).season
    assert season is not None
    assert table(season)["P05"].grp == 0
    with time_machine.travel(evening + datetime.timedelta(days=7, hours=1)):
        assert type_in(event, "5 12/6 +69 -48", cast.director).code == "night_published"
        announce.correct(event=event, by=cast.director, reason="P05 had won game 9, P07 had not")
        assert type_twice(event, "5 12/6 +69 -46", cast.director).kind == "saved"
        work_off()
        assert table(season)["P05"].grp == 12, "the season follows the ledger"
        second = announce.publish_correction(event=event, by=cast.director)
    assert second.number == 2
    assert Publication.objects.filter(event=event).count() == 2
    newest, oldest = publications.history(event, cast.member)
    assert (newest.at - oldest.at).days == 7
    assert newest.reason == "P05 had won game 9, P07 had not"
    changed = {one.name: {change.figure: (change.old, change.new) for change in one.changes} for one in newest.changed}
    assert changed["P05"]["points"] == ("10", "12")
    assert next(row.card for row in oldest.rows if row.name == "P05") == "10/5 +19"
    assert not newest.balances, "one win too many: marked until P07 is mended too"
    announce.correct(event=event, by=cast.director, reason="P07 too")
    assert type_twice(event, "7 8/3 +93 -85", cast.director).kind == "saved"
    assert type_in(event, "u", cast.director).kind == "undone"
