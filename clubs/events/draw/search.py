"""Fill the games still to come when a field changes: pair everybody in every round, nobody twice with the same person.

The ring does not survive a change of the field in mid-evening, so the empty places are filled by hill-climbing as for
one-factorisations (Dinitz and Stinson 1987): somebody without a game takes an opponent they have not met; whoever loses
their game by that looks for another. The number of people without a game never grows. As many games as possible
of the old plan are left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

from clubs.events.draw.plan import Player

Place: TypeAlias = Player | None
"""A player, or None for the ghost: to face it is to sit out."""

_GHOST: Final = None

_PATIENCE: Final = 100
"""How many steps to look, for each place to fill, before pairs may meet twice."""

_PATIENCE_AGAIN: Final = 10
"""The same before pairs that must meet again anyway may do so once more."""


_SHAKE: Final = 30
"""After how many steps a pair is parted at random, so that the search does not go round in circles."""


class Search:
    """The open rounds of an evening and who is paired with whom in each of them."""

    def __init__(
        self,
        open_places: Mapping[int, Sequence[Place]],
        may_wait: Mapping[int, tuple[int, frozenset[Player]]],
        met: Mapping[frozenset[Player], int],
        rng: Random,
        reserved: Iterable[frozenset[Player]] = (),
    ) -> None:
        """Take the places to pair in each round, and what is known of the evening.

        `may_wait` gives, for each round with a ghost, its turn (each player sits out once a turn) and whose turn it
        is. `met` counts the meetings that stay. `reserved` pairs, those of the make-ups, are kept from meeting here
        as long as that makes nobody meet again.
        """
        self.open_places = open_places
        self.may_wait = may_wait
        self.rng = rng
        self.reserved = tuple(reserved)
        self.counts: Counter[frozenset[Player]] = Counter(met)
        self.counts.update(self.reserved)
        self.waited: set[tuple[int, Player]] = set()
        self.mates: dict[int, dict[Place, Place]] = {number: {} for number in open_places}
        self.limit = self._least_limit()

    def keep(self, number: int, a: Place, b: Place) -> None:
        """Pair two places of a round as the old plan did, when both are still open and the rules allow it."""
        free = all(p in self.open_places[number] and p not in self.mates[number] for p in (a, b))
        if free and a != b and self._allowed(number, a, b):
            self._join(number, a, b)

    def run(self) -> None:
        """Pair everybody; pairs meet again only when the search finds no way round it."""
        lonely = [(number, place) for number, row in self.open_places.items() for place in row]
        lonely = [(number, place) for number, place in lonely if place not in self.mates[number]]
        size = sum(map(len, self.open_places.values()))
        steps = size * (_PATIENCE if self.limit == 1 else _PATIENCE_AGAIN)
        while lonely:
            number, place = lonely.pop(self.rng.randrange(len(lonely)))
            if place in self.mates[number]:
                continue
            steps -= 1
            if steps < 0:
                self.limit += 1
                steps = size * _PATIENCE_AGAIN
            if steps % _SHAKE == 0 and any(self.mates.values()):
                lonely += self._shake()
            partner = self._choose(number, place)
            if partner == place:
                # Everybody possible is spoken for elsewhere: take one of those games over, or wait for the limit.
                elsewhere, partner = self._borrow(number, place)
                if partner == place:
                    lonely.append((number, place))
                    continue
                self._part(elsewhere, place, partner)
                lonely += [(elsewhere, place), (elsewhere, partner)]
            lost = self.mates[number].get(partner, place)
            if lost != place:
                self._part(number, partner, lost)
                lonely.append((number, lost))
            self._join(number, place, partner)
        self.counts.subtract(self.reserved)
        self._exchange()

    def _shake(self) -> list[tuple[int, Place]]:
        """Part one pair somewhere, lest the search goes round in circles; return whom that leaves without a game."""
        numbers = [number for number, mates in self.mates.items() if mates]
        number = numbers[self.rng.randrange(len(numbers))]
        row = [place for place in self.open_places[number] if place in self.mates[number]]
        place = row[self.rng.randrange(len(row))]
        partner = self.mates[number][place]
        self._part(number, place, partner)
        return [(number, place), (number, partner)]

    def _least_limit(self) -> int:
        """Return the least number of meetings of a pair at which everybody can have an opponent in every round."""
        limit = 1
        people = {place for row in self.open_places.values() for place in row if place is not _GHOST}
        for player in people:
            games = sum(player in row for row in self.open_places.values())
            turns = {turn for turn, group in self.may_wait.values() if player in group}
            others = [self.counts[frozenset((player, other))] for other in people if other != player]
            while sum(max(0, limit - times) for times in others) < games - len(turns):
                limit += 1
        return limit

    def _allowed(self, number: int, a: Place, b: Place) -> bool:
        if a is _GHOST or b is _GHOST:
            player = b if a is _GHOST else a
            turn, group = self.may_wait[number]
            return player in group and (turn, player) not in self.waited
        return self.counts[frozenset((a, b))] < self.limit

    def _weight(self, a: Place, b: Place) -> int:
        return 0 if a is _GHOST or b is _GHOST else self.counts[frozenset((a, b))]

    def _choose(self, number: int, place: Place) -> Place:
        """Return an opponent for somebody without one: the least met, one who is free too if possible.

        Return the place itself when there is nobody.
        """
        row = self.open_places[number]
        mates = self.mates[number]
        options = [other for other in row if other != place and self._allowed(number, place, other)]
        if not options:
            return place
        free = [other for other in options if other not in mates]
        options = free or options
        least = min(self._weight(place, other) for other in options)
        options = [other for other in options if self._weight(place, other) == least]
        return options[self.rng.randrange(len(options))]

    def _borrow(self, number: int, place: Place) -> tuple[int, Place]:
        """Return another round and whom the place meets there who could be met in this round instead.

        Return the place itself when there is no such game.
        """
        row = self.open_places[number]
        games = []
        for other, mates in self.mates.items():
            partner = mates.get(place, place)
            if (
                other != number
                and partner != place
                and partner in row
                and self._same_turn(number, other, place, partner)
            ):
                games.append((other, partner))
        return games[self.rng.randrange(len(games))] if games else (number, place)

    def _same_turn(self, number: int, other: int, a: Place, b: Place) -> bool:
        """Say if a sit-out may move between two rounds; games may always."""
        if a is not _GHOST and b is not _GHOST:
            return True
        player = b if a is _GHOST else a
        turn, group = self.may_wait[number]
        return player in group and self.may_wait[other][0] == turn

    def _join(self, number: int, a: Place, b: Place) -> None:
        self.mates[number][a], self.mates[number][b] = b, a
        self._count(number, a, b, 1)

    def _part(self, number: int, a: Place, b: Place) -> None:
        del self.mates[number][a], self.mates[number][b]
        self._count(number, a, b, -1)

    def _count(self, number: int, a: Place, b: Place, change: int) -> None:
        if a is not _GHOST and b is not _GHOST:
            self.counts[frozenset((a, b))] += change
            return
        player = b if a is _GHOST else a
        assert player is not None
        entry = (self.may_wait[number][0], player)
        if change > 0:
            self.waited.add(entry)
        else:
            self.waited.remove(entry)

    def _exchange(self) -> None:
        """Exchange opponents between two games of a round as long as that makes pairs meet less often."""
        improved = True
        while improved:
            improved = any(self._exchange_in(number) for number in self.open_places)

    def _exchange_in(self, number: int) -> bool:
        pairs = self.pairs(number)
        for a, b in pairs:
            again = self._again(a, b)
            for c, d in pairs if again else ():
                before = again + self._again(c, d)
                for e, f in ((c, d), (d, c)):
                    # Shall a meet e, and b meet f, instead?
                    if a in (c, d) or self._weight(a, e) + self._weight(b, f) >= before:
                        continue
                    if self._may_swap(number, (a, b), (c, d), e, f):
                        self._part(number, a, b)
                        self._part(number, c, d)
                        self._join(number, a, e)
                        self._join(number, b, f)
                        return True
        return False

    def _again(self, a: Place, b: Place) -> int:
        """Return how often a pair that is planned here meets at other times."""
        return max(0, self._weight(a, b) - 1)

    def _may_swap(
        self, number: int, first: tuple[Place, Place], second: tuple[Place, Place], e: Place, f: Place
    ) -> bool:
        """Say if the new sitter-out, when the exchange makes one, may sit out in this round."""
        if _GHOST not in (*first, *second):
            return True
        pairs = ((first[0], e), (first[1], f))
        return all(self._allowed(number, a, b) for a, b in pairs if a is _GHOST or b is _GHOST)

    def pairs(self, number: int) -> list[tuple[Place, Place]]:
        """Return the pairs of a round, each once, in the order of its places."""
        found: list[tuple[Place, Place]] = []
        done: set[Place] = set()
        for place in self.open_places[number]:
            mate = self.mates[number][place]
            if place not in done:
                found.append((place, mate))
                done.update((place, mate))
        return found
