import re
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import play, records, replay
from engine.actions import Count, Deal, Discard, Muggins, Play
from engine.cards import cards
from engine.errors import EngineError, IllegalAction, NotationError
from engine.events import Discarded, Scored
from engine.records import Record
from engine.rules import Rules
from engine.state import Phase, State
from tests.engine import random_games
from tests.engine.random_games import Game

RECORDS = Path(__file__).parents[1] / "data" / "records"
GOOD = sorted(RECORDS.glob("*.cgr"))
BROKEN = sorted((RECORDS / "broken").glob("*.cgr"))
EXAMPLE = (RECORDS / "example.cgr").read_text()
SHOW = "3d3s5h7sTsKd/5c7dTdJcQdKh 3dTs/5cQd Jh 07s1Jc03s1Kh05h17d0Kd1Td"


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_corpus_replays(path: Path) -> None:
    record = records.load(path.read_text())
    game = replay.run(record)
    assert game.error is None
    assert game.deals == len(record.deals)
    assert len(game.happened) == len(game.actions) == max(len(game.states) - 1, 0)
    if record.result is not None:
        assert game.scores == record.result


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_record_gives_its_first_error_and_what_was_good(path: Path) -> None:
    """The first line of each says what is wrong with it: class, code, deal, column and the actions before it."""
    text = path.read_text()
    said = text.partition("\n")[0].removeprefix("# ")
    good: int | None = None
    try:
        game = replay.read(text)
    except NotationError as error:
        found: NotationError | None = error
    else:
        found, good = game.error, len(game.actions)
    assert f"{type(found).__name__} {found.code} deal={found.deal} column={found.column} good={good}" == said
    assert found.data["column"] == found.column
    assert found.data["deal"] == found.deal


def test_every_kind_of_error_is_in_the_corpus() -> None:
    kinds = {path.read_text().split()[1] for path in BROKEN}
    assert kinds == {"Unreadable", "IllegalHere", "ResultDoesNotFollow"}


def test_the_example_of_the_notation() -> None:
    game = replay.read(EXAMPLE)
    assert (game.result, game.winner, game.deals) == ("21,31", 1, 3)
    assert game.state.phase is Phase.OVER
    assert [(event.seat, event.why, event.points) for event in game.events if isinstance(event, Scored)][:5] == [
        (1, "heels", 2),
        (1, "go", 1),
        (0, "go", 1),
        (1, "last", 1),
        (0, "hand", 6),
    ]


@given(random_games.games)
@settings(max_examples=50, deadline=None)
def test_a_game_written_down_and_read_again_is_the_same_game(game: Game) -> None:
    record = replay.record_of(game.rules, game.first_dealer, game.actions)
    text = records.write(record)
    again = replay.read(text)
    assert again.error is None
    assert again.record == record
    assert records.write(again.record) == text
    assert _in_order(again.happened) == _in_order(game.happened)
    assert _settled(again.states) == _settled(game.states)
    assert again.state == game.states[-1]
    assert replay.record_of(game.rules, game.first_dealer, again.actions) == record
    assert (record.result is None) == (game.states[-1].phase is not Phase.OVER)
    assert again.winner == game.states[-1].winner


def _in_order(happened: tuple[tuple[object, ...], ...]) -> list[object]:
    """Put the throws of a deal in the order of the seats: a record does not keep another."""
    found: list[object] = []
    throws: list[Discarded] = []
    for event in (one for some in happened for one in some):
        if isinstance(event, Discarded):
            throws.append(event)
            continue
        found += [*sorted(throws, key=lambda throw: throw.seat), event]
        throws = []
    return found + sorted(throws, key=lambda throw: throw.seat)


def _settled(states: tuple[State, ...]) -> list[State]:
    return [state for state in states if state.phase is not Phase.DISCARD]


@given(random_games.games, st.data())
@settings(max_examples=50, deadline=None)
def test_a_record_with_letters_changed_keeps_what_was_good_before(game: Game, data: st.DataObject) -> None:
    record = replay.record_of(game.rules, game.first_dealer, game.actions)
    if not record.deals:
        return
    number = data.draw(st.integers(0, len(record.deals) - 1))
    letters = list(record.deals[number])
    at = data.draw(st.integers(0, len(letters) - 1))
    letters[at] = data.draw(st.sampled_from([*"0123456789cdhsATJQK-/=!()+,? ", "", letters[at] * 2, "é"]))
    deals = (*record.deals[:number], "".join(letters), *record.deals[number + 1 :])
    whole = replay.run(record)
    again = replay.run(replace(record, deals=deals))
    assert again.deals >= number
    if again.error is not None and again.error.deal is not None:
        assert again.error.deal > number
        assert 1 <= again.error.column <= len(deals[again.error.deal - 1]) + 1
    upto = next((at for at, state in enumerate(whole.states) if state.deal > number and state.phase is Phase.DEAL), 0)
    assert again.states[:upto] == whole.states[:upto]
    _check_states(again)


def _check_states(game: replay.Replay) -> None:
    state = game.states[0]
    for action, after in zip(game.actions, game.states[1:], strict=True):
        state = play.apply(state, action).state
        assert state == after


