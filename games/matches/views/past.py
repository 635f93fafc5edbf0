"""A whole list at once: for tonight beside the desk, or a past night from nothing. Shown first, then entered."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.events.models import Event
from clubs.people.context import Here, actor
from games.matches import errors
from games.matches.entry.paste import CHARACTER_LIMIT
from games.matches.forms import PasteForm
from games.matches.selectors import desk as desks
from games.matches.services import paste as service
from games.matches.services.paste import Preview
from games.matches.views import desk as desk_pages
from games.matches.views.bar import bar, keys

REFUSED = 422


@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Paste a list of tonight's cards or games."""
    return _handle(request, event_id, past=False)


@require_http_methods(["GET", "POST"])
def show(request: HttpRequest, slug: str, event_id: int) -> HttpResponse:
    """Enter a past night: its list pasted, whoever played made present by it; no seats needed."""
    return _handle(request, event_id, past=True)


def _handle(request: HttpRequest, event_id: int, *, past: bool) -> HttpResponse:
    place, event = desk_pages.night(request, event_id)
    if request.method == "GET":
        return _page(request, place, event, PasteForm(), None, past=past)
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _page(request, place, event, form, None, past=past)
    text = form.cleaned_data["text"]
    given: dict[str, Any] = {"event": event, "text": text, "by": actor(request), "choices": form.choices}
    preview: Preview | None
    try:
        if request.POST.get("step") == "apply":
            applied = service.apply(digest=form.cleaned_data.get("digest", ""), **given)
            messages.success(request, applied.message)
            if past:
                return redirect("matches:past", slug=place.club.slug, event_id=event.pk)
            return redirect("matches:desk", slug=place.club.slug, event_id=event.pk)
        preview = service.preview(**given)
    except (Invalid, Conflict) as error:
        refuse(form, error)
        preview = _again(given)
    if preview is not None and preview.problem:
        # The list as a whole cannot be read: too long to show back, too.
        form.add_error("text", preview.problem)
        preview = None
    elif preview is not None and not preview.rows and not form.errors:
        form.add_error("text", str(errors.SENTENCES["paste_empty"]))
    return _page(request, place, event, form, preview, past=past)


def _again(given: dict[str, Any]) -> Preview | None:
    """Show the list as it would be entered now, beside the sentence that refused it."""
    try:
        return service.preview(**given)
    except (Invalid, Conflict):
        return None


def _page(
    request: HttpRequest, place: Here, event: Event, form: PasteForm, preview: Preview | None, *, past: bool
) -> HttpResponse:
    state = desks.desk_state(event)
    shown = form
    if form.errors and len(request.POST.get("text", "")) > CHARACTER_LIMIT:
        # Ten megabytes are not sent back into the page.
        shown = PasteForm({"text": ""})
        shown.is_valid()
        shown.add_error("text", str(form.errors["text"][0]) if "text" in form.errors else "")
    context: dict[str, Any] = {
        "event": event,
        "form": shown,
        "preview": preview,
        "state": state,
        "past": past,
        "step_url": reverse("matches:past" if past else "matches:paste", args=[place.club.slug, event.pk]),
        "desk": bar(event, place.membership, state),
        "desk_tab": "cards",
        "keys": keys(),
    }
    return render(request, "matches/paste.html", context, status=REFUSED if form.errors else 200)
