import datetime

import pytest

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.models import Entry, Event
from clubs.events.selectors.plan import field_of
from clubs.events.services import checkin, nights, rotation, seats
from tests.clubs.events import stories
from tests.factories import Cast, player


def chairs(event: Event) -> dict[str, int | None]:
    return {entry.player.name: entry.seat for entry in selectors.entries_of(event)}


def test_the_same_seed_gives_the_same_seats_and_a_new_one_is_kept_with_the_night(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.players)
    event = seats.draw(event=event, by=cast.director)
    first, seed = chairs(event), event.seed
    assert seed
    assert sorted(seat or 0 for seat in first.values()) == list(range(1, 15))
    other = chairs(seats.draw(event=event, by=cast.director, seed="another"))
    assert other != first
    assert chairs(seats.draw(event=event, by=cast.director, seed=seed)) == first


def test_no_round_is_stored_until_start_but_the_plan_can_be_seen(cast: Cast) -> None:
    event = stories.night(cast)
    stage = selectors.stage_of(event)
    stories.sign_in(event, cast, cast.players)
    assert selectors.plan_of(event) is None
    assert selectors.schedule_of(stage) == []
    event = seats.draw(event=event, by=cast.director)
    before = selectors.plan_of(event)
    assert before is not None
    assert not stage.rounds.exists()
    assert [len(one.games) for one in selectors.schedule_of(stage)] == [7] * 9
    event = rotation.start(event=event, by=cast.director)
    after = selectors.plan_of(event)
    assert after is not None
    assert after.started
    assert after.draw.meetings == before.draw.meetings


def test_a_seat_from_the_bag_is_written_down_once(cast: Cast) -> None:
    event = stories.night(cast)
    ada, bert, *_ = stories.sign_in(event, cast, cast.paper[:4])
    seats.type_seat(event=event, seat=3, entry=ada, by=cast.director)
    with pytest.raises(Conflict) as refused:
        seats.type_seat(event=event, seat=3, entry=bert, by=cast.director)
    assert "Ada Quince" in refused.value.message
    assert refused.value.field == "seat"
    for seat in (0, 5):
        with pytest.raises(Invalid) as wrong:
            seats.type_seat(event=event, seat=seat, entry=bert, by=cast.director)
        assert "1 to 4" in wrong.value.message
    seats.type_seat(event=event, seat=2, entry=ada, by=cast.director)
    seats.type_seat(event=event, seat=3, entry=bert, by=cast.director)
    assert (chairs(event)["Ada Quince"], chairs(event)["Bert Rowley"]) == (2, 3)
    seats.type_seat(event=event, seat=3, entry=None, by=cast.director)
    assert chairs(event)["Bert Rowley"] is None
    event.refresh_from_db()
    assert event.seating == Event.Seating.TYPED


def test_an_odd_field_has_one_chair_more_and_the_empty_one_is_the_ghosts(cast: Cast) -> None:
    event = stories.night(cast)
    who = stories.sign_in(event, cast, cast.paper[:5])
    for entry, seat in zip(who, (1, 2, 4, 5, 6), strict=True):
        seats.type_seat(event=event, seat=seat, entry=entry, by=cast.director)
    plan = selectors.plan_of(event)
    assert plan is not None
    assert plan.draw.chairs[2] is None


def test_kept_seats_are_last_nights_and_newcomers_fill_the_holes(cast: Cast) -> None:
    first = stories.night(cast, name="First")
    stories.sign_in(first, cast, cast.paper[:6])
    seats.draw(event=first, by=cast.director, seed="first")
    before = chairs(first)
    event = stories.night(cast, name="Second", date=stories.NIGHT + datetime.timedelta(days=7))
    newcomers = [player(cast.club, "Nan New"), player(cast.club, "Ned New")]
    stories.sign_in(event, cast, [newcomers[0], *cast.paper[2:6], newcomers[1]])
    seats.keep(event=event, by=cast.director)
    after = chairs(event)
    names = [one.name for one in cast.paper[2:6]]
    assert {name: after[name] for name in names} == {name: before[name] for name in names}
    holes = sorted(seat or 0 for name, seat in before.items() if name not in names)
    assert [after["Nan New"], after["Ned New"]] == holes


def test_there_is_nothing_to_keep_at_the_first_night(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:4])
    with pytest.raises(Conflict) as refused:
        seats.keep(event=event, by=cast.director)
    assert "Draw them" in refused.value.message


