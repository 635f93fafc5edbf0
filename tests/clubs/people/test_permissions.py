import pytest
from django.contrib.auth.models import AnonymousUser

from clubs.base.errors import Forbidden, Missing
from clubs.people import permissions
from clubs.people.models import Club, Membership
from tests import factories
from tests.factories import Cast

RUN = {"owner", "director"}
DESK = RUN | {"scorekeeper"}
# The lead's table, written out once more by hand.
EXPECTED = {
    "club.view": {"owner", "director", "scorekeeper", "member"},
    "club.settings": {"owner"},
    "members.manage": RUN,
    "players.add": DESK,
    "roles.manage": {"owner"},
    "audit.read": RUN,
    "season.manage": RUN,
    "night.plan": RUN,
    "night.checkin": DESK,
    "night.seats": RUN,
    "night.enter": DESK,
    "night.rule": RUN,
    "night.publish": RUN,
    "night.decide": RUN,
    "private.read": RUN,
}


def test_the_table_says_what_was_agreed() -> None:
    assert {action: {str(role) for role in roles} for action, roles in permissions.ACTIONS.items()} == EXPECTED


@pytest.mark.parametrize("action", EXPECTED)
def test_each_role_may_do_what_the_table_says_and_no_stranger_anything(cast: Cast, action: str) -> None:
    for role in ("owner", "director", "scorekeeper", "member"):
        assert permissions.can(getattr(cast, role), cast.club, action) == (role in EXPECTED[action])
    for outsider in (AnonymousUser(), cast.stranger, cast.other_owner, cast.other_director):
        assert permissions.can(outsider, cast.club, action) == (action == "club.view")


@pytest.mark.parametrize("action", EXPECTED)
def test_every_action_has_a_sentence_that_names_somebody(cast: Cast, action: str) -> None:
    error = Forbidden("forbidden", permissions._SENTENCES[action], who="Tom Holt")
    assert "Tom Holt" in error.message


def test_a_refusal_says_who_can(cast: Cast) -> None:
    with pytest.raises(Forbidden) as refusal:
        permissions.require(cast.member, cast.club, "night.plan")
    assert refusal.value.message == "Only directors can plan a night. Ask Tom Holt."
    with pytest.raises(Forbidden) as refusal:
        permissions.require(cast.director, cast.club, "club.settings")
    assert refusal.value.message == "Only an owner can change the club’s settings. Ask Margaret Ellis."


def test_a_refusal_to_a_stranger_keeps_the_name_short_where_the_club_does(cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(names=Club.Names.SHORT)
    cast.club.refresh_from_db()
    with pytest.raises(Forbidden) as refusal:
        permissions.require(AnonymousUser(), cast.club, "night.plan")
    assert refusal.value.message == "Only directors can plan a night. Ask Tom H."


def test_a_private_club_is_nothing_to_a_stranger(cast: Cast) -> None:
    cast.club.public = False
    for outsider in (AnonymousUser(), cast.stranger, cast.other_owner):
        for action in permissions.ACTIONS:
            with pytest.raises(Missing):
                permissions.require(outsider, cast.club, action)
    permissions.require(cast.guest, cast.club, "club.view")


def test_who_has_left_may_do_nothing_more(cast: Cast) -> None:
    Membership.objects.filter(player=cast.director.player).update(left_on="2026-01-01")
    assert not any(permissions.can(cast.director, cast.club, a) for a in permissions.ACTIONS if a != "club.view")


def test_an_action_nobody_knows_is_a_mistake_of_ours(cast: Cast) -> None:
    with pytest.raises(KeyError):
        permissions.can(cast.owner, cast.club, "night.dance")


# Whose player it is --------------------------------------------------------------------------------------------------


def test_private_contact_is_for_the_directors_of_the_players_club_and_the_player(cast: Cast) -> None:
    player = cast.member.player
    for reader in (cast.owner, cast.director, cast.member):
        assert permissions.can_read_private(reader, player)
    for other in (cast.scorekeeper, cast.guest, cast.stranger, cast.other_owner, AnonymousUser()):
        assert not permissions.can_read_private(other, player)


def test_listing_somebody_elses_player_opens_nothing(cast: Cast) -> None:
    player = cast.member.player
    factories.MembershipFactory.create(club=cast.other_club, player=player, kind="visitor")
    assert not permissions.can_read_private(cast.other_owner, player)
    assert not permissions.can_keep(cast.other_owner, player)
    with pytest.raises(Forbidden) as refusal:
        permissions.require_keeper(cast.other_owner, player)
    assert refusal.value.message == (
        "Wilf Barker is looked after by Maple Street Peggers, and only its directors can change this. Ask Tom Holt."
    )


def test_a_home_club_decides_before_the_club_that_listed_first(cast: Cast) -> None:
    # Vera was listed by Maple Street, but her home is Harbour Lights.
    assert not permissions.can_keep(cast.director, cast.visitor)
    assert permissions.can_keep(cast.other_director, cast.visitor)
