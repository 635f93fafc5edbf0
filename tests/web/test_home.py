"""The home of the site, and a club's home in its states."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.events import selectors
from clubs.events.models import Event
from clubs.events.services import nights, publications, rotation, seasons, seats, standings
from clubs.honours.services import table
from clubs.people import clock
from clubs.people.models import Club, User
from tests import factories
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches import evenings

pytestmark = pytest.mark.django_db


def read(url: str, user: User | None = None) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def home(cast: Cast, user: User | None = None) -> str:
    return read(reverse("stats:club", args=[cast.club.slug]), user)


def today(cast: Cast) -> datetime.date:
    return clock.today(cast.club)


def planned(cast: Cast, days: int, name: str = "Club night 10") -> Event:
    return nights.plan(
        club=cast.club,
        by=cast.director,
        name=name,
        date=today(cast) + datetime.timedelta(days),
        starts_at=datetime.time(19, 30),
    )


# The site ------------------------------------------------------------------------------------------------------------


def test_nobody_here_yet_means_sign_up_and_found_a_club() -> None:
    html = read("/")
    assert "No club here yet" in html
    assert reverse("account_signup") in html
    newcomer = read("/", factories.user("New Face"))
    assert reverse("people:new_club") in newcomer


def test_one_public_club_is_the_way_in_for_a_stranger(cast: Cast) -> None:
    Club.objects.filter(pk=cast.other_club.pk).update(public=False)
    html = read("/")
    assert '<h1 id="hero">Maple Street Peggers</h1>' in html
    assert reverse("stats:club", args=[cast.club.slug]) in html
    assert "Harbour Lights" not in html
    assert reverse("account_login") in html


def test_ones_own_clubs_come_first_hidden_ones_too(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    html = read("/", cast.director)
    assert html.index("Maple Street Peggers") < html.index("Harbour Lights")
    assert "Director" in html
    assert "Maple Street Peggers" not in read("/", cast.stranger)


def test_each_club_says_what_it_is_doing(cast: Cast) -> None:
    stories.night(cast, date=today(cast), name="Tonight")
    assert "Tonight: check-in is open." in read("/")
    assert "No date yet." in read("/")


def test_the_sites_queries_do_not_grow_with_its_clubs(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as few:
        read("/")
    for number in range(12):
        club = Club.objects.create(name=f"Club {number}", slug=f"club-x{number}")
        factories.player(club, f"Owner {number}", role="owner")
    with CaptureQueriesContext(connection) as many:
        read("/")
    assert len(many) == len(few)


# The night the club looks at -----------------------------------------------------------------------------------------


def test_no_date_yet_is_said_and_directors_may_plan_one(cast: Cast) -> None:
    assert "No date yet" in home(cast)
    assert reverse("events:plan", args=[cast.club.slug]) not in home(cast, cast.member)
    assert reverse("events:plan", args=[cast.club.slug]) in home(cast, cast.director)
    assert "No results yet" in home(cast)


@pytest.mark.parametrize(
    ("days", "headline"),
    [
        (0, "Club night 10 is today"),
        (1, "Club night 10 is tomorrow"),
        (3, "Club night 10 is this "),
        (9, "Club night 10 is on "),
    ],
)
def test_the_next_night_is_named_with_its_day(cast: Cast, days: int, headline: str) -> None:
    planned(cast, days)
    planned(cast, days + 20, "Much later")
    html = home(cast)
    assert headline in html
    assert "19:30" in html
    assert "9 games to 121. A win scores 2, a skunk 3." in html
    assert "Much later" in html, "among the nights to come"


def test_a_stranger_is_asked_to_come_along_and_a_scorekeeper_to_check_in(cast: Cast) -> None:
    event = planned(cast, 0)
    check_in = reverse("events:checkin", args=[cast.club.slug, event.pk])
    assert "New here? Come along" in home(cast)
    assert check_in not in home(cast)
    assert check_in not in home(cast, cast.member)
    assert check_in in home(cast, cast.scorekeeper)


def test_open_check_in_counts_who_is_here(cast: Cast) -> None:
    event = stories.night(cast, date=today(cast), name="Tonight")
    stories.sign_in(event, cast, cast.players[:5])
    html = home(cast)
    assert "Tonight: check-in is open" in html
    assert "5 players here" in html
    assert 'data-live-topic="night-' in html
    assert "You are signed in for tonight." in home(cast, cast.owner)


def test_a_night_being_played_shows_how_far_it_is(cast: Cast) -> None:
    event = evenings.started(cast, 6, date=today(cast))
    assert "0 of 6 cards in" in home(cast)
    evenings.type_in(event, "1 12", cast.scorekeeper)
    html = home(cast, cast.owner)
    assert "1 of 27 games in" in html
    assert "You have seat 1." in html
    assert "beat" in html


def test_tonights_night_that_is_read_out_leads_to_its_places(cast: Cast) -> None:
    event = evenings.started(cast, 6, date=today(cast), name="Tonight")
    evenings.type_twice(event, "1 12/6 +40", cast.scorekeeper, mode="card")
    planned(cast, 7)
    publications.store(event=Event.objects.get(pk=event.pk), by=cast.director)
    assert "Tonight is over and read out" in home(cast)


def test_a_night_forgotten_weeks_ago_is_not_what_the_club_is_doing(cast: Cast) -> None:
    stories.night(cast, date=today(cast) - datetime.timedelta(20), name="Forgotten")
    assert "Forgotten" not in home(cast)


def test_a_night_that_does_not_count_says_so(cast: Cast) -> None:
    event = planned(cast, 2)
    Event.objects.filter(pk=event.pk).update(counts=False)
    assert "Does not count for the season." in home(cast)


# Race and results ----------------------------------------------------------------------------------------------------


def season_with_nights(cast: Cast) -> None:
    season = seasons.create(
        club=cast.club,
        by=cast.director,
        name="Now",
        first_day=today(cast) - datetime.timedelta(60),
        last_day=today(cast) + datetime.timedelta(60),
    )
    for week, (points, wins) in enumerate([(16, 7), (13, 6)], start=1):
        event = stories.night(
            cast, date=today(cast) - datetime.timedelta(30 - 7 * week), name=f"Night {week}", season=season
        )
        stories.sign_in(event, cast, cast.players[:4])
        seats.draw(event=event, by=cast.director, seed="fixed")
        event = rotation.start(event=event, by=cast.director)
        stage = selectors.stage_of(event)
        for number, entry in enumerate(selectors.entries_of(event)):
            stories.post(stage, [stories.card(entry, points - number, wins, net=0)] if number < 2 else [])
        publications.store(event=event, by=cast.director)
        standings.recompute(stage.pk)
    table.recompute(season.pk)


def test_the_leaders_race_on_a_board_with_two_pegs(cast: Cast) -> None:
    season_with_nights(cast)
    html = home(cast)
    assert "Season leaders after 2 nights" in html
    assert "Front peg is now, back peg is before Night 2." in html
    assert "29 points, was 16" in html, "16 and 13; the board says it in words"
    assert "Places of Night 2" in html
    assert "Latest results" not in html, "nobody typed a game"


def test_a_season_that_is_still_to_come_says_when_its_race_starts(cast: Cast) -> None:
    first = today(cast) + datetime.timedelta(5)
    seasons.create(club=cast.club, by=cast.director, name="Next", first_day=first, last_day=first)
    assert "The race starts on" in home(cast)


def test_latest_results_name_winner_loser_and_score(cast: Cast) -> None:
    event = evenings.started(cast, 6, date=timezone.localdate() - datetime.timedelta(9))
    for text in ("1 33", "2 5"):
        evenings.type_in(event, text, cast.scorekeeper)
    html = home(cast)
    assert '121<span class="lose">–88</span>' in html
    assert "Skunk" in html
    assert '121<span class="lose">–116</span>' in html


def test_names_are_shortened_for_strangers_where_the_club_says_so(cast: Cast) -> None:
    event = evenings.started(cast, 6, date=today(cast))
    evenings.type_in(event, "1 33", cast.scorekeeper)
    Club.objects.filter(pk=cast.club.pk).update(names="short")
    winner = cast.players[0].name
    assert winner not in home(cast)
    assert winner.split()[0] in home(cast)
    assert winner in home(cast, cast.member)


def test_the_clubs_queries_do_not_grow_with_nights_and_players(cast: Cast) -> None:
    season_with_nights(cast)
    small = evenings.started(cast, 4, date=today(cast), name="Small")
    evenings.type_in(small, "1 12", cast.scorekeeper)
    planned(cast, 3, "Soon")
    home(cast)
    with CaptureQueriesContext(connection) as few:
        home(cast)
    for week in range(6):
        planned(cast, 10 + week, f"Later {week}")
    Event.objects.filter(pk=small.pk).update(date=today(cast) - datetime.timedelta(40))
    big = evenings.started(cast, 14, date=today(cast), name="Big")
    for seat in range(1, 8):
        evenings.type_in(big, f"{seat} 12", cast.scorekeeper)
    with CaptureQueriesContext(connection) as many:
        home(cast)
    assert len(many) <= len(few) <= 24
