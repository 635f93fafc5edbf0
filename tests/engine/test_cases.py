"""Every row of the case files, through the real scorer and the real state machine."""

from typing import Any

import pytest

from engine import cutting, outcome, pegging, play, scoring
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import PACK, card, cards
from engine.errors import IllegalAction
from engine.events import CountEnded, Event, Played, SaidGo, Scored, Won
from engine.rules import Rules
from engine.scoring import Kind
from engine.state import Phase, State
from tests.data import nights, play_cases
from tests.engine.positions import led, placed

KINDS: dict[str, Kind] = {"fifteens": "fifteen", "pairs": "pair", "runs": "run", "flush": "flush", "nobs": "nobs"}
PLAY = {"play", "go", "last"}


def by_id(row: dict[str, Any]) -> str:
    return str(row["id"])


@pytest.mark.parametrize("row", play_cases.rows("hands") + play_cases.rule_pages("hand"), ids=by_id)
def test_hands(row: dict[str, Any]) -> None:
    kept, starter = play_cases.hand_of(row["cards"])
    score = scoring.hand(kept, starter, crib=row["is_crib"])
    assert {name: score.of(kind) for name, kind in KINDS.items()} == row["breakdown"]
    assert score.total == row["expected"]


@pytest.mark.parametrize("row", play_cases.rows("hands") + play_cases.rule_pages("hand"), ids=by_id)
def test_hands_by_table(row: dict[str, Any]) -> None:
    kept, starter = play_cases.hand_of(row["cards"])
    assert scoring.total(kept, starter, crib=row["is_crib"]) == row["expected"]


@pytest.mark.parametrize("row", play_cases.counts(), ids=by_id)
def test_counts(row: dict[str, Any]) -> None:
    pile = cards(" ".join(one["card"] for one in row["plays"]))
    for size, expected in enumerate(row["plays"], 1):
        score = pegging.last(pile[:size])
        assert (score.count, score.points) == (expected["count"], expected["points"])
        assert {peg.why: peg.points for peg in score.pegs} == expected["why"]


@pytest.mark.parametrize("row", play_cases.counts(), ids=by_id)
def test_counts_by_points_alone(row: dict[str, Any]) -> None:
    pile = cards(" ".join(one["card"] for one in row["plays"]))
    earned = [pegging.points(pile[:size], one["count"]) for size, one in enumerate(row["plays"], 1)]
    assert earned == [one["points"] for one in row["plays"]]


@pytest.mark.parametrize("manual", [False, True], ids=["counted", "manual"])
@pytest.mark.parametrize("row", play_cases.whole_plays(), ids=by_id)
def test_whole_plays(row: dict[str, Any], manual: bool) -> None:
    rules = Rules(row["players"], five_card=row["single_count"], manual=manual)
    state = led(rules, [" ".join(hand) for hand in row["hands"]], leader=row["leader"])
    assert state.turn == row["leader"]
    totals = [0] * rules.seats
    for number, expected in enumerate(row["plays"], 1):
        assert state.turn == expected["seat"]
        step = play.apply(state, Play(expected["seat"], card(expected["card"])))
        state = step.state
        assert_card(expected, step.events)
        for event in of_play(step.events):
            totals[event.seat] += event.points
        assert (state.phase is Phase.PLAY) == (number < len(row["plays"]))
    assert totals == row["totals"]
    assert row["next_turn"] is None


def assert_card(expected: dict[str, Any], events: tuple[Event, ...]) -> None:
    """Compare everything a row says of one card."""
    assert [one.count for one in events if isinstance(one, Played)] == [expected["count"]]
    why: dict[str, int] = {}
    for event in of_play(events):
        if event.why == "play":
            why |= {peg.why: peg.points for peg in event.because}
            assert sum(peg.points for peg in event.because) == event.points
        else:
            why[event.why] = event.points
    assert why == expected["why"]
    assert sum(event.points for event in of_play(events)) == expected["points"]
    assert [one.seat for one in events if isinstance(one, SaidGo)] == expected["gos"]
    ended = [one.why for one in events if isinstance(one, CountEnded)]
    assert ended == ([expected["end"]] if expected["end"] else [])


def of_play(events: tuple[Event, ...]) -> list[Scored]:
    return [one for one in events if isinstance(one, Scored) and one.why in PLAY]


@pytest.mark.parametrize("manual", [False, True], ids=["counted", "manual"])
@pytest.mark.parametrize("row", play_cases.endings(), ids=by_id)
def test_endings(row: dict[str, Any], manual: bool) -> None:
    rules = Rules(row["players"], row["target"], manual=manual)
    hands = [" ".join(hand) for hand in row["hands"]]
    state = placed(rules, hands, crib=" ".join(row["crib"]), dealer=row["dealer"], scores=row["scores"])
    raw = list(row["scores"])
    scored: list[list[Any]] = []
    waiting: list[Action] = [Cut(card(row["starter"])), *(Play(seat, card(one)) for seat, one in row["plays"])]
    while state.phase is not Phase.OVER:
        action = waiting.pop(0) if state.phase in (Phase.CUT, Phase.PLAY) else play.legal_actions(state)[-1]
        step = play.apply(state, action)
        state = step.state
        for event in step.events:
            if isinstance(event, Scored) and event.points:
                laid = f" {row_text(action)}" if isinstance(action, Play) and event.why == "play" else ""
                scored.append([event.seat, event.points, event.why + laid])
                raw[event.side] += event.points
                assert event.score == min(raw[event.side], rules.target)
    assert scored == row["scoring_events"]
    assert raw == row["final_raw"]
    assert list(state.scores) == row["final_shown"]
    assert state.winner == row["winner"]
    assert_nothing_after(state, step.events, [*waiting, *later(rules)])


