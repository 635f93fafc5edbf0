"""Two people at once: real threads, real transactions."""

import uuid

import pytest
from django.db import transaction

from clubs.base import versions
from clubs.base.errors import Conflict
from clubs.events import selectors
from clubs.events.models import Entry, LedgerLine, Pairing, Round, Stage, Standing, TieDecision
from clubs.events.services import checkin, moves, pairings, publications, rotation, seats, standings, ties
from clubs.people.models import AuditLine
from tests import factories
from tests.clubs.base.together import together
from tests.clubs.events import stories
from tests.factories import Cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(transactional_db: None) -> Cast:
    """Return the cast, stored where other connections see it."""
    return factories.cast()


def test_two_directors_check_in_the_same_player(people: Cast) -> None:
    event = stories.night(people)
    both = together(
        lambda: checkin.mark(event=event, player=people.paper[0], presence="here", by=people.director),
        lambda: checkin.mark(event=event, player=people.paper[0], presence="here", by=people.owner),
    )
    assert both[0] == both[1] == Entry.objects.get()
    assert AuditLine.objects.filter(action="entry.here").count() == 1


def test_two_desks_add_the_same_new_name(people: Cast) -> None:
    event = stories.night(people)
    outcomes = together(*[lambda: checkin.walk_in(event=event, name="Gwen New", by=people.scorekeeper)] * 2)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Entry"]
    assert Entry.objects.count() == 1


def test_many_check_in_at_once_and_each_has_a_number_of_their_own(people: Cast) -> None:
    event = stories.night(people)

    def arrive(number: int) -> Entry:
        return checkin.mark(event=event, player=people.paper[number], presence="here", by=people.scorekeeper)

    together(*[lambda number=number: arrive(number) for number in range(6)])
    assert set(Entry.objects.values_list("arrived", flat=True)) == {1, 2, 3, 4, 5, 6}


def test_a_night_is_started_once(people: Cast) -> None:
    event = stories.night(people)
    stories.sign_in(event, people, people.players)
    seats.draw(event=event, by=people.director)
    outcomes = together(
        lambda: rotation.start(event=event, by=people.director), lambda: rotation.start(event=event, by=people.owner)
    )
    assert sorted(isinstance(outcome, Conflict) for outcome in outcomes) == [False, True]
    assert (Round.objects.count(), Pairing.objects.count()) == (9, 63)


def test_the_same_seat_is_given_once(people: Cast) -> None:
    event = stories.night(people)
    ada, bert, *_ = stories.sign_in(event, people, people.paper[:4])
    outcomes = together(
        lambda: seats.type_seat(event=event, seat=1, entry=ada, by=people.director),
        lambda: seats.type_seat(event=event, seat=1, entry=bert, by=people.owner),
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
    assert Entry.objects.filter(seat=1).count() == 1


def test_two_recomputes_at_once_write_each_row_once(people: Cast) -> None:
    stage, who = stories.past(people, ["Ada Quince", "Bert Rowley", "Clara Sims"])
    stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    assert together(*[lambda: standings.recompute(stage.pk)] * 4) == [1] * 4
    assert Standing.objects.count() == 2
    # One of the four did the work: the version of the pages' topic was bumped once.
    assert versions.current("standings", stage.pk) == 1


def test_results_posted_at_once_all_stand(people: Cast) -> None:
    stage, who = stories.past(people, ["Ada Quince", "Bert Rowley", "Clara Sims", "Dolores Tate"])
    a, b, c, d = who.values()
    together(
        lambda: stories.post(stage, stories.game(a, b, 12, number=1)),
        lambda: stories.post(stage, stories.game(c, d, 12, number=1)),
        lambda: stories.post(stage, stories.game(b, c, 12, number=2)),
        lambda: stories.post(stage, stories.game(d, a, 12, number=2)),
    )
    assert LedgerLine.objects.count() == 8
    assert versions.current("stage", stage.pk) == 4


def test_two_nights_with_the_same_players_do_not_wait_for_each_other_in_a_circle(people: Cast) -> None:
    names = [one.name for one in people.paper]
    first, one = stories.past(people, names, name="First")
    second, two = stories.past(people, names[::-1], name="Second")

    def paste(stage: Stage, entries: dict[str, Entry]) -> None:
        who = list(entries.values())
        for number in range(10):
            # One transaction of five postings, as a pasted list is.
            with transaction.atomic():
                for a, b in zip(who[::2], who[1::2], strict=True):
                    stories.post(stage, stories.game(a, b, 12, number=number + 1))

    assert together(lambda: paste(first, one), lambda: paste(second, two)) == [None, None]
    assert versions.current("club", people.club.pk) == 100


def test_one_source_posted_twice_at_once_stands_once(people: Cast) -> None:
    stage, who = stories.past(people, ["Ada Quince", "Bert Rowley"])
    source = uuid.uuid4()
    lines = stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1)
    together(*[lambda: stories.post(stage, lines, source=source)] * 3)
    assert LedgerLine.objects.count() == 2
    assert versions.current("stage", stage.pk) == 1


def test_a_change_and_a_result_at_once_never_lose_the_result(people: Cast) -> None:
    event = stories.started(people, 13)
    checkin.mark(event=event, player=people.players[13], presence="here", by=people.scorekeeper, from_game=1)
    digest = rotation.preview_change(event=event, by=people.director).digest
    row = next(row for row in selectors.pairings_of(event) if row.b_id)
    assert row.b is not None
    a, b = row.a, row.b

    def result() -> None:
        with transaction.atomic():
            moves.lock(event)
            stays = Pairing.objects.filter(pk=row.pk).first()
            if stays is not None:
                pairings.settle(pairing=stays, status=Pairing.Status.PLAYED)
                stories.post(selectors.stage_of(event), stories.game(a, b, 12, number=1))

    change, _ = together(lambda: rotation.apply_change(event=event, by=people.director, digest=digest), result)
    if isinstance(change, Conflict):
        assert change.code == "changed_since"
    stands = Pairing.objects.filter(pk=row.pk).first()
    if stands is not None:
        assert (stands.status, stands.a_id, stands.b_id) == (Pairing.Status.PLAYED, a.pk, b.pk)
        assert LedgerLine.objects.count() == 2
    else:
        assert LedgerLine.objects.count() == 0


def test_a_night_is_published_once(people: Cast) -> None:
    stage, who = stories.past(people, ["Ada Quince", "Bert Rowley"])
    stories.post(stage, stories.game(who["Ada Quince"], who["Bert Rowley"], 12, number=1))
    event = selectors.event_for(people.director, people.club, stage.event_id or 0)
    outcomes = together(
        lambda: publications.store(event=event, by=people.director),
        lambda: publications.store(event=event, by=people.owner),
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 1
    assert event.publications.count() == 1


def test_two_decisions_at_once_are_two_lines_and_the_newest_holds(people: Cast) -> None:
    stage, who = stories.past(people, ["Ada Quince", "Bert Rowley"])
    for entry in who.values():
        stories.post(stage, [stories.card(entry, 10, 5, plus=50, minus=40, net=10)])
    ada, bert = who.values()
    together(
        lambda: ties.decide(stage=stage, entries=[ada, bert], by=people.director),
        lambda: ties.decide(stage=stage, entries=[bert, ada], by=people.owner),
    )
    standings.recompute(stage.pk)
    newest = TieDecision.objects.latest("pk")
    assert Standing.objects.get(rank=1).entry_id == newest.entries[0]
