"""The foot of the grid on a night of game lines, and who is level: said of whom, and only once it is so for real."""

import pytest
from django.utils import translation

from clubs.events.models import Event
from games.matches.selectors.desk import desk_state
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, started, type_in, type_twice, whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(cast: Cast) -> Event:
    """Return a night of six."""
    return started(cast, 6)


def test_the_foot_sums_the_games_that_are_in(cast: Cast, event: Event) -> None:
    type_in(event, "1 33", cast.director)
    type_in(event, "2 5", cast.director)
    sums = desk_state(event).sums
    assert (sums.cards, sums.games, sums.points, sums.won) == (0, 4, 5, 2)
    assert (sums.plus, sums.minus, sums.net, sums.red) == (38, 38, 0, False)


def test_the_foot_sums_what_the_grid_shows_through_a_whole_evening(cast: Cast) -> None:
    event, entries = whole(cast, NAMES[2])
    for line in FULL[NAMES[2]]["lines"]:
        type_twice(event, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
        if line["game"] > 2:
            break
    state = desk_state(event)
    shown = [row for row in state.rows if row.card]
    assert state.sums.games == sum(row.games for row in shown) > 0
    assert state.sums.points == sum(row.points for row in shown)
    assert state.sums.won == sum(row.won for row in shown) == state.games_in


def test_a_figure_that_a_card_does_not_tell_is_not_summed(cast: Cast, event: Event) -> None:
    type_in(event, "1 14/6 +92", cast.director)
    type_in(event, "2 11/5", cast.director)
    sums = desk_state(event).sums
    assert (sums.games, sums.points, sums.net, sums.plus) == (18, 25, None, None)


def test_who_is_level_is_said_by_the_seat_of_the_other(cast: Cast, event: Event) -> None:
    type_in(event, "2 11/5 +101 -69", cast.director)
    type_in(event, "3 11/5 +101 -69", cast.director)
    texts = {row.seat: row.state_text for row in desk_state(event).rows}
    assert (texts[2], texts[3]) == ("Level with 3", "Level with 2")
    type_in(event, "5 11/5 +101 -69", cast.director)
    texts = {row.seat: row.state_text for row in desk_state(event).rows}
    assert texts[3] == "Level with 2, 5"
    with translation.override("es"):
        assert {row.seat: row.state_text for row in desk_state(event).rows}[2] == "Empate con 3, 5"


def test_a_spread_is_not_asked_for_while_the_other_card_is_not_whole(cast: Cast, event: Event) -> None:
    """Seat 3 stands at one game won so far: that is no tie with a whole card of one win."""
    type_in(event, "1 2/1", cast.director)
    type_in(event, "3 5", cast.director)
    state = desk_state(event)
    assert next(row for row in state.rows if row.seat == 1).waits, "the standings leave it open"
    assert not [look for look in state.needs_look if look.group in ("spread", "tie")]
    assert next(row for row in state.rows if row.seat == 1).state == "in"
    type_in(event, "3 2/1 -90", cast.director)
    looks = [look for look in desk_state(event).needs_look if look.group == "spread"]
    assert [look.seats for look in looks] == [(1, 3)]
