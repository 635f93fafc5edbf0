"""The machine and a second referee that shares no code with it agree about every card of thousands of deals."""

import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine import Phase, Rules, State, pegging, play, scoring
from engine.actions import Action, Cut, Deal, Discard, Play
from engine.cards import PACK, Card
from engine.events import SaidGo
from tests.engine import referee as second
from tests.engine.games import KINDS, Turn, awards, played
from tests.engine.referee import Award, Table, count, peg

NO_END = 10**9


def words(cards: Iterable[Card]) -> list[str]:
    """Write cards the referee's way."""
    return [str(one) for one in cards]


class Watch:
    """Let the referee look on at a game, and object at once.

    `due`: what the referee pegged and the machine has not yet: with manual counting it comes when it is counted. The
    scores then depend on what is claimed, so neither they nor the end are compared.
    """

    def __init__(self, first: State) -> None:
        rules = first.rules
        self.table = Table(rules.seats, NO_END if rules.manual else rules.target, first.dealer, rules.five_card)
        self.due: list[Award] = []

    def look(self, turn: Turn) -> None:
        """Compare one action."""
        state, action, step = turn
        self.due += self.ruled(state, action)
        for award in awards(step):
            assert award == (self.due.pop(0) if self.due else None)
        if not state.rules.manual:
            assert self.due == []
            assert tuple(self.table.scores.values()) == step.state.scores
            assert self.table.winner == step.state.winner
        if step.state.phase is Phase.PLAY:
            assert (self.table.turn, self.table.pile) == (step.state.turn, words(one.card for one in step.state.pile))
            assert [sorted(hand) for hand in self.table.hands] == [sorted(words(hand)) for hand in step.state.hands]
            if isinstance(action, Play):
                assert self.table.gos == [event.seat for event in step.events if isinstance(event, SaidGo)]

    def ruled(self, state: State, action: Action) -> list[Award]:
        """Return what the referee says of the action."""
        table = self.table
        match action:
            case Deal(hands=hands, extra=extra):
                assert (table.dealer, self.due) == (state.dealer, [])
                return table.deal([words(hand) for hand in hands], words(extra))
            case Discard(seat=seat, cards=thrown):
                table.throw(seat, words(thrown))
            case Cut(card=card):
                return table.cut(str(card))
            case Play(seat=seat, card=card):
                assert table.turn == seat
                legal = [one.card for one in play.legal_actions(state) if isinstance(one, Play)]
                assert sorted(table.may()) == sorted(words(legal))
                return table.lay(str(card))
        return []


def watch(rules: Rules, rng: random.Random) -> int:
    """Let both run one game; return how many deals there were."""
    referee: Watch | None = None
    deals = 0
    for turn in played(rules, rng):
        referee = referee or Watch(turn.before)
        referee.look(turn)
        deals += isinstance(turn.action, Deal)
    return deals


@pytest.mark.parametrize("kind", KINDS)
def test_the_machine_and_the_referee_agree(kind: str) -> None:
    rng = random.Random(f"few {kind}")
    assert sum(watch(KINDS[kind], rng) for _ in range(6)) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_machine_and_the_referee_agree_about_thousands_of_deals(kind: str) -> None:
    rng = random.Random(f"many {kind}")
    deals = 0
    while deals < 3_000:
        deals += watch(KINDS[kind], rng)


def agree_on_hands(rng: random.Random, times: int) -> None:
    for _ in range(times):
        *kept, starter = rng.sample(PACK, 5)
        for crib in (False, True):
            total = count(words(kept), str(starter), crib)
            assert total == scoring.hand(kept, starter, crib=crib).total == scoring.total(kept, starter, crib=crib)
        three = kept[:3]
        assert count(words(three), str(starter), False) == scoring.hand(three, starter).total


def agree_on_piles(rng: random.Random, times: int) -> None:
    """Piles of few ranks: most random ones would score nothing."""
    for _ in range(times):
        low = rng.randrange(9)
        near = [one for one in PACK if low <= one.rank < low + rng.randint(3, 6)]
        pile: list[Card] = []
        for one in rng.sample(near, min(len(near), 13)):
            if sum(other.value for other in pile) + one.value > pegging.LIMIT:
                break
            pile.append(one)
            assert peg(words(pile)) == pegging.last(pile).points


def test_both_count_hands_and_piles_alike() -> None:
    agree_on_hands(random.Random(1), 1_500)
    agree_on_piles(random.Random(2), 1_500)


@pytest.mark.slow
def test_both_count_many_hands_and_piles_alike() -> None:
    agree_on_hands(random.Random(3), 100_000)
    agree_on_piles(random.Random(4), 100_000)


def test_the_referee_shares_no_code_with_the_engine() -> None:
    source = Path(second.__file__).read_text()
    assert "import engine" not in source
    assert "from engine" not in source
