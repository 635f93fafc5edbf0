"""Ways around: the way here, back, and through pages of a list."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from clubs.base.components.signs import icon


def crumbs(*parts: str) -> dict[str, Any]:
    """Show the way here: text and address in turn, the last text alone is this page."""
    pairs = [(parts[index], parts[index + 1] if index + 1 < len(parts) else "") for index in range(0, len(parts), 2)]
    return {"pairs": pairs}


def back(url: str, text: str) -> SafeString:
    """Link back to the page above."""
    return format_html('<a class="back no-print" href="{}">{}{}</a>', url, icon("chevron-left"), text)


def pagination(context: Context, page: Page[Any], name: str = "page") -> dict[str, Any]:
    """Step through pages of a list, keeping the rest of the address."""
    request = context.get("request")

    def link(number: int) -> str:
        query = request.GET.copy() if request is not None else None
        if query is None:
            return f"?{name}={number}"
        query[name] = str(number)
        return f"?{query.urlencode()}"

    return {
        "page": page,
        "previous": link(page.previous_page_number()) if page.has_previous() else "",
        "next": link(page.next_page_number()) if page.has_next() else "",
    }
