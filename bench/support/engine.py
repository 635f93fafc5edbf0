"""Measure the rows of bench/engine.py; runs on the interpreter that holds the peers."""

import contextlib
import io
import logging
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType

from bench.support import timing
from engine import Phase, Rules, State, pegging, play, replay, scoring
from engine.actions import Action, Discard, Play
from engine.bots import arena, selfplay, simple
from engine.cards import PACK, VALUES, Card
from engine.dealing import deal, starter
from engine.odds import throws

Work = Callable[[], object]
NOT_RUN = "not run: needs Python 3.12"
RECORD = Path(__file__).resolve().parents[2] / "tests" / "data" / "records" / "two_121.cgr"


def main() -> int:
    """Print every row; return 1 when a limit is missed."""
    rounds, games = (int(word) for word in sys.argv[1:])
    print(f"Python {sys.version.split()[0]}, medians of {rounds} interleaved runs")
    scorer, simulator = import_module("cribbage_scorer.cribbage_scorer"), peer("CribbageSim.CribbageGame")
    kept = [
        against("hand scoring, cribbage-scorer", rounds, ours=hands, theirs=partial(hands_by_peer, scorer), least=20),
        against("the play, cribbage-scorer", rounds, ours=plays, theirs=partial(plays_by_peer, scorer), least=10),
    ]
    for name, ours, least in (
        ("games by the state machine, cribbagesim", games_by_states, 3),
        ("games by the fast loop, cribbagesim", games_by_numbers, 10),
    ):
        if simulator is None:
            print(f"{name:44} {NOT_RUN}")
            continue
        theirs = partial(games_by_peer, simulator, games)
        kept.append(against(name, rounds, ours=partial(ours, games), theirs=theirs, least=least))
    kept.append(within("the full distribution, hand and crib", 5.0, rounds, count_everything))
    kept.append(within("replay of a game", 0.005, rounds, replayed(), times=20))
    kept.append(within("an exact 15-throw analysis", 0.001, rounds, analysed(), times=len(DEALT)))
    return 0 if all(kept) else 1


def against(name: str, rounds: int, *, ours: Work, theirs: Work, least: float) -> bool:
    """Print how many times faster than a peer the same work is done, the two in turn."""
    ours(), theirs()
    mine, other, ratio = timing.pairs(ours, theirs, rounds=rounds, between=lambda: None)
    print(f"{name:44} {ratio:8.1f} x   at least {least} x   ({1000 * mine:.1f} ms to {1000 * other:.1f} ms)")
    return ratio >= least


def within(name: str, limit: float, rounds: int, work: Work, times: int = 1) -> bool:
    """Print which part of its limit a piece of work takes."""
    work()
    seconds = statistics.median(timing.once(work) for _ in range(rounds)) / times
    print(f"{name:44} {seconds / limit:8.2f} of the limit of {1000 * limit:g} ms   ({1000 * seconds:.2f} ms)")
    return seconds <= limit


def peer(name: str) -> ModuleType | None:
    """Return a peer's module, None where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


RANDOM = random.Random(7)
DEALS = [RANDOM.sample(PACK, 5) for _ in range(4000)]
DEALT = [tuple(sorted(RANDOM.sample(PACK, 6))) for _ in range(200)]
AS_PEER = [[(card.rank + 1, "CDHS"[card.suit]) for card in cards] for cards in DEALS]


def counts() -> list[list[Card]]:
    """Deal counts of the play: cards laid one by one as long as they fit."""
    found = []
    for _ in range(1500):
        pile: list[Card] = []
        for card in RANDOM.sample(PACK, 8):
            if sum(one.value for one in (*pile, card)) > pegging.LIMIT:
                break
            pile.append(card)
        found.append(pile)
    return found


PILES = counts()
PILES_AS_PEER = [[(card.rank + 1, "CDHS"[card.suit]) for card in pile] for pile in PILES]


def hands() -> None:
    """Count every hand, every second one as a crib."""
    for at, cards in enumerate(DEALS):
        scoring.total(cards[:4], cards[4], crib=at % 2 == 1)


def hands_by_peer(scorer: ModuleType) -> None:
    """Count the same hands."""
    for at, cards in enumerate(AS_PEER):
        scorer.show_calc_score(cards[4], cards[:4], at % 2 == 1)


def plays() -> None:
    """Count every card of every count, as it is laid."""
    for cards in PILES:
        pile: list[Card] = []
        count = 0
        for card in cards:
            pile.append(card)
            count += VALUES[card]
            pegging.points(pile, count)


def plays_by_peer(scorer: ModuleType) -> None:
    """Count the same cards."""
    for pile in PILES_AS_PEER:
        for size in range(1, len(pile) + 1):
            scorer.play_score_ongoing(pile[:size])


def games_by_states(games: int) -> None:
    """Play whole games through the state machine, both sides by the simple policy."""
    for number in range(games):
        packs = arena.packs(7, number)
        state = play.start(Rules(), number % 2)
        pack: tuple[Card, ...] = ()
        while state.phase is not Phase.OVER:
            if state.phase is Phase.DEAL:
                pack = next(packs)
            state = play.apply(state, decided(state, pack)).state


def decided(state: State, pack: tuple[Card, ...]) -> Action:
    """Return what the simple policy, or chance, does now."""
    if state.phase is Phase.DEAL:
        return deal(state, pack)
    if state.phase is Phase.CUT:
        return starter(state.rules, pack)
    seat = state.waiting_for()[0]
    hand = state.hands[seat]
    if state.phase is Phase.DISCARD:
        return Discard(seat, simple.throw(hand, dealer=seat == state.dealer))
    return Play(seat, simple.card(hand, [laid.card for laid in state.pile]))


def games_by_numbers(games: int) -> None:
    """Play the same games by the fast loop."""
    for number in range(games):
        selfplay.game(arena.packs(7, number), first_dealer=number % 2)


def games_by_peer(simulator: ModuleType, games: int) -> None:
    """Let the peer play as many games by its own policy, its log and its output away."""
    logging.disable(logging.CRITICAL)
    strategies = import_module("CribbageSim.CribbagePlayStrategy")
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in range(games):
            dealer, player = (
                strategies.HoyleishDealerCribbagePlayStrategy,
                strategies.HoyleishPlayerCribbagePlayStrategy,
            )
            simulator.CribbageGame(player_strategy1=dealer(), player_strategy2=player()).play()


def count_everything() -> None:
    """Count all 12,994,800 choices, as hands and as cribs, in a process that remembers nothing."""
    command = [sys.executable, "-m", "engine", "distribution", "--json"]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603


def analysed() -> Work:
    """Rank the throws of many hands."""

    def work() -> None:
        for cards in DEALT:
            throws.ranked(cards, dealer=True)

    return work


def replayed() -> Work:
    """Read and replay a whole game of two."""
    text = RECORD.read_text()

    def work() -> None:
        for _ in range(20):
            replay.read(text)

    return work


if __name__ == "__main__":
    raise SystemExit(main())
