"""Whom a typed name means: a seat, an ACC number or the start of a name, accents and case ignored."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clubs.people import spelling

_WORDS = re.compile(r"[^\W_]+(?:-+[^\W_]+)*")


class By(StrEnum):
    """Say what a player was found by."""

    SEAT = "seat"
    ACC_NUMBER = "acc_number"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Player:
    """Hold one player; without a seat, a seat label (`A7`) or an ACC number `seat` is None, the others are empty."""

    key: Hashable
    name: str
    seat: int | None = None
    label: str = ""
    acc_number: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """Hold the players a text may mean, by seat; `by` is None when it means nobody."""

    players: tuple[Player, ...] = ()
    by: By | None = None

    @property
    def one(self) -> Player | None:
        """Return the player when there is no doubt."""
        return self.players[0] if len(self.players) == 1 else None

    @property
    def unknown(self) -> bool:
        """Tell whether the text means nobody here."""
        return not self.players


class Roster:
    """Hold the players of a night, folded once for many questions."""

    def __init__(self, players: Iterable[Player]) -> None:
        """Take the players in any order."""
        self.players: tuple[Player, ...] = tuple(sorted(players, key=_place))
        self._seats: dict[str, list[Player]] = {}
        self._labels: dict[str, list[Player]] = {}
        self._numbers: dict[str, list[Player]] = {}
        self._names: dict[tuple[str, ...], list[Player]] = {}
        self._readings = [_variants(_WORDS.findall(spelling.fold(player.name))) for player in self.players]
        self._words = sorted(
            {(word, place) for place, names in enumerate(self._readings) for name in names for word in name}
        )
        for player, readings in zip(self.players, self._readings, strict=True):
            for name in readings:
                self._names.setdefault(name, []).append(player)
            for index, mark in (
                (self._seats, "" if player.seat is None else str(player.seat)),
                (self._labels, _plain(player.label)),
                (self._numbers, _plain(player.acc_number)),
            ):
                if mark:
                    index.setdefault(mark, []).append(player)

    def at(self, seat: str) -> tuple[Player, ...]:
        """Return who sits at a seat, written as a number without leading zeros."""
        return tuple(self._seats.get(seat, ()))

    def marked(self, text: str) -> Found:
        """Return whom a seat label or an ACC number names exactly, blanks and hyphens ignored."""
        mark = _plain(text)
        for by, index in ((By.SEAT, self._labels), (By.ACC_NUMBER, self._numbers)):
            if mark in index:
                return Found(tuple(index[mark]), by)
        return Found()

    def called(self, readings: Sequence[tuple[str, ...]]) -> tuple[Player, ...]:
        """Return whose name it is, word for word, or else whose name's words start so, in this order."""
        for reading in readings:
            if reading in self._names:
                return tuple(self._names[reading])
        places = {
            place
            for reading in readings
            for place in self._placed(reading)
            if any(_starts(reading, name) for name in self._readings[place])
        }
        return tuple(self.players[place] for place in sorted(places))

    def _placed(self, reading: tuple[str, ...]) -> set[int]:
        """Return the places of the players who have, for each word, one that starts so; the order is not looked at."""
        places = set(range(len(self.players)))
        for word in reading:
            having: set[int] = set()
            for known, place in self._words[bisect_left(self._words, (word, 0)) :]:
                if not known.startswith(word):
                    break
                having.add(place)
            places &= having
        return places


def resolve(text: str | None, roster: Roster, highlighted: int | None = None) -> Found:
    """Find whom a text means; None means the highlighted seat.

    A seat wins over a label, that over an ACC number, that over a name; a whole name wins over the start of one.
    Several words must start words of the name in order (`jan c`); only where nobody fits, the surname may stand first.
    """
    if text is None:
        return _seated("" if highlighted is None else str(highlighted), roster)
    if text.isascii() and text.isdigit():
        return _seated(text.lstrip("0"), roster)
    marked = roster.marked(text)
    if not marked.unknown:
        return marked
    words = _WORDS.findall(spelling.fold(text))
    for order in (words, words[1:] + words[:1], words[-1:] + words[:-1]):
        players = roster.called(_variants(order)) if order else ()
        if players:
            return Found(players, By.NAME)
    return Found()


def _place(player: Player) -> tuple[bool, int, str]:
    return player.seat is None, player.seat or 0, spelling.fold(player.name)


def _plain(text: str) -> str:
    return "".join(character for character in spelling.fold(text) if character.isalnum())


def _seated(seat: str, roster: Roster) -> Found:
    players = roster.at(seat)
    return Found(players, By.SEAT) if players else Found()


def _variants(words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the words with a hyphened one whole and taken apart: `Ann-Marie` is found as `annm` and as `marie`."""
    whole = tuple(word.replace("-", "") for word in words)
    apart = tuple(piece for word in words for piece in word.split("-") if piece)
    return (whole, apart) if whole != apart else (whole,)


def _starts(words: tuple[str, ...], name: tuple[str, ...]) -> bool:
    parts = iter(name)
    return all(any(part.startswith(word) for part in parts) for word in words)
