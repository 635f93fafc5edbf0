"""Ask the engine from a shell: ``python -m engine COMMAND …``; docs/engine.md describes each command and its output."""

import os
import sys

from engine.commands import main

if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except BrokenPipeError:  # whoever read the answer has read enough; Python would complain once more while it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
