"""Say what each throw and each card of a game cost against the best that could be done with what the seat saw.

Nothing hidden is used: every choice is weighed from the seat's own observation, as `sharp` weighs its own. What turned
out well by luck is not praised, what turned out badly not blamed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.actions import Action, Discard, Play
from engine.bots.protocol import owns_crib
from engine.bots.sharp import FULL, judged_by_chance, weighed_cards
from engine.cards import VALUES, Card
from engine.observe import observe
from engine.odds import throws
from engine.odds.throws import Throw
from engine.pegging import LIMIT
from engine.replay import Replay
from engine.state import State

SEED: Final = 1
"""Of the hands drawn at tables of three and four: the same game is always judged alike."""
_BY_POINTS: Final = replace(FULL, hands=200, drawn=100, hole=False)
_BY_CHANCE: Final = replace(FULL, hands=200, near=0.0)


@dataclass(frozen=True, slots=True)
class Advice:
    """Hold what one choice cost.

    `deal`: its number, from 1. `chosen`, `best`: the cards thrown, or the one card played; the best is by the chance to
    win where the deal may end the game, else by points. `cost`: expected points below the best one's, 0 where they are
    not below. `win_cost`: chance to win, 0 … 1, below the best one's; None where no table of chances knows the game
    (three and four players, five-card, targets above 121). A throw is weighed as `odds.throws` does, by hand and crib;
    a card by the points of the play still to come, one's own less the opponents'.
    """

    deal: int
    seat: int
    kind: Literal["throw", "card"]
    chosen: tuple[Card, ...]
    best: tuple[Card, ...]
    cost: float
    win_cost: float | None


def review(game: Replay) -> list[Advice]:
    """Weigh every throw and card of a record that was played again, as far as it is good.

    >>> from engine.records import Record
    >>> from engine.replay import run
    >>> from engine.rules import Rules
    >>> deal = "3d3s5h7sTsKd/5c7dTdJcQdKh 3d3s/5cQd Jh 07s1Jc"
    >>> first, *_ = review(run(Record(Rules(target=31), 1, deals=(deal,))))
    >>> first.seat, first.kind, first.chosen, first.best, round(first.cost, 1)
    (0, 'throw', (Card('3d'), Card('3s')), (Card('Ts'), Card('Kd')), 6.0)
    """
    return advise(zip(game.states, game.actions, strict=False))


def advise(choices: Iterable[tuple[State, Action]]) -> list[Advice]:
    """Weigh the throws and cards among actions, each with the state it was done in; other actions are passed over."""
    found = []
    for state, action in choices:
        if isinstance(action, Discard):
            found.append(_throw(state, action))
        elif isinstance(action, Play):
            found.append(_card(state, action))
    return found


def _throw(state: State, action: Discard) -> Advice:
    seat, rules = action.seat, state.rules
    seen = observe(state, seat)
    known = judged_by_chance(state, seat, _BY_CHANCE)
    ranked = throws.ranked(
        seen.state.hands[seat],
        dealer=owns_crib(seen, seat),
        rules=rules,
        scores=(state.scores[seat], state.scores[1 - seat]) if known else None,
    )
    thrown = tuple(sorted(action.cards))
    chosen = next(one for one in ranked if one.throw == thrown)
    return Advice(
        state.deal,
        seat,
        "throw",
        thrown,
        ranked[0].throw,
        max(ranked[0].total - chosen.total, 0.0),
        max(_win(ranked[0]) - _win(chosen), 0.0) if known else None,
    )


def _card(state: State, action: Play) -> Advice:
    seat, chosen = action.seat, action.card
    seen = observe(state, seat)
    legal = tuple(one for one in seen.state.hands[seat] if VALUES[one] <= LIMIT - state.count)
    known = judged_by_chance(state, seat, _BY_CHANCE)
    if len({one.rank for one in legal}) == 1:
        return Advice(state.deal, seat, "card", (chosen,), (chosen,), 0.0, 0.0 if known else None)
    rng = random.Random(SEED)  # noqa: S311 (hands thought up, nobody's secret)
    points = _by_rank(weighed_cards(seen, seat, legal, rng, _BY_POINTS))
    chances = _by_rank(weighed_cards(seen, seat, legal, rng, _BY_CHANCE)) if known else points
    decides = chances if judged_by_chance(state, seat) else points
    rank = max(decides, key=lambda one: (round(decides[one], 6), points[one]))
    best = chosen if chosen.rank == rank else next(one for one in legal if one.rank == rank)
    return Advice(
        state.deal,
        seat,
        "card",
        (chosen,),
        (best,),
        max(points[rank] - points[chosen.rank], 0.0),
        max(chances[rank] - chances[chosen.rank], 0.0) if known else None,
    )


def _by_rank(weighed: Iterable[tuple[Card, float]]) -> Mapping[int, float]:
    return {one.rank: worth for one, worth in weighed}


def _win(one: Throw) -> float:
    return one.win or 0.0
