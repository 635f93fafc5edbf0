import random
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.draw.checker import check_continuation, check_draw
from clubs.events.models import Entry, Event, Pairing, Round
from clubs.events.services import checkin, pairings, rotation, seats
from tests.clubs.events import stories
from tests.factories import Cast, player


def plan(event: Event) -> selectors.Plan:
    found = selectors.plan_of(event)
    assert found is not None
    return found


def play(event: Event, *, to: int, tables: int | None = None, post: bool = True) -> None:
    """Settle the games up to a round; of the next one so many tables, for tables drift."""
    stage = selectors.stage_of(event)
    for row in selectors.pairings_of(event):
        if row.b is None or row.status != Pairing.Status.OPEN:
            continue
        if row.round.number <= to or (tables and row.round.number == to + 1 and (row.table or 0) <= tables):
            pairings.settle(pairing=row, status=Pairing.Status.PLAYED)
            if post:
                stories.post(stage, stories.game(row.a, row.b, 7, number=row.round.number))


@pytest.mark.parametrize("size", [3, 4, 5, 9, 11, 13, 14])
def test_what_is_stored_at_start_is_a_draw_the_checker_passes(cast: Cast, size: int) -> None:
    event = stories.started(cast, size)
    drawn = plan(event).draw
    assert check_draw(drawn) == []
    planned = {entry.pk: entry.planned_games for entry in selectors.entries_of(event)}
    assert planned == {pk: drawn.games_of(pk) for pk in drawn.players}
    assert Pairing.objects.filter(status=Pairing.Status.SITOUT).count() == (9 if size % 2 else 0)
    assert Round.objects.filter(make_up=True).count() == drawn.rounds - 9
    assert {card.reason for card in drawn.short} <= {"parity"}
    assert len(drawn.short) == size % 2


def test_start_costs_few_queries_for_any_field(cast: Cast) -> None:
    counts = []
    for size in (4, 14):
        event = stories.night(cast, name=f"Night of {size}")
        stories.sign_in(event, cast, cast.players[:size])
        seats.draw(event=event, by=cast.director)
        with CaptureQueriesContext(connection) as queries:
            rotation.start(event=event, by=cast.director)
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[0] <= 24


def test_the_plan_and_every_card_take_the_same_few_queries(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = stories.started(cast, 13)
    with django_assert_num_queries(2):
        plan(event)
    with django_assert_num_queries(3):
        cards = selectors.card_plans(event)
    assert len(cards) == 13
    stage = selectors.stage_of(event)
    with django_assert_num_queries(3):
        rounds = selectors.schedule_of(stage)
    assert [one.make_up for one in rounds] == [False] * 9 + [True]
    waits = [wait for one in rounds for wait in one.waits]
    assert len(waits) == 9
    assert sum(wait.make_up is None for wait in waits) == 1


def test_a_card_tells_seat_and_opponent_of_every_game(cast: Cast) -> None:
    event = stories.started(cast, 14)
    entry = stories.by_name(event)["Ada Quince"]
    stops = selectors.card_plan(entry)
    assert [stop.number for stop in stops] == list(range(1, 10))
    assert len({stop.opponent for stop in stops}) == 9
    assert stops[0].seat == entry.seat
    other = stops[0].opponent
    assert other is not None
    assert selectors.card_plan(other)[0].opponent == entry


def test_starting_twice_is_refused_with_a_sentence(cast: Cast) -> None:
    event = stories.started(cast, 4)
    with pytest.raises(Conflict) as refused:
        rotation.start(event=event, by=cast.director)
    assert refused.value.message.startswith("Play has begun")
    assert Round.objects.count() == 9


def test_a_late_player_known_before_start_joins_at_their_game_and_has_a_short_card(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:7])
    late = checkin.mark(event=event, player=cast.paper[7], presence="late", by=cast.scorekeeper, from_game=3)
    seats.draw(event=event, by=cast.director, seed="late")
    event = rotation.start(event=event, by=cast.director)
    stops = selectors.card_plan(stories.by_name(event)[late.player.name])
    assert [stop.number for stop in stops] == list(range(3, 10))
    late.refresh_from_db()
    assert (late.planned_games, late.seat) == (7, 8)
    drawn = plan(event).draw
    assert {(card.player, card.reason) for card in drawn.short if card.player == late.pk} == {(late.pk, "late")}
    assert [wait.round for wait in drawn.sit_outs] == [1, 2]


