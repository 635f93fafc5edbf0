"""Gathering, comparing and compiling the message catalogues without GNU gettext."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from config import catalogues, env

CODE = """
from django.utils.translation import gettext_lazy as _, ngettext, pgettext
PLAIN = _("Fifteen two")
NAMED = _("%(name)s pegs")
MANY = ngettext("%(count)s hole", "%(count)s holes", 2)
CONTEXT = pgettext("of cards", "Run")
NOTHING = "not marked"
"""
TEMPLATE = """{% load i18n %}
  <p>{% translate "And a pair" %}</p>
      {% blocktranslate count n=holes trimmed %}
        {{ n }} hole to go
      {% plural %}
        {{ n }} holes to go
      {% endblocktranslate %}
   {{ _("Muggins") }} {# It's a trap: an apostrophe, a ( and a " #}
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small project with a module and a template."""
    for folder in (*catalogues.CODE, catalogues.TEMPLATES):
        (tmp_path / folder).mkdir()
    (tmp_path / "clubs" / "words.py").write_text(CODE)
    (tmp_path / "templates" / "page.html").write_text(TEMPLATE)
    monkeypatch.setattr(env, "ROOT", tmp_path)
    return tmp_path


def translate(path: Path, **words: str) -> None:
    """Put translations into a catalogue, by the last word of what is translated."""
    text = path.read_text()
    for source, target in words.items():
        text = text.replace(
            f'msgid "{source.replace("_", " ")}"\nmsgstr ""', f'msgid "{source.replace("_", " ")}"\nmsgstr "{target}"'
        )
    path.write_text(text)


def ids(catalogue: Catalog) -> set[object]:
    """Return what a catalogue holds, with plurals as pairs."""
    return {message.id for message in catalogue if message.id}


def test_marked_strings_of_code_and_templates_are_found(source: Path) -> None:
    assert ids(catalogues.source_strings()) == {
        "Fifteen two",
        "%(name)s pegs",
        ("%(count)s hole", "%(count)s holes"),
        "Run",
        "And a pair",
        ("%(n)s hole to go", "%(n)s holes to go"),
        "Muggins",
    }


def test_what_is_missing_is_named_with_its_place(source: Path) -> None:
    catalogues.update("es")
    found = catalogues.problems("es")
    assert len(found) == 7
    assert any("'Fifteen two' (clubs/words.py)" in complaint for complaint in found)


def test_update_keeps_translations_and_drops_what_is_gone(source: Path) -> None:
    path = catalogues.update("es")
    translate(path, Fifteen_two="Quince dos")
    (source / "clubs" / "words.py").write_text(CODE.replace('_("%(name)s pegs")', "None"))
    assert any("no longer in the source: '%(name)s pegs'" in complaint for complaint in catalogues.problems("es"))
    catalogues.update("es")
    assert len(catalogues.problems("es")) == 5
    before = path.read_bytes()
    catalogues.update("es")
    assert path.read_bytes() == before


def test_placeholder_that_differs_is_a_fault(source: Path) -> None:
    path = catalogues.update("es")
    text = path.read_text().replace(
        'msgid "%(name)s pegs"\nmsgstr ""', 'msgid "%(name)s pegs"\nmsgstr "%(nombre)s avanza"'
    )
    path.write_text(text)
    assert any("other placeholders" in complaint for complaint in catalogues.problems("es"))


def test_placeholder_without_a_name_is_a_fault(source: Path) -> None:
    assert catalogues.anonymous() == []
    (source / "games" / "more.py").write_text('_("%s of %d")\n_("100 %")\n_("%(percent)s%% sure")\n')
    assert catalogues.anonymous() == ["a placeholder without a name: '%s of %d'"]


def test_compiled_catalogue_is_what_django_reads(source: Path) -> None:
    path = catalogues.update("es")
    translate(path, Fifteen_two="Quince dos")
    (compiled,) = catalogues.compile_all()
    with compiled.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Fifteen two") == "Quince dos"
    assert catalogues.compile_all() == []


def test_check_fails_while_something_is_missing(source: Path) -> None:
    assert catalogues.main(["check"]) == 1
    assert catalogues.main(["nonsense"]) == 2
