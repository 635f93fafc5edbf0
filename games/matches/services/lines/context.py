"""What a line is applied with: the night as it stands, who types, what was asked before, and what it will have
changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from clubs.events.models import Entry, Event, Pairing
from clubs.people import selectors as people
from clubs.people.models import User
from games.matches import errors
from games.matches.entry import who
from games.matches.entry.grammar import write
from games.matches.entry.lines import CardLine, LeftLine, Line, Mode, NoCardLine, RemoveLine, ShowLine
from games.matches.selectors.board import Board, Fact, Meeting, Person
from games.matches.services import cards, history
from games.matches.services.history import State
from games.matches.services.outcomes import Choice, Kind, Plain

CardWords = CardLine | LeftLine | NoCardLine | RemoveLine | ShowLine


@dataclass(frozen=True, slots=True)
class Question:
    """Hold something asked back. `stands` is what was shown: another answer is due when that has changed."""

    code: str
    stands: str
    data: Mapping[str, Plain] = field(default_factory=dict)
    old: str = ""
    new: str = ""


class Asked(Exception):
    """Nothing was changed; the line waits for Enter twice."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__(questions[0].code)
        self.questions = questions


class Unknown(Exception):
    """Nobody is called so; the line is kept. `known` is whom the club has by that name but not tonight."""

    def __init__(self, who_: str, known: str) -> None:
        super().__init__(who_)
        self.who = who_
        self.known = known


class Several(Exception):
    """The name fits several people."""

    def __init__(self, who_: str, choices: tuple[Choice, ...]) -> None:
        super().__init__(who_)
        self.who = who_
        self.choices = choices


@dataclass(slots=True)
class Done:
    """Hold what a line did: the code of its sentence, whom and which game it was about."""

    code: str
    data: dict[str, Plain] = field(default_factory=dict)
    kind: Kind = Kind.SAVED
    line_kind: str = ""
    entry_id: int | None = None
    other_id: int | None = None
    number: int | None = None
    notes: tuple[str, ...] = ()
    summary: str = ""
    action: str = ""


