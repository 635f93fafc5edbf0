"""Check a fresh draw: every rule of the evening, counted again from the plain values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from clubs.events.draw.checker.pairing import can_all_be_paired
from clubs.events.draw.checker.reading import Plan, Violation
from clubs.events.draw.checker.rules import (
    check_anchors,
    check_announced,
    check_everybody_placed,
    check_make_ups,
    check_room,
    check_seats,
    held_games,
)


def check_draw(draw: Plan, *, seats_drawn: bool = True) -> list[Violation]:
    """Return every rule a fresh draw breaks; an empty list means that it may be used.

    `seats_drawn` False: the seats were typed or kept, so couples are where people put them.
    """
    return [
        *check_room(draw),
        *check_seats(draw),
        *check_everybody_placed(draw, lambda number: draw.players, 1),
        *_check_meetings(draw),
        *_check_sit_outs(draw),
        *_check_cards(draw),
        *_check_length(draw),
        *check_anchors(draw, 1),
        *_check_somebody_stays(draw),
        *(_check_couples(draw) if seats_drawn else ()),
    ]


def check_same(first: Plan, second: Plan) -> list[Violation]:
    """Return a violation when two draws with the same seed and field are not the same."""
    if _facts(first) != _facts(second):
        return [Violation("seed_differs")]
    return []


def _facts(draw: Plan) -> tuple[object, ...]:
    games = [(g.round, g.table, g.a, g.b, g.seat_a, g.seat_b, g.make_up, g.counts_for) for g in draw.meetings]
    waits = [(w.round, w.player, w.seat) for w in draw.sit_outs]
    short = [(s.player, s.games, s.missing) for s in draw.short]
    return tuple(draw.chairs), draw.rounds, games, waits, short


def _pair_counts(draw: Plan) -> Counter[frozenset[Any]]:
    return Counter(frozenset((game.a, game.b)) for game in draw.meetings if game.counts_for is None)


def _check_meetings(draw: Plan) -> Iterator[Violation]:
    """No pair twice while G ≤ N − 1; with an even field the numbers of meetings differ by at most one."""
    counts = _pair_counts(draw)
    field = len(draw.players)
    if draw.games <= field - 1:
        for pair, times in counts.items():
            if times > 1:
                yield Violation("pair_meets_twice", None, tuple(pair), 1, times)
    elif field % 2 == 0:
        numbers = [counts[frozenset(pair)] for pair in combinations(draw.players, 2)]
        if max(numbers) - min(numbers) > 1:
            yield Violation("meetings_uneven", None, (), min(numbers), max(numbers))


def _check_sit_outs(draw: Plan) -> Iterator[Violation]:
    """Nobody sits out a second time before all have once, so the numbers differ by at most one."""
    sat = Counter(dict.fromkeys(draw.players, 0))
    for wait in sorted(draw.sit_outs, key=lambda wait: wait.round):
        fewest = min(sat.values())
        if sat[wait.player] > fewest:
            yield Violation("sits_out_too_early", wait.round, (wait.player,), fewest, sat[wait.player])
        sat[wait.player] += 1
    if max(sat.values()) - min(sat.values()) > 1:
        yield Violation("sit_outs_uneven", None, (), min(sat.values()), max(sat.values()))


def _check_cards(draw: Plan) -> Iterator[Violation]:
    """Every card has G games, except one of G − 1 when N and G are both odd; make-ups pair people who have sat out."""
    cards = held_games(draw)
    both_odd = len(draw.players) % 2 == 1 and draw.games % 2 == 1
    one_sided = [game for game in draw.meetings if game.counts_for is not None]
    allowed = 1 if both_odd and draw.odd == "ghost" else 0
    lacking = {player: draw.games - cards[player] for player in draw.players if cards[player] != draw.games}
    for player, missing in lacking.items():
        if missing != 1 or not allowed:
            yield Violation("card_games", None, (player,), draw.games, cards[player])
    if len(lacking) != allowed:
        yield Violation("short_cards", None, tuple(lacking), allowed, len(lacking))
    if len(one_sided) != (1 if both_odd and draw.odd == "tenth" else 0):
        yield Violation("one_sided_games", None, (), found=len(one_sided))
    yield from check_announced(draw, cards)
    yield from check_make_ups(draw)


def _check_length(draw: Plan) -> Iterator[Violation]:
    """The night has no more rounds than it needs: as many make-ups at once as there are pairs in the field."""
    field = len(draw.players)
    needed = draw.games
    left = draw.games // 2 if field % 2 else 0
    while left > 0:
        needed += 1
        left -= field // 2
    spare = 1 if any(game.counts_for is not None for game in draw.meetings) else 0
    last = max([game.round for game in draw.meetings], default=0)
    if not needed <= draw.rounds <= needed + spare or last > draw.rounds:
        yield Violation("rounds", None, (), needed, draw.rounds)


def _check_somebody_stays(draw: Plan) -> Iterator[Violation]:
    """Somebody, or the empty chair, holds the anchor place; when everybody moves, people meet the same few again."""
    used: dict[Any, set[int]] = defaultdict(set)
    met: dict[Any, set[Any]] = defaultdict(set)
    for game in draw.meetings:
        if not game.make_up:
            used[game.a].add(game.seat_a)
            used[game.b].add(game.seat_b)
            met[game.a].add(game.b)
            met[game.b].add(game.a)
    for wait in draw.sit_outs:
        used[wait.player].add(wait.seat)
    waiting_chairs = {wait.seat for wait in draw.sit_outs}
    if draw.games > 1 and len(waiting_chairs) != 1 and all(len(chairs) > 1 for chairs in used.values()):
        fewest = min((len(others) for others in met.values()), default=0)
        yield Violation("nobody_anchored", None, (), min(draw.games, len(draw.players) - 1), fewest)


def _check_couples(draw: Plan) -> Iterator[Violation]:
    """Couples do not meet in game 1 when a first game exists in which none of them do.

    Two anchored players do not meet in it either while there are tables for all anchored; with an odd field an
    anchored player, if there is one, faces the ghost.
    """
    apart = {frozenset(couple) for couple in draw.couples}
    together = [game for game in draw.meetings if game.round == 1 and frozenset((game.a, game.b)) in apart]
    people: list[Any] = list(draw.players)
    staying = set(draw.anchors)
    if not together or len(staying) > (len(people) + 1) // 2:
        return
    ghost = object()
    if len(people) % 2:
        people.append(ghost)

    def may_face(a: Any, b: Any) -> bool:
        if ghost in (a, b):
            return not staying or (a if b is ghost else b) in staying
        return frozenset((a, b)) not in apart and not (a in staying and b in staying)

    if can_all_be_paired(people, may_face):
        for game in together:
            yield Violation("couple_meets_first", 1, (game.a, game.b))
