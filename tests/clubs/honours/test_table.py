"""The season table, computed from published nights and opening balances."""

import datetime
import uuid
from typing import Any

import pytest
from django.utils import timezone

from clubs.base import versions
from clubs.base.errors import Forbidden, Invalid, Missing
from clubs.events.models import Entry, Event, Season
from clubs.events.selectors import stage_of
from clubs.events.services import ledger, nights, seasons
from clubs.honours import selectors
from clubs.honours.lines import BalanceLine
from clubs.honours.models import OpeningBalance, SeasonRow
from clubs.honours.services import balances, rules, table
from clubs.people.models import Membership, Player
from tests.factories import Cast, cast

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2026, 9, 3)


@pytest.fixture
def people() -> Cast:
    return cast()


@pytest.fixture
def season(people: Cast) -> Season:
    return seasons.create(
        club=people.club,
        name="2026–27",
        first_day=datetime.date(2026, 9, 1),
        last_day=datetime.date(2027, 5, 31),
        by=people.director,
    )


def night(
    people: Cast, week: int, cards: dict[Player, tuple[int, int, int]], *, kinds: dict[Player, str] | None = None
) -> Event:
    """Make a published night out of cards (points, wins, net)."""
    event = nights.plan(
        club=people.club,
        by=people.director,
        name=f"Night {week}",
        date=FIRST + datetime.timedelta(weeks=week - 1),
        preset="acc9",
    )
    stage = stage_of(event)
    for player, (points, wins, net) in cards.items():
        entry = Entry.objects.create(stage=stage, player=player, kind=(kinds or {}).get(player, "member"))
        ledger.post(
            stage=stage,
            source=uuid.uuid4(),
            source_version=1,
            lines=[
                ledger.Line(
                    entry_id=entry.pk,
                    opponent_id=None,
                    kind="card",
                    game_number=None,
                    games=9,
                    won=wins,
                    points=points,
                    plus=None,
                    minus=None,
                    net=net,
                    skunks=points - 2 * wins,
                )
            ],
        )
    Event.objects.filter(pk=event.pk).update(status="published", published_at=timezone.now())
    return event


def rows(season: Season) -> dict[str, SeasonRow]:
    table.recompute(season.pk)
    table.compute(season.pk, True)
    return {row.player.name: row for row in selectors.rows_of(season)}


def test_r30_the_published_race_of_a_real_club(people: Cast, season: Season) -> None:
    """90 after a 16 card, +14 = 104, +13 = 117; a week below 12 adds nothing (nights.json, season race)."""
    leader = people.paper[0]
    balances.put(season=season, player=leader, line=BalanceLine(leader.name, 74), as_of=FIRST, by=people.director)
    for week, card in enumerate([(16, 7, 80), (14, 6, 30), (13, 6, 20), (11, 5, 4)], start=1):
        night(people, week, {leader: card})
    row = rows(season)[leader.name]
    assert (row.grp, row.brought_forward, row.twelve_plus, row.nights) == (117, 74, 3, 4)
    assert (row.best_points, row.best_wins, row.best_net) == (16, 7, 80)


def test_r31_guests_and_visitors_stand_in_grey_unless_the_club_says_otherwise(people: Cast, season: Season) -> None:
    guest, visitor, member = people.guest.player, people.visitor, people.paper[0]
    night(
        people,
        1,
        {guest: (14, 6, 50), visitor: (13, 6, 40), member: (12, 6, 30)},
        kinds={guest: "guest", visitor: "visitor"},
    )
    found = rows(season)
    assert [found[p.name].rank for p in (guest, visitor, member)] == [None, None, 1]
    assert [found[p.name].grp for p in (guest, visitor, member)] == [0, 0, 12]

    Membership.objects.filter(player=guest).update(kind="member")
    change: dict[str, Any] = {"threshold": 12, "table": {}, "short_cards_count": True, "by": people.director}
    rules.update(season=season, credit_guests_once_joined=True, credit_visitors=True, **change)
    found = rows(season)
    assert [found[p.name].grp for p in (guest, visitor, member)] == [14, 13, 12]


def test_level_leaders_share_the_first_place(people: Cast, season: Season) -> None:
    first, second, third = people.paper[:3]
    night(people, 1, {first: (14, 6, 50), second: (14, 7, 10), third: (12, 6, 0)})
    found = rows(season)
    assert [(found[p.name].rank, found[p.name].shared) for p in (first, second, third)] == [
        (1, True),
        (1, True),
        (3, False),
    ]
    tie = table.build(season).champion_tie
    assert tie is not None
    assert tie.leads == {second.pk}


