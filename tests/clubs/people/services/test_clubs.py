from typing import Any

import pytest

from clubs.base import versions
from clubs.base.errors import Forbidden, Invalid
from clubs.people import selectors
from clubs.people.models import AuditLine, Club, Player
from clubs.people.services import clubs
from tests.factories import Cast


def test_the_founder_becomes_the_first_owner_with_a_player_of_their_own(cast: Cast) -> None:
    club = clubs.create(by=cast.stranger, name="  Anchor &  Hope ", timezone="Europe/London")
    assert (club.name, club.slug, club.timezone) == ("Anchor & Hope", "anchor-hope", "Europe/London")
    membership = selectors.membership_of(cast.stranger, club)
    assert membership is not None
    assert (membership.role, membership.kind, membership.player.name) == ("owner", "member", "Stan Strange")
    assert membership.player.home_club == club
    assert AuditLine.objects.get(action="club.created").club == club


def test_a_founder_who_is_a_player_already_stays_one_player(cast: Cast) -> None:
    before = Player.objects.count()
    club = clubs.create(by=cast.member, name="Second Club", your_name="Ignored")
    membership = selectors.membership_of(cast.member, club)
    assert membership is not None
    assert membership.player == cast.member.player
    assert membership.player.name == "Wilf Barker"
    assert Player.objects.count() == before


def test_clubs_of_one_name_get_addresses_of_their_own(cast: Cast) -> None:
    slugs = [clubs.create(by=cast.stranger, name=name).slug for name in ("Maple Street", "New", "New", "Клуб", "!?1")]
    assert slugs == ["maple-street-2", "new-2", "new-3", "club", "1"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "   "),
        ("name", "\u200b"),
        ("name", "x" * 81),
        ("timezone", "Mars/Olympus"),
        ("timezone", "../../etc/passwd"),
        ("currency", "XXX"),
        ("language", "tlh"),
        ("preset", "no-such"),
        ("names", "initials"),
        ("place", "x" * 121),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field(cast: Cast, field: str, value: str) -> None:
    fields: Any = {"name": "A Club", field: value}
    with pytest.raises(Invalid) as refusal:
        clubs.create(by=cast.stranger, **fields)
    assert refusal.value.field == field
    with pytest.raises(Invalid):
        clubs.update(club=cast.club, by=cast.owner, **fields)
    assert Club.objects.count() == 2


def test_an_owner_changes_settings_and_the_change_is_on_record(cast: Cast) -> None:
    version = versions.current("club", cast.club.pk)
    clubs.update(club=cast.club, by=cast.owner, names="short", timezone=cast.club.timezone)
    cast.club.refresh_from_db()
    assert cast.club.names == "short"
    line = AuditLine.objects.get(action="club.changed")
    assert line.data == {"fields": "names", "changed": {"names": ["full", "short"]}}
    assert versions.current("club", cast.club.pk) == version + 1


def test_saving_what_is_already_so_leaves_no_line(cast: Cast) -> None:
    clubs.update(club=cast.club, by=cast.owner, name=cast.club.name)
    assert not AuditLine.objects.filter(action="club.changed").exists()


@pytest.mark.parametrize("role", ["director", "scorekeeper", "member", "stranger", "other_owner"])
def test_nobody_but_an_owner_changes_settings(cast: Cast, role: str) -> None:
    with pytest.raises(Forbidden):
        clubs.update(club=cast.club, by=getattr(cast, role), public=False)
    cast.club.refresh_from_db()
    assert cast.club.public
