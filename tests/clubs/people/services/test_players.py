import pytest

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.people import selectors
from clubs.people.models import AuditLine, Membership, Player
from clubs.people.services import players
from tests import factories
from tests.factories import Cast


def test_a_player_is_added_by_name_alone(cast: Cast) -> None:
    player = players.add(club=cast.club, name=" Nell   Young ", by=cast.director)
    membership = selectors.membership_in(cast.club, player)
    assert membership is not None
    assert (player.name, player.user, player.home_club) == ("Nell Young", None, cast.club)
    assert (membership.kind, membership.role) == ("member", "member")
    assert membership.joined_on is not None


def test_a_visitor_has_no_home_here_and_a_guest_did_not_join(cast: Cast) -> None:
    visitor = players.add(club=cast.club, name="Vic Visitor", kind="visitor", by=cast.director)
    guest = players.add(club=cast.club, name="Gus Guest", kind="guest", by=cast.director)
    assert visitor.home_club is None
    assert selectors.keeper_of(visitor) == cast.club
    membership = selectors.membership_in(cast.club, guest)
    assert membership is not None
    assert membership.joined_on is None


def test_a_scorekeeper_adds_a_walk_in_but_no_private_contact(cast: Cast) -> None:
    players.add(club=cast.club, name="Walker In", kind="guest", by=cast.scorekeeper)
    with pytest.raises(Forbidden):
        players.add(club=cast.club, name="Other Walker", phone="555 1", by=cast.scorekeeper)
    for outsider in (cast.member, cast.guest, cast.stranger, cast.other_owner):
        with pytest.raises(Forbidden):
            players.add(club=cast.club, name="Nobody New", by=outsider)
    assert not Player.objects.filter(name__in=["Other Walker", "Nobody New"]).exists()


@pytest.mark.parametrize("name", ["Wilf Barker", "wilf  BARKER", "hana ruzicka"])
def test_a_second_player_of_one_name_is_refused_because_a_typed_line_could_not_tell_them_apart(
    cast: Cast, name: str
) -> None:
    with pytest.raises(Conflict) as refusal:
        players.add(club=cast.club, name=name, by=cast.director)
    assert (refusal.value.code, refusal.value.field) == ("namesake", "name")


def test_somebody_of_that_name_who_left_is_brought_back_instead(cast: Cast) -> None:
    Membership.objects.filter(player=cast.paper[0]).update(left_on="2026-01-01")
    with pytest.raises(Conflict) as refusal:
        players.add(club=cast.club, name=cast.paper[0].name, by=cast.director)
    assert refusal.value.code == "namesake_left"


def test_one_name_may_live_in_two_clubs(cast: Cast) -> None:
    assert players.add(club=cast.other_club, name="Wilf Barker", by=cast.other_owner).pk != cast.member.player.pk


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", " "),
        ("name", "x" * 81),
        ("name", "--"),
        ("acc_number", "HI"),
        ("acc_number", "%(x)s"),
        ("email", "no address"),
        ("phone", "call me"),
        ("phone", "=1+1"),
        ("kind", "king"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(cast: Cast, field: str, value: str) -> None:
    with pytest.raises(Invalid) as refusal:
        players.add(club=cast.club, by=cast.director, **{"name": "Nell Young", field: value})  # type: ignore[arg-type]
    assert refusal.value.field == field
    assert refusal.value.message
    assert not Player.objects.filter(name="Nell Young").exists()


def test_a_number_is_stored_in_one_shape_and_belongs_to_one_player(cast: Cast) -> None:
    assert players.add(club=cast.club, name="Nell Young", acc_number="mn-77-y", by=cast.director).acc_number == "MN77Y"
    with pytest.raises(Conflict) as refusal:
        players.add(club=cast.club, name="Other Young", acc_number="MN 77 Y", by=cast.director)
    assert refusal.value.data["listed"] is True
    assert refusal.value.message == "MN77Y is Nell Young, who is in the club’s list already."


def test_a_number_of_another_club_offers_to_list_that_player_here(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        players.add(club=cast.other_club, name="Margaret E.", acc_number="HI-296", by=cast.other_director)
    assert refusal.value.data["listed"] is False
    assert refusal.value.data["player"] == "Margaret Ellis"
    membership = players.bring(club=cast.other_club, player=cast.owner.player, by=cast.other_director)
    assert (membership.kind, membership.role) == ("visitor", "member")
    with pytest.raises(Conflict):
        players.bring(club=cast.other_club, player=cast.owner.player, by=cast.other_director)


def test_a_number_of_a_private_club_tells_only_first_name_and_initial(cast: Cast) -> None:
    cast.club.public = False
    cast.club.save()
    with pytest.raises(Conflict) as refusal:
        players.add(club=cast.other_club, name="Margaret E.", acc_number="HI296", by=cast.other_director)
    assert "Margaret E." in refusal.value.message
    assert "Ellis" not in refusal.value.message


# Changing ------------------------------------------------------------------------------------------------------------


def test_a_change_names_private_fields_but_never_their_values(cast: Cast) -> None:
    player = cast.paper[0]
    players.update(player=player, by=cast.director, email="ada@private.example", phone="555 0199", name="Ada Quincey")
    line = AuditLine.objects.get(action="player.changed")
    assert line.data["fields"] == "email, name, phone"
    assert line.data["changed"] == {"name": ["Ada Quince", "Ada Quincey"]}
    assert "private.example" not in str(line.data)
    assert "0199" not in str(line.data)
    assert versions.current("player", player.pk) == 1


def test_a_player_changes_their_own_contact_and_nothing_else(cast: Cast) -> None:
    players.update(player=cast.member.player, by=cast.member, phone="555 0000", email="")
    with pytest.raises(Forbidden):
        players.update(player=cast.member.player, by=cast.member, name="Champion")
    with pytest.raises(Forbidden):
        players.update(player=cast.member.player, by=cast.member, phone="555", acc_number="HI1")
    with pytest.raises(Forbidden):
        players.update(player=cast.paper[0], by=cast.member, phone="555")


def test_another_clubs_director_changes_nothing_of_a_player_they_listed(cast: Cast) -> None:
    players.bring(club=cast.other_club, player=cast.director.player, by=cast.other_owner)
    with pytest.raises(Forbidden):
        players.update(player=cast.director.player, by=cast.other_owner, name="Tom Fool")
    with pytest.raises(Forbidden):
        players.update(player=cast.director.player, by=cast.other_owner, home_club=cast.other_club)


def test_renaming_into_somebody_else_or_taking_their_number_is_refused(cast: Cast) -> None:
    with pytest.raises(Conflict):
        players.update(player=cast.paper[0], by=cast.director, name="bert rowley")
    with pytest.raises(Conflict):
        players.update(player=cast.paper[0], by=cast.director, acc_number="HI296")
    players.update(player=cast.paper[0], by=cast.director, name="ADA QUINCE")


def test_a_home_club_is_one_that_lists_the_player(cast: Cast) -> None:
    with pytest.raises(Invalid):
        players.update(player=cast.paper[0], by=cast.director, home_club=cast.other_club)
    factories.MembershipFactory.create(club=cast.other_club, player=cast.paper[0])
    players.update(player=cast.paper[0], by=cast.director, home_club=cast.other_club)
    assert selectors.keeper_of(cast.paper[0]) == cast.other_club
