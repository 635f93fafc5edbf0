"""Let bots play whole games from seeded packs, plain or in pairs, and add up what happened.

The pack of every deal follows from a seed, the game's number and the deal's, and from nothing the players do. So two
games of one number meet the same packs; with the seats exchanged, each side holds in one what the other holds in the
second: a pair, in which most of the luck of the cards cancels.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine import dealing, play
from engine.bots.protocol import Bot
from engine.cards import PACK, Card
from engine.errors import BotError
from engine.events import Event, Scored, Turned
from engine.observe import observe
from engine.rules import Rules
from engine.state import Phase

STANDARD: Final = Rules()
IN_PLAY: Final = ("play", "go", "last", "muggins")


@dataclass(frozen=True, slots=True)
class Game:
    """Hold one finished game.

    `winner`: a side; `scores` by side, stopped at the target; `pegged` has for each play that came to its end the
    points of the dealer's seat and the mean of the others' seats.
    """

    winner: int
    scores: tuple[int, ...]
    first_dealer: int
    deals: int
    pegged: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """Hold the sum of many games between the same bots, in the order the bots were named."""

    games: int
    wins: tuple[int, ...]
    points_per_game: tuple[float, ...]
    deals_per_game: float
    first_dealer_wins: int
    pegging: tuple[float, float]
    """Points in the play a deal, over plays that came to their end: the dealer's, and the mean of the others."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Hold two games from the same packs, seats exchanged, from the first bot's side of the table."""

    wins: int
    """Of the two games."""
    points: int
    """The first bot's points minus the second's, over both games."""
    games: tuple[Game, Game]


def packs(seed: int, game: int = 0) -> Iterator[tuple[Card, ...]]:
    """Give the shuffled packs of one game, deal after deal, without end.

    >>> next(packs(1, 2)) == next(packs(1, 2)), next(packs(1, 2)) == next(packs(1, 3))
    (True, False)
    """
    rng = _rng("packs", seed, game)
    while True:
        pack = list(PACK)
        rng.shuffle(pack)
        yield tuple(pack)


def play_game(
    bots: Sequence[Bot],
    *,
    seed: int,
    game: int = 0,
    rules: Rules = STANDARD,
    first_dealer: int = 0,
    source: Iterator[Sequence[Card]] | None = None,
) -> Game:
    """Play one game; `bots` by seat. Without a `source` the packs follow from seed and game.

    >>> from engine.bots import bot
    >>> played = play_game([bot("simple"), bot("simple")], seed=1)
    >>> played.scores[played.winner], played == play_game([bot("simple"), bot("simple")], seed=1)
    (121, True)

    Raises BotError (`seats_not_filled`) and RulesError (`seat_outside`).
    """
    if len(bots) != rules.seats:
        raise BotError("seats_not_filled", bots=len(bots), seats=rules.seats)
    deals = source if source is not None else packs(seed, game)
    minds = [_rng("mind", seed, game, seat) for seat in range(rules.seats)]
    state = play.start(rules, first_dealer)
    pack: Sequence[Card] = ()
    pegged: list[tuple[float, float]] = []
    points = [0] * rules.seats
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            pack = next(deals)
            points = [0] * rules.seats
            step = play.apply(state, dealing.deal(state, pack))
        elif state.phase is Phase.CUT:
            step = play.apply(state, dealing.starter(rules, pack))
        else:
            seat = state.waiting_for()[0]
            step = play.apply(state, bots[seat].choose(observe(state, seat), minds[seat]))
            _peg(step.events, points, state.dealer, pegged)
        state = step.state
    assert state.winner is not None, "a game that is over has a winner"
    return Game(state.winner, state.scores, first_dealer, state.deal, tuple(pegged))


def play_games(
    bots: Sequence[Bot], games: int, *, seed: int, rules: Rules = STANDARD, first_dealer: int | None = 0
) -> Tally:
    """Play many games; who deals first goes round the seats, unless `first_dealer` is a seat that always does.

    None lets it go round from seat 0.
    """
    played = [
        play_game(
            bots,
            seed=seed,
            game=number,
            rules=rules,
            first_dealer=number % rules.seats if first_dealer is None else first_dealer,
        )
        for number in range(games)
    ]
    return tally(played, rules)


def tally(played: Sequence[Game], rules: Rules = STANDARD) -> Tally:
    """Add games up."""
    plays = [two for game in played for two in game.pegged]
    count = max(len(played), 1)
    complete = max(len(plays), 1)
    return Tally(
        games=len(played),
        wins=tuple(sum(rules.side_of(seat) == game.winner for game in played) for seat in range(rules.seats)),
        points_per_game=tuple(
            sum(game.scores[rules.side_of(seat)] for game in played) / count for seat in range(rules.seats)
        ),
        deals_per_game=sum(game.deals for game in played) / count,
        first_dealer_wins=sum(rules.side_of(game.first_dealer) == game.winner for game in played),
        pegging=(sum(two[0] for two in plays) / complete, sum(two[1] for two in plays) / complete),
    )


def play_pair(first: Bot, second: Bot, *, seed: int, game: int = 0, rules: Rules = STANDARD) -> Pair:
    """Play two games of two players from the same packs, the same seat dealing first, the bots' seats exchanged."""
    dealer = game % 2
    one = play_game([first, second], seed=seed, game=game, rules=rules, first_dealer=dealer)
    other = play_game([second, first], seed=seed, game=game, rules=rules, first_dealer=dealer)
    return Pair(
        wins=(one.winner == 0) + (other.winner == 1),
        points=one.scores[0] - one.scores[1] + other.scores[1] - other.scores[0],
        games=(one, other),
    )


def _peg(events: Sequence[Event], points: list[int], dealer: int, pegged: list[tuple[float, float]]) -> None:
    """Add the points of the play up; the first hand turned up ends it. A play that a winner cut short never counts."""
    for event in events:
        if not points:
            return
        if isinstance(event, Scored) and event.why in IN_PLAY:
            points[event.seat] += event.points
        elif isinstance(event, Turned):
            others = sum(points) - points[dealer]
            pegged.append((points[dealer], others / (len(points) - 1)))
            points.clear()


def _rng(*key: object) -> random.Random:
    return random.Random(":".join(map(str, key)))  # noqa: S311 (cards of a measured game, nobody's secret)
