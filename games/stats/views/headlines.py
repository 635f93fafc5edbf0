"""The sentences of a club's home."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.events.models import Event
from clubs.events.ranking.schemes import Scheme
from clubs.people.models import Club
from engine.outcome import Level
from games.stats.selectors.club import Hero, Race

SOON = 7


def headline(hero: Hero) -> str:
    """Say what the club looks at: which night, and when it is."""
    name = {"name": hero.event.name}
    if hero.state == "live":
        return _("%(name)s is being played") % name
    if hero.state == "checkin":
        return _("%(name)s: check-in is open") % name
    if hero.state == "published":
        return _("%(name)s is over and read out") % name
    if hero.days == 0:
        return _("%(name)s is today") % name
    if hero.days == 1:
        return _("%(name)s is tomorrow") % name
    if hero.days < SOON:
        return _("%(name)s is this %(weekday)s") % {**name, "weekday": date_format(hero.event.date, "l")}
    return _("%(name)s is on %(date)s") % {**name, "date": date_format(hero.event.date, _("l j F"))}


def facts(hero: Hero, club: Club) -> list[tuple[str, str]]:
    """Return what there is to know before one comes, each with its icon."""
    found = [("map-pin", _("%(place)s.") % {"place": club.place.rstrip(".")})] if club.place else []
    found.append(("spade", f"{games_sentence(hero.event)} {points_sentence(hero.scheme)}".strip()))
    if not hero.event.counts:
        found.append(("info", _("Does not count for the season.")))
    elif hero.event.season_id:
        found.append(("list-ordered", _("Counts for the season.")))
    return found


def games_sentence(event: Event) -> str:
    """Say how many games to which hole."""
    return ngettext("%(games)s game to %(target)s.", "%(games)s games to %(target)s.", event.games) % {
        "games": event.games,
        "target": event.target,
    }


def points_sentence(scheme: Scheme) -> str:
    """Say what a game is worth by the event's own scheme."""
    win, skunk = scheme.win, scheme.points_of(Level.SKUNK)
    double, triple = scheme.points_of(Level.DOUBLE), scheme.points_of(Level.TRIPLE)
    if win == skunk == double == triple:
        return ngettext("A win scores %(win)s.", "A win scores %(win)s.", win) % {"win": win}
    if skunk == double == triple or scheme.lines.double is None:
        return _("A win scores %(win)s, a skunk %(skunk)s.") % {"win": win, "skunk": skunk}
    return _("A win scores %(win)s, a skunk %(skunk)s, a double skunk %(double)s.") % {
        "win": win,
        "skunk": skunk,
        "double": double,
    }


def race_note(race: Race) -> str:
    """Say what the two pegs of a lane are."""
    if race.last is None or not any(lane.before is not None for lane in race.lanes):
        return ""
    return _("Front peg is now, back peg is before %(night)s.") % {"night": race.last.name}
