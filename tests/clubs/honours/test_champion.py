"""R32: a tie for the season's first place is settled by people, and what they settled is a fact."""

import datetime

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events.models import Season
from clubs.events.services import merging, seasons
from clubs.honours import selectors
from clubs.honours.models import ChampionDecision
from clubs.honours.services import champion, table
from clubs.people import clock
from clubs.people.models import AuditLine, Player
from tests.clubs.honours.level import level_season
from tests.clubs.honours.test_table import night
from tests.factories import Cast, cast, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def season(people: Cast) -> Season:
    return level_season(people)


def over(season: Season, people: Cast) -> Season:
    return seasons.close(season=season, by=people.director)


def holds(season: Season) -> Player | None:
    table.compute(season.pk, True)
    leaders = [row.player_id for row in selectors.rows_of(season) if row.rank == 1]
    decision = selectors.champion_decision(season, leaders)
    return None if decision is None else decision.player


def test_r32_people_say_who_is_champion_and_why(people: Cast, season: Season) -> None:
    over(season, people)
    second = people.paper[1]
    made = champion.decide(season=season, player=second, reason="  won the   play-off ", by=people.director)
    assert (made.reason, made.by, made.withdrawn) == ("won the play-off", people.director, False)
    assert timezone.now() - made.at < datetime.timedelta(minutes=1)
    assert holds(season) == second
    line = AuditLine.objects.get(action="champion.decided")
    assert (line.actor, line.about_id) == (people.director, season.pk)
    assert line.data == {"player": second.name, "reason": "won the play-off"}
    ranks = [row.rank for row in selectors.rows_of(season)]
    assert ranks == [1, 1, 3], "the leaders still share their place"


def test_only_directors_and_owners_decide(people: Cast, season: Season) -> None:
    over(season, people)
    for user in (people.member, people.scorekeeper):
        with pytest.raises(Forbidden):
            champion.decide(season=season, player=people.paper[0], reason="x", by=user)
    champion.decide(season=season, player=people.paper[0], reason="coin", by=people.owner)
    with pytest.raises(Forbidden):
        champion.withdraw(season=season, by=people.scorekeeper)
    assert holds(season) == people.paper[0]


def test_nothing_is_decided_while_the_season_runs(people: Cast, season: Season) -> None:
    with pytest.raises(Conflict) as refused:
        champion.decide(season=season, player=people.paper[0], reason="coin", by=people.director)
    assert refused.value.code == "season_runs"
    today = clock.today(people.club)
    Season.objects.filter(pk=season.pk).update(last_day=today)
    season.refresh_from_db()
    assert not selectors.is_over(season), "its last night may be tonight"
    Season.objects.filter(pk=season.pk).update(last_day=today - datetime.timedelta(1))
    season.refresh_from_db()
    champion.decide(season=season, player=people.paper[0], reason="coin", by=people.director)
    assert holds(season) == people.paper[0]


def test_only_a_level_leader_can_be_champion_and_a_reason_is_asked(people: Cast, season: Season) -> None:
    over(season, people)
    with pytest.raises(Invalid) as refused:
        champion.decide(season=season, player=people.paper[2], reason="coin", by=people.director)
    assert (refused.value.code, refused.value.field) == ("not_level", "player")
    with pytest.raises(Invalid) as refused:
        champion.decide(season=season, player=people.paper[0], reason="  ", by=people.director)
    assert (refused.value.code, refused.value.field) == ("reason_missing", "reason")
    assert not ChampionDecision.objects.exists()


def test_where_one_leads_alone_there_is_nothing_to_decide(people: Cast, season: Season) -> None:
    night(people, 2, {people.paper[0]: (12, 6, 0)})
    over(season, people)
    with pytest.raises(Invalid) as refused:
        champion.decide(season=season, player=people.paper[0], reason="alone", by=people.director)
    assert refused.value.code == "not_level"


def test_the_newest_word_holds_and_can_be_taken_back(people: Cast, season: Season) -> None:
    over(season, people)
    first, second = people.paper[:2]
    champion.decide(season=season, player=first, reason="coin", by=people.director)
    champion.decide(season=season, player=second, reason="the coin was bent", by=people.director)
    assert holds(season) == second
    champion.withdraw(season=season, by=people.director)
    assert holds(season) is None
    with pytest.raises(Conflict):
        champion.withdraw(season=season, by=people.director)
    assert ChampionDecision.objects.count() == 3
    assert AuditLine.objects.filter(action="champion.withdrawn", data__player=second.name).count() == 1


def test_a_decision_is_a_fact_that_nobody_changes(people: Cast, season: Season) -> None:
    over(season, people)
    made = champion.decide(season=season, player=people.paper[0], reason="coin", by=people.director)
    with pytest.raises(DatabaseError), transaction.atomic():
        ChampionDecision.objects.filter(pk=made.pk).update(player=people.paper[1])


def test_a_decision_lapses_when_a_correction_changes_who_is_level(people: Cast, season: Season) -> None:
    over(season, people)
    champion.decide(season=season, player=people.paper[0], reason="coin", by=people.director)
    seasons.close(season=season, by=people.director, reopen=True)
    night(people, 2, {people.paper[2]: (12, 6, 0)})
    night(people, 3, dict.fromkeys(people.paper[:2], (12, 6, 0)))
    assert holds(season) == people.paper[0], "the same two are level, with more points"
    night(people, 4, {people.paper[1]: (12, 6, 0)})
    assert holds(season) is None
    with pytest.raises(Conflict):
        champion.withdraw(season=season, by=people.director)


def test_a_decision_follows_a_player_who_was_merged(people: Cast, season: Season) -> None:
    over(season, people)
    twin, keep = people.paper[0], player(people.club, "Ada Q")
    champion.decide(season=season, player=twin, reason="coin", by=people.director)
    merging.merge(keep=keep, drop=twin, by=people.director)
    decision = selectors.champion_decision(season, [keep.pk, people.paper[1].pk])
    assert decision is not None
    assert decision.player.merged_into_id == keep.pk
    champion.withdraw(season=season, by=people.director)


def test_the_season_page_is_told(people: Cast, season: Season) -> None:
    over(season, people)
    table.recompute(season.pk)
    before = selectors.versions_of(season)
    champion.decide(season=season, player=people.paper[0], reason="coin", by=people.director)
    assert selectors.versions_of(season).facts > before.facts
