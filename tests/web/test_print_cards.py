"""Scorecards on paper: blank, filled, without names; sit-outs and make-ups in their row; the points rule in words."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.events.models import Event
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches import evenings

THIRTEEN = evenings.NAMES[1]
SIXTY_ONE = evenings.NAMES[2]


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.scorekeeper)
    return client


def page(client: Client, event: Event, **query: str) -> str:
    answer: Any = client.get(reverse("matches:print_cards", args=[event.club.slug, event.pk]), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def cards(text: str) -> list[str]:
    return text.split('<section class="sc"')[1:]


def test_two_blank_cards_to_a_page_with_opponents_and_seats(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 12/6 +23", cast.director)
    text = page(desk, event, kind="blank")
    assert text.count('class="card-pair"') == 3
    first = cards(text)[0]
    assert cast.players[0].name in first
    assert "Win by 1 to 30: 2 points. Win by 31 or more, a skunk: 3 points. A loss: 0." in first
    for player in cast.players[1:6]:
        assert player.name in first
    assert "+23" not in text


def test_a_blank_card_before_the_start_shows_the_plan_as_it_would_be(desk: Client, cast: Cast) -> None:
    event = stories.night(cast)
    entries = stories.sign_in(event, cast, cast.players[:4])
    text = page(desk, event, kind="blank")
    assert len(cards(text)) == len(entries)
    assert all(f'<td class="no">{number}</td>' in cards(text)[0] for number in range(1, 10))


def test_a_filled_card_writes_one_digit_spreads_with_a_leading_zero(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 6)
    meeting = event.stages.get().rounds.get(number=1).pairings.first()
    evenings.type_in(event, f"1.{meeting.a.seat} 7", cast.director)
    filled = [card for card in cards(page(desk, event, kind="filled")) if f"<b>{meeting.a.seat}</b></div>" in card]
    assert "+07" in filled[0]
    other = [card for card in cards(page(desk, event, kind="filled")) if f"<b>{meeting.b.seat}</b></div>" in card]
    assert "−07" in other[0]


def test_thirteen_players_have_sit_outs_make_ups_and_one_short_card(desk: Client, cast: Cast) -> None:
    event, entries = evenings.whole(cast, THIRTEEN)
    for line in evenings.FULL[THIRTEEN]["lines"]:
        winner = entries[line["winner"]].seat
        outcome = evenings.type_twice(event, f"{line['game']}.{winner} {line['margin']}", cast.director)
        assert outcome.saved, outcome.message
    text = page(desk, event, kind="filled")
    # nights_full.json: nine sit-outs, four make-up games, one card of eight games.
    assert text.count("Sit-out. Make-up after game 9 with") == 8
    assert text.count("Sit-out. No make-up: a short card.") == 1
    for name, card in evenings.FULL[THIRTEEN]["cards"].items():
        own = next(one for one in cards(text) if f"</small>{name}</div>" in one)
        totals = own.split("<tfoot>")[1]
        assert f"</small>{card['gp']}</td>" in totals
        assert f"</small>{card['wins']}</span>" in totals
        assert f"</small>+{card['plus']}</td>" in totals
        assert f"</small>−{card['minus']}</td>" in totals


def test_the_rule_follows_the_events_own_scheme(desk: Client, cast: Cast) -> None:
    event, _entries = evenings.whole(cast, SIXTY_ONE)
    assert "Win by 31 or more, a skunk: 3 points." in page(desk, event)
    match = stories.night(cast, name="Match points", preset="match123")
    text = page(desk, match, kind="empty")
    assert "Win by 1 to 30: 1 point. Win by 31 to 60, a skunk: 2 points." in text
    assert "Win by 61 or more, a double skunk: 3 points. A loss: 0." in text
    flat = stories.night(cast, name="One point", preset="onepoint")
    assert "A win: 1 point. A loss: 0." in page(desk, flat, kind="empty")


def test_cards_without_names_are_a_full_page(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    text = page(desk, event, kind="empty")
    assert len(cards(text)) == 2
    assert cast.players[1].name not in text


def test_one_card_alone_and_nonsense_for_a_kind(desk: Client, cast: Cast) -> None:
    event = evenings.started(cast, 4)
    entry = event.stages.get().entries.get(seat=2)
    text = page(desk, event, kind="<script>", entry=str(entry.pk))
    assert len(cards(text)) == 1
    assert entry.player.name in cards(text)[0]
    assert cards(page(desk, event, entry="999999")) == []
