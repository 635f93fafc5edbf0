"""Rank rows by a chain of steps; what the chain leaves level waits for people, never for an id or an alphabet.

A step is a small object with a key. The ACC chain is points → wins → net → plus, then people (head-to-head and
play-off are theirs to record); minus is no tie-breaker. Source: ACC scoring page for the first three, rulebook
cross-checking guideline 20 for plus; other clubs put skunks before spread, so the chain is a setting.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.messages import gettext_noop

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Row(Generic[K]):
    """Hold what one entry brings to the ranking. None: the card did not give it, which is not zero.

    `net` is derived where plus and minus are given. `met` holds, for each opponent met, games won less games lost.
    `extra` holds figures for steps of other chains, by the step's key.

    Raises RankingError (`net_not_plus_minus`).
    """

    entry: K
    points: int = 0
    wins: int = 0
    net: int | None = None
    plus: int | None = None
    minus: int | None = None
    skunks: int | None = None
    met: Mapping[K, int] = field(default_factory=dict)
    extra: Mapping[str, int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.plus is None or self.minus is None:
            return
        if self.net is None:
            object.__setattr__(self, "net", self.plus - self.minus)
        elif self.net != self.plus - self.minus:
            raise RankingError("net_not_plus_minus", entry=self.entry, net=self.net, plus=self.plus, minus=self.minus)


class Step(Protocol):
    """Tell the rows of a level group apart by one figure, the higher the better."""

    @property
    def key(self) -> str:
        """Name the step in data."""
        ...

    @property
    def name(self) -> str:
        """Name the step for people: a message id, translated by the page."""
        ...

    def value(self, row: Row[Any], group: Sequence[Row[Any]]) -> int | None:
        """Give the row's figure among the group it is level with; None where it is not known."""
        ...


@dataclass(frozen=True, slots=True)
class Figure:
    """Compare one figure of the row: a field of that name, else the row's extra of that key."""

    key: str
    name: str

    def value(self, row: Row[Any], group: Sequence[Row[Any]]) -> int | None:
        """Give the figure itself."""
        if self.key in ("points", "wins", "net", "plus", "skunks"):
            figure: int | None = getattr(row, self.key)
            return figure
        return row.extra.get(self.key)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Compare the games two level players had against each other.

    Three or more level have no defined head-to-head, and two who never met or are even have none: no separation.
    """

    key: str = "met"
    name: str = gettext_noop("head-to-head")

    def value(self, row: Row[Any], group: Sequence[Row[Any]]) -> int | None:
        """Give games won less games lost against the only other of the group."""
        others = [other for other in group if other is not row]
        return row.met.get(others[0].entry, 0) if len(others) == 1 else 0


@dataclass(frozen=True, slots=True)
class People:
    """Leave what is still level to people. Only ever the last step; a chain without it lets level entries share."""

    key: str = "people"
    name: str = gettext_noop("decided by people")

    def value(self, row: Row[Any], group: Sequence[Row[Any]]) -> int | None:
        """Separate nobody: decisions are data, given to `rank`."""
        return 0


Chain: TypeAlias = tuple[Step, ...]

STEPS: Final[Mapping[str, Step]] = {
    step.key: step
    for step in (
        Figure("points", gettext_noop("game points")),
        Figure("wins", gettext_noop("games won")),
        Figure("net", gettext_noop("net spread")),
        Figure("plus", gettext_noop("plus points")),
        Figure("skunks", gettext_noop("skunks won")),
        HeadToHead(),
        People(),
    )
}
"""Every step an event can choose, by key."""

ACC: Final = ("points", "wins", "net", "plus", "people")


def chain(keys: Iterable[str] = ACC) -> Chain:
    """Build a chain from the keys of its steps.

    Raises RankingError (`chain_empty`, `unknown_step`, `step_twice`, `people_not_last`).
    """
    steps: list[Step] = []
    for key in keys:
        if key not in STEPS:
            raise RankingError("unknown_step", step=key)
        steps.append(STEPS[key])
    check(steps)
    return tuple(steps)


def check(steps: Sequence[Step]) -> None:
    """Refuse a chain that cannot be followed.

    Raises RankingError (`chain_empty`, `step_twice`, `people_not_last`).
    """
    if not steps:
        raise RankingError("chain_empty")
    seen: set[str] = set()
    for step in steps:
        if step.key in seen:
            raise RankingError("step_twice", step=step.key)
        seen.add(step.key)
    if any(isinstance(step, People) for step in steps[:-1]):
        raise RankingError("people_not_last")


@dataclass(frozen=True)
class Decision(Generic[K]):
    """Hold what people decided about level entries: groups best first; those in one group share its place.

    Raises RankingError (`entry_twice`).
    """

    groups: tuple[frozenset[K], ...]

    def __post_init__(self) -> None:
        seen: set[K] = set()
        for group in self.groups:
            for entry in group:
                if entry in seen:
                    raise RankingError("entry_twice", entry=entry)
                seen.add(entry)

    @classmethod
    def ordered(cls, *entries: K) -> Decision[K]:
        """Say that they come in this order, best first."""
        return cls(tuple(frozenset((entry,)) for entry in entries))

    @classmethod
    def sharing(cls, *entries: K) -> Decision[K]:
        """Say that they share the place."""
        return cls((frozenset(entries),))

    @property
    def entries(self) -> frozenset[K]:
        """Give everybody the decision is about."""
        return frozenset().union(*self.groups)


@dataclass(frozen=True, slots=True)
class Separation:
    """Say which step put a place below the one above it, with both values (None where people decided)."""

    step: str
    above: int | None
    below: int | None


@dataclass(frozen=True)
class Place(Generic[K]):
    """Hold one place: its rank, who has it, and what put it below the place above (None for the first).

    `decided`: people broke or blessed this tie. `waits`: it is level, and somebody must decide or give a figure.
    """

    rank: int
    entries: frozenset[K]
    separation: Separation | None
    waits: bool = False
    decided: bool = False

    @property
    def shared(self) -> bool:
        """Tell whether more than one entry has this place."""
        return len(self.entries) > 1


@dataclass(frozen=True)
class Waiting(Generic[K]):
    """Say who is level and why.

    `missing` did not give the figure of `step`; nobody missing: people must decide.
    """

    rank: int
    entries: frozenset[K]
    step: str
    missing: frozenset[K]


@dataclass(frozen=True)
class Ranked(Generic[K]):
    """Hold one entry's place as a flat row."""

    entry: K
    rank: int
    shared: bool
    waits: bool
    separation: Separation | None


