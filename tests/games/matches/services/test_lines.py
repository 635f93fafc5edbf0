"""The grammar of the desk, line by line, as entry.md has it (docs: rules of typed entry)."""

import datetime
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.base.errors import Forbidden, Missing
from clubs.events import selectors
from clubs.events.models import Entry, Event, LedgerLine, Pairing
from clubs.people.models import AuditLine
from games.matches.models import Card, CardClaim, Claim, DeskLine, Game, GameSide
from games.matches.services import desk
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in, type_twice

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night of six: seats in the order of the cast, 1–6, 2–5 and 3–4 in game 1."""
    return started(cast, 6)


def stored(event: Event) -> tuple[Any, ...]:
    """Return everything a line may change, to see that nothing did."""
    stage = selectors.stage_of(event)
    return (
        ledger_of(event),
        list(CardClaim.objects.values_list()),
        list(Claim.objects.values_list()),
        sorted(GameSide.objects.values_list()),
        sorted(Game.objects.values_list("pk", "status", "version")),
        sorted(Pairing.objects.filter(round__stage=stage).values_list("pk", "status", "claimed", "a", "b")),
        sorted(Entry.objects.filter(stage=stage).values_list("pk", "last_game", "card_state", "presence"), key=str),
        AuditLine.objects.count(),
    )


# Cards ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "card", "net"),
    [
        ("1 16/7 +74", "16/7 +74", 74),
        ("1 16/7 + 74", "16/7 +74", 74),
        ("1 6/3 –12", "6/3 −12", -12),
        ("1 6/3 −12", "6/3 −12", -12),
        ("1 16/7 +07", "16/7 +7", 7),
        ("1 11/5 0", "11/5 0", 0),
        ("1 16/7 +119 -45", "16/7 +74", 74),
        ("1 12/6", "12/6", None),
        ("marg 16/7 +74", "16/7 +74", 74),
        ("ELLIS 16/7 +74", "16/7 +74", 74),
        ("hi296 16/7 +74", "16/7 +74", 74),
        ("16/7 +74", "16/7 +74", 74),
    ],
)
def test_a_card_is_entered(cast: Cast, night: Event, text: str, card: str, net: int | None) -> None:
    outcome = type_in(night, text, cast.scorekeeper)
    assert outcome.kind == "saved"
    assert outcome.entry is not None
    assert (outcome.entry.name, outcome.entry.card, outcome.entry.net) == ("Margaret Ellis", card, net)
    assert outcome.entry.place == 1
    assert outcome.next_seat == 2
    line = LedgerLine.objects.get(stage__event=night)
    assert (line.kind, line.points, line.won, line.net) == ("card", outcome.entry.points, outcome.entry.won, net)


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("1 11/6 +3", "points_outside", "6 wins score 12 to 18"),
        ("1 19/6 +3", "points_outside", "6 wins score 12 to 18"),
        ("1 20/10 +3", "wins_above_games", "10 wins in 9 games"),
        ("1 12/6 +100 -2", "minus_outside", "With 3 losses, minus lies between 3 and 363"),
        ("1 12/6 +5 -40", "plus_outside", "between 6 and 180"),
        ("1 13/6 +35 -40", "plus_outside", "between 36 and 271"),
        ("1 0/0 +3", "net_outside", "between -1089 and -9"),
        ("1 16/7 74", "sign_missing", "+74"),
        ("1 16/7 +74 in 8", None, ""),
        ("1 16/7 +74 in 99", "games_on_card", "99"),
        ("1 16/", "wins_missing", "after the slash"),
        ("9 16/7 +74", "seat_unknown", "no seat 9"),
        ("1 16/7 +74 12/6", "two_results", "two results"),
    ],
)
def test_an_impossible_card_is_refused_with_the_sentence(
    cast: Cast, night: Event, text: str, code: str | None, says: str
) -> None:
    before = stored(night)
    outcome = type_in(night, text, cast.scorekeeper)
    if code is None:
        assert outcome.kind == "saved"
        return
    assert (outcome.kind, outcome.code) == ("refused", code)
    assert says in outcome.message
    assert stored(night) == before
    assert not DeskLine.objects.exists()


def test_in_n_says_how_many_games_the_card_has(cast: Cast, night: Event) -> None:
    assert type_in(night, "1 17/8 +74 in 8", cast.director).entry.games == 8  # type: ignore[union-attr]
    assert type_in(night, "2 18/9 +74 in 8", cast.director).code == "wins_above_games"


def test_a_card_already_in_is_replaced_by_enter_twice(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    before = stored(night)
    asked = type_in(night, "1 12/6 +46", cast.director)
    assert (asked.kind, asked.old, asked.new) == ("ask", "16/7 +74", "12/6 +46")
    assert stored(night) == before
    saved = type_in(night, " 1   12/6 +46", cast.director)
    assert saved.kind == "saved"
    assert saved.entry is not None
    assert saved.entry.card == "12/6 +46"
    assert LedgerLine.objects.filter(stage__event=night).count() == 1
    assert CardClaim.objects.count() == 2, "the old claim is kept"
    assert AuditLine.objects.filter(action="card.corrected").exists()


def test_another_line_in_between_takes_the_question_back(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    assert type_in(night, "1 12/6 +46", cast.director).kind == "ask"
    assert type_in(night, "2 12/6 +46", cast.director).kind == "saved"
    assert type_in(night, "1 12/6 +46", cast.director).kind == "ask"


def test_confirm_without_having_been_asked_is_asked(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    assert type_in(night, "1 12/6 +46", cast.director, confirm=True).kind == "ask"
    assert type_in(night, "1 12/6 +46", cast.director, confirm=True).kind == "saved"


def test_the_question_belongs_to_who_was_asked(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    assert type_in(night, "1 12/6 +46", cast.director).kind == "ask"
    assert type_in(night, "1 12/6 +46", cast.scorekeeper).kind == "ask"


def test_the_same_card_again_changes_nothing(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    before = stored(night)
    outcome = type_in(night, "1 16/7 +74", cast.scorekeeper)
    assert (outcome.kind, outcome.code) == ("info", "card_as_before")
    assert stored(night) == before


def test_who_was_asked_and_overtaken_sees_both_values_again(cast: Cast, night: Event) -> None:
    """Two directors on one row: the last save wins only after showing both."""
    type_in(night, "1 16/7 +74", cast.director)
    assert type_in(night, "1 12/6 +46", cast.owner).kind == "ask"
    type_twice(night, "1 14/6 +50", cast.director)
    again = type_in(night, "1 12/6 +46", cast.owner)
    assert (again.kind, again.code) == ("ask", "card_moved_on")
    assert "Tom Holt" in again.message
    assert "14/6 +50" in again.message
    assert "12/6 +46" in again.message
    assert type_in(night, "1 12/6 +46", cast.owner).kind == "saved"


def test_a_card_is_removed_and_may_come_again(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    outcome = type_in(night, "1 del", cast.director)
    assert (outcome.kind, outcome.code) == ("saved", "card_removed")
    assert not LedgerLine.objects.filter(stage__event=night).exists()
    assert CardClaim.objects.count() == 2
    assert type_in(night, "1 16/7 +74", cast.director).kind == "saved"


def test_a_card_that_is_not_handed_in_is_no_longer_waited_for(cast: Cast, night: Event) -> None:
    assert type_in(night, "1 none", cast.director).kind == "saved"
    missing = type_in(night, "m", cast.director)
    assert [out.seat for out in missing.missing] == [2, 3, 4, 5, 6]
    assert type_in(night, "1 16/7 +74", cast.director).kind == "saved"
    assert Entry.objects.get(stage__event=night, seat=1).card_state == Entry.CardState.OUT


def test_none_for_a_card_that_is_in_is_asked(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    assert type_in(night, "1 none", cast.director).code == "none_but_card"
    assert type_in(night, "1 none", cast.director).kind == "saved"
    assert not LedgerLine.objects.filter(stage__event=night).exists()
    assert type_in(night, "u", cast.director).kind == "undone"
    assert Card.objects.get().points == 16
    assert Entry.objects.get(stage__event=night, seat=1).card_state == Entry.CardState.OUT


def test_left_after_a_game_ends_the_wait_for_the_others(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "1 out 6", cast.director)
    assert outcome.kind == "saved", outcome.message
    out = {one.seat: one.open_games for one in type_in(night, "m", cast.director).missing}
    assert out[1] == (1, 2, 3, 4, 5, 6)
    assert (len(out[2]), len(out[3])) == (9, 8), "whom they would have met again plays a game less"
    assert type_in(night, "1 12/6 +30", cast.director).entry.games == 6  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["1 out 10", "1 out 99"])
def test_nobody_leaves_after_a_game_that_is_not_played(cast: Cast, night: Event, text: str) -> None:
    assert type_in(night, text, cast.director).code == "left_too_late"


def test_nobody_left_before_a_game_they_have_a_result_in(cast: Cast, night: Event) -> None:
    type_in(night, "4.1 12", cast.director)
    before = stored(night)
    outcome = type_in(night, "1 out 2", cast.director)
    assert outcome.kind == "refused"
    assert "game 4" in outcome.message
    assert stored(night) == before


def test_missing_lists_the_cards_still_out_in_seat_order(cast: Cast, night: Event) -> None:
    type_in(night, "2 12/6 +3", cast.director)
    outcome = type_in(night, "m", cast.director)
    assert [out.seat for out in outcome.missing] == [1, 3, 4, 5, 6]
    assert outcome.message == "5 cards are out."
    assert (outcome.cards_in, outcome.cards_all) == (1, 6)


def test_a_card_is_shown(cast: Cast, night: Event) -> None:
    type_in(night, "2 12/6 +3", cast.director)
    outcome = type_in(night, "?2", cast.director)
    assert (outcome.kind, outcome.message) == ("info", "Tom Holt: 12/6 +3.")


def test_two_who_fit_are_both_offered(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "b 12/6 +3", cast.director)  # Wilf Barker, Bert Rowley
    assert outcome.kind == "ambiguous"
    assert [choice.seat for choice in outcome.choices] == [4, 6]
    assert type_in(night, outcome.choices[1].text, cast.director).entry.name == "Bert Rowley"  # type: ignore[union-attr]


def test_the_highlighted_seat_takes_the_line_without_a_name(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "12/6 +3", cast.director, highlighted_seat=4)
    assert outcome.entry is not None
    assert outcome.entry.seat == 4
    assert outcome.next_seat == 5


def test_after_the_last_seat_the_bar_goes_back_to_the_first_still_out(cast: Cast, night: Event) -> None:
    assert type_in(night, "6 12/6 +3", cast.director).next_seat == 1


def test_the_last_card_is_told_what_the_others_leave(cast: Cast, night: Event) -> None:
    """27 games: the others hold 20 wins and net −56, so 7 wins and +56 are left."""
    for text in ("1 8/4 -20", "2 8/4 -20", "3 8/4 -16", "4 8/4 0", "5 8/4 0"):
        assert type_in(night, text, cast.director).forecast == ""
    outcome = type_in(night, "6 14/7 +74", cast.director)
    assert outcome.forecast == "The other five leave 7 wins and net +56 for Bert: this is 18 more."
    type_twice(night, "6 14/7 +56", cast.director)
    assert type_twice(night, "6 14/7 +50", cast.director).forecast.endswith("this is 6 less.")


# Games ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "winner", "loser", "margin", "points"),
    [
        ("1 33", "Margaret Ellis", "Bert Rowley", 33, 3),
        ("1 +33", "Margaret Ellis", "Bert Rowley", 33, 3),
        ("1 -33", "Bert Rowley", "Margaret Ellis", 33, 3),
        ("1 w", "Margaret Ellis", "Bert Rowley", None, 2),
        ("1 l", "Bert Rowley", "Margaret Ellis", None, 2),
        ("1 6 12", "Margaret Ellis", "Bert Rowley", 12, 2),
        ("t1 12", "Margaret Ellis", "Bert Rowley", 12, 2),
        ("4.1 12", "Margaret Ellis", None, 12, 2),
    ],
)
def test_a_game_is_entered_for_both_cards(
    cast: Cast, night: Event, text: str, winner: str, loser: str | None, margin: int | None, points: int
) -> None:
    outcome = type_in(night, text, cast.scorekeeper)
    assert outcome.kind == "saved", outcome.message
    game = outcome.game
    assert game is not None
    assert (game.winner, game.margin, game.points) == (winner, margin, points)
    assert loser in (None, game.loser)
    assert outcome.entry is not None
    assert outcome.other is not None
    assert outcome.entry.games == outcome.other.games == 1
    stored_game = Game.objects.get()
    assert stored_game.status == Game.Status.CONFIRMED
    assert stored_game.claims.count() == 2, "the word is the claim of both cards"
    assert all(side.ruled for side in stored_game.sides.all())
    assert Pairing.objects.get(match__games=stored_game).status == Pairing.Status.PLAYED
    lines = ledger_of(night)
    assert sorted(line[5] for line in lines) == [0, 1]
    assert {line[9] for line in lines} == ({None} if margin is None else {margin, -margin})


@pytest.mark.parametrize(
    ("margin", "skunk", "points"), [(1, 0, 2), (29, 0, 2), (32, 1, 3), (60, 1, 3), (61, 2, 3), (91, 3, 3), (121, 3, 3)]
)
def test_the_skunk_is_never_asked(cast: Cast, night: Event, margin: int, skunk: int, points: int) -> None:
    outcome = type_twice(night, f"1 {margin}", cast.director)
    assert outcome.game is not None
    assert (outcome.game.skunk, outcome.game.points, outcome.game.loser_hole) == (skunk, points, 121 - margin)


@pytest.mark.parametrize("margin", [30, 31, 61, 90, 121])
def test_an_unusual_margin_is_asked_once(cast: Cast, night: Event, margin: int) -> None:
    before = stored(night)
    assert type_in(night, f"1 {margin}", cast.director).kind == "ask"
    assert stored(night) == before
    assert type_in(night, f"1 {margin}", cast.director).kind == "saved"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("1 0", "spread_range", "1 to 121"),
        ("1 122", "spread_range", "1 to 121"),
        ("1 1 33", "opponent_self", "against itself"),
        ("1 7 33", "seat_unknown", "no seat 7"),
        ("10.1 33", "no_such_game", "no game 10"),
        ("t9 33", "no_open_game_at_table", "table 9"),
        ("1.t9 33", None, ""),
        ("1 w 88", "hole_not_recorded", "records the spread"),
        ("1", "result_missing", "result"),
    ],
)
def test_an_impossible_game_is_refused_with_the_sentence(
    cast: Cast, night: Event, text: str, code: str | None, says: str
) -> None:
    before = stored(night)
    outcome = type_in(night, text, cast.director)
    assert outcome.kind == "refused"
    if code is not None:
        assert outcome.code == code
        assert says in outcome.message
    assert stored(night) == before


def test_without_a_number_it_is_the_first_open_game_of_that_seat(cast: Cast, night: Event) -> None:
    numbers = [type_in(night, "1 5", cast.director).game.number for _ in range(9)]  # type: ignore[union-attr]
    assert numbers == list(range(1, 10))
    outcome = type_in(night, "1 5", cast.director)
    assert (outcome.kind, outcome.code) == ("refused", "no_open_game")
    assert "9.1 33" in outcome.message


def test_a_game_that_is_in_is_replaced_by_enter_twice(cast: Cast, night: Event) -> None:
    type_in(night, "1 5", cast.director)
    before = stored(night)
    asked = type_in(night, "1.6 8", cast.director)
    assert asked.kind == "ask"
    assert asked.old == "Margaret Ellis W +5, Bert Rowley L −5"
    assert asked.new == "Bert Rowley W +8, Margaret Ellis L −8"
    assert stored(night) == before
    outcome = type_in(night, "1.6 8", cast.director)
    assert outcome.kind == "saved"
    assert outcome.entry is not None
    assert outcome.entry.card == "2/1 +8"
    assert len(ledger_of(night)) == 2
    assert Claim.objects.count() == 4, "the old claims are kept"


def test_two_results_for_one_game_from_both_seats(cast: Cast, night: Event) -> None:
    type_in(night, "1.1 5", cast.director)
    assert type_in(night, "1.6 -5", cast.director).code == "game_as_before"
    assert type_in(night, "1.6 5", cast.director).kind == "ask"


def test_another_opponent_than_planned_is_asked_once_and_the_plan_follows(cast: Cast, night: Event) -> None:
    asked = type_in(night, "1.1 5 7", cast.director)
    assert (asked.kind, asked.code) == ("ask", "opponent_not_planned")
    assert "Bert Rowley, not Ada Quince" in asked.message
    outcome = type_in(night, "1.1 5 7", cast.director)
    assert outcome.kind == "saved", outcome.message
    assert outcome.game is not None
    assert outcome.game.loser == "Ada Quince"
    seats = {
        frozenset((pairing.a.seat, pairing.b.seat if pairing.b else None))
        for pairing in Pairing.objects.filter(round__stage__event=night, round__number=1)
    }
    assert seats == {frozenset((1, 5)), frozenset((3, 4)), frozenset((2, 6))}


def test_a_planned_game_out_of_turn_is_found_by_its_opponent(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "1 5 7", cast.director)  # planned for game 2
    assert outcome.kind == "saved"
    assert outcome.game is not None
    assert outcome.game.number == 2


def test_nobody_has_two_results_in_one_game(cast: Cast, night: Event) -> None:
    type_in(night, "1.2 7", cast.director)  # 2 has met 5 in game 1
    before = stored(night)
    outcome = type_twice(night, "1.1 5 7", cast.director)
    assert outcome.kind == "refused"
    assert "game 1" in outcome.message
    assert stored(night) == before


@pytest.mark.parametrize("text", ["1 np", "1 so"])
def test_a_game_that_was_not_played_is_no_longer_waited_for(cast: Cast, night: Event, text: str) -> None:
    outcome = type_in(night, text, cast.director)
    assert outcome.kind == "saved"
    assert Pairing.objects.get(round__stage__event=night, round__number=1, table=1).status == "notplayed"
    assert {one.seat: one.planned for one in type_in(night, "m", cast.director).missing}[1] == 8
    assert type_in(night, "1 5", cast.director).game.number == 2  # type: ignore[union-attr]
    assert type_in(night, "1.1 del", cast.director).code == "game_reopened"


def test_a_planned_sit_out_needs_no_line(cast: Cast) -> None:
    event = started(cast, 5)
    pairing = Pairing.objects.filter(round__stage__event=event, b__isnull=True).select_related("a", "round").first()
    assert pairing is not None
    outcome = type_in(event, f"{pairing.round.number}.{pairing.a.seat} so", cast.director)
    assert (outcome.kind, outcome.code) == ("info", "sit_out_planned")
    outcome = type_in(event, f"{pairing.round.number}.{pairing.a.seat} 5", cast.director)
    assert (outcome.kind, outcome.code) == ("refused", "sit_out_planned")


def test_a_game_is_awarded_once_a_player(cast: Cast, night: Event) -> None:
    """ACC rule 11.4: 2 / +10 against 0 / −10, once."""
    outcome = type_in(night, "1 aw", cast.director)
    assert outcome.kind == "saved"
    assert outcome.entry is not None
    assert outcome.other is not None
    assert (outcome.entry.card, outcome.other.card) == ("2/1 +10", "0/0 −10")
    assert Pairing.objects.get(match__games=Game.objects.get()).status == "awarded"
    before = stored(night)
    assert type_in(night, "1 aw", cast.director).code == "awarded_already"
    charged = type_in(night, "2 6 aw", cast.director)
    assert charged.code == "charged_already", charged.message
    assert stored(night) == before


def test_only_a_director_awards(cast: Cast, night: Event) -> None:
    before = stored(night)
    outcome = type_in(night, "1 aw", cast.scorekeeper)
    assert outcome.kind == "refused"
    assert "Only directors" in outcome.message
    assert stored(night) == before


def test_a_forfeit_is_a_win_without_spread(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "1 ff", cast.director)
    assert outcome.message.endswith("Bert Rowley has 2 points and no spread.")
    assert outcome.game is not None
    assert (outcome.game.winner, outcome.game.points, outcome.game.margin) == ("Bert Rowley", 2, None)
    assert sorted(line[9] for line in ledger_of(night)) == [0, 0]


def test_a_game_is_removed_and_its_pairing_is_open_again(cast: Cast, night: Event) -> None:
    type_in(night, "1 5", cast.director)
    assert type_in(night, "1.6 del", cast.director).kind == "saved"
    assert ledger_of(night) == []
    assert Pairing.objects.get(round__stage__event=night, round__number=1, table=1).status == "open"
    assert Claim.objects.filter(withdrawn=True).count() == 2
    assert type_in(night, "1 7", cast.director).game.number == 1  # type: ignore[union-attr]


def test_an_event_may_record_the_losers_hole(cast: Cast) -> None:
    event = started(cast, 6, record="hole")
    assert type_in(event, "1 w 88", cast.director).game.margin == 33  # type: ignore[union-attr]
    outcome = type_in(event, "1 l 100", cast.director)
    assert outcome.game is not None
    assert (outcome.game.loser, outcome.game.margin) == ("Margaret Ellis", 21)
    assert type_in(event, "1 w 121", cast.director).message == "The loser cannot have 121. Enter 120 or less."


def test_an_event_that_records_both_lets_them_check_each_other(cast: Cast) -> None:
    event = started(cast, 6, record="both")
    assert type_in(event, "1 33 88", cast.director).kind == "saved"
    assert type_in(event, "1 33 89", cast.director).code == "figures_disagree"


def test_every_limit_and_word_follows_a_target_of_61(cast: Cast) -> None:
    event = started(cast, 6, preset="short61")
    assert "1 to 61" in type_in(event, "1 62", cast.director).message
    assert type_in(event, "1 30", cast.director).kind == "ask"
    outcome = type_twice(event, "1 32", cast.director)
    assert outcome.game is not None
    assert (outcome.game.skunk, outcome.game.points, outcome.game.loser_hole) == (1, 3, 29)
    assert type_in(event, "2 12/6 +400 -3", cast.director).code == "plus_outside"


# When and who --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["member", "guest"])
def test_who_may_not_enter_changes_nothing(cast: Cast, night: Event, role: str) -> None:
    before = stored(night)
    with pytest.raises(Forbidden, match="forbidden"):
        type_in(night, "1 16/7 +74", cast.account(role))  # type: ignore[arg-type]
    assert stored(night) == before


def test_a_director_of_another_club_may_not_either(cast: Cast, night: Event) -> None:
    with pytest.raises(Forbidden):
        type_in(night, "1 16/7 +74", cast.other_director)
    type(cast.club).objects.update(public=False)
    night.refresh_from_db()
    night.club.refresh_from_db()
    with pytest.raises(Missing):
        type_in(night, "1 16/7 +74", cast.other_director)


def test_a_night_that_has_not_begun_takes_no_lines(cast: Cast) -> None:
    event = stories.night(cast, date=datetime.date(2027, 1, 7))
    stories.sign_in(event, cast, cast.players[:3])
    outcome = type_in(event, "marg 16/7 +74", cast.director)
    assert (outcome.kind, outcome.code) == ("refused", "night_not_started")


def test_a_published_night_takes_no_lines_but_still_answers(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    Event.objects.filter(pk=night.pk).update(status=Event.Status.PUBLISHED)
    before = stored(night)
    for text in ("1 12/6 +3", "1 del", "2 12", "u", "1 none"):
        outcome = type_in(night, text, cast.director)
        assert (outcome.kind, outcome.code) == ("refused", "night_published"), text
    assert type_in(night, "?1", cast.director).kind == "info"
    assert type_in(night, "m", cast.director).kind == "info"
    assert stored(night) == before


def test_a_line_of_another_night_reaches_only_its_own(cast: Cast, night: Event) -> None:
    other = started(cast, 4, name="Another night")
    type_in(other, "1 5", cast.director)
    line = DeskLine.objects.get(event=other)
    before = stored(other)
    with pytest.raises(Missing):
        desk.undo(event=night, by=cast.director, line_id=line.pk)
    assert stored(other) == before


def test_without_a_rotation_games_cannot_be_placed(cast: Cast) -> None:
    stage, _entries = stories.past(cast, ["Ann", "Bob", "Cy"])
    assert stage.event is not None
    outcome = type_in(stage.event, "a7 33", cast.director)
    assert outcome.code == "no_plan"
    assert type_in(stage.event, "7 33", cast.director).code == "seats_none"


# Sent twice ----------------------------------------------------------------------------------------------------------


def test_a_line_sent_twice_is_entered_once_and_answered_alike(cast: Cast, night: Event) -> None:
    token = uuid.uuid4()
    first = type_in(night, "1 33", cast.director, token=token)
    before = stored(night)
    again = type_in(night, "1 33", cast.director, token=token)
    assert stored(night) == before
    assert again.replayed
    assert (again.kind, again.message, again.entry, again.game) == (
        first.kind,
        first.message,
        first.entry,
        first.game,
    )


def test_a_token_with_another_line_is_refused(cast: Cast, night: Event) -> None:
    token = uuid.uuid4()
    type_in(night, "1 33", cast.director, token=token)
    before = stored(night)
    assert type_in(night, "1 34", cast.director, token=token).code == "token_reused"
    assert stored(night) == before


def test_a_question_sent_twice_is_still_a_question(cast: Cast, night: Event) -> None:
    token = uuid.uuid4()
    assert type_in(night, "1 31", cast.director, token=token).kind == "ask"
    assert type_in(night, "1 31", cast.director, token=token).kind == "ask"
    assert ledger_of(night) == []


def test_looking_stores_nothing(cast: Cast, night: Event) -> None:
    before = stored(night)
    outcome = desk.look(event=night, text="1 33", by=cast.director)
    assert outcome.message == "Margaret Ellis skunked Bert Rowley by 33 in game 1: 3 points."
    assert outcome.entry is not None
    assert outcome.entry.card == "3/1 +33"
    assert stored(night) == before
    assert not DeskLine.objects.exists()


def test_a_line_costs_the_same_on_a_small_and_a_large_night(cast: Cast) -> None:
    counts = []
    for size in (4, 14):
        event = started(cast, size, name=f"Night of {size}")
        for text in ("1 5", "2 7", "3 12/6 +3"):
            type_in(event, text, cast.director)
        with CaptureQueriesContext(connection) as game:
            assert type_in(event, "1 9", cast.director).kind == "saved"
        with CaptureQueriesContext(connection) as card:
            assert type_in(event, "4 12/6 +3", cast.director).kind == "saved"
        counts.append((len(game), len(card)))
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 60
