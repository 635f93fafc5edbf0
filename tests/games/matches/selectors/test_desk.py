"""The desk as it stands: rail, rows, sums, the audit with its hunt list, last entries, what is out."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.events import selectors
from clubs.events.models import Entry, Event
from games.matches.selectors import cards, night, publications
from games.matches.selectors.announce import announcement
from games.matches.selectors.desk import desk_state
from tests.factories import Cast
from tests.games.matches.evenings import FULL, NAMES, started, type_in, type_twice, whole

pytestmark = pytest.mark.django_db

# Six cards of nine games that balance: 27 wins, net 0.
BALANCED = ("1 14/6 +92", "2 11/5 +40", "3 11/5 +24", "4 9/4 -26", "5 8/4 -60", "6 7/3 -70")


@pytest.fixture
def event(cast: Cast) -> Event:
    """Return a night of six."""
    return started(cast, 6)


def queries(read: Callable[[], object]) -> int:
    """Count the queries of a read."""
    with CaptureQueriesContext(connection) as context:
        read()
    return len(context)


READS: dict[str, tuple[Callable[[Event, Cast], object], int]] = {
    "desk": (lambda event, cast: desk_state(event), 14),
    "night": (lambda event, cast: night.night_state(event, cast.member), 14),
    "wall": (lambda event, cast: night.night_state(event, cast.stranger, wall=True), 14),
    "announce": (lambda event, cast: announcement(event), 16),
    "history": (lambda event, cast: publications.history(event, cast.member), 2),
    "card": (lambda event, cast: cards.card_of(selectors.entries_of(event)[0]), 14),
}


def test_the_count_of_queries_does_not_grow_with_the_night(cast: Cast) -> None:
    small = started(cast, 4)
    type_in(small, "1 5", cast.director)
    type_in(small, "2 9/4 +33", cast.director)
    large, entries = whole(cast, NAMES[0])
    for line in FULL[NAMES[0]]["lines"][:10]:
        type_twice(large, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
    type_in(large, "14 9/4 +33", cast.director)
    for name, (read, most) in READS.items():
        counts = [queries(lambda event=event, read=read: read(event, cast)) for event in (small, large)]
        assert counts[0] == counts[1], name
        assert counts[0] <= most, name


def test_nothing_in(cast: Cast, event: Event) -> None:
    state = desk_state(event)
    assert (state.cards_in, state.cards_all, state.next_seat) == (0, 6, 1)
    assert [segment.state for segment in state.segments] == ["out"] * 6
    assert [segment.next for segment in state.segments] == [True] + [False] * 5
    assert state.needs_look == ()
    assert len(state.missing) == 6


def test_some_in(cast: Cast, event: Event) -> None:
    type_in(event, "14/6 +92", cast.director)
    type_in(event, "3 5", cast.director)
    state = desk_state(event)
    rows = {row.seat: row for row in state.rows}
    assert (rows[1].state, rows[1].card, rows[1].place) == ("in", "14/6 +92", 1)
    assert (rows[3].state, rows[3].lines, rows[3].due) == ("some", 1, 9)
    assert rows[2].state == "out"
    assert state.next_seat == 2
    assert not state.sums.red, "red only when all cards are in"
    assert [entered.summary for entered in state.last_entries] == [
        "Ingrid Larsen beat Wilf Barker by 5 in game 1: 2 points.",
        "1 Margaret Ellis, 14/6 +92",
    ]
    assert all(entered.undoable for entered in state.last_entries)


def test_all_in_and_balanced(cast: Cast, event: Event) -> None:
    for line in BALANCED:
        type_in(event, line, cast.director)
    state = desk_state(event)
    assert state.audit_text == "balances"
    assert (state.cards_in, state.next_seat, state.complete) == (6, None, True)
    assert (state.sums.won, state.sums.net, state.sums.red) == (27, 0, False)
    assert {segment.state for segment in state.segments} == {"in"}


def test_all_in_with_a_difference_and_where_to_look(cast: Cast, event: Event) -> None:
    """64 for 46 is 18 too high: divisible by 9, half is 9."""
    for line in BALANCED:
        type_in(event, line, cast.director)
    type_twice(event, "2 11/5 +46", cast.director)
    type_twice(event, "3 11/5 +18", cast.director)
    assert desk_state(event).audit_text == "balances"
    type_twice(event, "2 11/5 +64", cast.director)
    state = desk_state(event)
    assert state.sums.red
    assert state.audit_text == "does not balance, +18"
    look = state.needs_look[0]
    assert look.message == "Net is 18 too high."
    assert "Divisible by 9: look for swapped digits." in look.lines
    assert "Seat 2, Tom Holt: +64 or +46?" in look.lines
    assert "Half is 9: a card with net 9 may have the wrong sign. No card has 9." in look.lines
    assert "Cards not yet compared: 1, 2, 3, 4, 5, 6." in look.lines
    fix = next(fix for fix in look.fixes if fix.seat == 2)
    assert (fix.label, fix.text) == ("Card 2 is +46", "2 11/5 +46")
    assert {row.seat for row in state.rows if row.state == "look"} >= {2}
    type_twice(event, fix.text, cast.director)
    assert desk_state(event).audit_text == "balances"


def test_a_card_that_differs_from_its_lines_is_shown(cast: Cast) -> None:
    event, entries = whole(cast, NAMES[2])
    for line in FULL[NAMES[2]]["lines"]:
        type_twice(event, f"{line['game']}.{entries[line['winner']].seat} {line['margin']}", cast.director)
    outcome = type_in(event, "1 14/6 +94 -17", cast.director)
    assert "The game lines say 12/6 +77" in outcome.notes[0]
    look = desk_state(event).needs_look[0]
    assert look.message == "R01: the game lines make points 12, the card says 14."
    assert look.seats == (1,)


def test_level_on_the_whole_chain_needs_a_look(cast: Cast, event: Event) -> None:
    type_in(event, "2 11/5 +101 -69", cast.director)
    type_in(event, "3 11/5 +101 -69", cast.director)
    state = desk_state(event)
    look = next(look for look in state.needs_look if look.group == "tie")
    assert look.seats == (2, 3)
    assert {row.state for row in state.rows if row.seat in (2, 3)} == {"level"}


def test_a_spread_is_asked_for_only_where_it_decides_a_place(cast: Cast, event: Event) -> None:
    type_in(event, "1 12/6", cast.director)
    type_in(event, "2 11/5", cast.director)
    assert not any(look.group == "spread" for look in desk_state(event).needs_look)
    type_in(event, "3 12/6 +40", cast.director)
    look = next(look for look in desk_state(event).needs_look if look.group == "spread")
    assert "Margaret Ellis" in look.message
    assert "Ingrid Larsen" not in look.message


def test_the_planned_short_card_has_a_ring(cast: Cast) -> None:
    odd = started(cast, 5)
    state = desk_state(odd)
    short = list(Entry.objects.filter(stage__event=odd, planned_games=8).values_list("seat", flat=True))
    assert [segment.seat for segment in state.segments if segment.ring] == short
    assert len(short) == 1
    type_in(odd, f"{short[0]} 8/4 -3", cast.director)
    assert next(row for row in desk_state(odd).rows if row.ring).state_text == "In, short card"


def test_undone_and_asked_lines_are_no_last_entries_to_take_back(cast: Cast, event: Event) -> None:
    type_in(event, "1 12/6 +3", cast.director)
    type_in(event, "u", cast.director)
    type_in(event, "1 31", cast.director)
    entered = desk_state(event).last_entries
    assert [(line.text, line.undoable) for line in entered] == [("1 12/6 +3", False)]


def test_a_filled_card_shows_every_game_of_its_plan(cast: Cast, event: Event) -> None:
    type_in(event, "1 33", cast.director)
    type_in(event, "1 -7", cast.director, "card")
    type_in(event, "3.1 ff", cast.director)
    card = cards.card_of(Entry.objects.select_related("stage__event__club").get(stage__event=event, seat=1))
    assert [line.number for line in card.lines] == list(range(1, 10))
    first, second, third = card.lines[:3]
    assert (first.opponent, first.won, first.plus, first.skunk, first.state) == ("Bert Rowley", True, 33, 1, "in")
    assert (second.won, second.minus, second.state) == (False, 7, "waits")
    assert (third.ending, third.points) == ("forfeited", 0)
    assert card.lines[3].state == "open"
    assert (card.points, card.won, card.games) == (3, 1, 2)


def test_the_night_page_says_whom_each_seat_meets_next(cast: Cast, event: Event) -> None:
    state = night.night_state(event, cast.member)
    first = {seat.seat: (seat.number, seat.opponent_seat) for seat in state.seats}
    assert first == {1: (1, 6), 2: (1, 5), 3: (1, 4), 4: (1, 3), 5: (1, 2), 6: (1, 1)}
    type_in(event, "1 33", cast.director)
    state = night.night_state(event, cast.member)
    assert {seat.seat: seat.number for seat in state.seats} == {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}
    result = state.results[0]
    assert (result.winner, result.loser, result.margin, result.skunk) == ("Margaret Ellis", "Bert Rowley", 33, 1)


def test_standings_are_announced_and_not_leaked(cast: Cast, event: Event) -> None:
    type_in(event, "1 33", cast.director)
    assert night.night_state(event, cast.member).standings_are == "provisional"
    assert night.night_state(event, cast.stranger).standings == ()
    assert night.night_state(event, cast.director, wall=True).standings == ()


def test_a_sit_out_is_next_until_its_game_is_over(cast: Cast) -> None:
    odd = started(cast, 3)
    state = night.night_state(odd, cast.member)
    sitting = [seat for seat in state.seats if not seat.opponent]
    assert len(sitting) == 1
    playing = next(seat for seat in state.seats if seat.opponent)
    type_in(odd, f"{playing.seat} 5", cast.director)
    after = {seat.seat: seat for seat in night.night_state(odd, cast.member).seats}
    assert after[sitting[0].seat].opponent, "the others have finished that game"
