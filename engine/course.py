"""Carry a game through the forced steps of an action: the only code that moves pegs, passes turns and ends games."""

from __future__ import annotations

from typing import Literal

from engine import scoring
from engine.cards import VALUES, Card
from engine.events import (
    CountEnd,
    CountEnded,
    DealEnded,
    Event,
    SaidGo,
    Scored,
    ScoredFor,
    Turned,
    Won,
)
from engine.outcome import outcome
from engine.pegging import LIMIT, Peg
from engine.scoring import Combo
from engine.state import Laid, Missed, Phase, State, passed_over


class Course:
    """Be a state that is being changed, and the events of the change. Made for one action and thrown away after it."""

    __slots__ = (
        "backs",
        "deal",
        "dealer",
        "discards",
        "events",
        "extra",
        "hands",
        "line",
        "missed",
        "phase",
        "rules",
        "scores",
        "starter",
        "turn",
    )

    def __init__(self, before: State) -> None:
        """Begin where a state is; the state itself is left alone."""
        self.rules = before.rules
        self.scores = list(before.scores)
        self.backs = list(before.backs)
        self.dealer = before.dealer
        self.deal = before.deal
        self.phase = before.phase
        self.turn = before.turn
        self.hands = list(before.hands)
        self.line = list(before.line)
        self.discards = list(before.discards)
        self.extra = before.extra
        self.starter = before.starter
        self.missed: Missed | None = None
        self.events: list[Event] = []

    def state(self) -> State:
        """Return the state reached."""
        return State(
            self.rules,
            tuple(self.scores),
            tuple(self.backs),
            self.dealer,
            self.deal,
            self.phase,
            self.turn,
            tuple(self.hands),
            tuple(self.line),
            tuple(self.discards),
            self.extra,
            self.starter,
            self.missed,
        )

    def award(
        self,
        seat: int,
        why: ScoredFor,
        points: int,
        because: tuple[Combo, ...] | tuple[Peg, ...] = (),
        missed: int = 0,
    ) -> bool:
        """Peg points for a seat's side, stop at the target, and tell whether the game is over."""
        if self.phase is Phase.OVER:
            raise AssertionError("points after the end of the game")
        rules = self.rules
        side = seat % rules.sides
        before = self.scores[side]
        score = min(before + points, rules.target)
        if points:
            self.backs[side], self.scores[side] = before, score
        self.events.append(Scored(seat, side, why, points, score, because, missed))
        if score < rules.target:
            return False
        self.phase, self.turn, self.missed = Phase.OVER, side, None
        levels = tuple(
            None if one == side else outcome(rules.target, loser_hole=hole, lines=rules.lines).level
            for one, hole in enumerate(self.scores)
        )
        self.events.append(Won(side, tuple(self.scores), levels))
        return True

    def lay(self, seat: int, card: Card) -> int:
        """Move a card from the hand to the open count; return the count after it."""
        self.hands[seat] = tuple([one for one in self.hands[seat] if one != card])
        pile = (*self.line[-1], Laid(seat, card))
        self.line[-1] = pile
        return sum([VALUES[laid.card] for laid in pile])

    def open_muggins(self, missed: Missed, after: int | None = None) -> bool:
        """Let the next opponent claim what was missed; `after`: the one who has just declined or taken a part.

        Opponents are asked once each, from the left of the seat that counted (E28). False: nobody is (left) to
        be asked.
        """
        rules = self.rules
        if not rules.muggins or not missed.points:
            return False
        order = [seat for seat in rules.round_from(missed.seat) if rules.side_of(seat) != rules.side_of(missed.seat)]
        if after is not None:
            order = order[order.index(after) + 1 :]
        if not order:
            return False
        self.phase, self.turn, self.missed = Phase.MUGGINS, order[0], missed
        return True

    def after_missed(self, missed: Missed) -> None:
        """Go on where the claim interrupted."""
        self.missed = None
        if missed.of == "P":
            self.after_card()
        else:
            self.after_count(missed.seat, crib=missed.of == "K")

    def after_card(self) -> None:
        """Pass the turn after a card: the next seat that can play, or the end of the count (E1, E4, E6–E8)."""
        pile = self.line[-1]
        seat = pile[-1].seat
        count = sum([VALUES[laid.card] for laid in pile])
        if count == LIMIT:
            self._end_count(seat, "31")
            return
        if not any(self.hands):
            self._end_count(seat, "last")
            return
        rules, room = self.rules, LIMIT - count
        gone: set[int] | None = None
        for other in rules.round_from(rules.left_of(seat)):
            hand = self.hands[other]
            if not hand:
                continue
            if VALUES[hand[0]] <= room:  # sorted: the lowest card comes first
                self.phase, self.turn = Phase.PLAY, other
                return
            if gone is None:
                gone = passed_over(rules, pile)
            if other not in gone:
                self.events.append(SaidGo(other))
        self._end_count(seat, "go")

    def after_count(self, seat: int, *, crib: bool) -> None:
        """Go on with the show after a hand or the crib."""
        if crib:
            self.end_deal()
        elif seat == self.dealer:
            self._show("crib", seat)
        else:
            self._show("hand", self.rules.left_of(seat))

    def _end_count(self, seat: int, why: CountEnd) -> None:
        """Close the count; thirty-one was two already, go and last are one (E1)."""
        if why != "31" and self.award(seat, why, 1):
            return
        self.events.append(CountEnded(why))
        rules = self.rules
        if rules.five_card or not any(self.hands):
            self._show("hand", rules.left_of(self.dealer))
            return
        self.line.append(())
        self.phase = Phase.PLAY
        self.turn = next(other for other in rules.round_from(rules.left_of(seat)) if self.hands[other])

    def _show(self, what: Literal["hand", "crib"], seat: int) -> None:
        """Turn up what is due and count it, or wait for the player's own count; then on round the table (E19–E21)."""
        while True:
            crib = what == "crib"
            cards = self._cards_of(seat, crib=crib)
            self.events.append(Turned(seat, cards, crib))
            if self.rules.manual:
                self.phase, self.turn = Phase.CRIB if crib else Phase.HAND, seat
                return
            assert self.starter is not None, "the show has a starter"
            score = scoring.hand(cards, self.starter, crib=crib)
            if self.award(seat, what, score.total, score.combos):
                return
            if crib:
                self.end_deal()
                return
            if seat == self.dealer:
                what = "crib"
            else:
                seat = self.rules.left_of(seat)

    def _cards_of(self, seat: int, *, crib: bool) -> tuple[Card, ...]:
        if crib:
            return tuple(one for thrown in self.discards for one in thrown) + self.extra
        tabled = (laid.card for pile in self.line for laid in pile if laid.seat == seat)
        return tuple(sorted((*tabled, *self.hands[seat])))

    def end_deal(self) -> None:
        """Pass the deal on, once, and clear the table."""
        rules = self.rules
        self.dealer = rules.left_of(self.dealer)
        self.deal += 1
        self.phase, self.turn = Phase.DEAL, None
        self.hands = [()] * rules.seats
        self.discards = [()] * rules.seats
        self.line, self.extra, self.starter = [], (), None
        self.events.append(DealEnded(self.dealer))
