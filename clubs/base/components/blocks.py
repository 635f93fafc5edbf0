"""Blocks of a page: heads, boxes, dialogs, messages."""

from __future__ import annotations

from typing import Any

from django.template.context import Context
from django.utils.translation import gettext as _

from clubs.base.components.signs import STATE_ICONS

BOX_ICONS = STATE_ICONS | {"ok": "circle-check"}


def section_head(
    title: str, note: str = "", link: str = "", link_text: str = "", id: str = "", level: int = 2
) -> dict[str, Any]:
    """Head a section: title, optional note, optional link at the right, dotted rule below."""
    return {"title": title, "note": note, "link": link, "link_text": link_text, "id": id, "level": level}


def alert(context: Context, content: str, kind: str = "info", title: str = "", role: str = "", id: str = "") -> str:
    """Box a lasting message: kind info, ok, warn or bad; put actions in <div class="acts">."""
    return _render(
        context,
        "components/alert.html",
        content=content,
        kind=kind,
        title=title,
        role=role,
        id=id,
        icon_name=BOX_ICONS.get(kind, "info"),
    )


def empty(context: Context, content: str, title: str, filled: int = 0, level: int = 2) -> str:
    """Say what will be here: empty holes on wood, a plain sentence, the one action that starts it."""
    return _render(context, "components/empty.html", content=content, title=title, filled=filled, level=level)


def confirm(
    context: Context,
    content: str,
    id: str,
    title: str,
    action: str,
    yes: str,
    no: str = "",
    danger: bool = False,
) -> str:
    """Ask before what other people will see; opened by <button data-dialog="ID">, focus starts on `no`."""
    return _render(
        context,
        "components/confirm.html",
        content=content,
        id=id,
        title=title,
        action=action,
        yes=yes,
        no=no or _("Cancel"),
        danger=danger,
    )


def table_wrap(context: Context, content: str, label: str) -> str:
    """Put a table on paper; it scrolls sideways by itself and can be reached by keyboard."""
    return _render(context, "components/table_wrap.html", content=content, label=label)


def _render(context: Context, name: str, **values: Any) -> str:
    """Render a component with the page's own context below it (request, csrf_token)."""
    assert context.template is not None
    with context.push(**values):
        return context.template.engine.get_template(name).render(context)


def toast(text: str, kind: str = "ok", undo_url: str = "", undo_text: str = "") -> dict[str, Any]:
    """Show a short message; with an undo address it stays until closed."""
    return {
        "text": text,
        "kind": kind,
        "undo_url": undo_url,
        "undo_text": undo_text or _("Undo"),
        "icon_name": BOX_ICONS.get(kind, "info"),
    }
