"""``replay FILE``: play a record again, say what happened, and check the result it claims."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine import replay
from engine.commands import told
from engine.commands.answer import Answer
from engine.commands.words import sentence
from engine.errors import NotationError

HELP = "play a record again and check it"


def declare(parser: argparse.ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("file", help="a game record (.cgr); - for standard input")


def answer(options: argparse.Namespace) -> Answer:
    """Replay it; what is good of a wrong record is told too."""
    try:
        played = replay.read(text_of(options.file))
    except NotationError as error:
        return _wrong({"result": None, "winner": None, "deals": 0, "events": []}, (), error)
    data = {
        "result": played.result,
        "winner": played.winner,
        "deals": played.deals,
        "events": [told.data(event) for event in played.events],
        "error": None,
    }
    ending = f"{played.deals} deals, result {played.result or 'open'}"
    lines = (*(told.line(event) for event in played.events), ending)
    return Answer(data, lines) if played.error is None else _wrong(data, lines, played.error)


def text_of(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``; a byte order mark is not part of it.

    Raises OSError and UnicodeDecodeError.
    """
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    return raw.decode("utf-8-sig")


def _wrong(data: dict[str, Any], lines: tuple[str, ...], error: NotationError) -> Answer:
    message = sentence(error)
    told_where = {"deal": error.data.get("deal"), "column": error.data.get("column"), "message": message}
    return Answer(data | {"error": told_where}, lines, wrong=message)
