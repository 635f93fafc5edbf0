import datetime
from typing import Any

import pytest

from clubs.base import versions
from clubs.base.errors import Conflict, Forbidden, Invalid, Missing
from clubs.events import presets, selectors
from clubs.events.models import Event, Round
from clubs.events.services import nights, publications, rotation, seasons
from clubs.people.models import AuditLine
from tests.clubs.events import stories
from tests.factories import Cast

DAY = datetime.date


def test_a_night_copies_scheme_and_chain_of_its_preset_so_they_stay_when_presets_change(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = nights.plan(club=cast.club, by=cast.director, name="Thursday", date=stories.NIGHT)
    changed = presets.preset("match123")
    monkeypatch.setattr(presets, "PRESETS", {"acc9": changed})
    event.refresh_from_db()
    scheme = selectors.scheme_of(event)
    assert (scheme.win, scheme.skunk, scheme.double, scheme.loss, scheme.target) == (2, 3, 3, 0, 121)
    assert [step.key for step in selectors.chain_of(event)] == ["points", "wins", "net", "plus", "people"]
    assert (event.games, event.record, event.mode, event.target) == (9, "spread", "club", 121)


def test_a_night_to_61_has_the_skunk_line_of_61_and_no_double(cast: Cast) -> None:
    event = nights.plan(club=cast.club, by=cast.director, name="Short", date=stories.NIGHT, target=61)
    scheme = selectors.scheme_of(event)
    assert (event.target, scheme.skunk_line, scheme.double_line) == (61, 30, None)
    assert (scheme.points(30), scheme.points(31), scheme.points(61)) == (2, 3, 3)


def test_a_night_goes_to_the_season_that_contains_its_date(cast: Cast) -> None:
    season = stories.season(cast)
    event = nights.plan(club=cast.club, by=cast.director, name="Thursday", date=stories.NIGHT)
    assert (event.season, event.counts) == (season, True)


def test_a_night_outside_every_season_does_not_count(cast: Cast) -> None:
    stories.season(cast)
    event = nights.plan(club=cast.club, by=cast.director, name="Summer", date=DAY(2026, 7, 2))
    assert (event.season, event.counts) == (None, False)


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"date": DAY(2026, 7, 2), "counts": True}, "no_season", "counts"),
        ({"name": "  "}, "night_name", "name"),
        ({"name": "x" * 81}, "night_name", "name"),
        ({"preset": "bridge"}, "unknown_preset", "preset"),
        ({"target": 100}, "target", "target"),
        ({"games": 0}, "games", "games"),
        ({"games": 23}, "games", "games"),
        ({"record": "score"}, "record", "record"),
        ({"mode": "friendly"}, "mode", "mode"),
        ({"points": {"win": 3, "skunk": 2}}, "points", "points"),
        ({"points": {"quadruple": 2}}, "points", "points"),
        ({"chain": ["points", "alphabet"]}, "chain", "chain"),
        ({"chain": ["people", "points"]}, "chain", "chain"),
        ({"chain": []}, "chain", "chain"),
    ],
)
def test_what_a_night_cannot_be_is_refused_beside_its_field(
    cast: Cast, given: dict[str, Any], code: str, field: str
) -> None:
    stories.season(cast)
    fields: dict[str, Any] = {"name": "Thursday", "date": stories.NIGHT, **given}
    with pytest.raises(Invalid) as refused:
        nights.plan(club=cast.club, by=cast.director, **fields)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.message
    assert not Event.objects.exists()


def test_a_night_must_lie_inside_the_season_that_is_named(cast: Cast) -> None:
    season = stories.season(cast)
    with pytest.raises(Invalid) as refused:
        nights.plan(club=cast.club, by=cast.director, name="June", date=DAY(2027, 6, 1), season=season)
    assert "2026/27" in refused.value.message
    assert refused.value.field == "date"


def test_a_closed_season_takes_no_new_night_until_it_is_opened_again(cast: Cast) -> None:
    season = seasons.close(season=stories.season(cast), by=cast.director)
    with pytest.raises(Invalid) as refused:
        nights.plan(club=cast.club, by=cast.director, name="Late", date=stories.NIGHT, season=season)
    assert refused.value.code == "season_closed"
    season = seasons.close(season=season, by=cast.director, reopen=True)
    assert nights.plan(club=cast.club, by=cast.director, name="Late", date=stories.NIGHT).season == season


def test_target_and_points_may_change_only_before_a_result(cast: Cast) -> None:
    event = stories.started(cast, 4)
    assert nights.update(event=event, by=cast.director, target=61).target == 61
    nights.update(event=event, by=cast.director, target=121)
    who = stories.by_name(event)
    names = sorted(who)
    stories.post(selectors.stage_of(event), stories.game(who[names[0]], who[names[1]], 12, number=1))
    for change in ({"target": 61}, {"points": {"skunk": 4, "double": 4, "triple": 4}}):
        with pytest.raises(Conflict) as refused:
            nights.update(event=event, by=cast.director, **change)
        assert refused.value.code == "results_in"
    event.refresh_from_db()
    assert event.target == 121


def test_the_number_of_games_is_fixed_by_start(cast: Cast) -> None:
    event = stories.night(cast)
    assert nights.update(event=event, by=cast.director, games=8).games == 8
    event = stories.started(cast, 4, name="Other")
    with pytest.raises(Conflict):
        nights.update(event=event, by=cast.director, games=8)


def published(cast: Cast) -> Event:
    event = stories.started(cast, 4)
    who = list(stories.by_name(event).values())
    stories.post(selectors.stage_of(event), stories.game(who[0], who[1], 12, number=1))
    publications.store(event=event, by=cast.director)
    event.refresh_from_db()
    return event


