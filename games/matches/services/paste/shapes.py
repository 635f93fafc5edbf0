"""What a pasted list would do, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from games.matches import desk_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Hold somebody a doubtful name may mean; `choice` is what to send for the row."""

    choice: str
    name: str
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewRow:
    """Hold one line of the list and what it would do.

    `state`: "new", "same" (nothing to change), "replaces" (`old` gives way to `new`), "unknown" (nobody is called
    so: choose guest, member, visitor, skip, or a player), "several" (choose one of `candidates`), "problem",
    "skipped". `joins`: the player was not in the night yet and is added to it. `messages`: what is wrong, or worth
    knowing.
    """

    number: int
    text: str
    state: str
    who: str = ""
    name: str = ""
    old: str = ""
    new: str = ""
    joins: bool = False
    assigned: bool = False
    choice: str = ""
    messages: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()

    @property
    def ready(self) -> bool:
        """Tell whether nothing is left to answer."""
        return self.state in ("new", "same", "replaces", "skipped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Hold what a list would do. `digest` goes back with it; `problem` is what is wrong with the list as a whole,
    else "".
    """

    rows: tuple[PreviewRow, ...]
    headings: tuple[str, ...]
    digest: str
    problem: str = ""

    @property
    def ready(self) -> bool:
        """Tell whether it can be entered."""
        return not self.problem and any(row.state != "skipped" for row in self.rows) and not self.bad

    @property
    def bad(self) -> tuple[PreviewRow, ...]:
        """Return the rows that still need an answer or a correction."""
        return tuple(row for row in self.rows if not row.ready)

    @property
    def changes(self) -> int:
        """Count the rows that would change something."""
        return sum(row.state in ("new", "replaces") for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """Hold what was entered: how many lines changed something, how many were there already, how many people joined."""

    entered: int
    same: int
    joined: int
    rows: tuple[PreviewRow, ...]

    @property
    def message(self) -> str:
        """Return it as a sentence."""
        return desk_words.sentence("paste_done", {"count": self.entered})
