"""A player's page: figures that say what they rest on, and every state of a player."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.events import selectors
from clubs.events.models import Entry, Event
from clubs.events.services import nights, publications, standings
from clubs.honours.services import table
from clubs.people.models import Club, Membership, Player, User
from clubs.people.services import players
from tests.clubs.events import stories
from tests.factories import Cast, player

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2026, 9, 3)


def read(who: Player, club: Club, user: User | None = None, **query: str) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(reverse("stats:player", args=[club.slug, who.pk]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def night(
    cast: Cast,
    week: int,
    cards: dict[Player, tuple[int, int, int | None]],
    games: list[tuple[Player, Player, int]] | None = None,
    **fields: object,
) -> Event:
    """Publish a night of cards (points, wins, net) and of games (winner, loser, margin)."""
    event = nights.plan(
        club=cast.club,
        by=cast.director,
        name=f"Night {week}",
        date=FIRST + datetime.timedelta(weeks=week - 1),
        **fields,  # type: ignore[arg-type]
    )
    stage = selectors.stage_of(event)
    playing = dict.fromkeys([*cards, *(one for pair in games or [] for one in pair[:2])])
    entries = {}
    for one in playing:
        kind = Membership.objects.get(club=cast.club, player=one).kind
        entries[one] = Entry.objects.create(stage=stage, player=one, kind=kind)
    for one, (points, wins, net) in cards.items():
        stories.post(stage, [stories.card(entries[one], points, wins, net=net)])
    for number, (winner, loser, margin) in enumerate(games or [], start=1):
        skunk = margin > 30
        lines = stories.game(
            entries[winner], entries[loser], margin, number=number, points=3 if skunk else 2, skunk=skunk
        )
        stories.post(stage, lines)
    publications.store(event=event, by=cast.director)
    standings.recompute(stage.pk)
    return event


# Figures -------------------------------------------------------------------------------------------------------------


def test_cards_stand_by_night_with_place_and_season_points(cast: Cast) -> None:
    season = stories.season(cast)
    ada, bert = cast.paper[:2]
    night(cast, 1, {ada: (16, 7, 74), bert: (12, 6, 30)}, season=season)
    night(cast, 2, {ada: (11, 5, 4), bert: (14, 6, -3)}, season=season)
    table.recompute(season.pk)
    html = read(ada, cast.club)
    assert "16/7 +74" in html
    assert "1 of 2" in html
    assert "11/5 +4" in html
    assert html.index("Night 2") < html.index("Night 1")
    assert "12–6" in html, "won and lost of both nights"
    assert "+78" in html
    assert "best card" in html


def test_a_card_below_the_threshold_stands_in_grey(cast: Cast) -> None:
    season = stories.season(cast)
    night(cast, 1, {cast.paper[0]: (11, 5, 4)}, season=season)
    rows = read(cast.paper[0], cast.club).split("<tr")
    assert any('class="grey"' in row and "11/5 +4" in row for row in rows)


def test_skunks_rest_on_the_nights_with_game_lines(cast: Cast) -> None:
    ada, bert = cast.paper[:2]
    night(cast, 1, {ada: (16, 7, 74)})
    night(cast, 2, {}, [(ada, bert, 40), (bert, ada, 33), (ada, bert, 5)])
    html = read(ada, cast.club)
    assert "Rests on 1 of 2 nights with game lines" in html
    skunks = html.split('id="skunks"')[1]
    assert "<b>1</b>" in skunks.split("given")[0]
    assert "<b>1</b>" in skunks.split("given")[1].split("taken")[0]
    assert "Told once games are typed" in read(bert, cast.club) or "Rests on 1 of 1" in read(bert, cast.club)


def test_a_spread_that_was_not_written_is_never_taken_as_nought(cast: Cast) -> None:
    ada = cast.paper[0]
    night(cast, 1, {ada: (16, 7, 74)})
    night(cast, 2, {ada: (12, 6, None)})
    html = read(ada, cast.club)
    assert "spread, 1 of 2 nights" in html
    assert "12/6</strong>" in html, "no +0"


def test_opponents_and_form_come_from_games(cast: Cast) -> None:
    ada, bert, clara = cast.paper[:3]
    night(cast, 1, {}, [(ada, bert, 40), (bert, ada, 3), (ada, bert, 5), (clara, ada, 10)])
    html = read(ada, cast.club)
    head = html.split('id="opponents"')[1]
    row = next(part for part in head.split("<tr") if bert.name in part)
    assert ">2<" in row
    assert ">1<" in row
    assert "+14.0" in row, "(40 - 3 + 5) / 3"
    form = html.split('id="form"')[1].split("</ol>")[0]
    assert form.count("<li") == 4
    assert "won by a skunk" in form
    assert "Lost to Clara Sims" in html
    assert '<span class="lose">111–</span>121' in html, "the own score first"


def test_the_longest_run_of_wins_is_counted(cast: Cast) -> None:
    ada, bert = cast.paper[:2]
    night(cast, 1, {}, [(ada, bert, 4), (ada, bert, 3), (bert, ada, 3), (ada, bert, 9)])
    form = read(ada, cast.club).split('id="form"')[1]
    assert "<b>2</b><span>longest run of wins" in form
    assert "<b>1</b><span>current run" in form


def test_a_night_that_is_not_published_shows_nothing(cast: Cast) -> None:
    event = night(cast, 1, {cast.paper[0]: (16, 7, 74)})
    Event.objects.filter(pk=event.pk).update(published_at=None, status="running")
    html = read(cast.paper[0], cast.club)
    assert "No results yet" in html
    assert "16/7" not in html


def test_nights_of_other_clubs_are_not_told_here(cast: Cast) -> None:
    ada = cast.paper[0]
    Membership.objects.create(club=cast.other_club, player=ada, kind="visitor")
    night(cast, 1, {ada: (16, 7, 74)})
    assert "16/7" not in read(ada, cast.other_club)


def test_many_nights_come_in_pages_and_many_opponents_on_demand(cast: Cast) -> None:
    ada = cast.paper[0]
    for week in range(1, 23):
        night(cast, week, {ada: (12, 6, 0)})
    assert "Page 1 of 2" in read(ada, cast.club)
    assert "Night 1<" in read(ada, cast.club, page="2")
    others = [player(cast.club, f"Other {number}") for number in range(14)]
    night(cast, 30, {}, [(ada, other, 5) for other in others])
    assert "Show 2 more" in read(ada, cast.club)
    assert "Other 13" in read(ada, cast.club, opponents="all")


# States --------------------------------------------------------------------------------------------------------------


def test_a_new_player_is_said_to_be_new(cast: Cast) -> None:
    night(cast, 1, {cast.paper[0]: (16, 7, 74)})
    assert "New here: 9 games so far" in read(cast.paper[0], cast.club)
    for week in (2, 3):
        night(cast, week, {cast.paper[0]: (16, 7, 74)})
    assert "New here" not in read(cast.paper[0], cast.club)


def test_a_guest_is_a_guest_and_earns_nothing(cast: Cast) -> None:
    season = stories.season(cast)
    night(cast, 1, {cast.guest.player: (16, 7, 74)}, season=season)
    html = read(cast.guest.player, cast.club)
    assert "Guest" in html
    assert "as a guest" in html
    assert "place this season" not in html


def test_who_left_keeps_their_history(cast: Cast) -> None:
    night(cast, 1, {cast.paper[0]: (16, 7, 74)})
    Membership.objects.filter(player=cast.paper[0]).update(left_on=datetime.date(2026, 9, 10))
    html = read(cast.paper[0], cast.club)
    assert "Left the club in 2026" in html
    assert "16/7 +74" in html


def test_a_visitor_comes_from_their_home_club_if_that_may_be_known(cast: Cast) -> None:
    assert "Visitor from Harbour Lights" in read(cast.visitor, cast.club)
    Club.objects.filter(pk=cast.other_club.pk).update(public=False)
    assert "Harbour Lights" not in read(cast.visitor, cast.club)


def test_strangers_read_short_names_and_nobody_reads_private_details(cast: Cast) -> None:
    night(cast, 1, {cast.member.player: (16, 7, 74)}, [(cast.paper[0], cast.paper[1], 5)])
    Club.objects.filter(pk=cast.club.pk).update(names="short")
    assert "Barker" not in read(cast.member.player, cast.club)
    assert "Rowley" not in read(cast.paper[0], cast.club)
    assert "Wilf Barker" in read(cast.member.player, cast.club, cast.director)
    for user in (None, cast.stranger, cast.scorekeeper, cast.director):
        html = read(cast.member.player, cast.club, user)
        assert "wilf@private.example" not in html
        assert "555 0121" not in html


def test_a_merged_player_leads_to_who_they_are_now(cast: Cast) -> None:
    ada, twin = cast.paper[0], player(cast.club, "Ada Q.")
    night(cast, 1, {twin: (16, 7, 74)})
    for one in (ada, twin):
        Player.objects.filter(pk=one.pk).update(home_club=cast.club)
        one.refresh_from_db()
    players.merge(keep=ada, drop=twin, by=cast.director)
    answer = Client().get(reverse("stats:player", args=[cast.club.slug, twin.pk]))
    assert answer["Location"] == reverse("stats:player", args=[cast.club.slug, ada.pk])
    assert "16/7 +74" in read(ada, cast.club)


def test_a_player_called_script_is_only_a_name(cast: Cast) -> None:
    nasty = player(cast.club, "<script>alert(1)</script>")
    night(cast, 1, {}, [(nasty, cast.paper[0], 5)])
    for who in (nasty, cast.paper[0]):
        html = read(who, cast.club)
        assert "<script>alert" not in html
        assert "&lt;script&gt;" in html


def test_only_directors_are_led_to_the_record(cast: Cast) -> None:
    edit = reverse("people:member", args=[cast.club.slug, cast.paper[0].pk])
    assert edit not in read(cast.paper[0], cast.club, cast.member)
    assert edit in read(cast.paper[0], cast.club, cast.director)


def test_queries_do_not_grow_with_nights_and_opponents(cast: Cast) -> None:
    ada, bert = cast.paper[:2]
    night(cast, 1, {ada: (16, 7, 74)}, [(ada, bert, 5)])
    read(ada, cast.club)
    with CaptureQueriesContext(connection) as few:
        read(ada, cast.club)
    for week in range(2, 7):
        night(cast, week, dict.fromkeys(cast.paper, (12, 6, 0)), [(ada, one, 7) for one in cast.paper[1:]])
    with CaptureQueriesContext(connection) as many:
        read(ada, cast.club)
    assert len(many) <= len(few) <= 18
