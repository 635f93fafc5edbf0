"""The command line as a process of its own."""

import importlib
import subprocess
import sys

from tests.architecture import sources


def test_a_reader_who_has_read_enough_is_no_fault() -> None:
    """As in ``python -m engine distribution | head -1``: no complaint, and no failure."""
    command = [sys.executable, "-m", "engine", "distribution"]
    with subprocess.Popen(
        command, cwd=sources.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(timeout=60) == 0
        assert process.stderr.read() == ""


def test_importing_it_asks_nothing() -> None:
    importlib.import_module("engine.__main__")
