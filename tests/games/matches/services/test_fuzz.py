"""Whatever is typed: an answer, never an exception, and nothing half-saved."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.events import selectors
from clubs.events.models import Entry, Event, LedgerLine, Pairing
from clubs.events.services import standings
from games.matches.models import Card, DeskLine, Game
from games.matches.selectors.desk import desk_state
from tests.factories import Cast
from tests.games.matches.evenings import started, type_in

pytestmark = pytest.mark.django_db

NUMBER = st.integers(0, 130).map(str) | st.sampled_from(["00", "07", "9999", "99999", "-0"])
SEAT = st.sampled_from([*"0123456789", "A7", "t1", "t9", "jan", "wilf", "b", "HI296", "Růž", "zork", ""])
WORD = st.sampled_from(
    [
        "w",
        "l",
        "so",
        "np",
        "aw",
        "ff",
        "del",
        "out",
        "none",
        "in",
        "u",
        "m",
        "g",
        "v",
        "?",
        "/",
        ".",
        "+",
        "-",
        "−",
        "%s",
    ]
)
PIECES = st.lists(NUMBER | SEAT | WORD | st.sampled_from([" ", "  ", "\t", "\u200e", "\x00", "🂡"]), max_size=8)
LINE = (
    st.tuples(PIECES, st.sampled_from([" ", ""])).map(lambda drawn: drawn[1].join(drawn[0]))
    | st.text(max_size=30)
    | st.builds("{} {}/{} {}".format, SEAT, NUMBER, st.integers(0, 12), st.integers(-200, 200).map("{:+}".format))
    | st.builds("{}.{} {}".format, st.integers(0, 12), SEAT, st.integers(-125, 125))
)
MODE = st.sampled_from(["game", "card", "verify", "nonsense"])


def consistent(event: Event) -> None:
    """Check that no line has left half of itself behind."""
    stage = selectors.stage_of(event)
    for game in Game.objects.filter(match__stage=stage).select_related("match__pairing"):
        lines = LedgerLine.objects.filter(source=game.uuid)
        pairing = game.match.pairing
        if game.status == Game.Status.CONFIRMED:
            assert lines.count() == 2
            assert pairing is None or pairing.status != Pairing.Status.OPEN
        else:
            assert not lines.exists()
            assert pairing is None or pairing.status in ("open", "notplayed", "sitout")
    for card in Card.objects.filter(entry__stage=stage):
        line = LedgerLine.objects.filter(source=card.uuid).first()
        assert (line is None) == (card.points is None)
        if line is not None:
            assert (line.points, line.won, line.games, line.net) == (card.points, card.wins, card.games, card.net)
            assert card.claims.count() == card.version
    assert len(standings.now(stage)) >= Entry.objects.filter(stage=stage, lines__isnull=False).distinct().count()
    state = desk_state(event)
    assert state.cards_in <= state.cards_all


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(lines=st.lists(st.tuples(LINE, MODE), min_size=3, max_size=8))
def test_any_lines_at_all(cast: Cast, lines: list[tuple[str, str]]) -> None:
    event = Event.objects.filter(club=cast.club).first() or started(cast, 5)
    for text, mode in lines:
        kept = DeskLine.objects.count()
        outcome = type_in(event, text, cast.director, mode)
        assert outcome.kind in ("saved", "refused", "ask", "kept", "ambiguous", "info", "undone")
        assert outcome.message or outcome.kind == "saved"
        if outcome.kind in ("refused", "ambiguous"):
            assert DeskLine.objects.count() == kept
    consistent(event)
