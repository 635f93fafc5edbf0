"""Whose word a line is: cards read one by one, cards that differ, rulings, and the second reading."""

import pytest

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events.models import Event, LedgerLine, Pairing
from games.matches.models import Claim, Game, Reading, Ruling
from games.matches.rulings import Proposal
from games.matches.selectors import board as boards
from games.matches.selectors import reviews
from games.matches.selectors.desk import desk_state
from games.matches.services import games, rulings, verify
from games.matches.values import Value
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in, type_twice

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a club night of six; seats 1 and 6 meet in game 1."""
    return started(cast, 6)


@pytest.fixture
def sanctioned(cast: Cast) -> Event:
    """Return a sanctioned night of six."""
    return started(cast, 6, mode="sanctioned")


def proposed(game: Game) -> Proposal:
    """Return what rule 12.2 says of the two cards of a game."""
    event = game.match.stage.event
    assert event is not None
    return reviews.of(boards.load(event)).games[game.pk].proposal


def first_game() -> Game:
    """Return the only game that was typed."""
    return Game.objects.get()


# Card mode -----------------------------------------------------------------------------------------------------------


def test_one_card_alone_waits_for_the_other(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "1 33", cast.director, "card")
    assert (outcome.kind, outcome.code) == ("saved", "claim_waits")
    assert "waits for the card of Bert Rowley" in outcome.message
    game = first_game()
    assert game.status == Game.Status.OPEN
    assert game.claims.count() == 1
    assert ledger_of(night) == []
    pairing = Pairing.objects.get(match__games=game)
    assert (pairing.status, pairing.claimed) == ("open", True)


@pytest.mark.parametrize(("other", "margin"), [("6 -33", 33), ("6 l", None)])
def test_two_cards_that_agree_confirm_the_game(cast: Cast, night: Event, other: str, margin: int | None) -> None:
    type_in(night, "1 33" if margin else "1 w", cast.director, "card")
    outcome = type_in(night, other, cast.scorekeeper, "card")
    assert (outcome.kind, outcome.code) == ("saved", "claim_agrees")
    assert first_game().status == Game.Status.CONFIRMED
    assert not any(side.ruled for side in first_game().sides.all())
    assert len(ledger_of(night)) == 2
    assert set(Claim.objects.values_list("source", flat=True)) == {"card"}


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        ("1 33", "6 -32", "the figure"),
        ("1 33", "6 33", "who won"),
        ("1 33", "6 l", "a figure one card does not give"),
        ("1 -20", "6 -20", "who won"),
    ],
)
def test_two_cards_that_differ_light_up_on_both(cast: Cast, night: Event, first: str, second: str, field: str) -> None:
    type_in(night, first, cast.director, "card")
    outcome = type_in(night, second, cast.director, "card")
    assert (outcome.kind, outcome.code) == ("saved", "claim_differs")
    assert any(field in note for note in outcome.notes)
    assert any("Ask the two" in note for note in outcome.notes)
    assert first_game().status == Game.Status.DISPUTED
    assert ledger_of(night) == []
    state = desk_state(night)
    look = next(look for look in state.needs_look if look.group == "cards")
    assert (look.seats, look.number) == ((1, 6), 1)
    assert {row.seat for row in state.rows if row.state == "look"} == {1, 6}
    assert {segment.seat for segment in state.segments if segment.state == "look"} == {1, 6}


def test_each_card_has_its_own_first_open_game(cast: Cast, night: Event) -> None:
    numbers = [type_in(night, "1 5", cast.director, "card").game.number for _ in range(9)]  # type: ignore[union-attr]
    assert numbers == list(range(1, 10))
    assert type_in(night, "6 -5", cast.director, "card").code == "claim_agrees"


def test_fixing_one_of_two_cards_settles_the_game(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director, "card")
    type_in(night, "6 -32", cast.director, "card")
    asked = type_in(night, "1.6 -33", cast.director, "card")
    assert (asked.kind, asked.code) == ("ask", "game_already_in")
    outcome = type_in(night, "1.6 -33", cast.director, "card")
    assert outcome.code == "claim_agrees"
    assert len(ledger_of(night)) == 2
    assert Claim.objects.count() == 3


def test_the_directors_word_settles_a_disputed_game(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director, "card")
    type_in(night, "6 -32", cast.director, "card")
    assert type_twice(night, "1.1 32", cast.director).kind == "saved"
    assert first_game().status == Game.Status.CONFIRMED


def test_the_directors_word_that_agrees_with_the_one_card_is_not_asked(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director, "card")
    outcome = type_in(night, "6 -33", cast.director)
    assert outcome.kind == "saved"
    assert first_game().status == Game.Status.CONFIRMED
    assert first_game().claims.filter(side__entry__seat=1).count() >= 1


def test_a_card_that_differs_from_the_directors_word_is_asked_and_lights_up(cast: Cast, night: Event) -> None:
    type_in(night, "1 33", cast.director)
    assert type_in(night, "1.1 32", cast.director, "card").kind == "ask"
    assert type_in(night, "1.1 32", cast.director, "card").code == "claim_differs"
    assert ledger_of(night) == []


def test_an_unconfirmed_claim_does_not_count(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "1 33", cast.director, "card")
    assert outcome.entry is not None
    assert outcome.entry.games == 0


# Rulings -------------------------------------------------------------------------------------------------------------


def dispute(cast: Cast, event: Event, first: str = "1 17", second: str = "6 -16") -> Game:
    """Type two cards that differ, and return the game."""
    type_twice(event, first, cast.director, "card")
    type_twice(event, second, cast.director, "card")
    return first_game()


def test_in_a_sanctioned_event_the_letter_that_would_apply_is_named(cast: Cast, sanctioned: Event) -> None:
    """Two cards are in, and ceil(2 / 4) is one: seat 1 alone qualifies, and W17 against L16 is case a."""
    type_in(sanctioned, "1 17", cast.director, "card")
    outcome = type_in(sanctioned, "6 -16", cast.director, "card")
    assert any("Rule 12.2 a" in note for note in outcome.notes)
    assert not any("Ask the two" in note for note in outcome.notes)
    look = next(look for look in desk_state(sanctioned).needs_look if look.group == "cards")
    assert look.letter == "a"


def test_what_the_rule_proposes_can_be_ruled_as_it_is(cast: Cast, sanctioned: Event) -> None:
    game = dispute(cast, sanctioned)
    proposal = proposed(game)
    assert (proposal.letter, proposal.first, proposal.second) == (
        "a",
        Value(True, 2, plus=16),
        Value(False, 0, minus=16),
    )
    entries = [side.side.entry_id for side in game.sides.order_by("side__index")]
    ruled = rulings.rule(
        game=game,
        values=dict(zip(entries, (proposal.first, proposal.second), strict=True)),
        letter=proposal.letter,
        by=cast.director,
    )
    assert ruled.status == Game.Status.CONFIRMED
    assert Claim.objects.filter(points=2, plus=17).exists(), "the originals stay"
    assert {line[9] for line in ledger_of(sanctioned)} == {16, -16}


def test_two_ruled_values_may_differ_and_the_audit_knows_why(cast: Cast, sanctioned: Event) -> None:
    game = dispute(cast, sanctioned)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    rulings.rule(
        game=game,
        values={one: Value(True, 2, plus=16), two: Value(False, 0, minus=17)},
        letter="b",
        by=cast.director,
    )
    assert sum(line[9] for line in ledger_of(sanctioned)) == -1
    assert set(LedgerLine.objects.values_list("explained", flat=True)) == {"ruling"}
    assert sum(Ruling.objects.values_list("imbalance_net", flat=True)) == -1
    state = desk_state(sanctioned)
    assert [(item.kind, item.net) for item in state.audit.explained] == [("ruling", -1)]
    assert not state.audit.problems


def test_both_may_lose(cast: Cast, sanctioned: Event) -> None:
    game = dispute(cast, sanctioned, "1 16", "6 16")
    proposal = proposed(game)
    assert proposal.letter == "e"
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    rulings.rule(game=game, values={one: proposal.first, two: proposal.second}, letter="e", by=cast.director)
    assert [line[5] for line in ledger_of(sanctioned)] == [0, 0]
    assert not desk_state(sanctioned).audit.problems


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"letter": "z"}, "ruling_letter"),
        ({"reason": "asked both"}, "ruling_asks_players"),
        ({"letter": "b", "drop": True}, "ruling_needs_both"),
        ({"letter": "b", "points": 9}, "ruling_value"),
        ({"letter": "b", "margin": 122}, "margin_outside"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(cast: Cast, sanctioned: Event, given: dict[str, object], code: str) -> None:
    game = dispute(cast, sanctioned)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    margin = int(given.get("margin", 16))  # type: ignore[call-overload]
    points = int(given.get("points", 2))  # type: ignore[call-overload]
    values = {one: Value(True, points, plus=margin), two: Value(False, 0, minus=16)}
    if given.get("drop"):
        del values[two]
    with pytest.raises(Invalid) as refused:
        rulings.rule(
            game=game,
            values=values,
            letter=str(given.get("letter", "")),
            reason=str(given.get("reason", "")),
            by=cast.director,
        )
    assert refused.value.code == code
    assert not Ruling.objects.exists()
    assert ledger_of(sanctioned) == []


def test_a_club_ruling_needs_a_reason(cast: Cast, night: Event) -> None:
    game = dispute(cast, night)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    values = {one: Value(True, 2, plus=17), two: Value(False, 0, minus=17)}
    with pytest.raises(Invalid, match="reason_missing"):
        rulings.rule(game=game, values=values, by=cast.director)
    rulings.rule(game=game, values=values, reason="Bert saw 104 on the board", by=cast.director)
    assert len(ledger_of(night)) == 2


def test_only_directors_rule(cast: Cast, night: Event) -> None:
    game = dispute(cast, night)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    values = {one: Value(True, 2, plus=17), two: Value(False, 0, minus=17)}
    with pytest.raises(Forbidden):
        rulings.rule(game=game, values=values, reason="because", by=cast.scorekeeper)
    assert not Ruling.objects.exists()


def test_a_ruled_game_is_not_changed_by_a_scorekeeper(cast: Cast, night: Event) -> None:
    game = dispute(cast, night)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    values = {one: Value(True, 2, plus=17), two: Value(False, 0, minus=17)}
    rulings.rule(game=game, values=values, reason="asked both", by=cast.director)
    before = ledger_of(night)
    for mode, text in (("game", "1.1 5"), ("card", "1.1 5"), ("game", "1.1 del")):
        outcome = type_in(night, text, cast.scorekeeper, mode)
        assert (outcome.kind, outcome.code) == ("refused", "claim_against_ruling"), text
    assert ledger_of(night) == before
    assert type_twice(night, "1.1 5", cast.director).kind == "saved"


def test_taking_back_the_word_over_a_ruling_brings_the_ruling_back(cast: Cast, night: Event) -> None:
    game = dispute(cast, night)
    one, two = (side.side.entry_id for side in game.sides.order_by("side__index"))
    rulings.rule(
        game=game,
        values={one: Value(True, 2, plus=16), two: Value(False, 0, minus=17)},
        reason="asked both",
        by=cast.director,
    )
    before = ledger_of(night)
    type_twice(night, "1.1 5", cast.director)
    assert ledger_of(night) != before
    assert type_in(night, "u", cast.director).kind == "undone"
    assert ledger_of(night) == before


# One-sided games -----------------------------------------------------------------------------------------------------


def test_a_game_that_counts_for_one_posts_that_line_only(cast: Cast, night: Event) -> None:
    pairing = Pairing.objects.get(round__stage__event=night, round__number=1, table=1)
    pairing.counts_for = pairing.b
    pairing.save()
    assert pairing.b is not None
    type_in(night, "1 33", cast.director)
    line = LedgerLine.objects.get(stage__event=night)
    assert (line.entry_id, line.explained, line.net) == (pairing.b_id, "one_sided", -33)
    assert {item.kind for item in desk_state(night).audit.explained} == {"one_sided"}


# Services for the other ways in --------------------------------------------------------------------------------------


def test_a_report_over_a_stale_version_shows_both_values(cast: Cast, night: Event) -> None:
    pairing = Pairing.objects.select_related("round__stage__event__club", "a", "b").get(
        round__stage__event=night, round__number=1, table=1
    )
    game = games.report(
        pairing=pairing, winner=pairing.a, margin=33, by=cast.director, source="api", expected_version=0
    )
    assert game.version == 1
    with pytest.raises(Conflict) as refused:
        games.report(pairing=pairing, winner=pairing.a, margin=32, by=cast.owner, expected_version=0)
    assert refused.value.code == "game_moved_on"
    assert "+33" in refused.value.message
    assert "+32" in refused.value.message
    assert "Tom Holt" in refused.value.message
    games.report(pairing=pairing, winner=pairing.a, margin=32, by=cast.owner, expected_version=1)
    assert {line[9] for line in ledger_of(night)} == {32, -32}


def test_a_claim_keeps_the_columns_as_written(cast: Cast, sanctioned: Event) -> None:
    """Rule 12.2 f: a win in the minus column."""
    pairing = Pairing.objects.select_related("round__stage__event__club", "a", "b").get(
        round__stage__event=sanctioned, round__number=1, table=1
    )
    assert pairing.b is not None
    games.claim(pairing=pairing, entry=pairing.a, won=True, minus=16, by=cast.director)
    game = games.claim(pairing=pairing, entry=pairing.b, won=False, minus=16, by=cast.director)
    assert game.status == Game.Status.DISPUTED
    proposal = proposed(game)
    assert (proposal.letter, proposal.first) == ("f", Value(True, 2, plus=16))


def test_an_award_needs_a_reason(cast: Cast, night: Event) -> None:
    pairing = Pairing.objects.select_related("round__stage__event__club", "a", "b").get(
        round__stage__event=night, round__number=1, table=1
    )
    with pytest.raises(Invalid, match="reason_missing"):
        games.award(pairing=pairing, entry=pairing.a, reason=" ", by=cast.director)
    games.award(pairing=pairing, entry=pairing.a, reason="late after lunch", by=cast.director)
    assert sorted(line[9] for line in ledger_of(night)) == [-10, 10]


# Verify --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stands", "read", "differs"),
    [
        ("1 16/7 +74", "1 16/7 +74", None),
        ("1 16/7 +74", "1 16/7", None),
        ("1 16/7 +74", "1 16/7 +47", "net"),
        ("1 16/7 +74", "1 12/6 +74", "points, games won"),
        ("1.1 33", "1.1 33", None),
        ("1.1 33", "1.1 w", None),
        ("1.1 33", "1.1 32", "spread"),
        ("1.1 33", "1.1 -33", "who won"),
        ("1.1 33", "1.6 -33", None),
    ],
)
def test_a_second_reading_is_compared_and_changes_nothing(
    cast: Cast, night: Event, stands: str, read: str, differs: str | None
) -> None:
    type_twice(night, stands, cast.director)
    before = ledger_of(night)
    outcome = type_in(night, read, cast.scorekeeper, "verify")
    assert outcome.kind == "info"
    assert outcome.code == ("reading_differs" if differs else "reading_agrees")
    assert not differs or any(differs in note for note in outcome.notes)
    assert ledger_of(night) == before
    assert Reading.objects.get().agrees == (differs is None)


def test_a_verify_pass_walks_through_the_games_of_a_seat(cast: Cast, night: Event) -> None:
    for margin in (5, 6, 7):
        type_in(night, f"1 {margin}", cast.director)
    numbers = [type_in(night, f"1 {margin}", cast.director, "verify").game.number for margin in (5, 9, 7)]  # type: ignore[union-attr]
    assert numbers == [1, 2, 3]
    assert type_in(night, "1 7", cast.director, "verify").code == "no_open_game"


@pytest.mark.parametrize("text", ["1 del", "1 none", "1 aw", "1 np", "1 out 3"])
def test_verify_takes_results_only(cast: Cast, night: Event, text: str) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    type_in(night, "1 3", cast.director)
    before = ledger_of(night)
    assert type_in(night, text, cast.director, "verify").kind == "refused"
    assert ledger_of(night) == before


def test_nothing_in_cannot_be_compared(cast: Cast, night: Event) -> None:
    assert verify.read(event=night, text="1 16/7 +74", by=cast.director).code == "reading_alone"
    assert verify.read(event=night, text="1.1 33", by=cast.director).code == "reading_alone"


def test_a_compared_card_is_no_longer_named_as_not_compared(cast: Cast, night: Event) -> None:
    type_in(night, "1 16/7 +74", cast.director)
    type_in(night, "1 16/7 +74", cast.director, "verify")
    assert {row.seat for row in desk_state(night).rows if row.compared} == {1}
    type_twice(night, "1 12/6 +40", cast.director)
    assert not any(row.compared for row in desk_state(night).rows), "a corrected card has to be read again"
