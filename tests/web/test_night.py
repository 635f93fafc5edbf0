"""The night's public page before, while and after it is played."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.events import selectors
from clubs.events.models import Entry, Event
from clubs.events.services import checkin, nights, publications, rotation, seats, ties
from clubs.people import clock
from clubs.people.models import Club, User
from games.matches.services import announce
from tests.clubs.events import stories
from tests.factories import Cast, player
from tests.games.matches import evenings

pytestmark = pytest.mark.django_db


def read(event: Event, user: User | None = None, part: bool = False, **query: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    headers = {"HX-Request": "true"} if part else {}
    url = reverse("matches:night", args=[event.club.slug, event.pk])
    answer = client.get(url, query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def section(html: str, name: str) -> str:
    return html.split(f'id="{name}"')[1].split("</section>")[0]


def published(cast: Cast, cards: list[tuple[int, int, int | None]]) -> Event:
    """Publish a night of so many cards (points, wins, net), the cast in seat order."""
    event = stories.night(cast)
    entries = stories.sign_in(event, cast, stories.field(cast, max(4, len(cards))))
    for seat, entry in enumerate(entries, 1):
        seats.type_seat(event=event, seat=seat, entry=entry, by=cast.director)
    event = rotation.start(event=event, by=cast.director)
    stage = selectors.stage_of(event)
    for entry, (points, wins, net) in zip(entries, cards, strict=False):
        stories.post(stage, [stories.card(entry, points, wins, net=net)])
    publications.store(event=event, by=cast.director)
    return Event.objects.get(pk=event.pk)


# Before --------------------------------------------------------------------------------------------------------------


def test_a_planned_night_says_when_and_how(cast: Cast) -> None:
    event = nights.plan(
        club=cast.club,
        by=cast.director,
        name="Thursday",
        date=datetime.date(2026, 10, 15),
        starts_at=datetime.time(19, 30),
        preset="short61",
    )
    html = read(event)
    assert "Thursday 15 October 2026" in html
    assert "19:30" in html
    assert "9 games to 61." in html
    assert "Nobody is here yet" in html
    assert reverse("events:checkin", args=[cast.club.slug, event.pk]) not in html
    assert reverse("events:checkin", args=[cast.club.slug, event.pk]) in read(event, cast.scorekeeper)


def test_open_check_in_lists_who_is_here_and_who_is_late(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:3])
    checkin.mark(event=event, player=cast.guest.player, presence="late", by=cast.director)
    checkin.mark(event=event, player=cast.paper[5], presence="absent", by=cast.director)
    html = read(event)
    here = section(html, "here")
    assert "4 players are here or on the way" in html
    assert "Late" in here.split("Priya Shah")[1]
    assert "Guest" in here.split("Priya Shah")[1]
    assert cast.paper[5].name not in here


# While ---------------------------------------------------------------------------------------------------------------


def test_who_plays_tonight_is_told_where_to_go_next(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    html = read(event, cast.owner)
    own = html.split('aria-labelledby="own"')[1].split("</section>")[0]
    first = selectors.card_plan(stories.by_name(event)["Margaret Ellis"])[0]
    assert first.opponent is not None
    assert f"Game 1 against {first.opponent.player.name}" in own
    assert "Your own card is number 1." in own
    assert 'aria-labelledby="own"' not in read(event, cast.guest)
    assert 'aria-labelledby="own"' not in read(event)

    evenings.type_in(event, "1 12", cast.scorekeeper)
    assert "Game 2 against" in read(event, cast.owner)
    card = section(read(event, cast.owner), "card")
    assert "+12" in card


def test_a_sit_out_is_told_as_one(cast: Cast) -> None:
    event = evenings.started(cast, 5)
    waits = next(stop for stop in selectors.schedule_of(selectors.stage_of(event))[0].waits)
    html = read(event)
    assert "sits out game 1" in html
    assert "sits out" in section(html, "seats")
    assert waits.entry.player.name in section(html, "seats")


def test_results_stand_there_the_newest_first(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    assert "No game typed yet" in read(event)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    evenings.type_in(event, "2 5", cast.scorekeeper)
    html = read(event)
    results = section(html, "results")
    assert "Skunk" in results
    assert results.index('121<span class="lose">–116') < results.index('121<span class="lose">–88')
    assert "2 of 27 games" in html


def test_provisional_places_are_for_the_clubs_own_people(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    assert "Provisional" in read(event, cast.member)
    assert "Provisional" not in read(event, cast.stranger)
    html = read(event)
    assert 'id="standings"' not in html
    assert "The places are read out at the end" in html


def test_any_game_of_the_rotation_can_be_looked_at(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    plan = selectors.schedule_of(selectors.stage_of(event))
    third = section(read(event, game="3"), "seats")
    assert "Game 3" in third
    assert [third.index(f"<b>{game.seat_a}</b>") for game in plan[2].games]
    for absurd in ("0", "999", "-1", "x", "9" * 60, "٣"):
        assert "Game 1" in section(read(event, game=absurd), "seats")


def test_the_part_alone_is_answered_to_a_page_that_follows(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    part = read(event, part=True)
    assert part.lstrip().startswith('<div class="stack-l" id="night"')
    assert f'data-live-topic="night-{event.pk}"' in part
    before = int(part.split('data-live-version="')[1].split('"')[0])
    evenings.type_in(event, "1 33", cast.scorekeeper)
    after = int(read(event, part=True).split('data-live-version="')[1].split('"')[0])
    assert after > before


# After ---------------------------------------------------------------------------------------------------------------


def test_the_first_three_stand_on_felt_and_the_rest_below(cast: Cast) -> None:
    event = published(cast, [(16, 7, 80), (14, 6, 30), (12, 6, 20), (9, 4, -130)])
    html = read(event)
    podium = html.split('class="podium"')[1].split("</ol>")[0]
    assert [podium.index(cast.players[number].name) for number in range(3)] == sorted(
        podium.index(cast.players[number].name) for number in range(3)
    )
    assert cast.players[3].name in section(html, "standings")
    assert "Final" in html
    assert reverse("matches:history", args=[cast.club.slug, event.pk]) in html


def test_the_step_that_decided_a_place_is_told_with_both_values(cast: Cast) -> None:
    event = published(cast, [(14, 6, 30), (14, 6, 24), (14, 7, -54), (8, 4, 0)])
    html = read(event)
    one, two, three = (cast.players[number].name for number in (2, 0, 1))
    assert f"Level with {one} on points. Games won decide: 7 to 6." in html
    assert f"Level with {two} on points and games won. Net decides: +30 to +24." in html
    assert html.index(one) < html.index(three)


def test_level_cards_share_their_place_until_people_decide(cast: Cast) -> None:
    event = published(cast, [(14, 6, 10), (14, 6, 10), (9, 4, -20)])
    html = read(event)
    assert 'class="podium"' not in html, "nobody is third on felt while the first place is open"
    first, second = cast.players[:2]
    assert f"Shares the place with {second.name}." in html
    assert "=1" in html

    announce.correct(event=event, by=cast.director, reason="The cut was taken")
    found = stories.by_name(event)
    entries = [found[second.name], found[first.name]]
    event = Event.objects.get(pk=event.pk)
    ties.decide(stage=selectors.stage_of(event), entries=entries, shared=False, how="A cut of cards", by=cast.director)
    assert "Being corrected" in read(event)
    assert f"Shares the place with {second.name}." in read(event), "still version 1"
    publications.store(event=event, by=cast.director)
    html = read(Event.objects.get(pk=event.pk))
    assert "Version 2" in html
    assert "Reason: The cut was taken" in html
    assert "decided by people" in html


def test_a_short_card_and_a_guest_are_named_as_such(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, [*cast.paper[:4], cast.guest.player])
    seats.draw(event=event, by=cast.director, seed="fixed")
    event = rotation.start(event=event, by=cast.director)
    stage = selectors.stage_of(event)
    for number, entry in enumerate(selectors.entries_of(event)):
        games = entry.planned_games or 9
        stories.post(stage, [stories.card(entry, 4 + number, 2, net=0, games=games)])
    publications.store(event=event, by=cast.director)
    html = read(Event.objects.get(pk=event.pk))
    assert "short card: 8 games" in html
    assert "guest" in html.split("Priya Shah")[1][:200]


def test_names_are_short_for_strangers_where_the_club_says_so(cast: Cast) -> None:
    event = evenings.started(cast, 6)
    evenings.type_in(event, "1 33", cast.scorekeeper)
    Club.objects.filter(pk=cast.club.pk).update(names="short")
    event.refresh_from_db()
    html = read(Event.objects.get(pk=event.pk))
    for one in cast.players[:6]:
        assert one.name not in html
    assert cast.players[0].name in read(event, cast.member)


def test_a_player_called_script_is_only_a_name(cast: Cast) -> None:
    nasty = player(cast.club, "<script>alert(1)</script>")
    event = stories.night(cast)
    stories.sign_in(event, cast, [nasty, *cast.paper[:3]])
    assert "<script>alert" not in read(event)
    seats.draw(event=event, by=cast.director, seed="fixed")
    event = rotation.start(event=event, by=cast.director)
    seat = Entry.objects.get(stage__event=event, player=nasty).seat
    evenings.type_in(event, f"{seat} 33", cast.scorekeeper)
    for user in (None, cast.member):
        html = read(event, user)
        assert "<script>alert" not in html
        assert "&lt;script&gt;" in html


def test_queries_do_not_grow_with_the_field(cast: Cast) -> None:
    small = evenings.started(cast, 6)
    evenings.type_in(small, "1 33", cast.scorekeeper)
    big = evenings.started(cast, 16, date=clock.today(cast.club))
    for seat in range(1, 9):
        evenings.type_in(big, f"{seat} 12", cast.scorekeeper)
    counts = []
    for event in (small, big):
        read(event)
        with CaptureQueriesContext(connection) as queries:
            read(event)
        counts.append(len(queries))
    assert counts[1] <= counts[0] <= 32