def test_a_latecomer_takes_the_ghosts_seat_and_played_games_stay(cast: Cast) -> None:
    event = stories.started(cast, 13)
    play(event, to=2)
    before = {row.pk: (row.a_id, row.b_id, row.table, row.status) for row in selectors.pairings_of(event)}
    old = plan(event).draw
    late = checkin.mark(event=event, player=cast.players[13], presence="here", by=cast.scorekeeper)
    assert late.from_game == 3
    assert rotation.has_pending(event)
    change = rotation.preview_change(event=event, by=cast.director)
    assert {row.pk for row in selectors.pairings_of(event)} == before.keys()
    assert (change.from_game, [entry.pk for entry in change.arrivals]) == (3, [late.pk])
    assert {one.round for one in change.changes} >= set(range(3, 10))
    assert min(one.round for one in change.changes) == 3
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    new = plan(event).draw
    assert check_continuation(old, new, 3) == []
    for row in selectors.pairings_of(event):
        if row.round.number <= 2:
            assert before[row.pk] == (row.a_id, row.b_id, row.table, row.status)
    late.refresh_from_db()
    assert (late.seat, late.planned_games) == (14, 7)
    assert not rotation.has_pending(event)


def test_somebody_who_goes_home_leaves_the_others_their_games(cast: Cast) -> None:
    event = stories.started(cast, 14)
    play(event, to=6)
    old = plan(event).draw
    leaver = stories.by_name(event)["Ada Quince"]
    checkin.leaves(event=event, entry=leaver, after_game=6, by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director)
    assert [entry.pk for entry in change.departures] == [leaver.pk]
    assert {(card.player, card.reason) for card in change.newly_short} >= {(leaver.pk, "left")}
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    new = plan(event).draw
    assert check_continuation(old, new, 7) == []
    assert new.left == (leaver.pk,)
    assert {wait.round for wait in new.sit_outs} == {7, 8, 9}
    leaver.refresh_from_db()
    assert leaver.planned_games == 6
    assert selectors.card_plan(leaver)[-1].number == 6


def test_late_and_early_at_once_with_drifting_tables(cast: Cast) -> None:
    event = stories.started(cast, 14)
    play(event, to=4, tables=3)
    old = plan(event).draw
    settled = {row.pk: (row.a_id, row.b_id, row.table) for row in Pairing.objects.filter(status="played")}
    leaver = next(row.a for row in selectors.pairings_of(event) if row.round.number == 5 and row.table == 6)
    late = checkin.mark(event=event, player=cast.guest.player, presence="here", by=cast.scorekeeper, from_game=5)
    assert late.from_game == 5
    checkin.leaves(event=event, entry=leaver, after_game=4, by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director)
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    assert {row.pk: (row.a_id, row.b_id, row.table) for row in Pairing.objects.filter(status="played")} == settled
    new = plan(event).draw
    assert set(old.meetings[: 7 * 4]) <= set(new.meetings)
    for number in range(1, new.rounds + 1):
        people = Counter(player for game in new.meetings_in(number) for player in (game.a, game.b))
        people.update(wait.player for wait in new.sit_outs if wait.round == number)
        assert set(people.values()) == {1}


def test_a_game_with_one_card_in_is_never_drawn_again(cast: Cast) -> None:
    event = stories.started(cast, 13)
    row = next(row for row in selectors.pairings_of(event) if row.round.number == 5 and row.b_id)
    pairings.claim(pairing=row)
    checkin.mark(event=event, player=cast.players[13], presence="here", by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director, from_game=5)
    rotation.apply_change(event=event, by=cast.director, digest=change.digest, from_game=5)
    stays = Pairing.objects.get(pk=row.pk)
    assert (stays.a_id, stays.b_id, stays.table, stays.claimed) == (row.a_id, row.b_id, row.table, True)