def test_counts_and_season_may_change_at_any_time_and_both_seasons_follow(cast: Cast) -> None:
    first = stories.season(cast)
    second = stories.season(cast, name="Autumn", last_day=DAY(2026, 12, 31))
    event = published(cast)
    assert event.season == first or event.season == second
    before = [versions.current("season", one.pk) for one in (first, second)]
    other = second if event.season == first else first
    nights.update(event=event, by=cast.director, season=other)
    assert [versions.current("season", one.pk) for one in (first, second)] == [number + 1 for number in before]
    nights.update(event=event, by=cast.director, counts=False)
    assert versions.current("season", other.pk) == before[[first, second].index(other)] + 2


def test_an_update_that_changes_nothing_leaves_no_line(cast: Cast) -> None:
    event = stories.night(cast)
    before = AuditLine.objects.count()
    nights.update(event=event, by=cast.director, name="Thursday", date=stories.NIGHT, games=9)
    assert AuditLine.objects.count() == before


def test_an_update_says_what_was_and_what_is(cast: Cast) -> None:
    event = stories.night(cast)
    nights.update(event=event, by=cast.director, name="Friday", games=8)
    line = AuditLine.objects.get(action="night.changed")
    assert line.data["before"] == {"name": "Thursday", "games": 9}
    assert line.data["after"] == {"name": "Friday", "games": 8}


def test_the_chain_of_a_published_night_stays(cast: Cast) -> None:
    event = published(cast)
    with pytest.raises(Conflict) as refused:
        nights.update(event=event, by=cast.director, chain=["points", "people"])
    assert "Correct" in refused.value.message


def test_a_new_chain_has_the_standings_computed_again(cast: Cast) -> None:
    event = stories.started(cast, 4)
    stage = selectors.stage_of(event)
    before = versions.current("stage", stage.pk)
    nights.update(event=event, by=cast.director, chain=["points", "skunks", "people"])
    assert versions.current("stage", stage.pk) == before + 1


@pytest.mark.parametrize("who", ["scorekeeper", "member", "guest", "other_director", "stranger"])
def test_only_directors_plan_and_a_refusal_changes_nothing(cast: Cast, who: str) -> None:
    user = cast.account(who)
    assert user is not None
    with pytest.raises(Forbidden) as refused:
        nights.plan(club=cast.club, by=user, name="Thursday", date=stories.NIGHT)
    assert "Tom" in refused.value.message
    assert not Event.objects.exists()
    event = stories.night(cast)
    with pytest.raises(Forbidden):
        nights.update(event=event, by=user, name="Friday")
    event.refresh_from_db()
    assert event.name == "Thursday"


def test_a_night_of_another_club_is_nothing_here(cast: Cast) -> None:
    event = stories.night(cast)
    assert selectors.event_for(cast.stranger, cast.club, event.pk) == event
    with pytest.raises(Missing):
        selectors.event_for(cast.director, cast.other_club, event.pk)
    cast.club.public = False
    cast.club.save()
    with pytest.raises(Missing):
        selectors.event_for(cast.stranger, cast.club, event.pk)


def test_reopening_needs_a_reason_and_no_result(cast: Cast) -> None:
    event = stories.started(cast, 4)
    with pytest.raises(Invalid):
        nights.reopen_checkin(event=event, by=cast.director, reason="  ")
    event = nights.reopen_checkin(event=event, by=cast.director, reason="two more came")
    assert event.status == Event.Status.CHECKIN
    assert not Round.objects.exists()
    assert all(entry.seat and entry.planned_games is None for entry in selectors.entries_of(event))
    event = rotation.start(event=event, by=cast.director)
    who = list(stories.by_name(event).values())
    stories.post(selectors.stage_of(event), stories.game(who[0], who[1], 12, number=1))
    with pytest.raises(Conflict) as refused:
        nights.reopen_checkin(event=event, by=cast.director, reason="again")
    assert refused.value.code == "results_in"
    assert Round.objects.exists()


def test_season_dates_cannot_leave_a_night_outside(cast: Cast) -> None:
    season = stories.season(cast)
    stories.night(cast)
    with pytest.raises(Invalid) as refused:
        seasons.update(
            season=season, by=cast.director, name="2026/27", first_day=DAY(2026, 11, 1), last_day=DAY(2027, 5, 31)
        )
    assert "Thursday" in refused.value.message
    with pytest.raises(Conflict):
        stories.season(cast)
    with pytest.raises(Invalid):
        stories.season(cast, name="Backwards", last_day=DAY(2026, 8, 1))


def test_every_line_in_the_audit_log_has_words(cast: Cast) -> None:
    from clubs.events.audit_words import WORDS

    season = stories.season(cast)
    event = published(cast)
    publications.correct(event=event, by=cast.director, reason="wrong card")
    publications.store(event=event, by=cast.director)
    seasons.close(season=season, by=cast.director)
    actions = set(AuditLine.objects.filter(club=cast.club).values_list("action", flat=True))
    assert actions <= set(WORDS) | {action for action in actions if action.startswith("player.")}
    for line in AuditLine.objects.filter(action__in=WORDS):
        assert str(WORDS[line.action][1]) % line.data


def test_the_club_decides_which_preset_a_night_starts_from(cast: Cast) -> None:
    cast.club.preset = "short61"
    cast.club.save()
    event = nights.plan(club=cast.club, by=cast.director, name="Short", date=stories.NIGHT)
    assert (event.preset, event.target) == ("short61", 61)
