from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from clubs.people import audit_words, permissions, selectors
from clubs.people.context import here
from clubs.people.forms import AuditForm

LINES = 50


@require_GET
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who changed what and when, newest first."""
    club = here(request).club
    permissions.require(request.user, club, "audit.read")
    form = AuditForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    lines = selectors.audit_of(
        club, action=asked.get("action", ""), about=asked.get("about", ""), about_id=asked.get("about_id")
    )
    page = Paginator(lines, LINES).get_page(request.GET.get("page"))
    rows = [
        {"line": line, "title": audit_words.title(line.action), "sentence": audit_words.sentence(line)}
        for line in page.object_list
    ]
    context = {
        "page": page,
        "rows": rows,
        "action": asked.get("action", ""),
        "about": asked.get("about", ""),
        "about_id": asked.get("about_id"),
        "actions": sorted(
            ((code, audit_words.title(code)) for code in selectors.audit_actions(club)), key=lambda pair: pair[1]
        ),
    }
    return render(request, "people/audit.html", context)
