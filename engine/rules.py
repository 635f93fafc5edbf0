"""Hold what may differ from game to game in one frozen value, and all that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from engine.errors import RulesError
from engine.outcome import LOWEST_TARGET, Lines, check_lines, standard_lines

LEAST_SEATS: Final = 2
MOST_SEATS: Final = 4

Recut = Literal["low", "all"]
FirstDeal = Literal["loser", "next"]


@dataclass(frozen=True)
class Rules:
    """Describe one way to play cribbage.

    `seats` 2, 3 or 4; seats are numbered from 0 to the left, and with four 0 and 2 play against 1 and 3. `target`: 121
    or 61, any from 31. `muggins`: opponents may claim what a count missed; it can only matter where players count
    themselves (`manual`). `five_card`: the old two-handed game, three cards kept and one count of play. `recut`: after
    a tie in the cut for deal those tied for low cut again, or all. `first_deal`: who deals first in the next game;
    None is the usual: the loser with two players, the next seat with more. `skunk_lines`: None is the usual of the
    target.

    >>> Rules().seats, Rules().target, Rules(seats=4).sides, Rules(seats=3).cards_dealt
    (2, 121, 2, 5)
    >>> Rules(seats=5)
    Traceback (most recent call last):
    ...
    engine.errors.RulesError: seats_outside (seats=5, low=2, high=4)

    Raises RulesError.
    """

    seats: int = 2
    target: int = 121
    muggins: bool = False
    manual: bool = False
    five_card: bool = False
    recut: Recut = "low"
    first_deal: FirstDeal | None = None
    skunk_lines: Lines | None = None

    def __post_init__(self) -> None:
        if not LEAST_SEATS <= self.seats <= MOST_SEATS:
            raise RulesError("seats_outside", seats=self.seats, low=LEAST_SEATS, high=MOST_SEATS)
        if self.target < LOWEST_TARGET:
            raise RulesError("target_too_low", target=self.target, low=LOWEST_TARGET)
        if self.five_card and self.seats != LEAST_SEATS:
            raise RulesError("five_card_seats", seats=self.seats)
        if self.skunk_lines is not None:
            check_lines(self.target, self.skunk_lines)

    @cached_property
    def sides(self) -> int:
        """Give the number of sides: partners share one."""
        return 3 if self.seats == 3 else 2

    @cached_property
    def cards_dealt(self) -> int:
        """Give the cards each seat gets: six with two players, five with more and in the five-card game."""
        return 6 if self.seats == 2 and not self.five_card else 5

    @cached_property
    def cards_thrown(self) -> int:
        """Give the cards each seat lays in the crib."""
        return 2 if self.seats == 2 else 1

    @cached_property
    def cards_kept(self) -> int:
        """Give the cards each seat plays with."""
        return self.cards_dealt - self.cards_thrown

    @cached_property
    def cards_extra(self) -> int:
        """Give the cards dealt from the pack to the crib: one with three players."""
        return 1 if self.seats == 3 else 0

    @cached_property
    def lines(self) -> Lines:
        """Give the skunk lines in force."""
        return self.skunk_lines or standard_lines(self.target)

    def side_of(self, seat: int) -> int:
        """Tell whose score a seat's points move.

        >>> [Rules(seats=4).side_of(seat) for seat in range(4)], [Rules(seats=3).side_of(seat) for seat in range(3)]
        ([0, 1, 0, 1], [0, 1, 2])

        Raises RulesError (`seat_outside`).
        """
        self.check_seat(seat)
        return seat % self.sides

    def left_of(self, seat: int) -> int:
        """Name the seat to the left: the one that plays next.

        >>> Rules(seats=3).left_of(2)
        0
        """
        return (seat + 1) % self.seats

    def round_from(self, seat: int) -> tuple[int, ...]:
        """List all seats leftwards, beginning with this one.

        >>> Rules(seats=4).round_from(2)
        (2, 3, 0, 1)
        """
        return self._rounds[seat]

    @cached_property
    def _rounds(self) -> tuple[tuple[int, ...], ...]:
        seats = range(self.seats)
        return tuple(tuple((seat + step) % self.seats for step in seats) for seat in seats)

    def next_first_dealer(self, first_dealer: int, winner: int) -> int:
        """Name the seat that deals first in the next game of the same players; `winner` is a side (E14).

        >>> Rules().next_first_dealer(0, 0), Rules().next_first_dealer(0, 1), Rules(seats=3).next_first_dealer(0, 2)
        (1, 0, 1)
        >>> Rules(first_deal="next").next_first_dealer(0, 1)
        1

        With more than two seats and `first_deal="loser"` it is the first losing seat to the left of the last first
        dealer.
        """
        self.check_seat(first_dealer)
        left = self.left_of(first_dealer)
        policy = self.first_deal or ("loser" if self.seats == 2 else "next")
        if policy == "next":
            return left
        return next(seat for seat in self.round_from(left) if self.side_of(seat) != winner)

    def check_seat(self, seat: int) -> None:
        """Refuse a seat that is not at the table.

        Raises RulesError (`seat_outside`).
        """
        if not 0 <= seat < self.seats:
            raise RulesError("seat_outside", seat=seat, seats=self.seats)

    def to(self, target: int) -> Rules:
        """Return the same rules to another target.

        >>> Rules(seats=3).to(61).target
        61
        """
        return replace(self, target=target)
