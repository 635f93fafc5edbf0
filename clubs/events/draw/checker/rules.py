"""Rules that hold for every draw, fresh or drawn again: room, seats, cards, make-ups, anchors."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from clubs.events.draw.checker.reading import Game, Plan, Violation


def check_room(draw: Plan) -> Iterator[Violation]:
    """One seat a player, one game a table, one person a chair, two fixed chairs a table, one game at a time."""
    chairs_of: dict[int, frozenset[int]] = {}
    by_round: dict[int, list[Game]] = defaultdict(list)
    for game in draw.meetings:
        by_round[game.round].append(game)
        chairs = frozenset((game.seat_a, game.seat_b))
        if chairs_of.setdefault(game.table, chairs) != chairs or len(chairs) != 2:
            yield Violation("table_chairs", game.round, (game.a, game.b), chairs_of[game.table], chairs)
        if game.a == game.b:
            yield Violation("plays_oneself", game.round, (game.a,))
        if not 1 <= game.round <= draw.rounds or game.make_up != (game.round > draw.games):
            yield Violation("round_number", game.round, (game.a, game.b))
        for player in (game.a, game.b):
            if player not in draw.players:
                yield Violation("player_unknown", game.round, (player,))
    for number in sorted(set(by_round) | {wait.round for wait in draw.sit_outs}):
        games = by_round[number]
        waits = [wait for wait in draw.sit_outs if wait.round == number]
        people = Counter([p for game in games for p in (game.a, game.b)] + [wait.player for wait in waits])
        taken = Counter([c for game in games for c in (game.seat_a, game.seat_b)] + [wait.seat for wait in waits])
        for player, times in people.items():
            if times > 1:
                yield Violation("two_games_in_one_round", number, (player,), 1, times)
        for chair, times in taken.items():
            if times > 1:
                yield Violation("chair_twice", number, (), chair, times)
        for table, times in Counter(game.table for game in games).items():
            if times > 1:
                yield Violation("table_twice", number, (), table, times)


def check_seats(draw: Plan) -> Iterator[Violation]:
    """Every player holds exactly one numbered seat, for good."""
    held = Counter(player for player in draw.chairs if player is not None)
    for player in draw.players:
        if held.pop(player, 0) != 1:
            yield Violation("seat", None, (player,), 1)
    for player in held:
        yield Violation("player_unknown", None, (player,))


def check_everybody_placed(
    draw: Plan, expected: Callable[[int], Sequence[Any]], from_round: int
) -> Iterator[Violation]:
    """In each full round everybody plays or sits out, and nobody sits out without need."""
    for number in range(from_round, draw.games + 1):
        playing = {p for game in draw.meetings if game.round == number for p in (game.a, game.b)}
        waiting = [wait.player for wait in draw.sit_outs if wait.round == number]
        for player in expected(number):
            if player not in playing and player not in waiting:
                yield Violation("idle", number, (player,))
        if len(waiting) != len(expected(number)) % 2:
            yield Violation("sit_out_number", number, tuple(waiting), len(expected(number)) % 2, len(waiting))
    for wait in draw.sit_outs:
        if not 1 <= wait.round <= draw.games or wait.player not in draw.players:
            yield Violation("sit_out", wait.round, (wait.player,))


def held_games(draw: Plan) -> Counter[Any]:
    """Count the games on each card; a one-sided game is on one card only."""
    cards: Counter[Any] = Counter()
    for game in draw.meetings:
        cards.update(player for player in (game.a, game.b) if game.counts_for in (None, player))
    return cards


def check_announced(draw: Plan, cards: Counter[Any]) -> Iterator[Violation]:
    """The short cards that are announced are the short cards there are."""
    found = {player: (cards[player], draw.games - cards[player]) for player in draw.players}
    told = {short.player: (short.games, short.missing) for short in draw.short}
    for player, (games, missing) in found.items():
        if missing and told.get(player) != (games, missing):
            yield Violation("short_card_not_named", None, (player,), (games, missing), told.get(player))
        if not missing and player in told:
            yield Violation("short_card_wrongly_named", None, (player,), (games, missing), told[player])


def check_make_ups(draw: Plan) -> Iterator[Violation]:
    """Nobody makes up more games than they sat out; a one-sided game is owed to the card it counts for."""
    sat = Counter(wait.player for wait in draw.sit_outs)
    made_up: Counter[Any] = Counter()
    for game in draw.meetings:
        if game.counts_for not in (None, game.a, game.b) or (game.counts_for is not None and not game.make_up):
            yield Violation("counts_for", game.round, (game.a, game.b), found=game.counts_for)
        if game.make_up:
            made_up.update(player for player in (game.a, game.b) if game.counts_for in (None, player))
    for player, games in made_up.items():
        if games > sat[player]:
            yield Violation("make_up_not_owed", None, (player,), sat[player], games)


def check_anchors(draw: Plan, from_round: int, over: Sequence[Game] = ()) -> Iterator[Violation]:
    """An anchored player is always in their own chair, but for games against an anchored player of a lower seat.

    Two anchored players who hold the two chairs of one table cannot both stay: the higher seat is let off. So is who
    would sit where a game of that round, one of those that are `over`, is written down already; those games are facts.
    """
    home = {player: list(draw.chairs).index(player) + 1 for player in draw.anchors if player in draw.chairs}
    table_chairs = {frozenset((game.seat_a, game.seat_b)) for game in draw.meetings}
    let_off = {
        player
        for player, seat in home.items()
        for other, lower in home.items()
        if lower < seat and frozenset((lower, seat)) in table_chairs
    }
    written = {(gone.round, chair) for gone in over for chair in (gone.seat_a, gone.seat_b)}
    for player, seat in home.items():
        if player in let_off:
            continue
        for game in draw.meetings:
            if game.round < from_round or game in over or player not in (game.a, game.b):
                continue
            chair, other = (game.seat_a, game.b) if game.a == player else (game.seat_b, game.a)
            excused = other in home and other not in let_off and home[other] < seat
            if chair != seat and not excused and (game.round, seat) not in written:
                yield Violation("anchor_moves", game.round, (player,), seat, chair)
        for wait in draw.sit_outs:
            moved = wait.round >= from_round and wait.player == player and wait.seat != seat
            if moved and (wait.round, seat) not in written:
                yield Violation("anchor_moves", wait.round, (player,), seat, wait.seat)
