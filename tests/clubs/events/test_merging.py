import pytest

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden
from clubs.events import selectors
from clubs.events.models import Entry
from clubs.events.services import checkin, merging, publications
from tests.clubs.events import stories
from tests.factories import Cast, player


def test_two_who_sat_in_the_same_event_are_two_people(cast: Cast) -> None:
    twin = player(cast.club, "Ada Q.")
    event = stories.night(cast)
    stories.sign_in(event, cast, [cast.paper[0], twin])
    with pytest.raises(Conflict) as refused:
        merging.merge(keep=cast.paper[0], drop=twin, by=cast.director)
    assert "Thursday" in refused.value.message
    twin.refresh_from_db()
    assert twin.merged_into is None


def test_being_marked_away_is_no_obstacle(cast: Cast) -> None:
    twin = player(cast.club, "Ada Q.")
    event = stories.night(cast)
    stories.sign_in(event, cast, [cast.paper[0]])
    checkin.mark(event=event, player=twin, presence="absent", by=cast.scorekeeper)
    merging.merge(keep=cast.paper[0], drop=twin, by=cast.director)
    twin.refresh_from_db()
    assert twin.merged_into == cast.paper[0]


def test_somebody_merged_before_counts_as_who_they_are_now(cast: Cast) -> None:
    first, second = player(cast.club, "Ada Q."), player(cast.club, "A. Quince")
    event = stories.night(cast)
    stories.sign_in(event, cast, [first, second])
    merging.merge(keep=cast.paper[0], drop=first, by=cast.director)
    with pytest.raises(Conflict):
        merging.merge(keep=cast.paper[0], drop=second, by=cast.director)


def test_facts_keep_their_id_and_the_season_follows(cast: Cast) -> None:
    season = stories.season(cast)
    twin = player(cast.club, "Ada Q.")
    stage, who = stories.past(cast, ["Ada Q.", "Bert Rowley"])
    stories.post(stage, stories.game(who["Ada Q."], who["Bert Rowley"], 12, number=1))
    event = selectors.event_for(cast.director, cast.club, stage.event_id or 0)
    publications.store(event=event, by=cast.director)
    before = versions.current("season", season.pk)
    merging.merge(keep=cast.paper[0], drop=twin, by=cast.director)
    assert Entry.objects.get(pk=who["Ada Q."].pk).player == twin
    assert versions.current("season", season.pk) == before + 1
    (first, _second) = publications.rows_of(stage)
    assert (first["player"], first["name"]) == (cast.paper[0].pk, "Ada Quince")
    twin.refresh_from_db()
    merging.unmerge(player=twin, by=cast.director)
    assert versions.current("season", season.pk) == before + 2
    assert publications.rows_of(stage)[0]["name"] == "Ada Q."


def test_only_directors_merge(cast: Cast) -> None:
    twin = player(cast.club, "Ada Q.")
    with pytest.raises(Forbidden):
        merging.merge(keep=cast.paper[0], drop=twin, by=cast.scorekeeper)


def test_an_invitation_merges_by_the_same_rule(cast: Cast) -> None:
    twin = player(cast.club, "W. Barker")
    merging.merge_claimed(keep=cast.member.player, drop=twin, by=cast.member)
    twin.refresh_from_db()
    assert twin.merged_into == cast.member.player
    other = player(cast.club, "Wilfred Barker")
    stories.sign_in(stories.night(cast), cast, [cast.member.player, other])
    with pytest.raises(Conflict):
        merging.merge_claimed(keep=cast.member.player, drop=other, by=cast.member)
