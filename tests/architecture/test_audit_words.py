"""Every line of the audit log reads as a sentence."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from clubs.people import audit_words

ROOT = Path(__file__).resolve().parents[2]


def _recorded() -> Iterator[tuple[str, str]]:
    """Yield where and which code is recorded: the first argument of ``audit.record``, where it is written out."""
    for room in ("clubs", "games", "config"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                    continue
                called, first = node.func, node.args[0]
                module = called.value.id if isinstance(called.value, ast.Name) else ""
                if called.attr == "record" and module in {"audit", "log"} and isinstance(first, ast.Constant):
                    yield str(path.relative_to(ROOT)), str(first.value)


@pytest.mark.parametrize(("path", "code"), sorted(set(_recorded())))
def test_every_code_that_is_recorded_has_words(path: str, code: str) -> None:
    assert apps.ready
    assert code in audit_words.known(), f"{path} records {code!r}; give it a sentence by audit_words.register"
