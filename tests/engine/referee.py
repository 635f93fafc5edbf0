"""A second referee, written apart from the engine to disagree with it where one of them is wrong.

It shares no code with `engine` and keeps its books another way: cards are texts as the notation writes them, seats are
asked one by one and their answers remembered, hands are counted by looking at every way to take some of five cards.
It only counts; it has no settings beyond the table, and whoever uses it plays legally.
"""

from itertools import combinations, pairwise

ORDER = "A23456789TJQK"
Award = tuple[int, str, int]
"""Who, what for, how much."""


def place(card: str) -> int:
    return ORDER.index(card[0]) + 1


def worth(card: str) -> int:
    return min(10, place(card))


def in_a_row(some: list[str] | tuple[str, ...]) -> bool:
    places = sorted(map(place, some))
    return len(places) >= 3 and all(one + 1 == other for one, other in pairwise(places))


def count(kept: list[str], starter: str, crib: bool) -> int:
    """Count a hand or crib of three or four with its starter."""
    five = [*kept, starter]
    taken = [some for size in range(2, 6) for some in combinations(five, size)]
    found = 2 * sum(sum(map(worth, some)) == 15 for some in taken)
    found += 2 * sum(len(some) == 2 and place(some[0]) == place(some[1]) for some in taken)
    runs = [len(some) for some in taken if in_a_row(some)]
    found += max(runs, default=0) * runs.count(max(runs, default=0))
    if len({card[1] for card in five}) == 1:
        found += len(five)
    elif len({card[1] for card in kept}) == 1 and not crib:
        found += len(kept)
    return found + sum(card == "J" + starter[1] for card in kept)


def peg(pile: list[str]) -> int:
    """Count what the last card of a count earned by itself."""
    found = 2 if sum(map(worth, pile)) in (15, 31) else 0
    alike = 1
    while alike < len(pile) and place(pile[-alike - 1]) == place(pile[-1]):
        alike += 1
    found += alike * (alike - 1)
    return found + max((size for size in range(3, len(pile) + 1) if in_a_row(pile[-size:])), default=0)


class Table:
    """Keep one game: call `deal`, then `throw` for each seat, `cut`, and `lay` until `winner` or the next deal.

    Each returns what was pegged, in order, and stops where somebody reached the target.
    """

    def __init__(self, seats: int, target: int, dealer: int, five_card: bool) -> None:
        self.seats, self.target, self.dealer, self.five_card = seats, target, dealer, five_card
        self.scores = {seat % 2 if seats == 4 else seat: 0 for seat in range(seats)}
        self.winner: int | None = None
        self.first = True
        self.gos: list[int] = []
        self.clear()

    def clear(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.laid: list[list[str]] = [[] for _ in range(self.seats)]
        self.crib: list[str] = []
        self.pile: list[str] = []
        self.out: set[int] = set()
        self.turn: int | None = None
        self.starter = ""

    def round(self, seat: int) -> list[int]:
        """List the seats from the left of this one to itself."""
        return [*range(seat + 1, self.seats), *range(seat + 1)]

    def pegged(self, awards: list[Award]) -> list[Award]:
        """Move the pegs until somebody is home; what comes after that does not happen."""
        happened = []
        for seat, what, points in awards:
            side = seat % 2 if self.seats == 4 else seat
            happened.append((seat, what, points))
            self.scores[side] = min(self.target, self.scores[side] + points)
            if self.scores[side] == self.target:
                self.winner = side
                break
        return happened

    def deal(self, hands: list[list[str]], extra: list[str]) -> list[Award]:
        self.hands = [list(hand) for hand in hands]
        self.crib = list(extra)
        first, self.first = self.first, False
        return self.pegged([(self.round(self.dealer)[0], "three for last", 3)] if first and self.five_card else [])

    def throw(self, seat: int, cards: list[str]) -> None:
        self.crib += cards
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]

    def cut(self, starter: str) -> list[Award]:
        self.starter = starter
        self.turn = self.round(self.dealer)[0]
        return self.pegged([(self.dealer, "heels", 2)] if starter[0] == "J" else [])

    def may(self) -> list[str]:
        """List what the seat whose turn it is may lay."""
        assert self.turn is not None
        return [card for card in self.hands[self.turn] if sum(map(worth, [*self.pile, card])) <= 31]

    def lay(self, card: str) -> list[Award]:
        seat = self.turn
        assert seat is not None
        self.hands[seat].remove(card)
        self.laid[seat].append(card)
        self.pile.append(card)
        self.gos = []
        awards: list[Award] = []
        if peg(self.pile):
            awards.append((seat, "play", peg(self.pile)))
        total = sum(map(worth, self.pile))
        self.turn = None
        if total < 31:
            self.turn = self.ask(seat)
            if self.turn is None:
                awards.append((seat, "go" if any(self.hands) else "last", 1))
        if self.turn is None:
            self.pile, self.out = [], set()
            holding = [other for other in self.round(seat) if self.hands[other]]
            if holding and not self.five_card:
                self.turn = holding[0]
            else:
                awards += self.show()
        happened = self.pegged(awards)
        if self.turn is None and self.winner is None:
            self.dealer = self.round(self.dealer)[0]
            self.clear()
        return happened

    def ask(self, seat: int) -> int | None:
        """Ask each seat in turn: who has a card that fits is next, who has none that does says go and is out."""
        for other in self.round(seat):
            if other in self.out or not self.hands[other]:
                continue
            self.turn = other
            if self.may():
                return other
            self.out.add(other)
            self.gos.append(other)
        return None

    def show(self) -> list[Award]:
        hands = [self.laid[seat] + self.hands[seat] for seat in range(self.seats)]
        shown: list[Award] = [
            (seat, "hand", count(hands[seat], self.starter, False)) for seat in self.round(self.dealer)
        ]
        return [*shown, (self.dealer, "crib", count(self.crib, self.starter, True))]
