"""Announce: what is read out, ties decided, publishing, the dialog, correcting."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.events.models import Event, Publication, TieDecision
from clubs.events.services import standings
from tests.factories import Cast
from tests.games.matches import evenings

FOURTEEN = evenings.NAMES[0]


def address(name: str, event: Event, *more: int) -> str:
    return reverse(f"matches:{name}", args=[event.club.slug, event.pk, *more])


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def type_cards(event: Event, cast: Cast, cards: dict[str, str]) -> None:
    for who, card in cards.items():
        outcome = evenings.type_twice(event, f"{who} {card}", cast.director)
        assert outcome.saved, outcome.message


@pytest.fixture
def director(cast: Cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


@pytest.fixture
def whole(cast: Cast) -> Event:
    event, _entries = evenings.whole(cast, FOURTEEN, season=True)
    cards = {name: card["line"] for name, card in evenings.FULL[FOURTEEN]["cards"].items()}
    type_cards(event, cast, cards)
    return event


# Seats 1 and 2 are level on everything.
LEVEL = {"1": "10/5 +30 -10", "2": "10/5 +30 -10", "3": "8/4 +20 -30", "4": "8/4 +20 -50"}


@pytest.fixture
def level(cast: Cast) -> Event:
    event = evenings.started(cast, 4)
    type_cards(event, cast, LEVEL)
    return event


def test_the_paid_places_are_read_last_first_and_the_rest_stands_beside(director: Client, whole: Event) -> None:
    text = text_of(director.get(address("announce", whole)))
    # One in four of fourteen, rounded up: four places are read (nights_full.json).
    read = [names for rank, names in evenings.FULL[FOURTEEN]["places"] if rank <= 4]
    positions = [text.index(f"<h2>{' and '.join(names)}</h2>") for names in read]
    assert positions == sorted(positions, reverse=True)
    assert f"Place 1 of {len(read)} to read" in text
    rest = text.split('id="rest-h"')[1].split("</table>")[0]
    for rank, names in evenings.FULL[FOURTEEN]["places"]:
        for name in names:
            assert (name in rest) == (rank > 4)
    assert "Balances" in text


def test_a_night_that_balances_is_published_without_a_question(director: Client, whole: Event) -> None:
    text = text_of(director.get(address("announce", whole)))
    assert 'id="publish"' not in text
    assert f'action="{address("publish", whole)}"' in text
    answer = director.post(address("publish", whole))
    assert answer.status_code == 302
    whole.refresh_from_db()
    assert whole.status == Event.Status.PUBLISHED
    assert Publication.objects.get().number == 1
    after = text_of(director.get(address("announce", whole)))
    assert "version 1" in after
    assert 'data-dialog="correct"' in after


def test_nobody_publishes_what_they_have_not_read(director: Client, whole: Event, cast: Cast) -> None:
    text = text_of(director.get(address("announce", whole)))
    (mark,) = set(re.findall(r'name="mark" value="([^"]+)"', text))
    assert evenings.type_in(whole, "u", cast.director).saved
    director.post(address("publish", whole), {"mark": mark})
    whole.refresh_from_db()
    assert whole.status == Event.Status.RUNNING
    text = text_of(director.get(address("announce", whole)))
    assert "A result came in after this page was opened." in text
    assert "Publish with 1 card missing?" in text
    (mark,) = set(re.findall(r'name="mark" value="([^"]+)"', text))
    director.post(address("publish", whole), {"mark": mark})
    whole.refresh_from_db()
    assert whole.status == Event.Status.PUBLISHED


def test_an_open_tie_needs_a_person_and_publish_asks(director: Client, level: Event) -> None:
    text = text_of(director.get(address("announce", level)))
    assert "This one needs you." in text
    assert 'id="publish"' in text
    assert "won the cut" in text
    assert "The chain ends here." in text
    director.post(address("publish", level))
    level.refresh_from_db()
    assert level.status == Event.Status.RUNNING
    assert "Decide it" in text_of(director.get(address("announce", level)))
    director.post(address("publish", level), {"accept_open": "1"})
    level.refresh_from_db()
    assert level.status == Event.Status.PUBLISHED


def test_the_standings_say_with_whom_a_card_is_level(director: Client, level: Event) -> None:
    standings.recompute(level.stages.get().pk)
    url = reverse("events:standings", args=[level.club.slug, level.pk])
    text = text_of(director.get(url))
    one, two = (entry.player.name for entry in level.stages.get().entries.filter(seat__in=(1, 2)).order_by("seat"))
    for name in (one, two):
        assert f"Level with {name} on the whole chain." in text


@pytest.mark.parametrize("shared", [False, True])
def test_the_cut_is_decided_with_one_press(director: Client, level: Event, shared: bool) -> None:
    one, two = level.stages.get().entries.filter(seat__in=(1, 2)).order_by("seat")
    data = {"entries": f"{one.pk},{two.pk}", "first": "" if shared else str(two.pk)}
    assert director.post(address("decide", level), data).status_code == 302
    decision = TieDecision.objects.get()
    assert decision.shared is shared
    assert decision.entries == ([one.pk, two.pk] if shared else [two.pk, one.pk])
    text = text_of(director.get(address("announce", level)))
    assert "This one needs you." not in text


@pytest.mark.parametrize("entries", ["", "x", "1,2,3", "999999999999999999999", "1" * 400, "0,0"])
def test_only_those_who_are_level_can_be_decided_about(director: Client, level: Event, entries: str) -> None:
    assert director.post(address("decide", level), {"entries": entries, "first": "1"}).status_code == 302
    assert not TieDecision.objects.exists()


def test_a_night_that_does_not_balance_says_so_and_can_be_published(director: Client, whole: Event, cast: Cast) -> None:
    name, card = next(iter(evenings.FULL[FOURTEEN]["cards"].items()))
    type_cards(whole, cast, {name: f"{card['gp']}/{card['wins']} {card['net'] + 18:+d}"})
    text = text_of(director.get(address("announce", whole)))
    assert "does not balance, +18" in text
    assert f"{card['gp']}/{card['wins']} +{card['plus']} −{card['minus']} to" in text
    assert "Publish anyway" in text
    director.post(address("publish", whole))
    whole.refresh_from_db()
    assert whole.status == Event.Status.PUBLISHED
    assert "does not balance, +18" in text_of(director.get(address("history", whole)))


def test_a_missing_card_is_named_with_what_the_others_leave(director: Client, cast: Cast) -> None:
    event, _entries = evenings.whole(cast, FOURTEEN)
    cards = {name: card["line"] for name, card in evenings.FULL[FOURTEEN]["cards"].items()}
    name, last = cards.popitem()[0], evenings.FULL[FOURTEEN]["cards"]
    type_cards(event, cast, cards)
    text = text_of(director.get(address("announce", event)))
    assert "1 card is not in" in text
    assert f"leave {last[name]['wins']} wins" in text
    assert "Publish with 1 card missing?" in text


def test_a_correction_needs_a_reason_and_makes_a_new_version(director: Client, whole: Event, cast: Cast) -> None:
    director.post(address("publish", whole))
    director.post(address("correct", whole), {"reason": "  "})
    whole.refresh_from_db()
    assert whole.status == Event.Status.PUBLISHED
    answer = director.post(address("correct", whole), {"reason": "Two digits were swapped."})
    assert answer.url == address("desk", whole)
    name, card = next(iter(evenings.FULL[FOURTEEN]["cards"].items()))
    type_cards(whole, cast, {name: f"{card['gp']}/{card['wins']} {card['net'] + 9:+d}"})
    text = text_of(director.get(address("announce", whole)))
    assert "Publish correction" in text
    director.post(address("publish", whole))
    assert [row.number for row in Publication.objects.order_by("number")] == [1, 2]
    assert Publication.objects.get(number=2).reason == "Two digits were swapped."


def test_an_empty_night_says_what_will_be_here(director: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    text = text_of(director.get(address("announce", event)))
    assert "Nothing to read out yet" in text
    director.post(address("publish", event), {"accept_open": "1"})
    assert not Publication.objects.exists()
    assert "no result" in text_of(director.get(address("announce", event))).lower()


def test_guests_visitors_and_good_cards_are_read_out_by_name(director: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    entries = list(event.stages.get().entries.order_by("seat"))
    entries[2].kind, entries[3].kind = "guest", "visitor"
    for entry in entries:
        entry.save()
    type_cards(event, cast, {"1": "14/6 +60", "2": "8/4 +3", "3": "8/4 -3", "4": "6/3 -60"})
    read = text_of(director.get(address("announce", event))).split('id="read-h"')[1].split("</section>")[0]
    assert f"{entries[2].player.name}, guest, visit 1 of 4." in read
    assert f"{entries[3].player.name}, visitor." in read
    assert f"{entries[0].player.name} 14" in read


def test_a_name_full_of_markup_is_only_a_name(director: Client, level: Event, cast: Cast) -> None:
    player = cast.players[0]
    player.name = "<script>alert(1)</script>"
    player.save()
    assert "<script>alert" not in director.get(address("announce", level)).content.decode()


def test_a_scorekeeper_does_not_publish(client: Client, level: Event, cast: Cast) -> None:
    client.force_login(cast.scorekeeper)
    assert client.get(address("announce", level)).status_code == 403
    assert client.post(address("publish", level), {"accept_open": "1"}).status_code == 403
    assert 'href="' + address("announce", level) not in text_of(client.get(address("desk", level)))
