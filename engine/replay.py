"""Play a record again: what happened as far as it is good, and the first thing that is wrong, with deal and column.

Points, go, last card and the show are not in a record; the engine finds them, and a result that does not follow is an
error. `record_of` is the way back: from the actions of a game to its record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NoReturn

from engine import cutting, dealing, notation, play, records
from engine.actions import Action, Count, Cut, Deal, Discard, Muggins, Play
from engine.cards import HIDDEN, TEXTS, Card
from engine.errors import EngineError, IllegalHere, NotationError, ResultDoesNotFollow, Unreadable
from engine.events import Event, Scored
from engine.notation import CARDS
from engine.records import Ended, Record
from engine.rules import Rules
from engine.state import Phase, State

PACK_SIZE: Final = 52
MOST_PARTS: Final = 5
_POINTS: Final = "(?:0|[1-9][0-9]?)"
_PLAY: Final = re.compile(rf"([0-9])(..)(?:\(({_POINTS})((?:![0-9]{_POINTS})*)\))?")
_CLAIM: Final = re.compile(rf"([0-9])=({_POINTS})")


@dataclass(frozen=True)
class Replay:
    """Hold a record that was played again, to its end or to the first error.

    `actions` in order; `states[0]` is the start and `states[n]` what the first n actions led to (no state at all where
    nobody says who dealt first); `happened[n]` are the events of `actions[n]`. `error`: the first thing wrong, or None.

    >>> deal = "3d3s5h7sTsKd/5c7dTdJcQdKh 3dTs/5cQd Jh 07s1Jc"
    >>> game = run(Record(Rules(target=31), 1, deals=(deal,)))
    >>> game.error, game.result, game.state.count, game.deals, len(game.actions)
    (None, '0,2', 17, 1, 6)
    """

    record: Record
    actions: tuple[Action, ...]
    states: tuple[State, ...]
    happened: tuple[tuple[Event, ...], ...]
    error: NotationError | None

    @property
    def state(self) -> State | None:
        """Give the last good position; None where nobody says who dealt first."""
        return self.states[-1] if self.states else None

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Give everything that happened, in order."""
        return tuple(event for some in self.happened for event in some)

    @cached_property
    def deals(self) -> int:
        """Count the deals that were begun."""
        return sum(isinstance(action, Deal) for action in self.actions)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Give the scores reached, by side; of a game without deals those it claims, or None."""
        if self.record.deals:
            return self.states[-1].scores
        return None if self.error else self.record.result

    @property
    def result(self) -> str | None:
        """Give the scores reached as a record writes them.

        >>> run(Record(Rules(), None, result=(121, 97))).result
        '121,97'
        """
        return None if self.scores is None else records.result_text(self.scores)

    @property
    def winner(self) -> int | None:
        """Give the side that reached the target, None if none did."""
        return _winner(self.record.rules, self.scores or ())


def read(text: str) -> Replay:
    """Read a record and play it again.

    Raises Unreadable or IllegalHere where the head is wrong, so that there is no game; what is wrong further on is in
    the replay.
    """
    return run(records.load(text))


def run(record: Record) -> Replay:
    """Play a record again.

    >>> deal = "3d3s5h7sTsKd/5c7dTdJcQdKh 3dTs/5cQd Jh 07s1Qd"
    >>> bad = run(Record(Rules(target=31), 1, deals=(deal,)))
    >>> bad.error, len(bad.actions)
    (IllegalHere("card_not_held (card='Qd', deal=1, column=43)"), 5)
    """
    again = _Again(record)
    error: NotationError | None = None
    try:
        again.play()
    except NotationError as found:
        error = found.with_traceback(None)
    return Replay(record, tuple(again.actions), tuple(again.states), tuple(again.happened), error)


def record_of(rules: Rules, first_dealer: int, actions: Iterable[Action], ended: Ended | None = None) -> Record:
    """Make the record of a game from its actions; event, date, players and the like are for the caller to add.

    >>> from engine.cards import cards
    >>> hands = (cards("3d3s5h7sTsKd"), cards("5c7dTdJcQdKh"))
    >>> record_of(Rules(target=31), 1, [Deal(hands), Discard(1, cards("Qd5c"))]).deals
    ('3d3s5h7sTsKd/5c7dTdJcQdKh -/5cQd',)

    The result is written when the game is over or `ended` says why it is not. In which order seats threw, a record does
    not keep.

    Raises IllegalAction.
    """
    state = play.start(rules, first_dealer)
    deals: list[_Written] = []
    for action in actions:
        step = play.apply(state, action)
        if isinstance(action, Deal):
            deals.append(_Written(action, rules))
        else:
            deals[-1].add(action, state, step.events)
        state = step.state
    over = state.phase is Phase.OVER
    result = state.scores if over or ended else None
    return Record(rules, first_dealer, tuple(deal.text() for deal in deals), result, ended)


class _Again:
    """Play the deals of a record, and keep what was good."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.actions: list[Action] = []
        self.states: list[State] = []
        self.happened: list[tuple[Event, ...]] = []
        self.deal: int | None = None
        if record.first_dealer is not None:
            self.states.append(play.start(record.rules, record.first_dealer))

    def play(self) -> None:
        """Do everything the record says, or raise NotationError where it goes wrong."""
        record = self.record
        _check_cuts(record)
        for number, text in enumerate(record.deals, 1):
            self.deal = number
            self._deal(text)
        if record.deals:
            _check_reached(record, self.states[-1].scores)
        else:
            _check_claimed(record)

    def _deal(self, text: str) -> None:
        column = 1
        readers = (self._dealt, self._discards, self._starter, self._plays, self._claims)
        for number, part in enumerate(text.split(" ")):
            if number == MOST_PARTS:
                self._unreadable("deal", part, column)
            readers[number](part, column)
            column += len(part) + 1

    def _dealt(self, text: str, column: int) -> None:
        hands, plus, extra = text.partition("+")
        found, at = [], column
        for piece in hands.split("/"):
            found.append(self._cards("dealt", piece, at))
            at += len(piece) + 1
        action = Deal(tuple(found), self._cards("dealt", extra, at) if plus else ())
        if self.record.pack and _sorted(action) != _sorted(dealing.deal(self.states[-1], self._pack())):
            raise IllegalHere("not_from_pack", column=column, deal=self.deal, field="dealt")
        self._do(action, column, text)

    def _discards(self, text: str, column: int) -> None:
        pieces, seats = text.split("/"), self.record.rules.seats
        if len(pieces) != seats:
            raise IllegalHere(
                "parts_wrong", column=column, deal=self.deal, field="discards", count=len(pieces), expected=seats
            )
        for seat, piece in enumerate(pieces):
            thrown = self._cards("discards", piece, column)
            if thrown:
                self._do(Discard(seat, thrown), column, piece)
            column += len(piece) + 1

    def _starter(self, text: str, column: int) -> None:
        found = self._cards("starter", text, column)
        if len(found) != 1:
            self._unreadable("starter", text, column)
        action = Cut(found[0])
        if self.record.pack and action != dealing.starter(self.record.rules, self._pack()):
            raise IllegalHere("not_from_pack", column=column, deal=self.deal, field="starter")
        self._do(action, column)

    def _plays(self, text: str, column: int) -> None:
        at = 0
        while at < len(text) or not text:
            found = _PLAY.match(text, at)
            if found is None or found[2] not in CARDS:
                self._unreadable("plays", text[at:], column + at)
            seat, card, claim, answers = found.groups()
            self._do(Play(int(seat), CARDS[card], None if claim is None else int(claim)), column + at)
            if answers:
                place = column + found.start(4)
                for answer in answers[1:].split("!"):
                    self._do(Muggins(int(answer[0]), int(answer[1:])), place)
                    place += len(answer) + 1
            at = found.end()

    def _claims(self, text: str, column: int) -> None:
        for piece in text.split(","):
            found = _CLAIM.fullmatch(piece)
            if found is None:
                self._unreadable("claims", piece, column)
            asked = Muggins if self.states[-1].phase is Phase.MUGGINS else Count
            self._do(asked(int(found[1]), int(found[2])), column)
            column += len(piece) + 1

    def _do(self, action: Action, column: int, text: str = "") -> None:
        """Do one action; `text` is where the card that is refused may stand."""
        try:
            step = play.apply(self.states[-1], action)
        except EngineError as error:
            at = text.rfind(error.data.get("card", HIDDEN))
            raise notation.illegal(error, column + max(at, 0), self.deal) from error
        self.actions.append(action)
        self.states.append(step.state)
        self.happened.append(step.events)

    def _cards(self, field: str, text: str, column: int) -> tuple[Card, ...]:
        return notation.parse_cards(text, column, field, self.deal)

    def _pack(self) -> tuple[Card, ...]:
        assert self.deal is not None, "a deal is being played"
        text = self.record.pack[self.deal - 1]
        found = self._cards("pack", text, 1)
        for at, one in enumerate(found):
            if one in found[:at]:
                raise IllegalHere("same_card_twice", column=1 + 2 * at, deal=self.deal, card=str(one))
        if len(found) != PACK_SIZE:
            raise IllegalHere(
                "parts_wrong", column=1, deal=self.deal, field="pack", count=len(found), expected=PACK_SIZE
            )
        return found

    def _unreadable(self, field: str, text: str, column: int) -> NoReturn:
        raise Unreadable("field_unreadable", column=column, deal=self.deal, field=field, text=text)


