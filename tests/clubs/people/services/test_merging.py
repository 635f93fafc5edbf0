"""People's half of merging; that two who met are refused is tests/clubs/events/test_merging.py."""

import pytest

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden
from clubs.people import selectors
from clubs.people.models import AuditLine
from clubs.people.services import players
from tests import factories
from tests.factories import Cast


def test_merging_points_one_player_to_the_other_and_keeps_both_records(cast: Cast) -> None:
    keep, drop = cast.paper[:2]
    drop.acc_number = "NV12"
    drop.save()
    players.merge(keep=keep, drop=drop, by=cast.director)
    keep.refresh_from_db()
    drop.refresh_from_db()
    assert drop.merged_into == keep
    assert (keep.acc_number, drop.acc_number) == ("NV12", "NV12")
    assert selectors.player_by_acc_number("NV12") == keep
    assert versions.current("player", keep.pk) == versions.current("player", drop.pk) == 1
    assert AuditLine.objects.get(action="player.merged").data == {
        "player": "Bert Rowley",
        "into": "Ada Quince",
        "into_id": keep.pk,
    }


def test_undoing_restores_both_as_they_were(cast: Cast) -> None:
    keep, drop = cast.paper[:2]
    drop.acc_number = "NV12"
    drop.save()
    players.merge(keep=keep, drop=drop, by=cast.director)
    players.unmerge(player=drop, by=cast.director)
    keep.refresh_from_db()
    drop.refresh_from_db()
    assert drop.merged_into is None
    assert (keep.acc_number, drop.acc_number) == ("", "NV12")
    assert len(selectors.members_of(cast.owner, cast.club)) == 16


def test_undoing_is_refused_once_the_number_is_somebody_elses(cast: Cast) -> None:
    keep, drop = cast.paper[:2]
    drop.acc_number = "NV12"
    drop.save()
    players.merge(keep=keep, drop=drop, by=cast.director)
    players.update(player=keep, by=cast.director, acc_number="")
    players.add(club=cast.club, name="New Holder", acc_number="NV12", by=cast.director)
    with pytest.raises(Conflict) as refusal:
        players.unmerge(player=drop, by=cast.director)
    assert refusal.value.code == "acc_number_taken"


def _merge(cast: Cast, keep: object, drop: object) -> str:
    with pytest.raises(Conflict) as refusal:
        players.merge(keep=keep, drop=drop, by=cast.director)  # type: ignore[arg-type]
    assert refusal.value.message
    return refusal.value.code


def test_what_cannot_be_one_person_is_refused_with_the_reason(cast: Cast) -> None:
    a, b, c = cast.paper[:3]
    assert _merge(cast, a, a) == "same_player"
    assert _merge(cast, a, cast.member.player) == "keep_the_account"
    assert _merge(cast, cast.scorekeeper.player, cast.member.player) == "two_accounts"
    a.acc_number, b.acc_number = "NV1", "NV2"
    a.save()
    b.save()
    assert _merge(cast, a, b) == "two_numbers"
    players.merge(keep=a, drop=c, by=cast.director)
    assert _merge(cast, cast.paper[3], c) == "merged_already"
    assert _merge(cast, c, cast.paper[3]) == "merged_already"
    assert _merge(cast, cast.paper[3], a) == "stands_for_others"


def test_only_the_clubs_own_players_are_merged_and_only_by_directors(cast: Cast) -> None:
    theirs = factories.player(cast.other_club, "Ada Quince")
    for keep, drop, by in (
        (cast.paper[0], cast.paper[1], cast.scorekeeper),
        (cast.paper[0], cast.paper[1], cast.other_owner),
        (theirs, cast.paper[0], cast.director),  # Maple Street knows nothing of theirs
        (cast.paper[0], theirs, cast.director),
        (cast.paper[0], cast.visitor, cast.director),  # Vera is Harbour Lights' to merge away
    ):
        with pytest.raises(Forbidden):
            players.merge(keep=keep, drop=drop, by=by)
    assert not AuditLine.objects.filter(action="player.merged").exists()


def test_a_visitor_added_on_paper_is_merged_into_the_player_from_the_other_club(cast: Cast) -> None:
    paper_vera = players.add(club=cast.club, name="V. Moss", kind="visitor", by=cast.director)
    players.merge(keep=cast.visitor, drop=paper_vera, by=cast.director)
    assert selectors.canonical(paper_vera) == cast.visitor


def test_whoever_is_invited_merges_only_into_themself(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        players.merge_claimed(keep=cast.director.player, drop=cast.paper[0], by=cast.member)
    players.merge_claimed(keep=cast.member.player, drop=cast.paper[0], by=cast.member)
    assert selectors.canonical(cast.paper[0]) == cast.member.player
