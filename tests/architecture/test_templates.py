"""Templates compile, carry no style and no script of their own, and name what they fill in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template import engines

from config import catalogues
from tests.architecture import sources

STYLE = re.compile(r"\bstyle\s*=", re.IGNORECASE)
SCRIPT = re.compile(
    r"<script\b(?![^>]*\bsrc=)(?![^>]*type=\"(?:application/json|application/ld\+json)\")", re.IGNORECASE
)
HANDLER = re.compile(r"<[^>]*\son[a-z]+\s*=\s*[\"']", re.IGNORECASE)


def without_comments(path: Path) -> str:
    """Return a template's text without its comments."""
    text = path.read_text()
    return re.sub(
        r"{#.*?#}|{% comment .*?%}.*?{% endcomment %}|{% comment %}.*?{% endcomment %}", "", text, flags=re.DOTALL
    )


@pytest.mark.parametrize("path", sources.templates(), ids=sources.name)
def test_template_compiles(path: Path) -> None:
    engines["django"].get_template(path.relative_to(sources.ROOT / "templates").as_posix())


@pytest.mark.parametrize("path", sources.templates(), ids=sources.name)
def test_template_obeys_the_strict_content_policy(path: Path) -> None:
    text = without_comments(path)
    assert not STYLE.search(text), "a style attribute: make it a class"
    assert not SCRIPT.search(text), "an inline script: make it a module under static/js"
    assert not HANDLER.search(text), "an inline handler: listen for the event in a module"


def test_every_placeholder_has_a_name() -> None:
    assert catalogues.anonymous() == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_catalogue_is_complete(language: str) -> None:
    assert catalogues.problems(language) == []
