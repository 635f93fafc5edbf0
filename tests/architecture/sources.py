"""The project's own files, for tests that read them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("clubs", "games")


def modules(*packages: str) -> Iterator[Path]:
    """Yield every module of the packages (paths from the root), migrations left out."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def templates() -> list[Path]:
    """Return every template."""
    return sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt", ".svg"})


@functools.cache
def tree(path: Path) -> ast.Module:
    """Return a module's syntax tree."""
    return ast.parse(path.read_text(), filename=str(path))


def name(path: Path) -> str:
    """Return a path as it is called in a message."""
    return path.relative_to(ROOT).as_posix()
