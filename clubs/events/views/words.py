"""The sentences of check-in and seats: notes beside a name, and what an odd field does tonight."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.events import selectors
from clubs.events.models import Entry, Event
from clubs.events.selectors import Candidate, Field, OddField, Plan, Visit
from clubs.people.models import Membership

Kind = Membership.Kind
Odd = Event.Odd


def note(event: Event, entry: Entry | None, kind: str, visits: dict[int, Visit]) -> str:
    """Return what stands under a name at check-in; "" for an ordinary member."""
    parts = []
    if kind == Kind.GUEST:
        visit = visits.get(entry.pk) if entry else None
        if visit is None:
            parts.append(_("Guest"))
        elif visit.over:
            parts.append(_("Guest, visit %(number)s: more than %(allowed)s") % _numbers(visit))
        elif visit.last:
            parts.append(_("Guest, visit %(number)s of %(allowed)s: the last before joining") % _numbers(visit))
        else:
            parts.append(_("Guest, visit %(number)s of %(allowed)s") % _numbers(visit))
        if visit is not None and visit.helped:
            parts.append(_("Has had a points card: help has ended"))
    elif kind == Kind.VISITOR:
        parts.append(_("Visitor"))
    if entry is not None:
        if entry.anchor:
            parts.append(_("Keeps the same chair"))
        if entry.stands_down:
            parts.append(_("Offers to stand down"))
        if entry.from_game > 1:
            parts.append(_("From game %(game)s") % {"game": entry.from_game})
        if entry.last_game is not None and entry.last_game < event.games:
            parts.append(_("Leaves after game %(game)s") % {"game": entry.last_game})
    return " · ".join(parts)


def _numbers(visit: Visit) -> dict[str, int]:
    return {"number": visit.number, "allowed": visit.allowed}


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who comes late, and what will happen to them."""

    entry: Entry
    sentence: str


def arrival(event: Event, field: Field, entry: Entry) -> Arrival:
    """Return what happens to somebody who comes late."""
    if event.status == Event.Status.RUNNING and entry.planned_games is not None:
        return Arrival(
            entry, _("Drawn in from game %(game)s. The card is short and says so.") % {"game": entry.from_game}
        )
    if field.odd:
        sentence = _(
            "Takes the ghost seat from the next game. The card is then short and says so; no points are given."
        )
    else:
        sentence = _(
            "Joins from the next game; only games not yet played are drawn again, and you see the difference first."
        )
    return Arrival(entry, sentence)


# The odd field -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to deal with an odd number; ``value`` "": done at check-in, not chosen here."""

    key: str
    value: str
    games: int | None
    title: str
    sentence: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OddBox:
    """The sentence about an odd field and its choices, in the order directors are asked."""

    head: str
    choices: tuple[Choice, ...]
    foot: str


def odd(event: Event) -> OddBox | None:
    """Return the words of an odd field; None for an even one."""
    facts = selectors.odd_field(event)
    if facts is None:
        return None
    return OddBox(_head(facts), tuple(_choices(facts)), _foot(facts))


def _head(facts: OddField) -> str:
    if facts.games % 2:
        return _(
            "%(players)s players. %(games)s times %(players)s is odd: "
            "one card will have %(fewer)s games, whatever we do."
        ) % {"players": facts.players, "games": facts.games, "fewer": facts.games - 1}
    return _("%(players)s players: somebody sits out each game, and everybody still plays %(games)s.") % {
        "players": facts.players,
        "games": facts.games,
    }


def _choices(facts: OddField) -> list[Choice]:
    chosen = facts.chosen or Odd.GHOST
    found = [
        Choice("stand", "", None, _("Somebody stands down"), _stand_down(facts), False),
        Choice("house", "", None, _("A house player fills the seat"), _house(facts), False),
        Choice("ghost", Odd.GHOST, None, _("Ghost seat"), _ghost(facts), chosen == Odd.GHOST),
    ]
    if facts.short is not None or chosen == Odd.TENTH:
        found.append(
            Choice("tenth", Odd.TENTH, None, _("Ghost seat and an extra game"), _tenth(facts), chosen == Odd.TENTH)
        )
    for even in facts.even:
        title = ngettext("%(count)s game for everybody", "%(count)s games for everybody", even.games) % {
            "count": even.games
        }
        sentence = _("Nobody has a short card. %(rounds)s rounds in all.") % {"rounds": even.rounds}
        is_chosen = chosen == Odd.EVEN and facts.games == even.games
        found.append(Choice(f"even{even.games}", Odd.EVEN, even.games, title, sentence, is_chosen))
    return found


