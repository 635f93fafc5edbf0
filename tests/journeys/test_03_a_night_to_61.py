"""Done when 3: a night to 61; every limit and word follows it."""

import pytest

from clubs.events.models import Event
from games.matches.services import announce
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, type_in, type_twice, whole
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db


def test_a_night_to_61(cast: Cast) -> None:
    event, entries = whole(cast, NAMES[2], season=True)
    assert type_in(event, "1.1 62", cast.director).message == "A game is won by 1 to 61. 62 cannot be."
    for line in FULL[NAMES[2]]["lines"]:
        outcome = type_twice(event, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
        assert outcome.game is not None
        assert outcome.game.loser_hole == 61 - line["margin"]
        assert outcome.game.skunk == (1 if line["margin"] >= 31 else 0)
    publication = announce.publish(event=event, by=cast.director)
    assert [[row["rank"], [row["name"]]] for row in publication.rows] == FULL[NAMES[2]]["places"]
    assert publication.audit["balances"]
    work_off()
    season = Event.objects.get(pk=event.pk).season
    assert season is not None
    assert {name: row.grp for name, row in table(season).items()} == FULL[NAMES[2]]["grp"]
