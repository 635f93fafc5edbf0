"""Play single deals and keep what the chances to win are made of: who pegs how much, in counting order.

A `Sample` is a bundle of counts, small enough to store, of what a deal for two brought the dealer and pone at three
moments: after the play (the starter's two for heels counted with it), after pone's hand, and at the end. The counts are
joint, so that what goes together stays together: a five turned up helps both. What happens inside the play is kept as
well, because the first to the hole wins.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final, TypeAlias

from engine import dealing, play
from engine.actions import Action
from engine.cards import PACK
from engine.events import Event, Scored
from engine.rules import Rules
from engine.state import Phase, State

Choose: TypeAlias = Callable[[State, int], Action]
"""Decide for a seat; whether it looks at what it may not see is the caller's affair."""
Cells: TypeAlias = Counter[tuple[int, int]]

DEALER: Final = 0
_NO_END: Final = Rules(target=1000)
"""So far that every deal is played and counted to its end."""
_TABLES: Final = ("play", "first", "pone_counted", "end")


@dataclass(frozen=True, slots=True)
class Deal:
    """Hold the points of one deal: of the play as (dealer's?, points) in order, then the three counts."""

    pegged: tuple[tuple[bool, int], ...]
    pone: int
    dealer: int
    crib: int


@dataclass(slots=True)
class Sample:
    """Hold counts over many deals.

    `play`, `pone_counted`, `end`: deals by (dealer's points, pone's points) so far at those three moments. `first`: by
    (a, b), deals in whose play the dealer made a points before pone made b, both being made. `pone`, `dealer`, `crib`:
    deals by what was counted.
    """

    size: int = 0
    play: Cells = field(default_factory=Counter)
    first: Cells = field(default_factory=Counter)
    pone_counted: Cells = field(default_factory=Counter)
    end: Cells = field(default_factory=Counter)
    pone: Counter[int] = field(default_factory=Counter)
    dealer: Counter[int] = field(default_factory=Counter)
    crib: Counter[int] = field(default_factory=Counter)

    def add(self, deal: Deal) -> None:
        """Count one deal in.

        >>> sample = Sample()
        >>> sample.add(Deal(((True, 2), (False, 1), (True, 1)), pone=8, dealer=4, crib=0))
        >>> sample.play, sample.end, sorted(sample.first)
        (Counter({(3, 1): 1}), Counter({(7, 9): 1}), [(1, 1), (2, 1)])
        """
        self.size += 1
        dealer = pone = 0
        for is_dealer, points in deal.pegged:
            if is_dealer:
                dealer += points
            else:
                # The dealer was at each of his holes before pone reached these.
                for theirs in range(pone + 1, pone + points + 1):
                    for ours in range(1, dealer + 1):
                        self.first[ours, theirs] += 1
                pone += points
        self.play[dealer, pone] += 1
        pone += deal.pone
        self.pone_counted[dealer, pone] += 1
        self.end[dealer + deal.dealer + deal.crib, pone] += 1
        self.pone[deal.pone] += 1
        self.dealer[deal.dealer] += 1
        self.crib[deal.crib] += 1

    def mean(self) -> tuple[float, float]:
        """Give the points of the dealer and of pone in a deal, on average."""
        return _mean(self.end, 0, self.size), _mean(self.end, 1, self.size)

    def pegging(self) -> tuple[float, float]:
        """Give the points of the dealer (with heels) and of pone in the play, on average."""
        return _mean(self.play, 0, self.size), _mean(self.play, 1, self.size)

    def written(self, note: str) -> str:
        """Write the counts as the file the package holds, data/deals.json: a line a table."""
        lines = [f'  "note": {json.dumps(note)}', f'  "size": {self.size}']
        for name in _TABLES:
            cells = [[*cell, count] for cell, count in sorted(getattr(self, name).items())]
            lines.append(f'  "{name}": {json.dumps(cells, separators=(",", ":"))}')
        for name in ("pone", "dealer", "crib"):
            counts = [list(pair) for pair in sorted(getattr(self, name).items())]
            lines.append(f'  "{name}": {json.dumps(counts, separators=(",", ":"))}')
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read(words: str) -> Sample:
    """Read what `Sample.written` wrote.

    >>> sample = Sample()
    >>> sample.add(Deal(((True, 2), (False, 1)), pone=8, dealer=4, crib=0))
    >>> read(sample.written("by hand")) == sample
    True
    """
    data: dict[str, Any] = json.loads(words)
    tables: dict[str, Any] = {name: Counter({(a, b): count for a, b, count in data[name]}) for name in _TABLES}
    tables |= {name: Counter(dict(data[name])) for name in ("pone", "dealer", "crib")}
    return Sample(size=data["size"], **tables)


@cache
def stored() -> Sample:
    """Return the sample the package holds: made by ``python bench/odds.py win``, both sides on the simple policy.

    >>> stored().size
    400000
    """
    return read(files("engine.odds").joinpath("data", "deals.json").read_text(encoding="utf-8"))


def sample(size: int, *, choose: Choose, rng: Random) -> Sample:
    """Play this many deals and count them."""
    found = Sample()
    for _ in range(size):
        found.add(one(choose=choose, rng=rng))
    return found


def one(*, choose: Choose, rng: Random) -> Deal:
    """Play one deal for two through the real state machine, seat 0 dealing."""
    pack = list(PACK)
    rng.shuffle(pack)
    state = play.start(_NO_END, DEALER)
    state = play.apply(state, dealing.deal(state, pack)).state
    for seat in (1 - DEALER, DEALER):
        state = play.apply(state, choose(state, seat)).state
    step = play.apply(state, dealing.starter(_NO_END, pack))
    events = list(step.events)
    while step.state.phase is Phase.PLAY and step.state.turn is not None:
        step = play.apply(step.state, choose(step.state, step.state.turn))
        events += step.events
    return _told(events)


def _told(events: Iterable[Event]) -> Deal:
    scored = [event for event in events if isinstance(event, Scored)]
    *pegged, pone, dealer, crib = scored  # each is counted, even for nothing (E36)
    return Deal(
        tuple((event.seat == DEALER, event.points) for event in pegged), pone.points, dealer.points, crib.points
    )


def _mean(cells: Cells, at: int, size: int) -> float:
    return sum(cell[at] * count for cell, count in cells.items()) / size
