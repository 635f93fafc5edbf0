"""Who may ask for what: one line an address and method. tests/web/test_permissions.py walks it.

Add a line for each method of each new address (those of the API stand in tests/web/test_api_permissions.py):

    club("events:nights", "GET", "everyone"),
    club("events:plan", "POST", "owner director", ok=302, data={"name": "Thursday"}),
    site("people:account", "GET", "signed-in"),

``club``: an address of a club. Whoever is in ``who`` gets ``ok`` (one status, or several: "302 409" where it depends
on what the data says); whoever else may see the club gets 403; whoever may not (a stranger, where the club's pages are
private) gets 404. Exceptions are written as ``role=status``. ``who`` "everyone" is whoever may see the club.
An address that names a thing (``player_id``, ``event_id``, …) is also asked with the other club's thing: 404 for all.

``site``: an address of no club. ``who`` is "everyone" or "signed-in"; whoever is not is sent to sign in (302).

``data`` may be a dict or a function of the world's own things (see tests/web/world.py); ``use`` says from which other
key a placeholder is filled: ``use={"player_id": "left_player_id"}``. On refusal nothing may have changed, in any table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

INSIDE = ("guest", "member", "scorekeeper", "director", "owner")
OUTSIDE = ("anonymous", "stranger", "other_director")
ROLES = OUTSIDE + INSIDE

Data = Mapping[str, Any] | Callable[[dict[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    method: str
    who: str
    ok: tuple[int, ...]
    in_club: bool
    data: Data = field(default_factory=dict)
    use: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: bool = False
    exceptions: Mapping[str, int] = field(default_factory=dict)

    def expected(self, role: str, *, public: bool) -> tuple[int, ...]:
        """Return the statuses that are right for a role."""
        if role in self.exceptions and (not self.in_club or public or role in INSIDE):
            return (self.exceptions[role],)
        if not self.in_club:
            return self.ok if self.who == "everyone" or role != "anonymous" else (302,)
        if not public and role in OUTSIDE:
            return (404,)
        return self.ok if self.who == "everyone" or role in self.who.split() else (403,)

    def is_refusal(self, role: str, status: int) -> bool:
        """Return whether this status means that nothing may have changed."""
        return status >= 400 or (self.who == "signed-in" and role == "anonymous")


def club(name: str, method: str, who: str, ok: int | str = 200, **more: Any) -> Row:
    """Write a line for an address of a club."""
    return _row(name, method, who, ok, in_club=True, **more)


def site(name: str, method: str, who: str, ok: int | str = 200, **more: Any) -> Row:
    """Write a line for an address of no club."""
    return _row(name, method, who, ok, in_club=False, **more)


def _row(name: str, method: str, who: str, ok: int | str, *, in_club: bool, **more: Any) -> Row:
    exceptions = {role: more.pop(role) for role in ROLES if role in more}
    statuses = tuple(int(status) for status in str(ok).split())
    return Row(name, method, who, statuses, in_club, exceptions=exceptions, **more)


RUN = "owner director"
DESK = "owner director scorekeeper"

_SETTINGS = {
    "name": "Maple Street",
    "timezone": "Europe/London",
    "currency": "GBP",
    "language": "es",
    "preset": "acc9",
    "names": "short",
    "public": "on",
}

PEOPLE = [
    site("people:new_club", "GET", "signed-in"),
    site("people:new_club", "POST", "signed-in", 302, data={**_SETTINGS, "your_name": "Somebody New"}),
    site("people:account", "GET", "signed-in"),
    site("people:account", "POST", "signed-in", 302, data={"name": "Other Name", "language": "es", "theme": "dark"}),
    site("people:contact", "GET", "signed-in", 302),
    # Whoever has no player has nothing to store: the page again.
    site("people:contact", "POST", "signed-in", 302, data={"email": "a@b.example"}, stranger=200),
    site("people:theme", "POST", "everyone", 302, data={"theme": "dark"}),
    site("set_language", "POST", "everyone", 302, data={"language": "es"}),
    site("people:invitation", "GET", "everyone"),
    # Whoever is a player already is told that the two have to be merged.
    site("people:invitation", "POST", "everyone", 409, anonymous=302, stranger=302),
    club("people:settings", "GET", "owner"),
    club("people:settings", "POST", "owner", 302, data=_SETTINGS),
    club("people:members", "GET", "everyone"),
    club("people:add_member", "GET", DESK),
    club("people:add_member", "POST", DESK, 302, data={"name": "New Face", "kind": "guest", "acc_number": ""}),
    club("people:bring_member", "POST", DESK, 404, data={"acc_number": "ZZ99999"}),
    club("people:export_members", "GET", RUN),
    club("people:member", "GET", RUN),
    club("people:member", "POST", RUN, 302, data={"name": "Other Name", "acc_number": "", "email": "", "phone": ""}),
    club("people:member_kind", "GET", "everyone", 302),
    club("people:member_kind", "POST", RUN, 302, data={"kind": "guest", "joined_on": ""}),
    club("people:member_role", "GET", "everyone", 302),
    # The page again with the sentence that only somebody with an account can have a role.
    club("people:member_role", "POST", "owner", 422, data={"role": "director"}),
    club("people:member_leave", "POST", RUN, 302),
    club("people:member_return", "POST", RUN, 302, use={"player_id": "left_player_id"}),
    club("people:member_reset_link", "GET", "everyone", 302),
    # Mail is on in the tests' settings; where it is off: tests/web/test_accounts.py.
    club("people:member_reset_link", "POST", RUN, 409),
    club("people:invite", "GET", "everyone", 302),
    club("people:invite", "POST", RUN, 200, data={"email": ""}),
    club("people:withdraw_invitation", "POST", RUN, 302),
    club("people:audit", "GET", RUN),
]

BASE = [
    # A stream that nobody may watch, and no topic at all, are the same nothing.
    site("base:stream", "GET", "everyone", 404),
]

_EARLY = {"event_id": "checkin_id"}
_SEASON = {"name": "Next season", "first_day": "2031-09-01", "last_day": "2032-05-31"}


def _night(own: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "Another Thursday",
        "date": own["date"],
        "preset": "acc9",
        "season": own["season_id"],
        "games": 9,
        "target": 121,
        "record": "spread",
        "mode": "club",
    }


# Pages whose service refuses for a reason of play say so in a short message after a redirect.
EVENTS = [
    club("events:merge", "GET", RUN),
    club("events:merge", "POST", RUN, 302, data=lambda own: {"other": own["left_player_id"]}),
    club("events:unmerge", "POST", RUN, 302, use={"player_id": "merged_player_id"}),
    # Whoever holds the link may use it; whoever is nobody yet has to sign in.
    site("events:claim_merge", "POST", "everyone", 302, anonymous=403),
    club("events:seasons", "GET", "everyone"),
    club("events:new_season", "GET", RUN),
    club("events:new_season", "POST", RUN, 302, data=_SEASON),
    club("events:edit_season", "GET", RUN),
    club("events:edit_season", "POST", RUN, "302 422", data=_SEASON),
    club("events:close_season", "POST", RUN, 302),
    club("events:nights", "GET", "everyone"),
    club("events:plan", "GET", RUN),
    club("events:plan", "POST", RUN, 302, data=_night),
    club("events:edit", "GET", RUN),
    club("events:edit", "POST", RUN, "302 422", data=_night),
    club("events:open", "POST", DESK, 302, use={"event_id": "planned_id"}),
    club("events:reopen", "POST", RUN, 302, data={"reason": "Somebody came late."}),
    club("events:checkin", "GET", DESK, use=_EARLY),
    club("events:checkin_parts", "GET", DESK, use=_EARLY),
    club("events:mark", "POST", DESK, 302, data={"presence": "here"}, use=_EARLY),
    club("events:walk_in", "POST", DESK, 302, data={"name": "Walker In", "kind": "guest"}, use=_EARLY),
    club("events:leaves", "POST", DESK, 302, data={"game": 3}, use={**_EARLY, "entry_id": "early_entry_id"}),
    club("events:volunteer", "POST", DESK, 302, data={"on": "1"}, use={**_EARLY, "entry_id": "early_entry_id"}),
    club("events:entry_kind", "POST", RUN, 302, data={"kind": "guest"}, use={**_EARLY, "entry_id": "early_entry_id"}),
    club("events:seats", "GET", DESK, use=_EARLY),
    club("events:seats_do", "POST", RUN, 302, data={"do": "draw"}, use=_EARLY),
    club("events:type_seat", "POST", RUN, 302, data={"line": "1 Abe"}, use=_EARLY),
    club("events:odd", "POST", RUN, 302, data={"odd": "ghost"}, use=_EARLY),
    club("events:anchor", "POST", RUN, 302, data=lambda own: {"entry": own["early_entry_id"], "on": "1"}, use=_EARLY),
    club(
        "events:couple",
        "POST",
        RUN,
        302,
        data=lambda own: {"entry": own["early_entry_id"], "other": own["next_entry_id"]},
        use=_EARLY,
    ),
    club("events:start", "POST", RUN, 302, use=_EARLY),
    club("events:change", "GET", RUN),
    club("events:change", "POST", RUN, 302, data={"digest": "old"}),
    club("events:standings", "GET", "everyone"),
    club("events:standings_parts", "GET", "everyone", "200 204"),
    club("events:print_seating", "GET", DESK),
    club("events:print_rotation", "GET", DESK),
    club("events:print_standings", "GET", "everyone"),
]

HONOURS = [
    club("honours:current", "GET", "everyone", 302),
    club("honours:season", "GET", "everyone"),
    club("honours:csv", "GET", "everyone"),
    club("honours:print", "GET", "everyone"),
    club("honours:balances", "GET", RUN),
    club("honours:balances", "POST", RUN, data=lambda own: {"text": "Tom Holt 10", "as_of": own["date"]}),
    club("honours:store_balances", "POST", RUN, "302 422", data=lambda own: {"text": "?", "as_of": own["date"]}),
    club("honours:remove_balance", "POST", RUN, 302),
    club("honours:champion", "GET", RUN),
    # The world's season runs and nobody is level: the page again, and nothing to take back.
    club("honours:champion", "POST", RUN, 422, data={"reason": "Play-off."}),
    club("honours:withdraw_champion", "POST", RUN, 409),
    club("honours:rules", "GET", RUN),
    club("honours:rules", "POST", RUN, "302 422", data={"threshold": 12}),
]

_PUBLISHED = {"event_id": "published_id"}

MATCHES = [
    club("matches:night", "GET", "everyone"),
    club("matches:wall", "GET", "everyone"),
    club("matches:history", "GET", "everyone", use=_PUBLISHED),
    club("matches:desk", "GET", DESK),
    club("matches:desk", "POST", DESK, "200 302", data={"line": "2.1 12", "mode": "game"}),
    club("matches:look", "POST", DESK, data={"line": "2.1 12", "mode": "game"}),
    club("matches:desk_parts", "GET", DESK, "200 204"),
    club("matches:undo", "POST", DESK, 302),
    club("matches:add_name", "POST", DESK, 302, data={"kind": "guest", "name": "Nobody Known"}),
    club("matches:card", "GET", DESK),
    club("matches:use_card", "POST", DESK, "302 422", data=lambda own: {"entry": own["entry_id"]}),
    club("matches:rule", "GET", RUN),
    club("matches:rule", "POST", RUN, "302 422", data={"reason": "Misread."}),
    club("matches:paste", "GET", DESK),
    club("matches:paste", "POST", DESK, "200 302 422", data={"text": "1 12/6 +20"}),
    club("matches:past", "GET", DESK, use={"event_id": "planned_id"}),
    club("matches:past", "POST", DESK, "200 302 422", data={"text": "Abe 12/6 20"}, use={"event_id": "planned_id"}),
    club("matches:announce", "GET", RUN),
    club("matches:decide", "POST", RUN, 302),
    club("matches:publish", "POST", RUN, 302, data={"accept_open": "1"}),
    club("matches:correct", "POST", RUN, 302, data={"reason": "A card was misread."}, use=_PUBLISHED),
    club("matches:print_cards", "GET", DESK),
]

STATS = [
    site("stats:home", "GET", "everyone"),
    club("stats:club", "GET", "everyone"),
    club("stats:player", "GET", "everyone"),
]

TABLE: list[Row] = [
    *BASE,
    *PEOPLE,
    *EVENTS,
    *HONOURS,
    *MATCHES,
    *STATS,
]
