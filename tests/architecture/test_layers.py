"""What each layer of a room may do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import sources

INTERFACES = ("views", "api", "admin", "tasks", "management", "forms")
WRITES = {
    "save", "create", "update", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create",
    "acreate", "aupdate", "adelete", "asave",
}  # fmt: skip
LONGEST = {"tests": 600}  # lines; elsewhere 400


def interfaces() -> list[Path]:
    """Return the modules of the layers that parse, call and render."""
    return [
        path
        for path in sources.modules(*sources.ROOMS)
        if any(part.removesuffix(".py") in INTERFACES for part in path.relative_to(sources.ROOT).parts[2:3])
    ]


def test_interfaces_never_write_through_the_orm() -> None:
    guilty = [f"{sources.name(path)}:{line}: {call}" for path in interfaces() for line, call in _writes(path)]
    assert guilty == []


def test_a_write_is_seen_when_there_is_one(tmp_path: Path) -> None:
    module = tmp_path / "views.py"
    module.write_text(
        "Model.objects.create(a=1)\nrow.save()\nqueryset.filter(a=1).update(b=2)\nqs.delete()\n"
        "services.delete(by=user)\ncontext.update(a=1)\n{}.update(b=1)\ncache.delete('key')\n"
    )
    assert [line for line, _ in _writes(module)] == [1, 2, 3, 4]


def test_no_module_is_longer_than_a_reader_can_hold() -> None:
    long = [
        f"{sources.name(path)}: {count} lines"
        for path in sources.modules(*sources.ROOMS, "engine", "config", "tests", "bench")
        if (count := len(path.read_text().splitlines())) > LONGEST.get(path.relative_to(sources.ROOT).parts[0], 400)
    ]
    assert long == []


@pytest.mark.parametrize("name", ["utils", "helpers", "misc", "common"])
def test_no_module_is_a_drawer_for_everything(name: str) -> None:
    assert [
        sources.name(path) for path in sources.modules(*sources.ROOMS, "engine", "config", "tests") if path.stem == name
    ] == []


def test_every_module_with_code_says_what_it_is() -> None:
    silent = [
        sources.name(path)
        for path in sources.modules("config", "engine")
        if path.read_text().strip() and not ast.get_docstring(sources.tree(path))
    ]
    assert silent == []


def _writes(path: Path) -> Iterator[tuple[int, str]]:
    """Yield calls that write rows: `x.save()`, `….objects.create()`, a query set's `update` and `delete`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES):
            continue
        said = ast.unparse(node.func)
        head = said.split(".")[0].split("(")[0]
        plain = isinstance(node.func.value, ast.Name | ast.Dict)
        through_manager = "objects" in said or ".filter(" in said or ".exclude(" in said or ".all()" in said
        if through_manager or (plain and _is_row(head, node.func.attr)):
            yield node.lineno, said


def _is_row(name: str, method: str) -> bool:
    """Tell a row or a query set from a module of services, a dictionary or the cache, by what it is called."""
    if method in {"save", "asave", "bulk_create", "bulk_update", "get_or_create", "update_or_create"}:
        return name not in {"form", "services"}
    return method in {"update", "delete"} and name in {"qs", "queryset", "rows", "row", "obj", "instance"}