def _stand_down(facts: OddField) -> str:
    if not facts.stand_down:
        return _("Mark that player “not here”.")
    first = facts.stand_down[0]
    data = {"name": first.entry.player.name, "players": facts.players - 1, "games": facts.games}
    if first.why == "volunteer":
        return _("%(name)s has offered. %(players)s players, %(games)s games each. Mark them “not here”.") % data
    return _("Nobody has offered. Else the last to sign in: %(name)s. Mark them “not here”.") % data


def _house(facts: OddField) -> str:
    data: dict[str, int | str] = {"players": facts.players + 1}
    if not facts.house:
        return _("%(players)s players, nobody sits out. Add them at check-in.") % data
    data["name"] = facts.house[0].name
    return _("%(name)s, for example. %(players)s players, nobody sits out. Mark them “here”.") % data


def _ghost(facts: OddField) -> str:
    if facts.short is None:
        return _("%(sit)s games are sat out; %(makeups)s make-ups follow. No card is short.") % {
            "sit": facts.sit_outs,
            "makeups": facts.make_ups,
        }
    return _(
        "%(sit)s sit-outs, %(makeups)s make-up games after game %(games)s. "
        "%(name)s’s card stays short: %(fewer)s games."
    ) % {
        "sit": facts.sit_outs,
        "makeups": facts.make_ups,
        "games": facts.games,
        "name": facts.short.entry.player.name,
        "fewer": facts.games - 1,
    }


def _tenth(facts: OddField) -> str:
    if facts.short is None:
        return _("A volunteer plays one game more. It counts for the opponent only.")
    data = {"name": facts.short.entry.player.name}
    if facts.extra is None:
        return _("A volunteer plays %(name)s once more. It counts for %(name)s only.") % data
    data["volunteer"] = facts.extra.player.name
    return _("%(volunteer)s plays %(name)s once more. It counts for %(name)s only.") % data


def _foot(facts: OddField) -> str:
    if facts.short is None:
        return _("Change this until you press Start.")
    return _why(facts.short)


def _why(short: Candidate) -> str:
    data = {"name": short.entry.player.name}
    if short.why == "volunteer":
        return _("The short card is %(name)s’s, who offered. Change this until you press Start.") % data
    if short.why == "guest":
        return _("The short card goes to the guest, %(name)s. Change this until you press Start.") % data
    if short.why == "last":
        return _("The short card goes to the last to sign in, %(name)s. Change this until you press Start.") % data
    return (
        _(
            "The short card is %(name)s’s: those before in the order sit where it would cost a second meeting. "
            "Change this until you press Start."
        )
        % data
    )


def notes(plan: Plan) -> list[str]:
    """Return what the director should be told about a draw."""
    sentences = {
        "couple_meets_first": _("%(a)s and %(b)s meet in game 1: this field leaves no other way."),
        "anchors_share_table": _("%(a)s and %(b)s both keep a chair at the same table. %(b)s moves."),
        "anchors_meet": _("%(a)s and %(b)s both keep their chairs. When they meet, %(b)s moves for that game."),
        "short_not_first": _(
            "%(a)s was first for the short card, but sits where it would cost a second meeting: %(b)s."
        ),
        "tenth_meets_again": _("%(a)s and %(b)s meet a second time in the extra game."),
        "meet_again": _("%(a)s and %(b)s meet once more than the others."),
    }
    found = []
    for one in plan.draw.notes:
        names = [plan.entry(player).player.name for player in one.players]
        if one.code in sentences and len(names) > 1:
            found.append(sentences[one.code] % {"a": names[0], "b": names[1]})
    return found


def checkin_keys() -> list[dict[str, Any]]:
    """Return the keys of check-in for the key list."""
    return [
        {"keys": ["a…z", "Enter"], "text": _("Type part of a name; Enter checks in the only match")},
        {"keys": ["↓"], "text": _("Into the list; up and down move along it")},
        {"keys": ["H", "L", "N"], "text": _("Here, late, not here, on the marked line")},
        {"keys": ["W"], "text": _("Add a new name")},
    ]