class Desk:
    """One line being applied. `answered` are the questions this very line was asked before, by code: what they
    showed.
    """

    def __init__(
        self,
        *,
        event: Event,
        board: Board,
        by: User,
        mode: Mode,
        source: str,
        highlighted: Person | None,
        answered: Mapping[str, str],
    ) -> None:
        self.event = event
        self.board = board
        self.by = by
        self.mode = mode
        self.source = source
        self.highlighted = highlighted
        self.answered = answered
        self.questions: list[Question] = []
        self.asked_again: list[Question] = []
        self.about: Done | None = None
        self.before: list[State] = []
        self.after: list[State] = []
        self._now: list[Callable[[], State | None]] = []
        present = [person for person in board.people.values() if not person.absent]
        self.roster = who.Roster(player(person) for person in present)

    # Asking back ---------------------------------------------------------------------------------------------------

    def ask(
        self,
        code: str,
        stands: str,
        *,
        old: str = "",
        new: str = "",
        data: Mapping[str, Plain] | None = None,
        **facts: Plain,
    ) -> None:
        """Note a question, unless this line was asked it before and what was shown still stands."""
        data = {**(data or {}), **facts}
        question = Question(code, stands, {**data, "old": old, "new": new} if old else data, old, new)
        if self.answered.get(code) == stands:
            self.asked_again.append(question)
        else:
            self.questions.append(question)

    def ask_to_replace(
        self, code: str, moved: str, stands: str, *, author: int | None, old: str, new: str, **data: Plain
    ) -> None:
        """Ask before something that is in gives way; by the sentence ``moved`` where it changed since it was shown."""
        shown = self.answered.get(moved) or self.answered.get(code)
        if shown is None:
            self.ask(code, stands, old=old, new=new, data=data)
        elif shown == stands:
            said = moved if moved in self.answered else code
            self.asked_again.append(Question(said, stands, {**data, "old": old, "new": new}, old, new))
        else:
            self.ask(moved, stands, old=old, new=new, data={**data, "by": self.author(author)})

    def go_on(self) -> None:
        """Let pass when nothing is left to ask.

        Raises Asked, with what was answered before kept.
        """
        if self.questions:
            raise Asked([*self.questions, *self.asked_again])

    # Undo ----------------------------------------------------------------------------------------------------------

    def changes(self, state: State, now: Callable[[], State | None] | None = None) -> None:
        """Note how something stands before the line changes it; ``now`` tells later how it stands, None: look it up."""
        self.before.append(state)
        self._now.append(now or partial(history.current, state))

    def changed(self) -> None:
        """Note how the same things stand now."""
        self.after = [state for state in (now() for now in self._now) if state is not None]

    # Whom ----------------------------------------------------------------------------------------------------------

    def person(self, text: str | None, line: Line) -> Person:
        """Return whom a line is about.

        Raises Unknown, Several, Invalid (``absent``, ``nobody_at_seat``).
        """
        if text is None:
            assert self.highlighted is not None, "the parser refuses a line without a name when nobody is highlighted"
            return self.highlighted
        found = who.resolve(text, self.roster)
        if found.one is not None:
            return self._of(found.one)
        if not found.unknown:
            raise Several(text, tuple(self._choice(candidate, line) for candidate in found.players))
        absent = who.resolve(text, who.Roster(player(one) for one in self.board.people.values())).one
        if absent is not None:
            raise errors.invalid("absent", field="line", name=absent.name)
        if text.isdigit():
            raise errors.invalid("nobody_at_seat", field="line", seat=text)
        known = people.find_players(self.event.club, text)
        raise Unknown(text, known[0].name if len(known) == 1 else "")

    def seat(self, text: str) -> Person:
        """Return who holds a seat.

        Raises Invalid (``nobody_at_seat``).
        """
        found = who.resolve(text, self.roster).one
        if found is None:
            raise errors.invalid("nobody_at_seat", field="line", seat=text)
        return self._of(found)

    def _of(self, found: who.Player) -> Person:
        assert isinstance(found.key, int)
        return self.board.people[found.key]

    def _choice(self, candidate: who.Player, line: Line) -> Choice:
        assert isinstance(candidate.key, int)
        return Choice(entry_id=candidate.key, seat=candidate.seat, name=candidate.name, text=renamed(line, candidate))

    # Facts ---------------------------------------------------------------------------------------------------------

    def entry(self, person: Person) -> Entry:
        """Return a person's entry, locked."""
        return cards.locked(self.event, Entry(pk=person.entry_id))

    def pairing(self, meeting: Meeting) -> Pairing:
        """Return a pairing, locked."""
        return (
            Pairing.objects.select_for_update(no_key=True, of=("self",))
            .select_related("round__stage__club", "a__player__merged_into", "b__player__merged_into")
            .get(pk=meeting.pairing_id)
        )

    def name(self, entry_id: int | None) -> str:
        """Return somebody's name; "" for nobody."""
        return self.board.people[entry_id].name if entry_id is not None else ""

    def author(self, user_id: int | None) -> str:
        """Return the name of who entered something before."""
        user = User.objects.filter(pk=user_id).first() if user_id else None
        return str(user) if user else ""

    def mark(self, fact: Fact) -> str:
        """Return the mark by which a game that was shown is known again."""
        return f"{fact.game_id}:{fact.version}"


def player(person: Person) -> who.Player:
    """Return a person as the name finder wants it."""
    return who.Player(person.entry_id, person.name, seat=person.seat, acc_number=person.acc_number)


def renamed(line: Line, candidate: who.Player) -> str:
    """Return the line with its person made certain: by seat, else by ACC number, else by the whole name."""
    if not isinstance(line, CardWords):
        return write(line)
    certain = str(candidate.seat) if candidate.seat else candidate.acc_number or candidate.name
    match line:
        case CardLine():
            return write(CardLine(certain, line.points, line.wins, line.net, line.plus, line.minus, line.games))
        case LeftLine():
            return write(LeftLine(certain, line.after))
        case NoCardLine():
            return write(NoCardLine(certain))
        case RemoveLine():
            return write(RemoveLine(certain, line.game))
        case ShowLine():
            return write(ShowLine(certain))
