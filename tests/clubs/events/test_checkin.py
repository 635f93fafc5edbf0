import datetime

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from clubs.base.errors import Conflict, Forbidden, Invalid, Missing
from clubs.events import selectors
from clubs.events.models import Entry
from clubs.events.services import checkin, nights
from clubs.people.models import AuditLine, Membership, Player
from tests.clubs.events import stories
from tests.factories import Cast, player


def test_checking_in_twice_is_one_entry_and_one_line(cast: Cast) -> None:
    event = stories.night(cast)
    first = checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.scorekeeper)
    second = checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.director)
    assert first == second
    assert AuditLine.objects.filter(action="entry.here").count() == 1


def test_who_signs_in_is_numbered_and_who_went_away_signs_in_last(cast: Cast) -> None:
    event = stories.night(cast)
    ada, bert, clara = stories.sign_in(event, cast, cast.paper[:3])
    checkin.mark(event=event, player=cast.paper[0], presence="absent", by=cast.scorekeeper)
    checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.scorekeeper)
    assert [entry.player for entry in selectors.attending(event)] == [bert.player, clara.player, ada.player]


def test_somebody_who_was_only_expected_signs_in_when_they_come(cast: Cast) -> None:
    event = stories.night(cast)
    late = checkin.mark(event=event, player=cast.paper[0], presence="late", by=cast.scorekeeper)
    stories.sign_in(event, cast, cast.paper[1:3])
    checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.scorekeeper)
    assert selectors.attending(event)[-1] == late


def test_late_means_present_with_fewer_games(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:4])
    late = checkin.mark(event=event, player=cast.paper[4], presence="late", by=cast.scorekeeper, from_game=3)
    assert late in selectors.attending(event)
    assert (late.presence, late.from_game) == (Entry.Presence.LATE, 3)
    with pytest.raises(Invalid):
        checkin.mark(event=event, player=cast.paper[4], presence="late", by=cast.scorekeeper, from_game=10)


def test_the_kind_of_an_entry_is_what_the_player_is_to_the_club(cast: Cast) -> None:
    event = stories.night(cast)
    kinds = {
        entry.player: entry.kind
        for entry in stories.sign_in(event, cast, [cast.paper[0], cast.guest.player, cast.visitor])
    }
    assert kinds == {cast.paper[0]: "member", cast.guest.player: "guest", cast.visitor: "visitor"}


def test_a_player_of_another_club_must_be_added_first(cast: Cast) -> None:
    event = stories.night(cast)
    with pytest.raises(Missing) as refused:
        checkin.mark(event=event, player=cast.other_owner.player, presence="here", by=cast.scorekeeper)
    assert "Nora Pike" in refused.value.message
    assert not Entry.objects.exists()


def test_a_merged_player_is_checked_in_as_who_they_are_now(cast: Cast) -> None:
    event = stories.night(cast)
    old = player(cast.club, "A. Quince", merged_into=cast.paper[0])
    first = checkin.mark(event=event, player=old, presence="here", by=cast.scorekeeper)
    assert first.player == cast.paper[0]
    assert checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.scorekeeper) == first


def test_a_walk_in_is_added_and_checked_in_with_one_line(cast: Cast) -> None:
    event = stories.night(cast)
    entry = checkin.walk_in(event=event, name="  Gwen   New ", by=cast.scorekeeper)
    assert (entry.player.name, entry.kind, entry.presence) == ("Gwen New", "guest", "here")
    assert Membership.objects.get(player=entry.player).kind == "guest"


def test_a_name_that_is_there_is_named_and_can_be_forced(cast: Cast) -> None:
    event = stories.night(cast)
    with pytest.raises(Conflict) as refused:
        checkin.walk_in(event=event, name="ada quince", by=cast.scorekeeper)
    assert refused.value.data["players"] == [{"id": cast.paper[0].pk, "name": "Ada Quince"}]
    assert "Ada Quince" in refused.value.message
    assert not Entry.objects.exists()
    entry = checkin.walk_in(event=event, name="Ada Quince", by=cast.scorekeeper, force=True)
    assert entry.player != cast.paper[0]
    assert entry.player.name == "Ada Quince (2)"
    again = checkin.walk_in(event=event, name="Ada Quince", by=cast.scorekeeper, force=True)
    assert again.player.name == "Ada Quince (3)"