def test_a_result_since_the_preview_refuses_the_change_and_stores_nothing(cast: Cast) -> None:
    event = stories.started(cast, 13)
    checkin.mark(event=event, player=cast.players[13], presence="here", by=cast.scorekeeper, from_game=2)
    change = rotation.preview_change(event=event, by=cast.director)
    before = list(Pairing.objects.order_by("pk").values_list("pk", "a", "b"))
    play(event, to=0, tables=1)
    with pytest.raises(Conflict) as refused:
        rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    assert refused.value.code == "changed_since"
    assert list(Pairing.objects.order_by("pk").values_list("pk", "a", "b")) == before


def test_a_no_show_is_absent_once_the_rest_is_drawn_without_them_and_may_still_come(cast: Cast) -> None:
    event = stories.started(cast, 14)
    gone = stories.by_name(event)["Ada Quince"]
    checkin.leaves(event=event, entry=gone, after_game=0, by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director)
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    gone.refresh_from_db()
    assert (gone.presence, gone.planned_games) == (Entry.Presence.ABSENT, 0)
    play(event, to=2)
    back = checkin.mark(event=event, player=gone.player, presence="here", by=cast.scorekeeper)
    assert back == gone
    change = rotation.preview_change(event=event, by=cast.director)
    assert [entry.pk for entry in change.arrivals] == [gone.pk]
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    assert [stop.number for stop in selectors.card_plan(gone)] == list(range(3, 10))


def test_somebody_who_had_left_comes_back_for_the_games_nobody_has_begun(cast: Cast) -> None:
    event = stories.started(cast, 14)
    play(event, to=3)
    gone = stories.by_name(event)["Ada Quince"]
    checkin.leaves(event=event, entry=gone, after_game=3, by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director)
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    play(event, to=5)
    checkin.leaves(event=event, entry=gone, after_game=None, by=cast.scorekeeper)
    change = rotation.preview_change(event=event, by=cast.director)
    assert change.from_game == 6
    rotation.apply_change(event=event, by=cast.director, digest=change.digest)
    assert [stop.number for stop in selectors.card_plan(gone)] == [1, 2, 3, 6, 7, 8, 9]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_an_evening_of_comings_and_goings_keeps_its_rules(cast: Cast, seed: int) -> None:
    chance = random.Random(seed)
    size = chance.randint(5, 12)
    event = stories.started(cast, size)
    spare = [player(cast.club, f"Late {number}") for number in range(4)]
    for game in range(1, 9):
        play(event, to=game, tables=chance.randint(0, 2), post=False)
        settled = _settled()
        if chance.random() < 0.6 and spare:
            checkin.mark(event=event, player=spare.pop(), presence="here", by=cast.scorekeeper)
        present = plan(event).draw.present
        if chance.random() < 0.5 and len(present) > 4:
            entry = Entry.objects.select_related("player").get(pk=chance.choice(present))
            last = max(game, checkin.last_game_of(entry))
            checkin.leaves(event=event, entry=entry, after_game=min(last, 9), by=cast.scorekeeper)
        if not rotation.has_pending(event):
            continue
        change = rotation.preview_change(event=event, by=cast.director)
        rotation.apply_change(event=event, by=cast.director, digest=change.digest)
        assert _settled() == settled
        drawn = plan(event).draw
        assert not rotation.has_pending(event)
        for number in range(change.from_game, 10):
            people = Counter(player for one in drawn.meetings_in(number) for player in (one.a, one.b))
            people.update(wait.player for wait in drawn.sit_outs if wait.round == number)
            assert set(people.values()) <= {1}
            assert set(drawn.present) <= set(people)
            tables = [one.table for one in drawn.meetings_in(number)]
            assert len(tables) == len(set(tables))
        planned = {entry.pk: entry.planned_games for entry in selectors.entries_of(event) if entry.seat}
        assert planned == {pk: drawn.games_of(pk) for pk in drawn.players}


def _settled() -> set[tuple[int, int, int | None, int | None, str]]:
    rows = Pairing.objects.exclude(status__in=[Pairing.Status.OPEN, Pairing.Status.SITOUT])
    return set(rows.values_list("pk", "a", "b", "table", "status"))