class _Written:
    """Write down one deal, action by action."""

    def __init__(self, action: Deal, rules: Rules) -> None:
        hands = "/".join(notation.dump_cards(tuple(sorted(hand))) for hand in action.hands)
        self.dealt = f"{hands}+{notation.dump_cards(action.extra)}" if action.extra else hands
        self.thrown: list[tuple[Card, ...]] = [()] * rules.seats
        self.starter = ""
        self.plays: list[str] = []
        self.claims: list[str] = []

    def add(self, action: Discard | Cut | Play | Count | Muggins, before: State, events: tuple[Event, ...]) -> None:
        """Write one action, done in the state before and leading to these events."""
        match action:
            case Discard(seat, cards):
                self.thrown[seat] = tuple(sorted(cards))
            case Cut(card):
                self.starter = TEXTS[card]
            case Play(seat, card, claim):
                short = any(isinstance(event, Scored) and event.missed for event in events)
                self.plays.append(f"{seat}{TEXTS[card]}({claim})" if short else f"{seat}{TEXTS[card]}")
            case Muggins(seat, points) if before.missed is not None and before.missed.of == "P":
                self.plays[-1] = f"{self.plays[-1][:-1]}!{seat}{points})"
            case _:
                self.claims.append(f"{action.seat}={action.points}")

    def text(self) -> str:
        """Give the deal as one string, as far as it went."""
        discards = "/".join(map(notation.dump_cards, self.thrown)) if any(self.thrown) else ""
        parts = (self.dealt, discards, self.starter, "".join(self.plays), ",".join(self.claims))
        return " ".join(part for part in parts if part)


