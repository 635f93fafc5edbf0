from clubs.people import names, selectors
from clubs.people.models import Club
from tests.factories import Cast


def test_a_stranger_reads_the_name_as_the_club_has_chosen(cast: Cast) -> None:
    player = cast.member.player
    assert names.shown(player, cast.club, None) == "Wilf Barker"
    cast.club.names = Club.Names.SHORT
    assert names.shown(player, cast.club, None) == "Wilf B."


def test_a_member_reads_every_name_in_full(cast: Cast) -> None:
    cast.club.names = Club.Names.SHORT
    viewer = selectors.membership_of(cast.guest, cast.club)
    assert names.shown(cast.member.player, cast.club, viewer) == "Wilf Barker"


def test_a_merged_player_has_the_name_of_who_they_are_now(cast: Cast) -> None:
    drop, keep = cast.paper[:2]
    drop.merged_into = keep
    assert names.shown(drop, cast.club, None) == keep.name
