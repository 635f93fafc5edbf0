"""What the desk answers to a typed line: everything the echo needs, as plain values that can be stored and sent
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, TypeAlias

from games.matches import desk_words
from games.matches.selectors.board import Board

Plain: TypeAlias = int | str | None


class Kind(StrEnum):
    """Name what became of a line.

    `SAVED`: it stands. `REFUSED`: nothing was changed, `message` says why. `ASK`: nothing was changed yet; the same
    line once more (Enter twice) confirms it. `KEPT`: the name is not known; the line waits for g, m or v.
    `AMBIGUOUS`: several people fit; `choices` offers them. `INFO`: an answer, nothing to change. `UNDONE`: taken back.
    """

    SAVED = "saved"
    REFUSED = "refused"
    ASK = "ask"
    KEPT = "kept"
    AMBIGUOUS = "ambiguous"
    INFO = "info"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningCard:
    """Hold one card as it now stands.

    `seat` None: a night without seats. `planned` None: no plan. `plus`, `minus`, `net` None: not given. `place` None:
    nothing counted yet; `shared`: level with somebody. `card` is the shorthand ("16/7 +74").
    """

    entry_id: int
    player_id: int
    seat: int | None
    name: str
    kind: str
    games: int
    planned: int | None
    points: int
    won: int
    plus: int | None
    minus: int | None
    net: int | None
    skunks: int
    place: int | None
    shared: bool
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEcho:
    """Hold the game of the line.

    `table` None: no table. `winner`/`loser` are names, "" where there is no winner (sat out, not played, disputed).
    `margin` and `loser_hole` None: the figure was not written. `skunk`: 0 none, 1 skunk, 2 double, 3 triple.
    `ending` and `status` as in `Game` ("notplayed" and "sitout" where no game was played).
    """

    number: int
    make_up: bool
    table: int | None
    winner: str
    winner_seat: int | None
    loser: str
    loser_seat: int | None
    margin: int | None
    loser_hole: int | None
    skunk: int
    points: int
    ending: str
    status: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Hold one of several people a line may mean; `text` is the line with the person made certain."""

    entry_id: int
    seat: int | None
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StillOut:
    """Hold one card that is not in: how many of its games are, and which are still open."""

    entry_id: int
    seat: int | None
    name: str
    games_in: int
    planned: int | None
    open_games: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Night:
    """Hold the night as it stood when a line was entered, and the version its watchers were told."""

    board: Board
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Hold the answer to one line.

    `message` is one sentence in the reader's language, made from `code` and `data` (`said` where another room worded
    it); `column` is where in `text` the
    trouble lies (None: the whole line). `entry` is the card the line is about, `other` the opponent's. `old` and `new`
    are the shorthands of what stands and what would replace it (`ASK`). `forecast` is the sentence about the last card,
    "" otherwise. `notes` are further sentences (cards that differ, a rule). `next_seat`: the seat the empty bar marks.
    `unfinished`: the line may become good with more keys. `replayed`: the stored answer to a token sent before.
    `night`: the night the line left behind, for the page that shows it next; never stored, None where nothing was
    entered just now.
    """

    kind: Kind
    code: str = ""
    data: Mapping[str, Plain] = field(default_factory=dict)
    said: str = ""
    text: str = ""
    mode: str = "game"
    token: str = ""
    line_id: int | None = None
    column: int | None = None
    unfinished: bool = False
    entry: RunningCard | None = None
    other: RunningCard | None = None
    game: GameEcho | None = None
    old: str = ""
    new: str = ""
    forecast: str = ""
    notes: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    missing: tuple[StillOut, ...] = ()
    next_seat: int | None = None
    next_entry_id: int | None = None
    cards_in: int = 0
    cards_all: int = 0
    replayed: bool = False
    night: Night | None = field(default=None, compare=False, repr=False)

    @property
    def message(self) -> str:
        """Give the sentence, "" where there is nothing to say."""
        if self.code and desk_words.known(self.code):
            return desk_words.sentence(self.code, self.data)
        return self.said

    @property
    def saved(self) -> bool:
        """Tell whether something was stored that stands."""
        return self.kind in (Kind.SAVED, Kind.UNDONE)

    def to_data(self) -> dict[str, Any]:
        """Give plain values for a JSON column."""
        data = asdict(replace(self, night=None))
        del data["night"]
        data["data"] = dict(self.data)
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Outcome:
        """Rebuild a stored outcome; fields of another version are passed over."""
        known = {name: data[name] for name in (item.name for item in fields(cls)) if name in data}
        known["kind"] = Kind(known["kind"])
        for name, shape in (("entry", RunningCard), ("other", RunningCard), ("game", GameEcho)):
            if known.get(name):
                known[name] = shape(**known[name])
        known["choices"] = tuple(Choice(**item) for item in known.get("choices", ()))
        known["missing"] = tuple(
            StillOut(**{**item, "open_games": tuple(item["open_games"])}) for item in known.get("missing", ())
        )
        known["notes"] = tuple(known.get("notes", ()))
        return cls(**known)