@dataclass(frozen=True)
class Standing(Generic[K]):
    """Hold the places, best first; what waits; and the decisions that did not fit any level group any more."""

    places: tuple[Place[K], ...]
    waiting: tuple[Waiting[K], ...]
    unused: tuple[Decision[K], ...]

    @property
    def missing_decides(self) -> tuple[Waiting[K], ...]:
        """Give the groups in which a figure that was not given decides a place: these must be asked for."""
        return tuple(group for group in self.waiting if group.missing)

    @property
    def by_entry(self) -> dict[K, Ranked[K]]:
        """Give each entry's place. The order of the mapping within a shared place means nothing."""
        return {
            entry: Ranked(entry, place.rank, place.shared, place.waits, place.separation)
            for place in self.places
            for entry in place.entries
        }


@dataclass(frozen=True)
class _Group(Generic[K]):
    rows: tuple[Row[K], ...]
    separation: Separation | None
    stuck: str | None = None
    missing: frozenset[K] = frozenset()


def rank(rows: Iterable[Row[K]], steps: Chain, decisions: Sequence[Decision[K]] = ()) -> Standing[K]:
    """Rank the rows by the chain, then by what people decided; the order of the rows changes nothing.

    Level entries share a rank and the next rank leaves the gap. A figure that was not given never counts as zero: a
    group in which it would decide stays level and waits. Decisions are read in the order given, the last one that
    covers a level group holds; entries that left the group are passed over, and one that does not cover the whole
    group is not used.

    Raises RankingError (`entry_twice` and those of `check`).
    """
    check(steps)
    rows = tuple(rows)
    seen: set[K] = set()
    for row in rows:
        if row.entry in seen:
            raise RankingError("entry_twice", entry=row.entry)
        seen.add(row.entry)
    by_people = isinstance(steps[-1], People)
    places: list[Place[K]] = []
    waiting: list[Waiting[K]] = []
    used: set[Decision[K]] = set()
    position = 1
    for group in _refine(_Group(rows, None), steps) if rows else ():
        entries = frozenset(row.entry for row in group.rows)
        decision = _holding(decisions, entries) if len(entries) > 1 and (by_people or group.missing) else None
        if decision is not None:
            used.add(decision)
            separation = group.separation
            for part in decision.groups:
                part &= entries
                if part:
                    places.append(Place(position, part, separation, decided=True))
                    position += len(part)
                    separation = Separation(People().key, None, None)
            continue
        waits = group.stuck is not None
        places.append(Place(position, entries, group.separation, waits=waits))
        if group.stuck is not None:
            waiting.append(Waiting(position, entries, group.stuck, group.missing))
        position += len(entries)
    return Standing(tuple(places), tuple(waiting), tuple(item for item in decisions if item not in used))


def _refine(group: _Group[K], steps: Chain) -> Iterator[_Group[K]]:
    """Split the group by the first step that separates it, and each part by the steps after; best first."""
    if len(group.rows) == 1:
        yield group
        return
    step, rest = steps[0], steps[1:]
    if isinstance(step, People):
        yield _Group(group.rows, group.separation, step.key)
        return
    known: dict[int, list[Row[K]]] = {}
    missing: set[K] = set()
    for row in group.rows:
        value = step.value(row, group.rows)
        if value is None:
            missing.add(row.entry)
        else:
            known.setdefault(value, []).append(row)
    if missing:
        yield _Group(group.rows, group.separation, step.key, frozenset(missing))
        return
    separation, last = group.separation, None
    for value in sorted(known, reverse=True):
        if last is not None:
            separation = Separation(step.key, last, value)
        last = value
        part = _Group(tuple(known[value]), separation)
        if rest:
            yield from _refine(part, rest)
        else:
            yield part


def _holding(decisions: Sequence[Decision[K]], entries: frozenset[K]) -> Decision[K] | None:
    for decision in reversed(decisions):
        if entries <= decision.entries:
            return decision
    return None