def _sorted(action: Deal) -> Deal:
    return replace(action, hands=tuple(tuple(sorted(hand)) for hand in action.hands))


def _winner(rules: Rules, scores: tuple[int, ...]) -> int | None:
    return scores.index(rules.target) if rules.target in scores else None


def _check_cuts(record: Record) -> None:
    """The lowest card of the last cut deals first; whether all cut again or those tied, the cuts show themselves."""
    rounds = [{seat: cards for seat, cards in enumerate(_cut(text)) if cards} for text in record.cuts]
    if not rounds:
        return
    rules = record.rules
    if all(len(cut) == rules.seats for cut in rounds):
        rules = replace(rules, recut="all")
    tied: tuple[int, ...] | None = None
    dealer: int | None = None
    for number, cut in enumerate(rounds, 1):
        if dealer is not None:
            raise IllegalHere("cuts_wrong", column=1, seats=tuple(cut), expected=(), cut=number)
        try:
            found = cutting.cut_for_deal(rules, {seat: cards[0] for seat, cards in cut.items()}, tied)
        except EngineError as error:
            raise IllegalHere(error.code, column=1, **error.data, cut=number) from error
        dealer, tied = found.dealer, found.again
    if dealer != record.first_dealer:
        raise IllegalHere("dealer_not_cut", column=1, dealer=record.first_dealer, expected=dealer)


def _cut(text: str) -> list[tuple[Card, ...]]:
    found, column = [], 1
    for piece in text.split("/"):
        cards = notation.parse_cards(piece, column, "cuts")
        if len(cards) > 1:
            raise Unreadable("field_unreadable", column=column, field="cuts", text=piece)
        found.append(cards)
        column += len(piece) + 1
    return found


def _check_reached(record: Record, reached: tuple[int, ...]) -> None:
    """The result is what the deals lead to, and the game ended as it says."""
    result = record.result
    if result is not None and result != reached:
        same = 0
        while same < min(len(result), len(reached)) and result[same] == reached[same]:
            same += 1
        column = len("".join(f"{score}," for score in result[:same])) + 1
        raise ResultDoesNotFollow("result_wrong", column=column, result=result, reached=reached)
    _check_ended(record, reached)


def _check_claimed(record: Record) -> None:
    """Nothing can be followed in a game without deals; its result must be one that a game can have."""
    result, rules = record.result, record.rules
    if result is None:
        return
    at_target = sum(score == rules.target for score in result)
    if len(result) != rules.sides or max(result) > rules.target or at_target > 1:
        raise ResultDoesNotFollow("result_wrong", column=1, result=result, reached=None)
    _check_ended(record, result)


def _check_ended(record: Record, reached: tuple[int, ...]) -> None:
    ended, winner = record.ended, _winner(record.rules, reached)
    if winner is not None and ended not in (None, "target"):
        raise ResultDoesNotFollow("game_was_won", column=1, ended=ended, winner=winner)
    if winner is None and (ended == "target" or (ended is None and record.result is not None)):
        raise ResultDoesNotFollow("game_not_over", column=1, reached=reached)
