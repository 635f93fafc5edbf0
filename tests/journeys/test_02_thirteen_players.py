"""Done when 2: thirteen players, game lines, sit-outs and make-ups, one short card."""

import pytest

from clubs.events.models import Entry, Event, Pairing, Round
from clubs.events.services import rotation, seats
from games.matches.selectors.announce import announcement
from games.matches.selectors.desk import desk_state
from games.matches.services import announce
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, type_twice, whole
from tests.journeys.season import table, work_off

pytestmark = pytest.mark.django_db


def test_thirteen_players_drawn_here_have_nine_sit_outs_four_make_ups_and_one_short_card(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, stories.field(cast, 13))
    seats.draw(event=event, by=cast.director, seed="thirteen")
    event = rotation.start(event=event, by=cast.director)
    assert Pairing.objects.filter(round__stage__event=event, b__isnull=True).count() == 9
    assert Pairing.objects.filter(round__stage__event=event, round__make_up=True).count() == 4
    state = desk_state(event)
    assert [segment.ring for segment in state.segments].count(True) == 1
    assert state.games_all == 58
    # Every game is won by the seat named first on its table, by 5: 58 wins, and the night balances.
    for pairing in Pairing.objects.filter(round__stage__event=event, b__isnull=False).select_related("round", "a"):
        outcome = type_twice(event, f"{pairing.round.number}.{pairing.a.seat} 5", cast.scorekeeper)
        assert outcome.kind == "saved", outcome.message
    state = desk_state(event)
    assert (state.audit_text, state.sums.won, state.games_in) == ("balances", 58, 58)
    assert sorted(row.games for row in state.rows) == [8] + [9] * 12


def test_the_evening_of_thirteen_as_it_was_played(cast: Cast) -> None:
    event, entries = whole(cast, NAMES[1], season=True)
    assert Round.objects.filter(stage__event=event, make_up=True).exists()
    for line in FULL[NAMES[1]]["lines"]:
        type_twice(event, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
    state = desk_state(event)
    assert state.audit_text == "balances"
    short = next(row for row in state.rows if row.ring)
    assert (short.name, short.games, short.state) == ("Q13", 8, "short")
    said = announcement(event)
    assert [place.names for place in reversed(said.places)] == ["Q10", "Q05", "Q09", "Q11"]
    announce.publish(event=event, by=cast.director)
    work_off()
    season = Event.objects.get(pk=event.pk).season
    assert season is not None
    assert {name: row.grp for name, row in table(season).items()} == FULL[NAMES[1]]["grp"]
    assert Entry.objects.get(stage__event=event, planned_games=8).player.name == "Q13"
