"""Where a request is: whose club's page it asks for, what the header shows, and who acts."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.base.errors import Forbidden
from clubs.people import permissions, selectors
from clubs.people.models import Club, Membership, User

THEME_COOKIE = "theme"


@dataclass(frozen=True, slots=True)
class Here:
    """The club whose page this is, and how the reader belongs to it (None: not)."""

    club: Club
    membership: Membership | None


@dataclass(frozen=True, slots=True)
class Section:
    """One entry of the club's menu; the first of ``urls`` that exists in this site is its address."""

    key: str
    label: str | Promise
    short: str | Promise
    icon: str
    go: str
    urls: tuple[str, ...]


# Short labels have at most nine letters: they stand in the phone's tab bar.
SECTIONS = (
    Section("home", _("Club home"), pgettext_lazy("tab bar", "Home"), "house", "h", ("stats:club",)),
    Section(
        "season",
        _("Standings"),
        pgettext_lazy("tab bar", "Standings"),
        "list-ordered",
        "s",
        ("honours:current", "events:seasons"),
    ),
    Section("nights", _("Nights"), pgettext_lazy("tab bar", "Nights"), "calendar-days", "n", ("events:nights",)),
    Section("players", _("Players"), pgettext_lazy("tab bar", "Players"), "users", "p", ("people:members",)),
)


def locate(request: HttpRequest, slug: str) -> Here | None:
    """Return the club at this address and the reader's place in it; None where they may not know of it."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    membership = selectors.membership_of(request.user, club)
    return Here(club, membership) if club.public or membership is not None else None


def here(request: HttpRequest) -> Here:
    """Return where this request is, as the middleware found it: no query more.

    Raises Missing on the page of a club the reader may not know of.
    """
    found: Here | None = getattr(request, "here", None)
    if found is None:
        raise selectors.no_club()
    return found


def actor(request: HttpRequest) -> User:
    """Return who is signed in.

    Raises Forbidden for somebody who is not.
    """
    if not isinstance(request.user, User):
        raise Forbidden("sign_in", _("Sign in first."))
    return request.user


def people(request: HttpRequest) -> dict[str, Any]:
    """Give templates the club, the reader's membership, the menu, the account's links and the theme."""
    found: Here | None = getattr(request, "here", None)
    user = getattr(request, "user", None)
    signed_in = isinstance(user, User)
    context: dict[str, Any] = {
        "theme": user.theme if isinstance(user, User) else request.COOKIES.get(THEME_COOKIE, ""),
        "theme_url": reverse("people:theme"),
        "account_name": (user.name or user.email) if isinstance(user, User) else "",
        "account_links": _account_links(found) if signed_in else [],
    }
    if found is not None:
        nav = _nav(found.club)
        home = next((item["url"] for item in nav if item["key"] == "home"), "/")
        context |= {"club": found.club, "membership": found.membership, "nav": nav, "home_url": home}
    return context


def _nav(club: Club) -> list[dict[str, Any]]:
    items = []
    for section in SECTIONS:
        url = next((found for name in section.urls if (found := _address(name, slug=club.slug))), "")
        if url:
            items.append(
                {
                    "key": section.key,
                    "label": section.label,
                    "short": section.short,
                    "icon": section.icon,
                    "go": section.go,
                    "url": url,
                }
            )
    return items


def _account_links(found: Here | None) -> list[dict[str, Any]]:
    links = []
    if found is not None and found.membership is not None:
        player = selectors.canonical(found.membership.player)
        if url := _address("stats:player", slug=found.club.slug, player_id=player.pk):
            links.append({"label": _("My results"), "url": url, "icon": "clipboard-list"})
        for label, name, action, icon in (
            (_("Club settings"), "people:settings", "club.settings", "settings"),
            (_("Audit log"), "people:audit", "audit.read", "eye"),
        ):
            if permissions.allows(found.membership, action):
                links.append({"label": label, "url": reverse(name, args=[found.club.slug]), "icon": icon})
    links.append({"label": _("Your account"), "url": reverse("people:account"), "icon": "pencil"})
    links.append({"label": _("Found a club"), "url": reverse("people:new_club"), "icon": "user-plus"})
    return links


def _address(name: str, **kwargs: Any) -> str:
    try:
        return reverse(name, kwargs=kwargs)
    except NoReverseMatch:
        return ""