def test_nothing_is_checked_in_before_check_in_or_after_publishing(cast: Cast) -> None:
    event = nights.plan(club=cast.club, by=cast.director, name="Soon", date=stories.NIGHT)
    with pytest.raises(Conflict) as refused:
        checkin.mark(event=event, player=cast.paper[0], presence="here", by=cast.scorekeeper)
    assert "Open check-in" in refused.value.message


@pytest.mark.parametrize("who", ["member", "guest", "stranger", "other_director"])
def test_only_the_desk_checks_people_in(cast: Cast, who: str) -> None:
    event = stories.night(cast)
    user = cast.account(who)
    assert user is not None
    with pytest.raises(Forbidden):
        checkin.mark(event=event, player=cast.paper[0], presence="here", by=user)
    with pytest.raises(Forbidden):
        checkin.walk_in(event=event, name="Gwen New", by=user)
    assert not Entry.objects.exists()
    assert not Player.objects.filter(name="Gwen New").exists()


def test_somebody_with_results_cannot_be_marked_away(cast: Cast) -> None:
    event = stories.started(cast, 4)
    who = stories.by_name(event)
    ada = who["Margaret Ellis"]
    with pytest.raises(Conflict) as refused:
        checkin.mark(event=event, player=ada.player, presence="absent", by=cast.scorekeeper)
    assert refused.value.code == "in_the_draw"
    stories.post(selectors.stage_of(event), stories.game(ada, who["Tom Holt"], 12, number=1))
    with pytest.raises(Conflict) as refused:
        checkin.mark(event=event, player=ada.player, presence="absent", by=cast.scorekeeper)
    assert refused.value.code == "has_results"


def test_nobody_leaves_before_a_game_they_have_played(cast: Cast) -> None:
    event = stories.started(cast, 4)
    who = stories.by_name(event)
    stories.post(selectors.stage_of(event), stories.game(who["Tom Holt"], who["Wilf Barker"], 12, number=3))
    with pytest.raises(Conflict) as refused:
        checkin.leaves(event=event, entry=who["Tom Holt"], after_game=2, by=cast.scorekeeper)
    assert "game 3" in refused.value.message
    assert checkin.leaves(event=event, entry=who["Tom Holt"], after_game=3, by=cast.scorekeeper).last_game == 3
    assert checkin.leaves(event=event, entry=who["Tom Holt"], after_game=None, by=cast.scorekeeper).last_game is None


def test_guest_visits_are_nights_attended_as_a_guest(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    guest = cast.guest.player
    for week in range(5):
        event = stories.night(cast, name=f"Night {week}", date=stories.NIGHT + datetime.timedelta(weeks=week))
        presence = "absent" if week == 1 else "here"
        checkin.mark(event=event, player=guest, presence=presence, by=cast.scorekeeper)
        stories.sign_in(event, cast, [cast.paper[0]])
    assert selectors.guest_visit_number(guest, cast.club, stories.NIGHT + datetime.timedelta(weeks=2)) == 2
    with django_assert_num_queries(2):
        visits = selectors.guest_visits(event)
    (visit,) = visits.values()
    assert (visit.number, visit.last, visit.over) == (4, True, False)
    assert selectors.guest_visit_number(guest, cast.other_club, stories.NIGHT) == 0
    fifth = stories.night(cast, name="Fifth", date=event.date)
    checkin.mark(event=fifth, player=guest, presence="here", by=cast.scorekeeper)
    assert next(iter(selectors.guest_visits(fifth).values())).over


def test_visits_before_a_merge_are_counted(cast: Cast) -> None:
    twin = player(cast.club, "P. Shah", kind="guest")
    stories.sign_in(stories.night(cast, name="First"), cast, [twin])
    Player.objects.filter(pk=twin.pk).update(merged_into=cast.guest.player)
    event = stories.night(cast, date=stories.NIGHT + datetime.timedelta(days=7))
    (entry,) = stories.sign_in(event, cast, [cast.guest.player])
    assert selectors.guest_visits(event)[entry.pk].number == 2


def test_the_kind_of_an_entry_can_be_corrected(cast: Cast) -> None:
    event = stories.night(cast)
    (entry,) = stories.sign_in(event, cast, [cast.guest.player])
    assert checkin.set_kind(event=event, entry=entry, kind="member", by=cast.director).kind == "member"
    with pytest.raises(Invalid):
        checkin.set_kind(event=event, entry=entry, kind="friend", by=cast.director)


def test_a_check_in_costs_few_queries(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.players)
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as queries:
        checkin.mark(event=event, player=cast.guest.player, presence="here", by=cast.scorekeeper)
    assert len(queries) <= 16
