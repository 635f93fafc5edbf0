"""A whole list at once: for a past night and beside the desk; hostile lists."""

import datetime
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.events.models import Entry, Event, Publication
from clubs.events.services import nights
from clubs.people.models import Player
from games.matches.models import Card
from tests.factories import Cast
from tests.games.matches import evenings

LIST = """Name,Points/Wins,Spread
Ada Quince 14/6 +54
Bert Rowley 10/4 -4
clara 8/4 -26 in 8
"""


def address(name: str, event: Event) -> str:
    return reverse(f"matches:{name}", args=[event.club.slug, event.pk])


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.fixture
def event(cast: Cast) -> Event:
    day = datetime.date(2026, 1, 15)
    return nights.plan(club=cast.club, by=cast.director, name="In January", date=day)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.director)
    return client


def digest(answer: Any) -> str:
    found = re.search(r'name="digest" value="([^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_a_past_night_is_entered_by_its_list_and_attendance_follows(desk: Client, event: Event) -> None:
    url = address("past", event)
    shown = desk.post(url, {"text": LIST, "step": "preview"})
    text = text_of(shown)
    assert "Enter 3 lines" in text
    assert "joins the night" in text
    assert not Entry.objects.exists()
    answer = desk.post(url, {"text": LIST, "step": "apply", "digest": digest(shown)})
    assert answer.status_code == 302
    assert Entry.objects.filter(stage__event=event, presence="here").count() == 3
    assert sorted(Card.objects.values_list("points", flat=True)) == [8, 10, 14]
    again = text_of(desk.post(url, {"text": LIST, "step": "preview"}))
    assert again.count("In already, the same") == 3


def test_a_past_night_can_be_published(desk: Client, event: Event) -> None:
    url = address("past", event)
    shown = desk.post(url, {"text": LIST, "step": "preview"})
    desk.post(url, {"text": LIST, "step": "apply", "digest": digest(shown)})
    assert "Ada Quince" in text_of(desk.get(address("announce", event)))
    assert "matches/announce" not in text_of(desk.get(url))
    assert address("announce", event) in text_of(desk.get(url))
    assert desk.post(address("publish", event)).status_code == 302
    assert Publication.objects.get().rows[0]["name"] == "Ada Quince"


def test_bad_lines_are_named_and_nothing_is_half_saved(desk: Client, event: Event) -> None:
    bad = "Ada Quince 14/6 +54\nBert Rowley 19/6\nAda Quince 10/4\nZed Zimmer 12/6 +3\n"
    url = address("past", event)
    shown = desk.post(url, {"text": bad, "step": "preview"})
    text = text_of(shown)
    assert "6 wins score 12 to 18." in text
    assert "This player is already in line 1." in text
    assert "Name not known" in text
    assert "3 lines need you" in text
    assert 'name="choice-4" value="guest"' in text
    refused = desk.post(url, {"text": bad, "step": "apply", "digest": digest(shown)})
    assert refused.status_code == 422
    assert "Nothing was entered." in text_of(refused)
    assert not Entry.objects.exists()
    assert not Player.objects.filter(name="Zed Zimmer").exists()


@pytest.mark.parametrize(("choice", "cards"), [("guest", 2), ("member", 2), ("visitor", 2), ("skip", 1)])
def test_an_unknown_name_is_added_or_skipped_as_chosen(desk: Client, event: Event, choice: str, cards: int) -> None:
    text = "Ada Quince 14/6 +54\nZed Zimmer 12/6 +3\n"
    url = address("past", event)
    shown = desk.post(url, {"text": text, "step": "preview", "choice-2": choice})
    answer = desk.post(url, {"text": text, "step": "apply", "digest": digest(shown), "choice-2": choice})
    assert answer.status_code == 302
    assert Card.objects.count() == cards
    if choice != "skip":
        assert Entry.objects.get(player__name="Zed Zimmer").kind == choice


def test_a_list_that_changed_since_it_was_shown_is_shown_again(desk: Client, event: Event) -> None:
    url = address("past", event)
    shown = desk.post(url, {"text": LIST, "step": "preview"})
    other = LIST.replace("14/6 +54", "14/6 +45")
    refused = desk.post(url, {"text": other, "step": "apply", "digest": digest(shown)})
    assert refused.status_code == 422
    assert "has changed since the preview" in text_of(refused)
    assert not Card.objects.exists()


def test_ten_megabytes_are_refused_with_a_sentence_beside_the_field(desk: Client, event: Event) -> None:
    for step in ("preview", "apply"):
        answer = desk.post(address("past", event), {"text": "Ada 12/6 +3\n" * 900_000, "step": step})
        text = text_of(answer)
        assert answer.status_code == 422
        assert "KiB of text. Paste one night’s list only." in text
        assert 'aria-invalid="true"' in text
        assert len(text) < 50_000
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n",
        "\x00",
        "\x00\n12/6",
        "1 12/6\n" * 600,
        ",,,,\n;;;;",
        "<script>alert(1)</script> 12/6 +3",
        "% %s 12/6",
    ],
    ids=range(8),
)
def test_no_list_breaks_the_page(desk: Client, event: Event, text: str) -> None:
    for step in ("preview", "apply", "other"):
        answer = desk.post(address("past", event), {"text": text, "step": step, "choice-1": "<b>", "choice-x": "guest"})
        assert answer.status_code in (200, 422)
        assert "<script>alert" not in answer.content.decode()
    assert not Entry.objects.exists()


def test_tonights_list_is_pasted_beside_the_desk(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    url = address("paste", event)
    text = "1 12/6 +23\n2 10/5 +2\n"
    shown = desk.post(url, {"text": text, "step": "preview"})
    answer = desk.post(url, {"text": text, "step": "apply", "digest": digest(shown)})
    assert answer.status_code == 302
    assert answer.url == address("desk", event)
    assert sorted(Card.objects.values_list("points", flat=True)) == [10, 12]


def test_unnamed_lines_belong_to_the_cards_out_only_when_their_number_is_the_same(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    three = text_of(desk.post(address("paste", event), {"text": "12/6 +3\n10/5 -3\n8/4 0\n", "step": "preview"}))
    assert "Seat order needs as many of one as of the other." in three
    four = desk.post(address("paste", event), {"text": "12/6 +3\n10/5 -3\n8/4 0\n8/4 0\n", "step": "preview"})
    assert text_of(four).count("by seat order") == 4


def test_a_night_to_come_takes_no_list(desk: Client, cast: Cast) -> None:
    day = datetime.date(2099, 1, 15)
    event = nights.plan(club=cast.club, by=cast.director, name="Some day", date=day)
    answer = desk.post(address("past", event), {"text": LIST, "step": "preview"})
    assert answer.status_code == 422
    assert "This night has not started." in text_of(answer)
    assert not Entry.objects.exists()
