"""What ACC rule 12.2 says of two cards that differ about one game: pure values in, both ruled values out.

Players are never asked: the two cards decide. The letters are those of the rulebook as the field quotes them (a–h: rule
12.2; i: cross-checking guidelines). An *apparent qualifier* is in the first ceil(n / 4) by the cards as handed in,
ties at the cut included; since claims are never changed, that is frozen before the first ruling.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeAlias, TypeVar

from clubs.events.ranking import qualifiers
from clubs.events.ranking.schemes import Scheme
from games.matches.values import Value

K = TypeVar("K", bound=Hashable)

LETTERS: Final = "abcdefghi"

Sums: TypeAlias = tuple[int, int, int]
"""What a card is placed by: points, wins, net."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Hold what the rule proposes for two cards, in the order they were given.

    `letters`: the cases that applied, in the order they were applied; "" where the rule has no case (neither card
    qualifies and only the figures differ, or two equal outcomes without a figure): both stand as written and
    `decides` says whether a person must. `imbalance` is what the two values leave in the field's sum of net;
    `both_lost` that there is no winner.
    """

    first: Value
    second: Value
    letters: str
    decides: bool = False

    @property
    def letter(self) -> str:
        """Give the case to name: the last that changed something; "" for none."""
        return self.letters[-1:] if self.letters else ""

    @property
    def imbalance(self) -> int:
        """Give the sum of both nets: 0 where the two values mirror each other."""
        return (self.first.net or 0) + (self.second.net or 0)

    @property
    def both_lost(self) -> bool:
        """Tell whether neither card has the win."""
        return not self.first.won and not self.second.won


def differences(first: Value, second: Value) -> tuple[str, ...]:
    """Name the fields in which two cards of one game differ: outcome, column, amount, blank, points.

    `outcome`: both won or both lost. `column`: a figure stands in the column of the other outcome, or both stand in the
    same one. `blank`: one card gives no figure. `amount`: both give one and it is not the same.
    """
    found: list[str] = []
    if first.won == second.won:
        found.append("outcome")
    columns = [_column(value) for value in (first, second)]
    wrong = any(
        column is not None and column != ("plus" if value.won else "minus")
        for value, column in zip((first, second), columns, strict=True)
    )
    if wrong or (columns[0] is not None and columns[0] == columns[1]):
        found.append("column")
    figures = [_figure(value) for value in (first, second)]
    if (figures[0] is None) != (figures[1] is None):
        found.append("blank")
    elif figures[0] != figures[1]:
        found.append("amount")
    return tuple(found)


def propose(scheme: Scheme, first: Value, second: Value, *, qualifies: tuple[bool, bool]) -> Proposal:
    """Rule on two cards that differ.

    First outcome and column (d, e, f), then a missing figure (c), then the amount (a, b, h); points follow from the
    figure (g is done by always totalling again).
    """
    letters = ""
    if first.won == second.won:
        columns = {_column(first), _column(second)}
        if columns == {"plus", "minus"}:
            first, second = (_as(scheme, value, _column(value) == "plus", _figure(value)) for value in (first, second))
            letters += "d"
        elif len(columns) == 1 and None not in columns:
            return Proposal(_lost(scheme, first), _lost(scheme, second), "e")
        else:
            return Proposal(first, second, "", decides=True)
    else:
        right = [_as(scheme, value, value.won, _figure(value)) for value in (first, second)]
        if any(_column(old) != _column(new) for old, new in zip((first, second), right, strict=True)):
            letters += "f"
        first, second = right
    one, other = _figure(first), _figure(second)
    if (one is None) != (other is None):
        figure = one if one is not None else other
        return Proposal(_as(scheme, first, first.won, figure), _as(scheme, second, second.won, figure), letters + "c")
    if one is None or other is None or one == other:
        return Proposal(first, second, letters)
    # A qualifier takes the figure that is worse for him: the smaller win, the larger loss.
    ruled = [
        _as(scheme, value, value.won, min(one, other) if value.won else max(one, other)) if qualified else value
        for value, qualified in zip((first, second), qualifies, strict=True)
    ]
    if not any(qualifies):
        return Proposal(first, second, letters)
    if ruled == [first, second]:
        return Proposal(first, second, letters + "h")
    return Proposal(ruled[0], ruled[1], letters + ("b" if all(qualifies) else "a"))


@dataclass(frozen=True, slots=True)
class Case(Generic[K]):
    """Hold one game whose two cards differ. `ruled` None: it waits for its ruling."""

    entries: tuple[K, K]
    claims: tuple[Value, Value]
    ruled: tuple[Value, Value] | None = None


@dataclass(frozen=True, slots=True)
class Verdict(Generic[K]):
    """Hold what the rule proposes for a case after the rulings before it.

    `lifted`: who is treated as a qualifier only because those rulings bring the card over the cut; a director confirms.
    """

    proposal: Proposal
    lifted: tuple[K, ...] = ()


def review(
    scheme: Scheme, handed_in: Mapping[K, Sums], cases: Sequence[Case[K]], *, one_in: int = 4
) -> tuple[list[Verdict[K]], dict[K, int]]:
    """Look at the cases in the order of their rulings, those that wait last; return a verdict each, and every place
    after all rulings.

    Who qualifies apparently is frozen by the cards as `handed_in`. Where neither card is such a qualifier, one that the
    rulings before bring within the cut is treated as one. So a changed ruling may change what is proposed for those
    after it, and never for those before.
    """
    frozen = apparent_qualifiers(places(handed_in), one_in=one_in)
    now = dict(handed_in)
    verdicts: list[Verdict[K]] = []
    for case in cases:
        within = frozen
        lifted: tuple[K, ...] = ()
        if not frozen.intersection(case.entries):
            within = apparent_qualifiers(places(now), one_in=one_in)
            lifted = tuple(entry for entry in case.entries if entry in within)
        one, other = (entry in within for entry in case.entries)
        verdicts.append(Verdict(propose(scheme, *case.claims, qualifies=(one, other)), lifted))
        for entry, claim, ruled in zip(case.entries, case.claims, case.ruled or case.claims, strict=True):
            if entry in now:
                old, new = sums(claim), sums(ruled)
                points, wins, net = (was - less + more for was, less, more in zip(now[entry], old, new, strict=True))
                now[entry] = (points, wins, net)
    return verdicts, places(now)


def sums(value: Value) -> Sums:
    """Return what one game adds to its card."""
    return value.points, int(value.won), value.net or 0


def places(cards: Mapping[K, Sums]) -> dict[K, int]:
    """Return the place of each card; level cards share one."""
    return {entry: 1 + sum(other > own for other in cards.values()) for entry, own in cards.items()}


def apparent_qualifiers(ranks: Mapping[K, int], *, one_in: int = 4) -> frozenset[K]:
    """Return who qualifies by the cards as handed in, ties at the cut included. `ranks`: each entry's place, shared
    or not.
    """
    count = qualifiers.qualifiers(len(ranks), one_in=one_in)
    return frozenset(entry for entry, rank in ranks.items() if rank <= count)


def affected(before: Mapping[K, int], after: Mapping[K, int], *, one_in: int = 4) -> tuple[K, ...]:
    """Return who qualifies, or where, because of a correction: the director shows them the cards (case i)."""
    count = qualifiers.qualifiers(len(before), one_in=one_in)
    return tuple(
        entry
        for entry, rank in before.items()
        if after.get(entry) != rank and min(rank, after.get(entry, rank)) <= count
    )


def _column(value: Value) -> str | None:
    if value.plus:
        return "plus"
    return "minus" if value.minus else None


def _figure(value: Value) -> int | None:
    return value.plus or value.minus or None


def _as(scheme: Scheme, value: Value, won: bool, figure: int | None) -> Value:
    """Return the value with its figure in the right column and its points by the figure; as written without one."""
    if figure is None or not 1 <= figure <= scheme.target:
        points = value.points if value.won == won else scheme.win if won else scheme.loss
        return replace(value, won=won, points=points, plus=figure if won else None, minus=None if won else figure)
    return Value(won, scheme.points(figure) if won else scheme.loss, figure if won else None, None if won else figure)


def _lost(scheme: Scheme, value: Value) -> Value:
    return Value(False, 0, None, _figure(value))
