import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from clubs.base.errors import Missing
from clubs.people import selectors
from clubs.people.models import Club, Membership
from tests import factories
from tests.factories import Cast

NOBODY = AnonymousUser()


def test_a_private_club_and_no_club_are_the_same_nothing(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    with pytest.raises(Missing) as hidden:
        selectors.club_for(cast.stranger, "maple-street")
    with pytest.raises(Missing) as absent:
        selectors.club_for(cast.stranger, "no-such-club")
    assert (hidden.value.code, hidden.value.message) == (absent.value.code, absent.value.message)
    assert selectors.club_for(cast.guest, "maple-street") == cast.club


def test_clubs_are_listed_for_whom_they_are_open(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(public=False)
    assert list(selectors.public_clubs()) == [cast.other_club]
    assert list(selectors.visible_clubs(NOBODY)) == [cast.other_club]
    assert list(selectors.visible_clubs(cast.stranger)) == [cast.other_club]
    assert list(selectors.visible_clubs(cast.guest)) == [cast.other_club, cast.club]
    assert list(selectors.clubs_of(cast.guest)) == [cast.club]
    assert list(selectors.clubs_of(NOBODY)) == []


def test_a_player_of_another_club_is_missing_here(cast: Cast) -> None:
    with pytest.raises(Missing):
        selectors.player_for(cast.owner, cast.club, cast.other_owner.player.pk)
    with pytest.raises(Missing):
        selectors.player_for(cast.owner, cast.club, 10**12)
    assert selectors.player_for(NOBODY, cast.club, cast.paper[0].pk) == cast.paper[0]


def test_players_are_found_by_name_without_accents_and_by_number_in_either_spelling(cast: Cast) -> None:
    assert [p.name for p in selectors.find_players(cast.club, "ruz")] == ["Hana Růžička"]
    assert [p.name for p in selectors.find_players(cast.club, "mn-1694")] == ["Tom Holt"]
    assert [p.name for p in selectors.find_players(cast.club, "HI 296")] == ["Margaret Ellis"]
    assert selectors.find_players(cast.club, "") == []
    assert selectors.find_players(cast.club, "nobody") == []


def test_the_surest_match_comes_first(cast: Cast) -> None:
    factories.player(cast.club, "Edward Joan")
    factories.player(cast.club, "Joan")
    assert [p.name for p in selectors.find_players(cast.club, "joan")] == ["Joan", "Joan Zeller", "Edward Joan"]


def test_who_has_left_is_not_found_for_tonight_but_keeps_a_page(cast: Cast) -> None:
    gone = cast.paper[0]
    Membership.objects.filter(player=gone).update(left_on="2026-01-01")
    assert gone not in selectors.find_players(cast.club, gone.name)
    assert gone not in selectors.players_of(NOBODY, cast.club)
    assert gone in selectors.players_of(NOBODY, cast.club, left=True)
    assert selectors.player_for(NOBODY, cast.club, gone.pk) == gone
    assert selectors.kind_in(cast.club, gone) == "visitor"


def test_a_merged_player_is_one_person_everywhere(cast: Cast) -> None:
    keep, drop = cast.member.player, cast.paper[0]
    drop.merged_into = keep
    drop.save()
    assert selectors.player_for(NOBODY, cast.club, drop.pk) == keep
    assert drop not in selectors.players_of(NOBODY, cast.club)
    assert [m.player for m in selectors.members_of(NOBODY, cast.club)].count(keep) == 1
    assert len(selectors.members_of(NOBODY, cast.club)) == 15
    assert selectors.find_players(cast.club, drop.name) == []


def test_a_membership_that_came_by_merging_counts_for_the_account(cast: Cast) -> None:
    paper = factories.player(cast.other_club, "W. Barker")
    assert selectors.membership_of(cast.member, cast.other_club) is None
    paper.merged_into = cast.member.player
    paper.save()
    assert selectors.membership_of(cast.member, cast.other_club) is not None
    assert [m.club for m in selectors.memberships_of(cast.member)] == [cast.other_club, cast.club]
    assert cast.member.player in selectors.players_of(NOBODY, cast.other_club)


def test_the_list_of_members_takes_the_same_queries_for_few_and_for_many(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        few = selectors.members_of(cast.owner, cast.club)
    for number in range(20):
        factories.player(cast.club, f"Another Player {number}", acc_number=f"AB{number + 1}")
    with django_assert_num_queries(1):
        many = selectors.members_of(cast.owner, cast.club)
    assert len(many) == len(few) + 20