def test_a_walk_in_after_the_draw_fills_a_hole_and_nobody_else_moves(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:5])
    seats.draw(event=event, by=cast.director, seed="five")
    before = chairs(event)
    checkin.walk_in(event=event, name="Gwen New", by=cast.scorekeeper)
    with pytest.raises(Invalid) as refused:
        rotation.start(event=event, by=cast.director)
    assert "Gwen New" in refused.value.message
    seats.fill(event=event, by=cast.director)
    assert chairs(event) == {**before, "Gwen New": 6}
    assert field_of(event).seated


def test_whoever_goes_away_leaves_a_hole_that_fill_closes(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:6])
    for seat, entry in enumerate(selectors.attending(event), 1):
        seats.type_seat(event=event, seat=seat, entry=entry, by=cast.director)
    for one in cast.paper[:2]:
        checkin.mark(event=event, player=one, presence="absent", by=cast.scorekeeper)
    seats.fill(event=event, by=cast.director)
    left = {name: seat for name, seat in chairs(event).items() if seat}
    assert left == {"Clara Sims": 3, "Dolores Tate": 4, "Edwin Usher": 1, "Frances Vane": 2}


def test_anchors_stay_put_and_couples_do_not_meet_first(cast: Cast) -> None:
    event = stories.night(cast)
    who = stories.sign_in(event, cast, cast.players[:12])
    for entry in who[:3]:
        seats.anchor(entry=entry, on=True, by=cast.director)
    pairs = [(who[3], who[4]), (who[5], who[6]), (who[0], who[7])]
    for a, b in pairs:
        seats.couple(a=a, b=b, by=cast.director)
    for seed in range(8):
        event = seats.draw(event=event, by=cast.director, seed=str(seed))
        plan = selectors.plan_of(event)
        assert plan is not None
        first = {frozenset((game.a, game.b)) for game in plan.draw.meetings_in(1)}
        assert not first & {frozenset((a.pk, b.pk)) for a, b in pairs}
        assert plan.draw.anchors == tuple(entry.pk for entry in who[:3])


def test_a_new_couple_parts_the_old_one(cast: Cast) -> None:
    event = stories.night(cast)
    ada, bert, clara = stories.sign_in(event, cast, cast.paper[:3])
    seats.couple(a=ada, b=bert, by=cast.director)
    seats.couple(a=bert, b=clara, by=cast.director)
    apart = {entry.pk: entry.apart_from_id for entry in Entry.objects.all()}
    assert apart == {ada.pk: None, bert.pk: clara.pk, clara.pk: bert.pk}
    seats.uncouple(entry=clara, by=cast.director)
    assert not Entry.objects.filter(apart_from__isnull=False).exists()
    with pytest.raises(Invalid):
        seats.couple(a=ada, b=ada, by=cast.director)


def thirteen(cast: Cast, **fields: object) -> Event:
    event = stories.night(cast, **fields)
    stories.sign_in(event, cast, [*cast.players[:12], cast.guest.player])
    return event


def test_thirteen_players_have_five_choices_with_their_facts(cast: Cast) -> None:
    event = thirteen(cast)
    box = selectors.odd_field(event)
    assert box is not None
    assert (box.players, box.games, box.sit_outs, box.make_ups, box.rounds) == (13, 9, 9, 4, 10)
    assert [(one.entry.player.name, one.why) for one in box.stand_down] == [
        (cast.players[11].name, "last"),
        ("Priya Shah", "guest"),
    ]
    assert box.short is not None
    assert (box.short.entry.player.name, box.short.why) == ("Priya Shah", "guest")
    assert box.house == []
    assert [(one.games, one.rounds) for one in box.even] == [(8, 9), (10, 11)]
    assert box.chosen == Event.Odd.UNDECIDED


def test_a_volunteer_comes_before_guests_for_the_short_card(cast: Cast) -> None:
    event = thirteen(cast)
    bert = stories.by_name(event)["Bert Rowley"]
    checkin.stands_down(event=event, entry=bert, by=cast.scorekeeper)
    event = seats.draw(event=event, by=cast.director, seed="short")
    box = selectors.odd_field(event)
    assert box is not None
    assert box.short is not None
    assert (box.short.entry, box.short.why) == (bert, "volunteer")
    assert box.stand_down[0].entry == bert
    assert box.draw is not None
    (short,) = box.draw.short
    assert (short.player, short.games) == (bert.pk, 8)


def test_who_of_the_desk_is_not_playing_can_fill_the_seat(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:5])
    box = selectors.odd_field(event)
    assert box is not None
    assert {one.name for one in box.house} == {"Margaret Ellis", "Tom Holt", "Ingrid Larsen"}


