"""Form fields, their errors, and strips of choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.forms import BaseForm, BoundField, CheckboxInput, RadioSelect

SEGMENTS_AT_MOST = 4


def field(bound: BoundField, hint: str = "", css: str = "") -> dict[str, Any]:
    """Show one form field: label above, hint, control, error with icon, all tied together for screen readers."""
    widget = bound.field.widget
    help_text = hint or bound.help_text
    name = bound.auto_id or bound.html_name
    described = [f"{name}_hint"] * bool(help_text) + [f"{name}_error"] * bool(bound.errors)
    attrs: dict[str, Any] = {"aria-describedby": " ".join(described)} if described else {}
    if bound.errors:
        attrs["aria-invalid"] = "true"
    if isinstance(widget, CheckboxInput):
        shape = "check"
    elif isinstance(widget, RadioSelect):
        shape = "seg" if len(list(widget.choices)) <= SEGMENTS_AT_MOST else "list"
    else:
        shape = "in"
        attrs["class"] = " ".join(part for part in ("in", widget.attrs.get("class", ""), css) if part)
    return {
        "bound": bound,
        "control": bound.as_widget(attrs=attrs) if shape in {"in", "check"} else "",
        "shape": shape,
        "name": name,
        "hint": help_text,
        "described": " ".join(described),
        "optional": not bound.field.required and shape == "in",
    }


def form_errors(form: BaseForm) -> dict[str, Any]:
    """List all errors of a form at its top, each linking to its field; focus moves here."""
    items = [(field.id_for_label or field.auto_id, error) for field in form for error in field.errors]
    return {"items": items, "general": list(form.non_field_errors()), "count": len(items)}


def segmented(
    name: str, choices: Iterable[tuple[Any, Any]], value: Any = "", legend: str = "", size: str = "", show: bool = False
) -> dict[str, Any]:
    """Offer two to four choices in one strip; the legend is spoken, and seen when `show` is true."""
    options = [(key, text, str(key) == str(value)) for key, text in choices]
    return {"name": name, "options": options, "legend": legend, "size": size, "show": show}
