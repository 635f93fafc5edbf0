"""What the audit reads and what it says, as plain values."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from clubs.events.ranking.schemes import Scheme

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class CardTotals(Generic[K]):
    """Hold the totals typed from one card. None: not given. `compared`: a second reading agreed with it."""

    entry: K
    games: int
    wins: int
    points: int
    plus: int | None = None
    minus: int | None = None
    net: int | None = None
    compared: bool = False

    @property
    def losses(self) -> int:
        """Give the games not won."""
        return self.games - self.wins

    @property
    def spread(self) -> int | None:
        """Give the net as written, else plus less minus; None: the card gave neither."""
        if self.net is not None:
            return self.net
        if self.plus is None or self.minus is None:
            return None
        return self.plus - self.minus


@dataclass(frozen=True)
class LineTotals(Generic[K]):
    """Hold one game as one card has it, with the values in force (ruled where ruled).

    `opponent` None: not known. `plus` and `minus` are the two columns of the card, None or 0 where empty; both empty:
    the figure was not written. `ruled`: a judge or the director set the values of this side or its opponent, so the
    two may differ. `one_sided`: the game counts on this card only (an extra game of a house player, an award without
    an opponent).
    """

    entry: K
    opponent: K | None
    game: int
    won: bool
    points: int
    plus: int | None = None
    minus: int | None = None
    ruled: bool = False
    one_sided: bool = False

    @property
    def margin(self) -> int | None:
        """Give the figure, from whichever column it stands in; None: not written."""
        return self.plus or self.minus or None


ExplainedKind = Literal["one_sided", "award", "ruling"]


@dataclass(frozen=True)
class Explained(Generic[K]):
    """Hold what something does to the sums that its other side does not undo: signed, added to what is expected.

    An extra game that counts for its winner only is one win and its margin in plus; a ruling that leaves W16 against
    L17 is 16 in plus and 17 in minus; one that makes both lose is one win too few and one loss too many.
    """

    kind: ExplainedKind
    entries: tuple[K, ...] = ()
    game: int | None = None
    wins: int = 0
    losses: int = 0
    plus: int = 0
    minus: int = 0

    @property
    def net(self) -> int:
        """Give what it does to the sum of net."""
        return self.plus - self.minus


@dataclass(frozen=True)
class Expectation(Generic[K]):
    """Hold what the night should add up to.

    `cards`: games each card should have; 0: no card to come (empty: nothing planned, a past night).
    `games`: games by the plan that count for both sides; None: worked out from the cards. `not_played`: how many of
    them were not. `never`: entries whose card will not come. `one_sided`: games that count on one card only and whose
    result no line tells. `explained`: what else is known; what lines tell is found without it.
    """

    scheme: Scheme
    cards: Mapping[K, int] = field(default_factory=dict)
    games: int | None = None
    not_played: int = 0
    never: frozenset[K] = frozenset()
    one_sided: int = 0
    explained: tuple[Explained[K], ...] = ()


@dataclass(frozen=True, slots=True)
class Sums:
    """Hold the sums of the cards that are in. None: not every card tells. `card_games` counts each game once a card."""

    cards: int
    card_games: int
    wins: int
    losses: int
    points: int
    skunks: int | None
    net: int | None
    plus: int | None
    minus: int | None


@dataclass(frozen=True)
class Suspect(Generic[K]):
    """Name a figure whose correction would make the sums right."""

    entry: K
    field: Literal["net", "plus", "minus"]
    written: int
    instead: int


FindingKind = Literal["problem", "hunt", "note"]


@dataclass(frozen=True)
class Finding(Generic[K]):
    """Say one thing about the night: a code, whom it is about, and the figures for its sentence.

    `problem`: something is wrong. `hunt`: where to look for it. `note`: worth knowing, nothing wrong.
    """

    kind: FindingKind
    code: str
    entries: tuple[K, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    suspects: tuple[Suspect[K], ...] = ()


@dataclass(frozen=True)
class Forecast(Generic[K]):
    """Hold what the other cards leave for these: games, wins and net (None: a spread is not known, so net is not)."""

    entries: tuple[K, ...]
    games: int
    wins: int
    net: int | None


@dataclass(frozen=True)
class Audit(Generic[K]):
    """Hold the whole answer.

    `complete`: every card that will come is in. `balances`: complete and nothing wrong. `games`: games that should
    count for both sides. `wins_by`, `losses_by`, `net_by`: how much too high the sum is; None: cannot be told (cards
    or spreads not in). `missing`: cards not in, in the order of the plan. `forecast`: what is left for them.
    """

    findings: tuple[Finding[K], ...]
    complete: bool
    balances: bool
    games: int
    sums: Sums
    wins_by: int | None
    losses_by: int | None
    net_by: int | None
    explained: tuple[Explained[K], ...]
    missing: tuple[K, ...]
    forecast: Forecast[K] | None

    @property
    def problems(self) -> tuple[Finding[K], ...]:
        """Give what is wrong."""
        return tuple(finding for finding in self.findings if finding.kind == "problem")

    @property
    def hunt(self) -> tuple[Finding[K], ...]:
        """Give where to look."""
        return tuple(finding for finding in self.findings if finding.kind == "hunt")

    @property
    def notes(self) -> tuple[Finding[K], ...]:
        """Give what is worth knowing."""
        return tuple(finding for finding in self.findings if finding.kind == "note")
