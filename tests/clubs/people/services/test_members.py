import datetime
import threading

import pytest
from django.db import connection

from clubs.base.errors import ApplicationError, Conflict, Forbidden, Invalid
from clubs.people import permissions, selectors
from clubs.people.models import AuditLine, Membership, User
from clubs.people.services import members
from tests import factories
from tests.factories import Cast

Role = Membership.Role


def of(cast: Cast, user: User) -> Membership:
    return Membership.objects.get(club=cast.club, player__user=user)


def test_an_owner_gives_and_takes_roles_and_each_change_is_on_record(cast: Cast) -> None:
    members.set_role(membership=of(cast, cast.member), role="director", by=cast.owner)
    assert permissions.can(cast.member, cast.club, "night.plan")
    members.set_role(membership=of(cast, cast.member), role="member", by=cast.owner)
    assert not permissions.can(cast.member, cast.club, "night.plan")
    lines = AuditLine.objects.filter(action="member.role").order_by("id")
    assert [(line.data["old"], line.data["new"]) for line in lines] == [("member", "director"), ("director", "member")]


@pytest.mark.parametrize("role", Role.values)
def test_nobody_raises_themselves_or_anybody_else(cast: Cast, role: str) -> None:
    for actor in (cast.director, cast.scorekeeper, cast.member, cast.guest, cast.stranger, cast.other_owner):
        for target in (cast.director, cast.scorekeeper, cast.member, cast.owner):
            with pytest.raises(Forbidden):
                members.set_role(membership=of(cast, target), role=role, by=actor)
    assert not AuditLine.objects.filter(action="member.role").exists()


def test_a_role_needs_an_account(cast: Cast) -> None:
    membership = Membership.objects.get(player=cast.paper[0])
    with pytest.raises(Conflict) as refusal:
        members.set_role(membership=membership, role="scorekeeper", by=cast.owner)
    assert refusal.value.message == "Ada Quince has no account yet and could not sign in. Invite them first."


def test_the_last_owner_stays_until_there_is_another(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        members.set_role(membership=of(cast, cast.owner), role="member", by=cast.owner)
    assert refusal.value.code == "last_owner"
    with pytest.raises(Conflict) as refusal:
        members.leave(membership=of(cast, cast.owner), by=cast.owner)
    assert refusal.value.code == "last_owner"
    members.set_role(membership=of(cast, cast.director), role="owner", by=cast.owner)
    members.leave(membership=of(cast, cast.owner), by=cast.owner)
    assert of(cast, cast.owner).role == "member"


def test_an_owner_whose_account_is_closed_does_not_count(cast: Cast) -> None:
    closed = factories.user("Closed Account", is_active=False)
    factories.player(cast.club, "Closed Account", user=closed, role="owner")
    with pytest.raises(Conflict):
        members.leave(membership=of(cast, cast.owner), by=cast.owner)


def test_an_unknown_role_or_kind_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid):
        members.set_role(membership=of(cast, cast.member), role="king", by=cast.owner)
    with pytest.raises(Invalid):
        members.set_kind(membership=of(cast, cast.member), kind="king", by=cast.owner)


def test_a_director_says_what_somebody_is_to_the_club(cast: Cast) -> None:
    membership = of(cast, cast.guest)
    members.set_kind(membership=membership, kind="member", joined_on=datetime.date(2026, 9, 3), by=cast.director)
    membership.refresh_from_db()
    assert (membership.kind, membership.joined_on) == ("member", datetime.date(2026, 9, 3))
    for actor in (cast.scorekeeper, cast.guest, cast.other_director):
        with pytest.raises(Forbidden):
            members.set_kind(membership=membership, kind="visitor", by=actor)


def test_leaving_ends_the_role_and_the_rights_but_not_the_results(cast: Cast) -> None:
    members.leave(membership=of(cast, cast.scorekeeper), by=cast.scorekeeper)
    assert selectors.membership_of(cast.scorekeeper, cast.club) is None
    assert selectors.player_for(cast.owner, cast.club, cast.scorekeeper.player.pk) == cast.scorekeeper.player
    members.come_back(membership=of(cast, cast.scorekeeper), by=cast.director)
    assert of(cast, cast.scorekeeper).role == "member"
    assert not permissions.can(cast.scorekeeper, cast.club, "night.enter")


def test_a_director_ends_a_membership_but_not_that_of_somebody_with_a_role(cast: Cast) -> None:
    members.leave(membership=of(cast, cast.member), by=cast.director)
    for target in (cast.owner, cast.scorekeeper):
        with pytest.raises(Forbidden):
            members.leave(membership=of(cast, target), by=cast.director)
    for actor in (cast.scorekeeper, cast.guest, cast.stranger, cast.other_owner):
        with pytest.raises(Forbidden):
            members.leave(membership=Membership.objects.get(player=cast.paper[0]), by=actor)


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_lower_each_other_at_one_moment_leave_one_owner(transactional_db: None) -> None:
    cast = factories.cast()
    members.set_role(membership=of(cast, cast.director), role="owner", by=cast.owner)
    start = threading.Barrier(2)
    refused: list[str] = []

    def lower(target: User, by: User) -> None:
        try:
            start.wait()
            members.set_role(membership=of(cast, target), role="member", by=by)
        except ApplicationError as error:
            refused.append(error.code)
        finally:
            connection.close()

    pairs = ((cast.owner, cast.director), (cast.director, cast.owner))
    threads = [threading.Thread(target=lower, args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["forbidden"]
    assert Membership.objects.filter(club=cast.club, role="owner").count() == 1
