"""Done when 4: late and early; only games not yet played are drawn again, shown as a difference first."""

import pytest

from clubs.events.models import Entry, Pairing
from clubs.events.services import checkin, rotation
from games.matches.selectors.desk import desk_state
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in, type_twice

pytestmark = pytest.mark.django_db


def test_somebody_comes_late_and_somebody_goes_early(cast: Cast) -> None:
    event = started(cast, 7)
    first = list(Pairing.objects.filter(round__stage__event=event, round__number=1, b__isnull=False))
    for pairing in first:
        assert type_in(event, f"1.{pairing.a.seat} 12", cast.director).kind == "saved"
    before = ledger_of(event)
    newcomer = stories.field(cast, 8)[7]
    checkin.mark(event=event, player=newcomer, presence="here", by=cast.scorekeeper)
    shown = rotation.preview_change(event=event, by=cast.director)
    assert [entry.player.name for entry in shown.arrivals] == [newcomer.name]
    rotation.apply_change(event=event, by=cast.director, digest=shown.digest)
    late = Entry.objects.get(stage__event=event, player=newcomer)
    assert late.planned_games is not None
    assert late.planned_games < 9
    assert ledger_of(event) == before, "what was played does not move"
    assert type_in(event, f"{late.seat} 7", cast.director).game.number >= 2  # type: ignore[union-attr]

    leaver = Entry.objects.get(stage__event=event, seat=1)
    assert type_in(event, "1 out 5", cast.director).kind == "saved"
    shown = rotation.preview_change(event=event, by=cast.director)
    assert [entry.pk for entry in shown.departures] == [leaver.pk]
    rotation.apply_change(event=event, by=cast.director, digest=shown.digest)
    # Everybody plays what is left; the cards that are short are said to be so, and the night balances.
    for pairing in Pairing.objects.filter(round__stage__event=event, b__isnull=False, status="open").select_related(
        "round", "a"
    ):
        outcome = type_twice(event, f"{pairing.round.number}.{pairing.a.seat} 12", cast.director)
        assert outcome.kind == "saved", outcome.message
    state = desk_state(event)
    assert state.audit_text == "balances", [look.message for look in state.needs_look]
    games = {row.seat: (row.games, row.planned, row.ring) for row in state.rows}
    assert games[1][0] <= 5
    assert all(played == planned for played, planned, _ring in games.values())
    assert games[late.seat][2], "the late card is marked as short"


def test_without_a_new_draw_the_games_of_who_left_are_not_waited_for(cast: Cast) -> None:
    event = started(cast, 4)
    type_in(event, "4 out 6", cast.director)
    for pairing in Pairing.objects.filter(round__stage__event=event).select_related("round", "a", "b"):
        if pairing.round.number > 6 and 4 in (pairing.a.seat, pairing.b.seat if pairing.b else None):
            continue
        assert type_twice(event, f"{pairing.round.number}.{pairing.a.seat} 12", cast.director).kind == "saved"
    state = desk_state(event)
    assert state.complete
    assert state.audit_text == "balances"
    assert next(row for row in state.rows if row.seat == 4).games == 6
