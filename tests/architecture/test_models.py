"""The model graph follows the arrows, and what Django does behind one's back is not used."""

from __future__ import annotations

import ast

from django.apps import apps
from django.db import models

from tests.architecture import sources

# From left to right, as in docs/architecture.md §2: a room may point at itself and at what stands to its right.
ORDER = (
    "games.learn",
    "games.stats",
    "games.rewards",
    "games.tables",
    "games.matches",
    "clubs.purse",
    "clubs.ladders",
    "clubs.honours",
    "clubs.events",
    "clubs.people",
    "clubs.base",
)


def room(model: type[models.Model]) -> str | None:
    """Return the room of a model; None for one that a library brings along."""
    name = model._meta.app_config.name if model._meta.app_config else ""
    return name if name in ORDER else None


def test_no_foreign_key_points_left() -> None:
    leftward = []
    for model in apps.get_models(include_auto_created=True):
        here = room(model)
        for field in model._meta.get_fields():
            if not field.is_relation or field.auto_created or field.related_model is None:
                continue
            there = room(field.related_model)  # type: ignore[arg-type]
            if here and there and ORDER.index(there) < ORDER.index(here):
                leftward.append(f"{model._meta.label}.{field.name} → {there}")
    assert leftward == []


def test_the_graph_is_not_empty() -> None:
    # Otherwise the test above would pass on a site without rooms.
    assert {room(model) for model in apps.get_models()} >= {"clubs.events", "clubs.people", "games.matches"}


def test_no_model_is_fetched_by_name_and_no_signal_of_django_is_used() -> None:
    guilty = []
    for path in sources.modules(*sources.ROOMS, "config"):
        for node in ast.walk(sources.tree(path)):
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith("django")
                and "signals" in (node.module or "").split(".")
            ):
                guilty.append(f"{sources.name(path)}:{node.lineno}: from {node.module}")
            if isinstance(node, ast.ImportFrom) and node.module == "django.dispatch":
                guilty.append(f"{sources.name(path)}:{node.lineno}: from {node.module}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get_model":
                guilty.append(f"{sources.name(path)}:{node.lineno}: get_model")
    assert guilty == []


def test_no_logic_hides_in_save() -> None:
    guilty = [
        f"{sources.name(path)}:{node.lineno}: {parent.name}.{node.name}"
        for path in sources.modules(*sources.ROOMS)
        for parent in ast.walk(sources.tree(path))
        if isinstance(parent, ast.ClassDef)
        for node in parent.body
        if isinstance(node, ast.FunctionDef)
        and node.name in {"save", "delete"}
        and "models" in path.relative_to(sources.ROOT).as_posix()
    ]
    assert guilty == []
