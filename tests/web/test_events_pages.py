"""Pages of a night before and while it is played: check-in, seats, change, standings, prints; seasons and nights."""

import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.events import selectors
from clubs.events.models import Entry, Event, Pairing, Season
from clubs.events.services import checkin, nights, publications, rotation, seats, standings
from clubs.people.models import Player
from games.matches.services import cards
from tests.factories import Cast, cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def director(people: Cast) -> Client:
    client = Client()
    client.force_login(people.director)
    return client


def night(people: Cast, here: int = 0, *, seated: bool = False, started: bool = False) -> Event:
    event = nights.plan(
        club=people.club, by=people.director, name="Thursday 1", date=timezone.localdate(), preset="acc9"
    )
    event = nights.open_checkin(event=event, by=people.director)
    for player in people.players[:here]:
        checkin.mark(event=event, player=player, presence="here", by=people.director)
    if seated or started:
        event = seats.draw(event=event, by=people.director, seed="pages")
    return rotation.start(event=event, by=people.director) if started else event


def address(name: str, event: Event, *more: int) -> str:
    return reverse(f"events:{name}", args=[event.club.slug, event.pk, *more])


def presence(event: Event, player: Player) -> str | None:
    return Entry.objects.filter(stage__event=event, player=player).values_list("presence", flat=True).first()


# Seasons and nights --------------------------------------------------------------------------------------------------


def test_a_season_is_begun_and_a_wrong_one_is_refused_beside_its_field(people: Cast, director: Client) -> None:
    url = reverse("events:new_season", args=[people.club.slug])
    wrong = director.post(url, {"name": "2026–27", "first_day": "2026-09-01", "last_day": "2026-05-31"})
    assert wrong.status_code == 422
    assert "A season ends after it begins" in wrong.content.decode()
    assert Season.objects.count() == 0
    right = director.post(url, {"name": "2026–27", "first_day": "2026-09-01", "last_day": "2027-05-31"}, follow=True)
    assert "2026–27" in right.content.decode()
    again = director.post(url, {"name": "2026–27", "first_day": "2027-09-01", "last_day": "2028-05-31"})
    assert again.status_code == 422
    assert Season.objects.count() == 1


def test_a_night_is_planned_with_its_own_rules(people: Cast, director: Client) -> None:
    url = reverse("events:plan", args=[people.club.slug])
    assert director.get(url).status_code == 200
    sent = {
        "name": "Short games",
        "date": timezone.localdate().isoformat(),
        "preset": "short61",
        "counts": "on",
        "mode": "club",
    }
    answer = director.post(url, sent)
    event = Event.objects.get()
    assert answer.url == address("checkin", event)
    assert (event.target, event.games, event.counts) == (61, 9, False), "no season holds the date, so it does not count"
    wrong = director.post(url, sent | {"games": "40"})
    assert wrong.status_code == 422
    assert Event.objects.count() == 1


def test_a_past_night_leads_to_the_box_for_its_cards(people: Cast, director: Client) -> None:
    long_ago = (timezone.localdate() - datetime.timedelta(days=30)).isoformat()
    sent = {"name": "October", "date": long_ago, "preset": "acc9", "mode": "club"}
    answer = director.post(reverse("events:plan", args=[people.club.slug]), sent)
    assert answer.url == reverse("matches:past", args=[people.club.slug, Event.objects.get().pk])


def test_a_night_is_changed_and_keeps_what_was_not_asked(people: Cast, director: Client) -> None:
    event = night(people)
    url = address("edit", event)
    assert director.get(url).status_code == 200
    sent = {
        "name": "Friday",
        "date": event.date.isoformat(),
        "season": "none",
        "games": "8",
        "mode": "club",
        "starts_at": "18:30",
    }
    assert director.post(url, sent).status_code == 302
    event.refresh_from_db()
    assert (event.name, event.games, event.target, event.starts_at) == ("Friday", 8, 121, datetime.time(18, 30))


def test_the_list_of_nights_costs_the_same_for_one_or_thirty(
    people: Cast, director: Client, django_assert_max_num_queries
) -> None:
    for number in range(30):
        nights.plan(club=people.club, by=people.director, name=f"N{number}", date=timezone.localdate(), preset="acc9")
    with django_assert_max_num_queries(9):
        assert director.get(reverse("events:nights", args=[people.club.slug])).status_code == 200


# Check-in ------------------------------------------------------------------------------------------------------------


