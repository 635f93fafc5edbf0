"""Scorecards on paper: filled from what is in, blank for tonight's players, or without names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.events import selectors as events
from clubs.people.context import here
from games.matches import permissions
from games.matches.selectors import board as boards
from games.matches.selectors import paper

T = TypeVar("T")
A_PAGE = 2
KINDS = ("blank", "filled", "empty")


@require_GET
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Show the cards, two to a page. ``?kind=``: blank, filled or empty; ``?entry=``: one card only."""
    event = events.event_for(request.user, here(request).club, event_id)
    permissions.require(request.user, event, permissions.ENTER)
    kind = request.GET.get("kind", "")
    if kind not in KINDS:
        kind = "filled" if event.status in ("published", "correcting") else "blank"
    cards = (
        paper.empty(event, A_PAGE)
        if kind == "empty"
        else paper.cards(event, boards.load(event), filled=kind == "filled")
    )
    wanted = request.GET.get("entry", "")
    if wanted:
        cards = [card for card in cards if str(card.entry_id) == wanted]
    scheme = events.scheme_of(event)
    context: dict[str, Any] = {
        "event": event,
        "kind": kind,
        "pages": pages(cards, A_PAGE),
        "figures": paper.figures(scheme),
        "rule": paper.rule(scheme),
    }
    return render(request, "matches/print_cards.html", context)


def pages(items: Sequence[T], size: int) -> list[list[T]]:
    """Return the items page by page."""
    return [list(items[start : start + size]) for start in range(0, len(items), size)]
