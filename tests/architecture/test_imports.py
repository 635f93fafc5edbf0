"""Which way the arrows point: docs/architecture.md §2, as contracts in pyproject.toml and as tests here."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture import sources

PURE_MODULES = ("engine", "clubs/events/draw", "clubs/events/ranking")


def test_every_import_contract_holds() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-cache"],
        cwd=sources.ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize("package", PURE_MODULES)
def test_pure_rules_know_no_framework_no_clock_and_no_chance(package: str) -> None:
    forbidden = {
        "django",
        "rest_framework",
        "celery",
        "redis",
        "psycopg",
        "channels",
        "time",
        "datetime",
        "secrets",
        "os",
    }
    guilty = []
    for path in sources.modules(package):
        # `random` may be imported for its type and for a generator with a given seed, not for the shared one.
        # A game record holds a date, as a value that somebody wrote down.
        allowed = {"__main__.py": {"os"}, "records.py": {"datetime"}}
        imports = forbidden - allowed.get(path.name, set())
        guilty += [f"{path}: import {name}" for name in _imported(path) if name.split(".")[0] in imports]
        guilty += [f"{path}:{line}: {call}" for line, call in _shared_chance(path)]
    assert guilty == []


def test_tests_mirror_rooms_that_exist() -> None:
    rooms = {path.parent.relative_to(sources.ROOT).as_posix() for path in sources.modules("clubs", "games")}
    unknown = [
        folder.relative_to(sources.ROOT / "tests").as_posix()
        for top in ("clubs", "games")
        for folder in (sources.ROOT / "tests" / top).glob("*")
        if folder.is_dir()
        and folder.name != "__pycache__"
        and folder.relative_to(sources.ROOT / "tests").as_posix() not in rooms
    ]
    assert unknown == []


def _imported(path: Path) -> list[str]:
    names = []
    for node in ast.walk(sources.tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
    return names


def _shared_chance(path: Path) -> list[tuple[int, str]]:
    """Return calls of the module-level generator, as in random.shuffle(...): chance of the package's own."""
    found = []
    for node in ast.walk(sources.tree(path)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random":
            found.append((node.lineno, f"random.{node.attr}"))
    return found
