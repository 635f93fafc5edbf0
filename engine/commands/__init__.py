"""Be the engine's command line: one module a command, each of which parses, asks the engine and says the answer.

The output of ``--json`` is a public interface: keys are added, never renamed. Whatever is wrong is said on standard
error in one sentence, with exit status 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from engine.commands import coach, distribution, peg, play, replay, score, throw
from engine.commands.answer import Answer
from engine.commands.words import sentence
from engine.errors import EngineError

COMMANDS = (score, peg, throw, play, replay, coach, distribution)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 when something is wrong with what was asked."""
    parser = argparse.ArgumentParser(prog="python -m engine", description="Know cribbage.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        name = module.__name__.rsplit(".", 1)[-1]
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        module.declare(command)
        command.set_defaults(answer=module.answer)
    options = parser.parse_args(arguments)
    try:
        answer: Answer = options.answer(options)
    except EngineError as error:
        return _fail(sentence(error))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not a text"
        return _fail(f"{getattr(options, 'file', 'The file')} cannot be read: {reason}.")
    print(json.dumps(answer.data, ensure_ascii=False) if options.json else "\n".join(answer.lines), flush=True)
    return _fail(answer.wrong) if answer.wrong else 0


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2
