"""The games of a night whose two cards differ, looked at by rule 12.2 in the order they were ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.matches import desk_words, rulings
from games.matches.rulings import Case, Proposal
from games.matches.selectors import auditing
from games.matches.selectors.board import Board, Fact, Side
from games.matches.values import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Hold one game. `lifted`: the entries treated as qualifiers by the rulings before. `overtaken`: it is ruled, a
    ruling before it has changed since, and the rule now proposes something else.
    """

    fact: Fact
    proposal: Proposal
    lifted: tuple[int, ...]
    ruled: bool
    overtaken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews:
    """Hold every game by its id, and every place by entry: as the cards were handed in, and after the rulings."""

    games: Mapping[int, Review]
    before: Mapping[int, int]
    after: Mapping[int, int]


def of(board: Board, *, also: int | None = None) -> Reviews:
    """Review a night; ``also``: a game to look at although its cards agree."""
    facts = [fact for fact in board.games if fact.ruling or fact.disputed or fact.game_id == also]
    facts = [fact for fact in facts if all(side.claim for side in fact.sides)]
    last = max((newest for _first, newest in board.ruling_order.values()), default=0) + 1
    facts.sort(key=lambda fact: (not fact.ruling, board.ruling_order.get(fact.game_id, (last, 0))[0], fact.number))
    handed_in = auditing.handed_in(board)
    verdicts, after = rulings.review(board.scheme, handed_in, [_case(fact) for fact in facts])
    games = {
        fact.game_id: Review(
            fact=fact,
            proposal=verdict.proposal,
            lifted=verdict.lifted,
            ruled=fact.ruling,
            overtaken=_overtaken(board, fact, verdict.proposal),
        )
        for fact, verdict in zip(facts, verdicts, strict=True)
    }
    return Reviews(games=games, before=rulings.places(handed_in), after=after)


def moved(board: Board, before: Mapping[int, int], after: Mapping[int, int]) -> str:
    """Return who qualifies, or where, by other places now (case i), each with both: ``Karel 2 → 4``; "" for nobody."""
    return ", ".join(
        f"{board.people[entry_id].name} {before[entry_id]} → {after[entry_id]}"
        for entry_id in rulings.affected(before, after)
    )


def consequences(before: Board, after: Board, game_id: int) -> Iterator[str]:
    """Yield what a ruling on a game did: whose place it moved, and of which other games it changed the proposal."""
    old, new = of(before, also=game_id), of(after, also=game_id)
    names = moved(after, old.after, new.after)
    if names:
        yield desk_words.sentence("ruling_moved", {"names": names})
    for other, review in new.games.items():
        stood = old.games.get(other)
        if other != game_id and stood is not None and stood.proposal != review.proposal and not _as_ruled(review):
            yield touched(after, review)


def touched(board: Board, review: Review) -> str:
    """Say what the rule now proposes for a game."""
    first, second = (board.people[side.entry_id].name for side in review.fact.sides)
    data = {
        "number": review.fact.number,
        "name": first,
        "other": second,
        "values": f"{first} {review.proposal.first.short}, {second} {review.proposal.second.short}",
    }
    if not review.proposal.letter:
        return desk_words.sentence("ruling_touched_plain", data)
    return desk_words.sentence("ruling_touched", {**data, "letter": review.proposal.letter})


def lifted(board: Board, review: Review) -> str:
    """Say who is treated as a qualifier by the rulings before; "" where nobody is."""
    if not review.lifted:
        return ""
    names = ", ".join(board.people[entry_id].name for entry_id in review.lifted)
    return desk_words.sentence("ruling_lifted", {"names": names})


def _case(fact: Fact) -> Case[int]:
    first, second = fact.sides
    ruled = (_ruled(first), _ruled(second)) if fact.ruling else None
    return Case((first.entry_id, second.entry_id), (_claim(first), _claim(second)), ruled)


def _claim(side: Side) -> Value:
    assert side.claim is not None, "a case has two cards"
    return side.claim


def _ruled(side: Side) -> Value:
    return side.value or _claim(side)


def _as_ruled(review: Review) -> bool:
    ruled = tuple(_ruled(side) for side in review.fact.sides)
    return review.ruled and ruled == (review.proposal.first, review.proposal.second)


def _overtaken(board: Board, fact: Fact, proposal: Proposal) -> bool:
    if not fact.ruling or fact.game_id not in board.ruling_order:
        return False
    if tuple(_ruled(side) for side in fact.sides) == (proposal.first, proposal.second):
        return False
    place, newest = board.ruling_order[fact.game_id]
    return any(first < place and last > newest for first, last in board.ruling_order.values())