def test_an_even_field_has_no_choices(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:6])
    assert selectors.odd_field(event) is None


def test_a_volunteer_for_the_tenth_game_makes_the_last_card_whole(cast: Cast) -> None:
    event = thirteen(cast)
    ada = stories.by_name(event)["Ada Quince"]
    seats.choose_odd(event=event, odd="tenth", tenth=ada, by=cast.director)
    event = seats.draw(event=event, by=cast.director, seed="tenth")
    event = rotation.start(event=event, by=cast.director)
    planned = {entry.player.name: entry.planned_games for entry in selectors.entries_of(event)}
    assert set(planned.values()) == {9}
    plan = selectors.plan_of(event)
    assert plan is not None
    assert plan.draw.short == ()
    (extra,) = [game for game in plan.draw.meetings if game.counts_for is not None]
    assert ada.pk in (extra.a, extra.b)
    assert extra.counts_for != ada.pk
    cards = selectors.card_plans(event)
    assert [stop.counts for stop in cards[ada.pk] if stop.opponent].count(False) == 1


def test_an_even_number_of_games_leaves_no_card_short_and_can_be_taken_back(cast: Cast) -> None:
    event = thirteen(cast)
    event = seats.choose_odd(event=event, odd="even", games=8, by=cast.director)
    assert event.games == 8
    event = seats.draw(event=event, by=cast.director, seed="even")
    box = selectors.odd_field(event)
    assert box is not None
    assert box.short is None
    assert [one.games for one in box.even] == [8, 10]
    event = seats.choose_odd(event=event, odd="ghost", by=cast.director)
    assert event.games == 9
    with pytest.raises(Invalid):
        seats.choose_odd(event=event, odd="even", games=7, by=cast.director)


def test_a_sanctioned_night_stays_at_its_number_of_games(cast: Cast) -> None:
    event = thirteen(cast, mode="sanctioned")
    with pytest.raises(Conflict):
        seats.choose_odd(event=event, odd="even", by=cast.director)
    box = selectors.odd_field(event)
    assert box is not None
    assert box.even == []


def test_the_choice_is_open_until_start(cast: Cast) -> None:
    event = thirteen(cast)
    event = seats.draw(event=event, by=cast.director)
    event = rotation.start(event=event, by=cast.director)
    assert event.odd == Event.Odd.GHOST
    with pytest.raises(Conflict):
        seats.choose_odd(event=event, odd="tenth", by=cast.director)
    with pytest.raises(Conflict):
        seats.draw(event=event, by=cast.director)


def test_an_expected_player_gives_their_chair_back(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:6])
    seats.draw(event=event, by=cast.director, seed="six")
    late = checkin.mark(event=event, player=cast.paper[5], presence="late", by=cast.scorekeeper)
    assert late.seat is None
    assert field_of(event).expected == (late.pk,)


@pytest.mark.parametrize("who", ["scorekeeper", "member", "stranger", "other_director"])
def test_only_directors_change_seats(cast: Cast, who: str) -> None:
    event = stories.night(cast)
    ada, bert, *_ = stories.sign_in(event, cast, cast.paper[:4])
    user = cast.account(who)
    assert user is not None
    for attempt in (
        lambda: seats.draw(event=event, by=user),
        lambda: seats.keep(event=event, by=user),
        lambda: seats.fill(event=event, by=user),
        lambda: seats.clear(event=event, by=user),
        lambda: seats.type_seat(event=event, seat=1, entry=ada, by=user),
        lambda: seats.anchor(entry=ada, on=True, by=user),
        lambda: seats.couple(a=ada, b=bert, by=user),
        lambda: seats.uncouple(entry=ada, by=user),
        lambda: seats.choose_odd(event=event, odd="ghost", by=user),
        lambda: seats.choose_way(event=event, seating="typed", by=user),
        lambda: rotation.start(event=event, by=user),
    ):
        with pytest.raises(Forbidden):
            attempt()
    assert not Entry.objects.filter(seat__isnull=False).exists()


def test_a_field_too_small_is_refused_with_its_number(cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.paper[:2])
    with pytest.raises(Invalid) as refused:
        seats.draw(event=event, by=cast.director)
    assert "at least 3" in refused.value.message
    with pytest.raises(Invalid):
        rotation.start(event=event, by=cast.director)
    assert nights.open_checkin(event=event, by=cast.director).status == Event.Status.CHECKIN