def test_one_tap_checks_in_and_says_so_to_a_page_with_scripts(people: Cast, director: Client) -> None:
    event = night(people)
    player = people.paper[0]
    answer = director.post(address("mark", event, player.pk), {"presence": "here"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    body = answer.content.decode()
    assert 'id="ci-list"' in body
    assert re.search(rf'id="h-{player.pk}"[^>]*aria-pressed="true"', body)
    assert presence(event, player) == "here"


def test_without_scripts_the_page_comes_back(people: Cast, director: Client) -> None:
    event = night(people)
    answer = director.post(address("mark", event, people.paper[0].pk), {"presence": "late", "game": "3"})
    assert answer.url == address("checkin", event)
    entry = Entry.objects.get()
    assert (entry.presence, entry.from_game) == ("late", 3)


@pytest.mark.parametrize("sent", [{"presence": "dancing"}, {}, {"presence": "late", "game": "99"}])
def test_nonsense_changes_nothing(people: Cast, director: Client, sent: dict[str, str]) -> None:
    event = night(people)
    director.post(address("mark", event, people.paper[0].pk), sent)
    assert Entry.objects.count() == 0


def test_a_player_of_another_club_is_not_found(people: Cast, director: Client) -> None:
    event = night(people)
    foreign = people.other_director.player
    assert director.post(address("mark", event, foreign.pk), {"presence": "here"}).status_code == 404
    assert Entry.objects.count() == 0


def test_a_new_name_in_one_line_and_a_namesake_is_asked_about(people: Cast, director: Client) -> None:
    event = night(people)
    url = address("walk_in", event)
    assert director.post(url, {"name": "Nell Newcomer", "kind": "guest"}).status_code == 302
    assert Player.objects.filter(name="Nell Newcomer").count() == 1
    again = director.post(url, {"name": "nell newcomer", "kind": "guest"})
    assert again.status_code == 422
    assert "Check in Nell Newcomer" in again.content.decode()
    assert Player.objects.filter(name__icontains="newcomer").count() == 1
    empty = director.post(url, {"name": "  ", "kind": "guest"})
    assert empty.status_code == 422


def test_a_name_with_a_script_in_it_is_only_a_name(people: Cast, director: Client) -> None:
    event = night(people)
    director.post(address("walk_in", event), {"name": "<script>alert(1)</script>", "kind": "guest"})
    body = director.get(address("checkin", event)).content.decode()
    assert "<script>alert" not in body
    assert "&lt;script&gt;alert" in body


def test_an_odd_field_is_explained_and_chosen(people: Cast, director: Client) -> None:
    event = night(people, 13)
    body = director.get(address("checkin", event)).content.decode()
    assert "13 players. 9 times 13 is odd: one card will have 8 games, whatever we do." in body
    order = [
        body.index(words)
        for words in (
            "Somebody stands down",
            "A house player fills the seat",
            "Ghost seat<",
            "Ghost seat and an extra game",
            "8 games for everybody",
        )
    ]
    assert order == sorted(order)
    director.post(address("odd", event), {"odd": "even:8"})
    event.refresh_from_db()
    assert (event.odd, event.games) == ("even", 8)
    director.post(address("odd", event), {"odd": "ghost"})
    event.refresh_from_db()
    assert (event.odd, event.games) == ("ghost", 9)


def test_check_in_costs_the_same_for_a_small_and_a_large_club(
    people: Cast, director: Client, django_assert_max_num_queries
) -> None:
    event = night(people, 13)
    for number in range(40):
        checkin.walk_in(event=event, name=f"Guest {number}", by=people.director)
    with django_assert_max_num_queries(22):
        assert director.get(address("checkin", event)).status_code == 200


# Seats ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("here", [0, 2, 3, 4, 13, 14])
def test_the_seats_page_stands_at_every_stage(people: Cast, director: Client, here: int) -> None:
    event = night(people, here)
    assert director.get(address("seats", event)).status_code == 200
    director.post(address("seats_do", event), {"do": "draw"})
    for game in ("1", "9", "10", "999", "x", "-1"):
        assert director.get(address("seats", event), {"game": game}).status_code == 200
    director.post(address("start", event))
    assert director.get(address("seats", event)).status_code == 200
    event.refresh_from_db()
    assert event.status == ("running" if here >= 3 else "checkin")


def test_thirteen_players_see_who_sits_out_and_whose_card_is_short(people: Cast, director: Client) -> None:
    event = night(people, 13, seated=True)
    body = director.get(address("seats", event)).content.decode()
    assert body.count("make-up with") == 8
    assert body.count("No make-up: the short card") == 1
    assert "sits out" in body


def test_seats_are_typed_from_the_bag_and_a_seat_named_twice_is_refused(people: Cast, director: Client) -> None:
    event = night(people, 4)
    url = address("type_seat", event)
    names = [entry.player.name for entry in selectors.attending(event)]
    director.post(address("seats_do", event), {"do": "typed"})
    director.post(url, {"line": f"3 {names[0][:4]}"})
    director.post(url, {"line": names[1]})
    refused = director.post(url, {"line": f"3 {names[2]}"}, follow=True).content.decode()
    assert "Seat 3 is" in refused
    seated = dict(Entry.objects.filter(seat__isnull=False).values_list("seat", "player__name"))
    assert seated == {3: names[0], 1: names[1]}
    nobody = director.post(url, {"line": "2 zzz"}, follow=True).content.decode()
    assert "Nobody here is called" in nobody
    director.post(url, {"line": "3"})
    assert not Entry.objects.filter(seat=3).exists()


def test_anchors_and_couples_are_set_and_undone(people: Cast, director: Client) -> None:
    event = night(people, 6)
    first, second = selectors.attending(event)[:2]
    director.post(address("anchor", event), {"entry": first.pk, "on": "1"})
    director.post(address("couple", event), {"entry": first.pk, "other": second.pk, "on": "1"})
    body = director.get(address("seats", event)).content.decode()
    assert "Apart in game 1" in body
    first.refresh_from_db()
    assert (first.anchor, first.apart_from_id) == (True, second.pk)
    director.post(address("couple", event), {"entry": first.pk, "on": "0"})
    director.post(address("anchor", event), {"entry": first.pk, "on": "0"})
    first.refresh_from_db()
    assert (first.anchor, first.apart_from_id) == (False, None)


def test_a_late_player_is_shown_as_a_difference_before_anything_moves(people: Cast, director: Client) -> None:
    event = night(people, 13, started=True)
    before = list(Pairing.objects.order_by("pk").values_list("round__number", "a_id", "b_id"))
    checkin.mark(event=event, player=people.players[13], presence="here", by=people.director, from_game=3)
    page = director.get(address("change", event)).content.decode()
    assert "joins." in page
    assert list(Pairing.objects.order_by("pk").values_list("round__number", "a_id", "b_id")) == before
    digest = re.search(r'name="digest" value="([^"]+)"', page)
    assert digest
    stale = director.post(address("change", event), {"digest": "stale"}, follow=True).content.decode()
    assert "Something has changed since" in stale
    assert list(Pairing.objects.order_by("pk").values_list("round__number", "a_id", "b_id")) == before
    assert director.post(address("change", event), {"digest": digest[1]}).url == address("seats", event)
    assert list(Pairing.objects.order_by("pk").values_list("round__number", "a_id", "b_id")) != before


def test_a_scorekeeper_sees_the_seats_but_does_not_change_them(people: Cast) -> None:
    event = night(people, 4)
    client = Client()
    client.force_login(people.scorekeeper)
    assert client.get(address("seats", event)).status_code == 200
    assert client.post(address("seats_do", event), {"do": "draw"}).status_code == 403
    assert not Entry.objects.filter(seat__isnull=False).exists()


# Standings and prints ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standings", "standings_parts", "print_standings", "print_seating", "print_rotation"])
@pytest.mark.parametrize("started", [False, True])
def test_sheets_and_standings_stand_before_and_after_start(
    people: Cast, director: Client, name: str, started: bool
) -> None:
    event = night(people, 13, started=started)
    assert director.get(address(name, event)).status_code == 200


def test_standings_are_announced_not_leaked_and_names_are_short_for_strangers(people: Cast, client: Client) -> None:
    event = night(people, 4, started=True)
    people.club.names = "short"
    people.club.save()
    standings.recompute(selectors.stage_of(event).pk)
    before = client.get(address("standings", event)).content.decode()
    assert "Margaret" not in before
    assert "once they have been read out and published" in before
    margaret = selectors.entries_of(event).get(player=people.owner.player)
    cards.put(entry=margaret, points=12, wins=6, net=40, by=people.director)
    publications.store(event=event, by=people.director)
    standings.recompute(selectors.stage_of(event).pk)
    body = client.get(address("standings", event)).content.decode()
    assert "Margaret E." in body
    assert "Margaret Ellis" not in body
