"""A club's home."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from clubs.people import clock, permissions
from clubs.people.context import here
from games.stats.selectors import club as selectors
from games.stats.selectors.club import Race
from games.stats.views import headlines

MOVING = ("live", "checkin", "today")


@require_GET
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the night that is next or on, the season's race and the latest results."""
    place = here(request)
    hero = selectors.hero_of(place.club, place.membership)
    race = selectors.race_of(place.club, place.membership)
    context = {
        "nav_current": "home",
        "hero": hero,
        "headline": headlines.headline(hero) if hero else "",
        "facts": headlines.facts(hero, place.club) if hero else [],
        # As many holes as came last time, or as are here already.
        "hero_holes": max(hero.here + hero.late, hero.last_time or 0) if hero else 0,
        "race": race,
        "race_note": headlines.race_note(race) if race else "",
        "lanes": _lanes(race, slug) if race else [],
        "season_to_come": race is not None and race.season.first_day > clock.today(place.club),
        "latest": selectors.latest_of(place.club, place.membership),
        "coming": selectors.coming_of(place.club, hero),
        "plans": permissions.allows(place.membership, "night.plan"),
        "checks_in": permissions.allows(place.membership, "night.checkin"),
        # None: nothing on the page moves by itself.
        "topic_version": hero.version if hero is not None and hero.state in MOVING else None,
    }
    return render(request, "stats/club.html", context)


def _lanes(race: Race, slug: str) -> list[dict[str, Any]]:
    return [
        {
            "name": lane.name,
            "now": lane.now,
            "before": lane.before,
            "url": reverse("stats:player", kwargs={"slug": slug, "player_id": lane.player_id}),
        }
        for lane in race.lanes
    ]
