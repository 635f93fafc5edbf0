"""What stood before a line and after it, and how undo brings the former back: by new facts, never by deleting old
ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clubs.events.models import Entry, Event, Pairing
from clubs.events.services import checkin, pairings
from clubs.people.models import User
from games.matches.models import Match, Source
from games.matches.services import facts
from games.matches.services.facts import GameRecord, Ruled, Said
from games.matches.values import Totals, Value

State = dict[str, Any]


def of_card(entry: Entry, totals: Totals | None) -> State:
    """Return how a card stands with these totals."""
    return {
        "kind": "card",
        "entry": entry.pk,
        "totals": totals.to_data() if totals else None,
        "card_state": entry.card_state,
    }


def of_entry(entry: Entry) -> State:
    """Return how long somebody stays, and whether their card was given up."""
    return {"kind": "entry", "entry": entry.pk, "last_game": entry.last_game, "card_state": entry.card_state}


def of_attendance(entry: Entry) -> State:
    """Return whether somebody is here."""
    return {"kind": "attendance", "entry": entry.pk, "presence": entry.presence}


def of_meeting(pairing: Pairing) -> State:
    """Return who meets at a pairing."""
    return {"kind": "meeting", "pairing": pairing.pk, "a": pairing.a_id, "b": pairing.b_id}


def of_pairing(pairing: Pairing) -> State:
    """Return what became of a pairing without a game."""
    return {"kind": "pairing", "pairing": pairing.pk, "status": pairing.status}


def of_game(record: GameRecord) -> State:
    """Return how a game stands: its claims and rulings in force, how it ended, and whose word it is."""
    return {
        "kind": "game",
        "game": record.game.pk,
        "pairing": record.pairing.pk if record.pairing else None,
        "status": record.game.status,
        "ending": record.game.ending,
        "word": any(row.ruled for row in record.values.values()) and not record.has_ruling,
        **({"first_deal": record.first_dealer} if record.first_dealer else {}),
        "claims": [
            [entry_id, said and {"value": said.value.to_data(), "source": said.source}]
            for entry_id in record.sides
            for said in [record.said.get(entry_id)]
        ],
        "rulings": [
            [
                entry_id,
                ruled
                and {
                    "value": ruled.value.to_data(),
                    "letter": ruled.letter,
                    "reason": ruled.reason,
                    "imbalance": ruled.imbalance,
                },
            ]
            for entry_id in record.sides
            for ruled in [record.ruled.get(entry_id)]
        ],
    }


def current(state: State) -> State | None:
    """Return how the thing a state is about stands now; None: it is gone."""
    match state["kind"]:
        case "card":
            entry = _entry(state)
            return of_card(entry, facts.card_totals(entry)) if entry else None
        case "entry":
            entry = _entry(state)
            return of_entry(entry) if entry else None
        case "attendance":
            entry = _entry(state)
            return of_attendance(entry) if entry else None
        case "meeting":
            pairing = Pairing.objects.filter(pk=state["pairing"]).first()
            return of_meeting(pairing) if pairing else None
        case "pairing":
            pairing = Pairing.objects.filter(pk=state["pairing"]).first()
            return of_pairing(pairing) if pairing else None
        case _:
            return of_game(facts.load_game(state["game"]))


def stands(states: Sequence[State]) -> bool:
    """Tell whether everything still stands as these states say."""
    return all(current(state) == state for state in states)


def restore(states: Sequence[State], *, event: Event, by: User) -> None:
    """Bring these states back, the last one first."""
    for state in reversed(states):
        match state["kind"]:
            case "card":
                _restore_card(state, by)
            case "entry":
                _restore_entry(state, event, by)
            case "attendance":
                # Only who was added by the line leaves with it; the entry stays, as one who was not here.
                Entry.objects.filter(pk=state["entry"]).update(presence=state["presence"], arrived=None)
            case "meeting":
                pairing = Pairing.objects.select_related("round").get(pk=state["pairing"])
                pairings.actual(
                    pairing=pairing,
                    a=Entry.objects.select_related("player").get(pk=state["a"]),
                    b=Entry.objects.select_related("player").get(pk=state["b"]),
                )
            case "pairing":
                pairings.settle(pairing=Pairing.objects.get(pk=state["pairing"]), status=state["status"])
            case _:
                _restore_game(state, by)


def _entry(state: State) -> Entry | None:
    return Entry.objects.select_related("stage__event__club", "player").filter(pk=state["entry"]).first()


def _restore_card(state: State, by: User) -> None:
    entry = _entry(state)
    assert entry is not None
    totals = Totals.from_data(state["totals"])
    if facts.card_totals(entry) != totals:
        facts.put_card(entry=entry, totals=totals, by=by, source=Source.DESK, reason="undo")
    if entry.card_state != state["card_state"]:
        facts.mark_card(entry, state["card_state"])


def _restore_entry(state: State, event: Event, by: User) -> None:
    entry = _entry(state)
    assert entry is not None
    if entry.last_game != state["last_game"]:
        checkin.leaves(event=event, entry=entry, after_game=state["last_game"], by=by)
    if entry.card_state != state["card_state"]:
        facts.mark_card(entry, state["card_state"])


def _restore_game(state: State, by: User) -> None:
    record = facts.load_game(state["game"])
    if state["pairing"] is not None and record.match.pairing_id != state["pairing"]:
        Match.objects.filter(pairing_id=state["pairing"]).update(pairing=None, status=Match.Status.VOID)
        Match.objects.filter(pk=record.match.pk).update(pairing_id=state["pairing"])
        record = facts.load_game(state["game"])
    record.bump()
    record.dealt(state.get("first_deal"))
    for entry_id, said in state["claims"]:
        value = Value.from_data(said["value"]) if said else None
        record.say(entry_id, Said(value, said["source"]) if said and value else None, by=by)
    for entry_id, ruled in state["rulings"]:
        value = Value.from_data(ruled["value"]) if ruled else None
        record.rule(
            entry_id,
            Ruled(value, ruled["letter"], ruled["reason"], ruled["imbalance"]) if ruled and value else None,
            by=by,
        )
    record.settle(ending=state["ending"], word=state["word"])