def test_an_error_in_the_deals_keeps_the_game_up_to_it() -> None:
    game = replay.read(EXAMPLE.replace("03h13d", "03h18d"))
    assert (game.error.code, game.error.deal, game.error.column) == ("over_31", 2, 52)
    assert game.error.data["count"] == 36
    assert (game.result, game.winner, game.deals) == ("7,15", None, 2)
    assert game.state.count == 28


def test_muggins_in_the_play_is_asked_of_each_opponent_in_turn() -> None:
    rules = Rules(seats=4, target=61, manual=True, muggins=True)
    deal = "5c6c7c8c9c/TcTdKcKdKs/2d2h2s3c5d/AcAdAhAs3d 9c/Ks/3c/3d 4c 1Tc25d(0!30!12)3Ac"
    game = replay.run(Record(rules, 0, deals=(deal,)))
    assert game.error is None
    assert game.actions[-4:] == (
        Play(2, cards("5d")[0], claim=0),
        Muggins(3, 0),
        Muggins(1, 2),
        Play(3, cards("Ac")[0]),
    )
    assert game.scores == (0, 2)
    assert replay.record_of(rules, 0, game.actions).deals == (deal,)


def test_claims_of_the_show_stand_in_the_order_they_were_made() -> None:
    rules = Rules(target=61, manual=True, muggins=True)
    game = replay.run(Record(rules, 1, deals=(SHOW + " 0=0,1=2,1=1",)))
    assert game.error is None
    assert game.actions[-3:] == (Count(0, 0), Muggins(1, 2), Count(1, 1))
    assert replay.record_of(rules, 1, game.actions).deals == game.record.deals


def test_the_records_of_the_documentation_are_good() -> None:
    document = (RECORDS.parents[2] / "docs" / "notation.md").read_text()
    assert textwrap.indent(EXAMPLE, "    ") in document
    rules = Rules(target=31, manual=True, muggins=True)
    (show,) = re.findall(r"^    … (Jh .*)$", document, re.MULTILINE)
    game = replay.run(Record(rules, 1, deals=(SHOW.partition(" Jh")[0] + " " + show,)))
    assert (game.error, game.state.phase, game.scores) == (None, Phase.DEAL, (5, 16))
    (play_of_it,) = re.findall(r"`(05h1Jc.*?)`", document)
    game = replay.run(Record(rules, 1, deals=(SHOW.partition(" 07s")[0] + " " + play_of_it,)))
    assert (game.error, game.scores) == (None, (2, 2))


def test_a_full_claim_may_be_written_and_is_left_out_when_written_again() -> None:
    rules = Rules(target=61, manual=True)
    deal = "3d3s5h7sTsKd/5c7dTdJcQdKh 3dTs/5cQd Jh 05h1Jc(2)"
    game = replay.run(Record(rules, 1, deals=(deal,)))
    assert game.scores == (0, 4)
    assert replay.record_of(rules, 1, game.actions).deals == (deal.removesuffix("(2)"),)


def test_seats_throw_in_any_order_and_a_record_may_stop_there() -> None:
    deal = Deal((cards("3d3s5h7sTsKd"), cards("5c7dTdJcQdKh")))
    record = replay.record_of(Rules(), 1, [deal, Discard(1, cards("Qd5c"))])
    game = replay.run(record)
    assert game.error is None
    assert game.state.waiting_for() == (0,)


def test_a_game_that_was_resigned_has_its_scores_as_result() -> None:
    actions = replay.read(EXAMPLE).actions[:20]
    record = replay.record_of(Rules(target=31), 1, actions, ended="resigned")
    assert record.result == (7, 15)
    game = replay.run(record)
    assert (game.error, game.winner) == (None, None)
    assert game.scores == record.result


def test_record_of_refuses_what_was_never_allowed() -> None:
    with pytest.raises(IllegalAction):
        replay.record_of(Rules(), 0, [Play(0, cards("5h")[0])])


def test_a_game_over_the_board_has_its_claimed_result_and_no_position() -> None:
    game = replay.read((RECORDS / "over_the_board.cgr").read_text())
    assert (game.state, game.states, game.events, game.deals) == (None, (), (), 0)
    assert (game.result, game.winner) == ("121,97", 0)
    assert replay.run(Record(Rules(), 1)).result is None
    assert replay.run(Record(Rules(), 1)).state == play.start(Rules(), 1)


def test_a_game_over_the_board_may_have_been_resigned() -> None:
    game = replay.run(Record(Rules(), 0, result=(60, 97), ended="resigned"))
    assert (game.error, game.winner, game.result) == (None, None, "60,97")


def test_a_result_that_is_wrong_is_not_the_result() -> None:
    game = replay.read(EXAMPLE.replace("21,31", "22,31"))
    assert (game.error.code, game.result, game.winner) == ("result_wrong", "21,31", 1)
    claimed = replay.run(Record(Rules(), None, result=(121, 121)))
    assert (claimed.error.code, claimed.result, claimed.winner) == ("result_wrong", None, None)


def test_an_error_of_a_replay_holds_no_frames() -> None:
    game = replay.read(EXAMPLE.replace("03h13d", "03h18d"))
    assert isinstance(game.error, EngineError)
    assert game.error.__traceback__ is None
