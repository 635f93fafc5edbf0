"""Every line of the audit log reads as a sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubs.people import audit_words

ROOT = Path(__file__).resolve().parents[2]


def _recorded() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Yield where which code is recorded with which data (None: some of it is passed on with ``**``)."""
    for room in ("clubs", "games", "config"):
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
                    continue
                called, first = node.func, node.args[0]
                module = called.value.id if isinstance(called.value, ast.Name) else ""
                if called.attr == "record" and module in {"audit", "log"} and isinstance(first, ast.Constant):
                    names = [keyword.arg for keyword in node.keywords]
                    data = None if None in names else frozenset(name for name in names if name)
                    yield str(path.relative_to(ROOT)), str(first.value), data


RECORDED = sorted(_recorded(), key=lambda found: found[:2])


@pytest.mark.parametrize(("path", "code", "data"), RECORDED, ids=[code for _path, code, _data in RECORDED])
def test_every_code_that_is_recorded_has_words_for_its_data(path: str, code: str, data: frozenset[str] | None) -> None:
    assert code in audit_words.known(), f"{path} records {code!r}; give it a sentence by audit_words.register"
    wanted = set(re.findall(r"%\((\w+)\)", str(audit_words._words[code].sentence)))
    assert data is None or wanted <= data, f"{path} records {code!r} without {sorted(wanted - data)}"