def test_a_night_that_does_not_count_or_is_not_published_stays_out(people: Cast, season: Season) -> None:
    player = people.paper[0]
    unpublished = night(people, 1, {player: (16, 7, 0)})
    Event.objects.filter(pk=unpublished.pk).update(published_at=None, status="running")
    summer = night(people, 2, {player: (15, 7, 0)})
    Event.objects.filter(pk=summer.pk).update(counts=False)
    assert rows(season) == {}


def test_a_table_of_points_and_a_threshold_are_settings(people: Cast, season: Season) -> None:
    player = people.paper[0]
    night(people, 1, {player: (13, 6, 0)})
    common: dict[str, Any] = {
        "credit_guests_once_joined": False,
        "credit_visitors": False,
        "short_cards_count": True,
        "by": people.director,
    }
    rules.update(season=season, threshold=12, table={"12": 3, "13": 6, "14": 11}, **common)
    assert rows(season)[player.name].grp == 6
    rules.update(season=season, threshold=14, table={}, **common)
    assert rows(season)[player.name].grp == 0
    with pytest.raises(Invalid, match="points_table"):
        rules.update(season=season, threshold=12, table={"twelve": 3}, **common)


def test_pasted_balances_are_stored_once_and_say_what_is_wrong(people: Cast, season: Season) -> None:
    text = "Quince, 90, 8, 72, 41, 12, 18/8 +104, 1240\nRůžička 44\nNobody Known 12\nBert Rowley, many"
    with pytest.raises(Invalid, match="Line 3") as refused:
        balances.store(season=season, text=text, as_of=FIRST, by=people.director)
    assert refused.value.field == "text"
    assert OpeningBalance.objects.count() == 0

    with pytest.raises(Invalid, match="Line 4"):
        balances.store(season=season, text=text, as_of=FIRST, by=people.director, choices={3: "add"})
    assert Player.objects.filter(name="Nobody Known").count() == 0, "all or nothing"

    stored = balances.store(season=season, text=text, as_of=FIRST, by=people.director, choices={3: "add", 4: "skip"})
    assert stored == 3
    again = balances.store(season=season, text=text, as_of=FIRST, by=people.director, choices={3: "add", 4: "skip"})
    assert again == 0
    found = rows(season)
    assert found["Ada Quince"].grp == 90
    assert found["Ada Quince"].lifetime == 1240
    assert found["Hana Růžička"].grp == 44
    assert found["Nobody Known"].grp == 12


def test_the_same_player_twice_in_a_list_is_refused(people: Cast, season: Season) -> None:
    with pytest.raises(Invalid, match="already in line 1"):
        balances.store(season=season, text="Ada Quince 10\nQuince 12", as_of=FIRST, by=people.director)
    assert OpeningBalance.objects.count() == 0


def test_a_corrected_balance_replaces_the_old_one_and_keeps_it(people: Cast, season: Season) -> None:
    player = people.paper[0]
    put: dict[str, Any] = {"season": season, "player": player, "as_of": FIRST, "by": people.director}
    balances.put(line=BalanceLine(player.name, 90), **put)
    balances.put(line=BalanceLine(player.name, 92), **put)
    assert rows(season)[player.name].grp == 92
    assert [row.points for row in selectors.balance_history(season, player)] == [92, 90]
    assert balances.remove(season=season, player=player, by=people.director)
    assert rows(season) == {}


def test_only_directors_touch_balances_and_rules(people: Cast, season: Season) -> None:
    for user in (people.member, people.scorekeeper, people.guest, people.other_director):
        with pytest.raises((Forbidden, Missing)):
            balances.store(season=season, text="Ada Quince 10", as_of=FIRST, by=user)
    assert OpeningBalance.objects.count() == 0


def test_balances_after_the_season_are_refused(people: Cast, season: Season) -> None:
    with pytest.raises(Invalid, match="as_of"):
        balances.store(season=season, text="Ada Quince 10", as_of=datetime.date(2028, 1, 1), by=people.director)


def test_rebuild_finds_drift_and_mends_it(people: Cast, season: Season) -> None:
    player = people.paper[0]
    night(people, 1, {player: (13, 6, 0)})
    rows(season)
    assert table.compute(season.pk, False) == []
    SeasonRow.objects.update(grp=99)
    assert len(table.compute(season.pk, False)) == 1
    table.compute(season.pk, True)
    assert table.compute(season.pk, False) == []


def test_the_version_a_row_stands_on_is_stored(people: Cast, season: Season) -> None:
    night(people, 1, {people.paper[0]: (13, 6, 0)})
    before = versions.bump("season", season.pk)
    assert table.recompute(season.pk) == before
    assert selectors.freshness(season).behind == 0
    versions.bump("season", season.pk)
    assert selectors.freshness(season).behind == 1
