"""Check a draw that was drawn again in mid-evening: what was played stands, the rest keeps the rules it can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clubs.events.draw.checker.reading import Game, Plan, Violation
from clubs.events.draw.checker.rules import (
    check_anchors,
    check_announced,
    check_everybody_placed,
    check_make_ups,
    check_room,
    check_seats,
    held_games,
)


def check_continuation(before: Plan, after: Plan, from_round: int, *, played: Iterable[Game] = ()) -> list[Violation]:
    """Return every rule a draw breaks that was drawn again from `from_round` on.

    `played` are games of later rounds that were already over. Weaker than `check_draw`: sit-outs count from the level
    of those who sat out least when somebody joins, pairs may meet again when no exchange in that round avoids it, and
    who came late or left early has a short card that says so.
    """
    over = [game for game in played if game.round >= from_round]
    here = [player for player in after.players if player not in after.left]

    def expected(number: int) -> list[Any]:
        return here + [p for game in over if game.round == number for p in (game.a, game.b) if p not in here]

    return [
        *_check_kept(before, after, from_round, over),
        *check_room(after),
        *check_seats(after),
        *check_everybody_placed(after, expected, from_round),
        *_check_gone(after, from_round, over),
        *_check_waiting(after, from_round, over),
        *_check_repeats(after, from_round, over),
        *_check_cards_again(after, here),
        *check_announced(after, held_games(after)),
        *check_make_ups(after),
        *check_anchors(after, from_round, over),
    ]


def _check_kept(before: Plan, after: Plan, from_round: int, over: Sequence[Game]) -> Iterator[Violation]:
    """Played games and sit-outs, and the seats of those who had one, are as they were."""
    for game in before.meetings:
        if (game.round < from_round or game in over) and game not in after.meetings:
            yield Violation("played_game_moved", game.round, (game.a, game.b))
    for game in after.meetings:
        if game.round < from_round and game not in before.meetings:
            yield Violation("game_before_the_change", game.round, (game.a, game.b))
    waits_before = [wait for wait in before.sit_outs if wait.round < from_round]
    if waits_before != [wait for wait in after.sit_outs if wait.round < from_round]:
        yield Violation("sit_out_moved")
    for seat, player in enumerate(before.chairs):
        if player is not None and after.chairs[seat] != player:
            yield Violation("seat", None, (player,), seat + 1)


def _check_gone(draw: Plan, from_round: int, over: Sequence[Game]) -> Iterator[Violation]:
    """Who has left neither plays nor waits any more."""
    for game in draw.meetings:
        for player in (game.a, game.b):
            if player in draw.left and game.round >= from_round and game not in over:
                yield Violation("plays_after_leaving", game.round, (player,))
    for wait in draw.sit_outs:
        if wait.player in draw.left and wait.round >= from_round:
            yield Violation("plays_after_leaving", wait.round, (wait.player,))


def _check_waiting(draw: Plan, from_round: int, over: Sequence[Game]) -> Iterator[Violation]:
    """Who sits out has sat out least of those who could; latecomers start at the least of those before them."""
    since: dict[Any, int] = {}
    for number in range(1, draw.games + 1):
        for player in _in_round(draw, number):
            since.setdefault(player, number)

    def level(player: Any, number: int) -> int:
        start = since[player]
        first = [_sat(draw, other, start) for other, joined in since.items() if joined < start]
        return _sat(draw, player, number) + min(first, default=0)

    for wait in draw.sit_outs:
        if wait.round < from_round:
            continue
        busy = {p for game in over if game.round == wait.round for p in (game.a, game.b)}
        could = [player for player in _in_round(draw, wait.round) if player not in busy]
        least = min(level(player, wait.round) for player in could)
        if level(wait.player, wait.round) > least:
            yield Violation("sits_out_too_early", wait.round, (wait.player,), least, level(wait.player, wait.round))


def _in_round(draw: Plan, number: int) -> list[Any]:
    """Return everybody who plays or sits out in a round."""
    playing = [p for game in draw.meetings if game.round == number for p in (game.a, game.b)]
    return playing + [wait.player for wait in draw.sit_outs if wait.round == number]


def _sat(draw: Plan, player: Any, before: int) -> int:
    """Count somebody's sit-outs before a round."""
    return sum(1 for wait in draw.sit_outs if wait.player == player and wait.round < before)


def _check_repeats(draw: Plan, from_round: int, over: Sequence[Game]) -> Iterator[Violation]:
    """A pair meets again only where no exchange of opponents with another game of that round makes it less."""
    ahead = [game for game in draw.meetings if game.round >= from_round and game not in over]
    full: Counter[Any] = Counter(
        frozenset((game.a, game.b)) for game in draw.meetings if not game.make_up or game not in ahead
    )
    for game in ahead:
        if game.make_up:
            continue
        again = full[frozenset((game.a, game.b))] - 1
        for other in ahead if again else ():
            if other.round != game.round or other is game:
                continue
            now = again + full[frozenset((other.a, other.b))] - 1
            for c, d in ((other.a, other.b), (other.b, other.a)):
                if full[frozenset((game.a, c))] + full[frozenset((game.b, d))] < now:
                    yield Violation("meets_again_needlessly", game.round, (game.a, game.b), (game.a, c), now)


def _check_cards_again(draw: Plan, here: Sequence[Any]) -> Iterator[Violation]:
    """Sit-outs of those who are here are made up, but for one when their number is odd; missed games are not."""
    cards = held_games(draw)
    owed: dict[Any, int] = {}
    for player in here:
        rounds = sum(1 for number in range(1, draw.games + 1) if player in _in_round(draw, number))
        owed[player] = rounds - cards[player]
        if cards[player] > rounds:
            yield Violation("card_topped_up", None, (player,), rounds, cards[player])
    lacking = tuple(player for player in here if owed[player] > 0)
    # One person's games cannot be made up against nobody; two people who lack one can play each other.
    if len(lacking) > 1 or (lacking and draw.odd == "tenth" and owed[lacking[0]] == 1):
        yield Violation("make_up_missing", None, lacking, 0, sum(owed.values()))
