"""The message catalogues, without GNU gettext: `python -m config.catalogues update|check|compile`.

Templates go through Django's own `templatize`, so what is found is what Django would find.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract

from config import env

LANGUAGES = ("es",)  # English is the language of the source
CODE = ("clubs", "config", "engine", "games")
TEMPLATES = "templates"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
COMMENT = "Translators:"
NAMED = re.compile(r"%\((\w+)\)[#0\- +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]|%%")
ANONYMOUS = re.compile(r"%[#0\- +]*\d*(?:\.\d+)?[diouxXeEfFgGcrsa]")


def path_of(language: str) -> Path:
    """Return where the catalogue of a language is."""
    return env.ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def source_strings() -> Catalog:
    """Return every string of the code and the templates that is marked for translation."""
    catalogue = Catalog(project="Cribbage Club", charset="utf-8")
    for path, text in _sources():
        name = path.relative_to(env.ROOT).as_posix()
        for _line, message, comments, context in extract("python", io.BytesIO(text.encode()), KEYWORDS, [COMMENT]):
            catalogue.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalogue


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one when there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, project="Cribbage Club", charset="utf-8")
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language)


def update(language: str) -> Path:
    """Bring a catalogue up to the strings of the source, keep its translations, and return its path."""
    catalogue = read(language)
    catalogue.update(source_strings(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    pofile.write_po(buffer, catalogue, width=120, sort_output=True, include_lineno=False)
    path.write_bytes(_without_dates(buffer.getvalue()))
    return path


def compile_all() -> list[Path]:
    """Compile every catalogue that is newer than what was made of it, and return those."""
    made = []
    for language in LANGUAGES:
        source = path_of(language)
        target = source.with_suffix(".mo")
        if not source.exists() or (target.exists() and target.stat().st_mtime >= source.stat().st_mtime):
            continue
        with target.open("wb") as file:
            mofile.write_mo(file, read(language))
        made.append(target)
    return made


def problems(language: str) -> list[str]:
    """Return what is wrong with a catalogue: missing, fuzzy or left-over strings, and placeholders that differ."""
    found = []
    catalogue = read(language)
    wanted = {(message.context, _key(message)): message for message in source_strings() if message.id}
    have = {(message.context, _key(message)): message for message in catalogue if message.id}
    for key, message in wanted.items():
        said = have.get(key)
        if said is None or not _translated(said):
            found.append(
                f"{language}: not translated: {message.id!r} ({', '.join(name for name, _ in message.locations)})"
            )
        elif said.fuzzy:
            found.append(f"{language}: still fuzzy: {message.id!r}")
        else:
            found += [f"{language}: {complaint}" for complaint in _differing(said)]
    found += [f"{language}: no longer in the source: {have[key].id!r}" for key in have.keys() - wanted.keys()]
    return sorted(found)


def anonymous() -> list[str]:
    """Return the strings of the source whose placeholders have no name, or that cannot be filled."""
    found = []
    for message in source_strings():
        for text in _forms(message.id) if message.id else ():
            if ANONYMOUS.search(NAMED.sub("", text)) and "python-format" in message.flags:
                found.append(f"a placeholder without a name: {text!r}")
    return sorted(found)


def main(arguments: list[str]) -> int:
    """Run one of the three habits; return the exit code."""
    if arguments == ["compile"]:
        compile_all()
        return 0
    if arguments == ["update"]:
        for language in LANGUAGES:
            _say(f"{update(language).relative_to(env.ROOT)}: {len(problems(language))} to translate")
        return 0
    if arguments == ["check"]:
        complaints = anonymous() + [complaint for language in LANGUAGES for complaint in problems(language)]
        for complaint in complaints:
            _say(complaint)
        if complaints:
            _say(f"{len(complaints)} faults in the message catalogues: `make messages`, then translate.")
        return 1 if complaints else 0
    _say("usage: python -m config.catalogues update|check|compile")
    return 2


def _sources() -> Iterator[tuple[Path, str]]:
    from django.utils.translation.template import templatize

    for room in CODE:
        for path in sorted((env.ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_text()
    for path in sorted((env.ROOT / TEMPLATES).rglob("*")):
        if path.suffix in {".html", ".txt"}:
            # What is left of a template is no Python: its indentation would stop the tokenizer.
            lines = templatize(path.read_text(), origin=str(path)).splitlines()
            yield path, "\n".join(line.strip() for line in lines)


def _key(message: Message) -> str:
    return _forms(message.id)[0]


def _forms(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _translated(message: Message) -> bool:
    return all(_forms(message.string)) if message.string else False


def _differing(message: Message) -> list[str]:
    """Return a complaint for each form whose placeholders are not those of the source."""
    wanted = {name for text in _forms(message.id) for name in NAMED.findall(text) if name}
    complaints = []
    for text in _forms(message.string):
        names = {name for name in NAMED.findall(text) if name}
        # A singular may leave the number out; nothing may name what is not there.
        if names - wanted or (isinstance(message.id, str) and names != wanted):
            complaints.append(f"other placeholders than in {message.id!r}: {text!r}")
    return complaints


def _without_dates(text: bytes) -> bytes:
    return b"\n".join(line for line in text.split(b"\n") if not line.startswith((b'"POT-Creation', b'"PO-Revision')))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
