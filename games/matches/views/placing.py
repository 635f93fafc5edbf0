"""Standings and seats of a night as its pages show them: what decided a place in words, seats by name."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.people import spelling
from games.matches.selectors.announce import DECIDES, STEPS, joined
from games.matches.selectors.night import NextGame, Placed
from games.matches.values import signed

PEOPLE = "people"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Hold one row and why it stands where it stands: "" where points alone say it."""

    row: Placed
    why: str


def explained(rows: Sequence[Placed], chain: Sequence[str], *, final: bool) -> list[Shown]:
    """Return the rows with what decided each; ``final``: nobody is going to decide an open tie any more."""
    by_place: dict[int, list[Placed]] = {}
    for row in rows:
        by_place.setdefault(row.place or 0, []).append(row)
    places = sorted(by_place)
    above = {place: by_place[before] for before, place in itertools.pairwise(places)}
    return [Shown(row=row, why=_why(row, by_place, above, chain, final=final)) for row in rows]


def by_name(games: Iterable[NextGame]) -> list[NextGame]:
    """Return seats in the order people look themselves up."""
    return sorted(games, key=lambda game: (spelling.fold(game.name), game.entry_id))


def _why(
    row: Placed,
    by_place: dict[int, list[Placed]],
    above: dict[int, list[Placed]],
    chain: Sequence[str],
    *,
    final: bool,
) -> str:
    level = [other.name for other in by_place[row.place or 0] if other.entry_id != row.entry_id]
    sentences = []
    if (over := above.get(row.place or 0)) and row.step and row.step != chain[0]:
        sentences.append(_decided(row, [one.name for one in over], chain))
    if level:
        data = {"names": joined(level)}
        if row.waits and not final:
            sentences.append(_("Level with %(names)s on everything that is counted. People decide it.") % data)
        else:
            sentences.append(_("Shares the place with %(names)s.") % data)
    return " ".join(sentences)


def _decided(row: Placed, names: list[str], chain: Sequence[str]) -> str:
    if row.step == PEOPLE or row.step not in DECIDES:
        return _("Level with %(names)s on everything that is counted; decided by people.") % {"names": joined(names)}
    level = [str(STEPS.get(step, step)) for step in chain[: list(chain).index(row.step)]] if row.step in chain else []
    said = _("Level with %(names)s on %(steps)s.") % {"names": joined(names), "steps": joined(level)}
    shown = {
        key: signed(value) if row.step == "net" and value is not None else value
        for key, value in (("above", row.above), ("below", row.below))
    }
    return f"{said} {DECIDES[row.step] % shown}"