def row_text(action: Play) -> str:
    """Write the card as the case files do."""
    return str(action.card).upper()


def later(rules: Rules) -> list[Action]:
    """List an action of each kind, for when none may be done."""
    seats = range(rules.seats)
    pack = tuple(PACK[seat * rules.cards_dealt : (seat + 1) * rules.cards_dealt] for seat in seats)
    each: list[Action] = [one for seat in seats for one in (Count(seat, 0), Muggins(seat, 0), Discard(seat, ()))]
    return [*each, Deal(pack, PACK[51 : 51 + rules.cards_extra]), Cut(PACK[51])]


def assert_nothing_after(state: State, events: tuple[Event, ...], actions: list[Action]) -> None:
    """Nothing follows the event that went out: no event, no action, no seat that is waited for."""
    won = events[-1]
    assert isinstance(won, Won)
    assert (won.side, won.scores) == (state.winner, state.scores)
    assert isinstance(events[-2], Scored)
    assert events[-2].score == state.rules.target
    assert (state.waiting_for(), play.legal_actions(state)) == ((), ())
    for action in actions:
        with pytest.raises(IllegalAction, match="game_over"):
            play.apply(state, action)


@pytest.mark.parametrize("row", play_cases.checks(), ids=by_id)
def test_bugs_others_have_had(row: dict[str, Any]) -> None:
    check = row["check"]
    if "hand" in check:
        kept, starter = play_cases.hand_of(check["hand"])
        score = scoring.hand(kept, starter, crib=check["crib"])
        got = {name: score.of(kind) for name, kind in KINDS.items()} | {"total": score.total}
        assert got == check["full"]
        assert all(check[name] == points for name, points in got.items() if name in check)
        assert scoring.total(kept, starter, crib=check["crib"]) == score.total
    elif "pile" in check:
        assert_pile(check)
    else:
        target, loser, level = check["skunk"]
        assert outcome.outcome(target, loser_hole=loser).level == level


@pytest.mark.parametrize("row", play_cases.rule_pages("pile"), ids=by_id)
def test_piles_of_the_rule_pages(row: dict[str, Any]) -> None:
    assert_pile(row)


def assert_pile(row: dict[str, Any]) -> None:
    pile = cards(row["pile"])
    assert [pegging.last(pile[:size]).points for size in range(1, len(pile) + 1)] == row["points"]


@pytest.mark.parametrize("row", play_cases.rule_pages("skunk"), ids=by_id)
def test_skunks_of_the_rule_pages(row: dict[str, Any]) -> None:
    level = outcome.outcome(row["target"], loser_hole=row["loser"]).level
    assert level.name.lower() == row["level"]


@pytest.mark.parametrize("row", play_cases.rule_pages("play"), ids=by_id)
def test_plays_of_the_rule_pages(row: dict[str, Any]) -> None:
    dealt = Deal(tuple(cards(" ".join(hand)) for hand in row["dealt"]))
    state = play.apply(play.start(Rules(row["players"]), row["dealer"]), dealt).state
    for seat, thrown in enumerate(row["throws"]):
        state = play.apply(state, Discard(seat, cards(" ".join(thrown)))).state
    state = play.apply(state, Cut(card(row["starter"]))).state
    assert state.turn == row["leader"]
    totals = [0] * row["players"]
    for expected in row["plays"]:
        step = play.apply(state, Play(expected["seat"], card(expected["card"])))
        state = step.state
        assert_card({"gos": [one.seat for one in step.events if isinstance(one, SaidGo)], **expected}, step.events)
        for event in of_play(step.events):
            totals[event.seat] += event.points
    assert totals == row["totals"]
    assert list(state.scores) == row["deal_scores"]


@pytest.mark.parametrize("row", nights.rows("skunk"), ids=lambda row: f"{row['target']}-{row['loser']}")
def test_skunk_lines(row: dict[str, Any]) -> None:
    assert outcome.outcome(row["target"], loser_hole=row["loser"]).level == row["level"]


@pytest.mark.parametrize("row", nights.rows("cut"), ids=lambda row: "-".join(row["cuts"]))
def test_cuts_for_deal(row: dict[str, Any]) -> None:
    cuts = dict(enumerate(cards(" ".join(row["cuts"]))))
    found = cutting.cut_for_deal(Rules(len(cuts)), cuts)
    assert (found.dealer, list(found.again)) == (row["dealer"], row["tied"])
    if row["tied"]:
        everybody = cutting.cut_for_deal(Rules(len(cuts), recut="all"), cuts)
        assert everybody.again == tuple(range(len(cuts)))


def test_every_row_of_every_file_is_run() -> None:
    assert {row["kind"] for row in play_cases.rows("rulepage_cases")} == {"hand", "pile", "play", "skunk"}
    assert {row["kind"] for row in play_cases.rows("misc")} == {"cut", "skunk"}
    assert {row["scope"] for row in play_cases.rows("pegging")} == {"count", "full"}
    kinds = [{"hand", "pile", "skunk"} & set(row["check"]) for row in play_cases.checks()]
    assert all(len(kind) == 1 for kind in kinds)
