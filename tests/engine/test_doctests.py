"""What the engine's own words promise, it does."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import engine

HANDBOOK = Path(engine.__path__[0]).parent / "docs" / "engine.md"
MODULES = [found.name for found in pkgutil.walk_packages(engine.__path__, "engine.") if "__main__" not in found.name]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_the_examples_of_the_handbook_are_true() -> None:
    found = doctest.testfile(str(HANDBOOK), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert found.failed == 0


def test_the_pure_rules_are_documented_by_example() -> None:
    core = ["cards", "cutting", "dealing", "follow", "observe", "outcome", "pegging", "play", "rules", "scoring"]
    for name in core:
        found = doctest.DocTestFinder().find(importlib.import_module(f"engine.{name}"))
        assert any(one.examples for one in found), name
