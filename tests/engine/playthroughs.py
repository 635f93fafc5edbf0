"""Write the golden playthroughs again: ``python -m tests.engine.playthroughs``.

A playthrough is all that the engine says of one recorded game: after every action the position, what happened, what may
be done next, and what each seat sees. A change of the engine shows as a difference in these files, and must be meant.
"""

from dataclasses import fields
from pathlib import Path
from typing import Any

from engine import notation, play, replay
from engine.actions import Action, Count, Discard, Muggins, Play
from engine.cards import Card
from engine.observe import observe
from engine.pegging import Peg
from engine.scoring import Combo
from engine.state import State

DATA = Path(__file__).parents[1] / "data"
RECORDS = DATA / "records"
PLAYTHROUGHS = DATA / "playthroughs"
NAMES = ("two_31", "three_31", "four_31", "five_card_31", "muggins_31")


def playthrough(record: str) -> str:
    """Return the whole text for one record."""
    game = replay.read(record)
    assert game.error is None
    lines = ["start", *_position(game.states[0])]
    for action, events, state in zip(game.actions, game.happened, game.states[1:], strict=True):
        lines += ["", f"do        {_said(action)}"]
        lines += [f"event     {_said(event)}" for event in events]
        lines += _position(state)
    return "\n".join(lines) + "\n"


def _position(state: State) -> list[str]:
    watchers = [None, *range(state.rules.seats)]
    return [
        f"position  {notation.dump(state)}",
        *(f"legal     {line}" for line in _legal(state)),
        *(f"seen by {'-' if seat is None else seat} {notation.dump(observe(state, seat))}" for seat in watchers),
    ]


def _legal(state: State) -> list[str]:
    """Say who may do what; a deal and a starter are chance's."""
    if state.winner is not None:
        return ["nothing"]
    if not state.waiting_for():
        return ["chance"]
    return [
        f"{seat} {' '.join(_short(action) for action in play.legal_actions(state, seat))}"
        for seat in state.waiting_for()
    ]


def _short(action: Action) -> str:
    match action:
        case Discard(cards=cards):
            return notation.dump_cards(cards)
        case Play(card=card):
            return str(card)
        case Count(points=points) | Muggins(points=points):
            return str(points)
    raise AssertionError(action)


def _said(happened: Any) -> str:
    words = (f"{field.name}={_value(getattr(happened, field.name))}" for field in fields(happened))
    return " ".join([type(happened).__name__, *words])


def _value(value: Any) -> str:
    match value:
        case Card() | str():
            return str(value)
        case Combo() | Peg():
            return f"{value.kind if isinstance(value, Combo) else value.why}:{_value(value.cards)}:{value.points}"
        case tuple():
            between = "" if all(isinstance(one, Card) for one in value) else "/"
            return between.join(map(_value, value)) or "-"
        case None:
            return "-"
        case _:
            return str(value)


def main() -> None:
    """Write all files."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in NAMES:
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough((RECORDS / f"{name}.cgr").read_text()))


if __name__ == "__main__":
    main()
