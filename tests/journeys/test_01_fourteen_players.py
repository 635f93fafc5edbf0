"""Done when 1: fourteen players, totals typed, announced, the season moves."""

import pytest

from clubs.base import versions
from clubs.events.models import Event
from clubs.honours.models import SeasonRow
from games.matches.selectors.announce import announcement
from games.matches.selectors.desk import desk_state
from games.matches.services import announce
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, type_in, whole
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db

CASE = FULL[NAMES[0]]


def test_fourteen_players_totals_typed_announced_season_moves(cast: Cast) -> None:
    event, _entries = whole(cast, NAMES[0], season=True)
    keys = 0
    for card in CASE["cards"].values():
        line = f"{card['gp']}/{card['wins']} {card['net']:+d}"
        keys = max(keys, len(line) + 1)
        assert type_in(event, line, cast.director).kind == "saved"
    assert keys <= 9, "at most nine keys a card in seat order, Enter included"
    state = desk_state(event)
    assert state.audit_text == "balances"
    said = announcement(event)
    assert said.paid == 4
    assert [place.names for place in said.places] == [CASE["places"][rank][1][0] for rank in (3, 2, 1, 0)]
    assert said.status == "ready"
    work_off()
    assert not SeasonRow.objects.exists(), "nothing is in the season before it is published"
    announce.publish(event=event, by=cast.director)
    work_off()
    event = Event.objects.get(pk=event.pk)
    assert event.season is not None
    points = {name: row.grp for name, row in table(event.season).items()}
    assert points == CASE["grp"]
    assert not any(verdict.drift for verdict in versions.rebuild(check=True))