def test_preview_takes_people_who_were_not_marked_yet(cast: Cast) -> None:
    event = stories.started(cast, 14)
    leaver = stories.by_name(event)["Ada Quince"]
    change = rotation.preview_change(event=event, by=cast.director, leavers={leaver.pk: 5})
    assert not Entry.objects.filter(last_game__isnull=False).exists()
    rotation.apply_change(event=event, by=cast.director, digest=change.digest, leavers={leaver.pk: 5})
    leaver.refresh_from_db()
    assert (leaver.last_game, leaver.planned_games) == (5, 5)


def test_with_nobody_coming_or_going_there_is_nothing_to_change(cast: Cast) -> None:
    event = stories.started(cast, 14)
    with pytest.raises(Invalid):
        rotation.preview_change(event=event, by=cast.director)
    change = rotation.preview_change(event=event, by=cast.director, from_game=4)
    assert change.changes == ()
    with pytest.raises(Forbidden):
        rotation.preview_change(event=event, by=cast.scorekeeper, from_game=4)


def test_too_few_left_is_refused(cast: Cast) -> None:
    event = stories.started(cast, 3)
    leaver = next(iter(stories.by_name(event).values()))
    with pytest.raises(Invalid) as refused:
        rotation.preview_change(event=event, by=cast.director, leavers={leaver.pk: 3})
    assert "at least 3" in refused.value.message


def test_who_really_played_takes_the_place_and_the_others_meet(cast: Cast) -> None:
    event = stories.started(cast, 6)
    first, second, third = (row for row in selectors.pairings_of(event) if row.round.number == 1)
    a, b, c, d = first.a, first.b, second.a, second.b
    assert b is not None
    assert d is not None
    pairings.actual(pairing=first, a=a, b=d)
    rows = {frozenset((row.a_id, row.b_id)) for row in Pairing.objects.filter(round__number=1)}
    assert rows == {
        frozenset((a.pk, d.pk)),
        frozenset((b.pk, c.pk)),
        frozenset((third.a_id, third.b_id)),
    }
    second.refresh_from_db()
    pairings.settle(pairing=second, status=Pairing.Status.PLAYED)
    with pytest.raises(Conflict) as refused:
        pairings.actual(pairing=first, a=a, b=c)
    assert refused.value.code == "already_played"
    with pytest.raises(Invalid):
        pairings.actual(pairing=first, a=a, b=a)


def test_somebody_who_sat_out_may_have_played_after_all(cast: Cast) -> None:
    event = stories.started(cast, 5)
    rows = [row for row in selectors.pairings_of(event) if row.round.number == 1]
    waiting = next(row for row in rows if row.b_id is None)
    game = next(row for row in rows if row.b_id is not None)
    a, b = game.a, game.b
    assert b is not None
    pairings.actual(pairing=game, a=a, b=waiting.a)
    waiting.refresh_from_db()
    assert (waiting.a, waiting.b, waiting.status) == (b, None, Pairing.Status.SITOUT)


def test_an_outsider_takes_a_place_and_who_was_planned_sits_out(cast: Cast) -> None:
    event = stories.started(cast, 4)
    game = next(row for row in selectors.pairings_of(event) if row.round.number == 1)
    a, b = game.a, game.b
    assert b is not None
    late = checkin.mark(event=event, player=player(cast.club, "Nan New"), presence="here", by=cast.scorekeeper)
    pairings.actual(pairing=game, a=a, b=late)
    assert Pairing.objects.get(round__number=1, a=b).status == Pairing.Status.SITOUT


def test_a_pairing_is_settled_by_compare_and_set(cast: Cast) -> None:
    event = stories.started(cast, 4)
    row = selectors.pairings_of(event)[0]
    stale = Pairing.objects.get(pk=row.pk)
    pairings.settle(pairing=row, status=Pairing.Status.PLAYED)
    pairings.settle(pairing=row, status=Pairing.Status.PLAYED)
    with pytest.raises(Conflict):
        pairings.settle(pairing=stale, status=Pairing.Status.FORFEITED)
    pairings.settle(pairing=row, status=Pairing.Status.OPEN)
    assert Pairing.objects.get(pk=row.pk).status == Pairing.Status.OPEN
