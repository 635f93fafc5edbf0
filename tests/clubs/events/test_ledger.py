import uuid
from typing import Any

import pytest
from django.db import connection

from clubs.base import jobs, versions
from clubs.base.errors import Invalid
from clubs.events import selectors
from clubs.events.models import Event, LedgerLine
from clubs.events.services import ledger, publications
from clubs.people.models import Player
from tests.clubs.events import stories
from tests.factories import Cast, player


def waiting() -> list[tuple[str, tuple[int | str, ...]]]:
    """Return what would be announced if the transaction committed now."""
    calls = [waiting[1] for waiting in connection.run_on_commit]
    return [(call.happening, call.args) for call in calls if isinstance(call, jobs.Announcement)]


def test_a_newer_version_replaces_every_line_of_its_source(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley", "Clara Sims"])
    source = stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    stories.post(stage, stories.game(who["Clara Sims"], who["Bert Rowley"], 5, number=1), source=source, version=2)
    lines = LedgerLine.objects.filter(stage=stage)
    assert {(line.entry.player.name, line.won, line.source_version) for line in lines} == {
        ("Clara Sims", 1, 2),
        ("Bert Rowley", 0, 2),
    }


@pytest.mark.parametrize("late", [1, 2])
def test_a_version_that_is_not_newer_changes_nothing(cast: Cast, late: int) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    source = stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1), version=2)
    before = versions.current("stage", stage.pk)
    stories.post(stage, stories.game(who["Bert Rowley"], who["Ada Quince"], 40, number=1), source=source, version=late)
    assert LedgerLine.objects.get(stage=stage, won=1).entry == who["Ada Quince"]
    assert versions.current("stage", stage.pk) == before


def test_a_retraction_stays_even_when_an_older_posting_arrives_late(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    source = uuid.uuid4()
    stories.post(stage, [], source=source, version=2)
    stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1), source=source, version=1)
    assert not LedgerLine.objects.filter(stage=stage).exists()


def test_a_posting_bumps_club_stage_and_players_of_old_and_new_lines(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley", "Clara Sims"])
    source = stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    units = [("club", stage.club_id), ("stage", stage.pk), *(("player", entry.player_id) for entry in who.values())]
    before = [versions.current(*unit) for unit in units]
    stories.post(stage, stories.game(who["Clara Sims"], who["Bert Rowley"], 12, number=1), source=source, version=2)
    assert [versions.current(*unit) for unit in units] == [version + 1 for version in before]


def test_a_merged_players_line_bumps_who_they_are_now(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    keep = player(cast.club, "Ada Q.")
    Player.objects.filter(pk=who["Ada Quince"].player_id).update(merged_into=keep)
    stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    assert versions.current("player", keep.pk) == 1
    assert versions.current("player", who["Ada Quince"].player_id) == 0


def test_a_line_of_an_entry_of_another_night_is_refused_and_nothing_stored(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    other, strangers = stories.past(cast, ["Clara Sims"], name="Other")
    with pytest.raises(Invalid) as refused:
        stories.post(stage, stories.game(who["Ada Quince"], strangers["Clara Sims"], 12, number=1))
    assert refused.value.code == "entry_elsewhere"
    assert not LedgerLine.objects.filter(stage__in=[stage, other]).exists()


@pytest.mark.parametrize(
    "figures",
    [
        {"won": 10, "points": 20},
        {"won": 5, "points": 10, "plus": 90, "minus": 80, "net": 11},
    ],
)
def test_figures_that_contradict_each_other_are_refused(cast: Cast, figures: dict[str, int]) -> None:
    given: dict[str, Any] = {"plus": None, "minus": None, "net": None, **figures}
    with pytest.raises(Invalid) as refused:
        ledger.Line(entry_id=1, opponent_id=None, kind="card", game_number=None, games=9, **given)
    assert refused.value.code == "line_impossible"


def test_a_burst_of_postings_in_one_transaction_is_announced_once(cast: Cast) -> None:
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    for number in range(1, 10):
        stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], number, number=number))
    assert waiting().count(("results_changed", (stage.pk,))) == 1


def test_the_season_follows_once_the_night_was_published_and_counts(cast: Cast) -> None:
    season = stories.season(cast)
    stage, who = stories.past(cast, ["Ada Quince", "Bert Rowley"])
    start = versions.current("season", season.pk)
    source = stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    assert versions.current("season", season.pk) == start
    event = selectors.event_for(cast.director, cast.club, stage.event_id or 0)
    publications.store(event=event, by=cast.director)
    assert versions.current("season", season.pk) == start + 1
    stories.post(stage, stories.game(who["Bert Rowley"], who["Ada Quince"], 12, number=1), source=source, version=2)
    assert versions.current("season", season.pk) == start + 2
    assert ("season_changed", (season.pk,)) in waiting()
    Event.objects.filter(pk=event.pk).update(counts=False)
    stories.post(stage, [], source=source, version=3)
    assert versions.current("season", season.pk) == start + 2
