"""Announce and publish: places from the last paid one, ties that wait for a person, corrections as new versions."""

import datetime

import pytest

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.models import Event, Publication
from clubs.events.services import rotation, seats, standings, ties
from clubs.events.views import words
from games.matches.selectors import publications
from games.matches.selectors.announce import announcement
from games.matches.selectors.night import night_state
from games.matches.services import announce
from tests.clubs.events import stories
from tests.factories import Cast, player
from tests.games.matches.evenings import ledger_of, started, type_in, type_twice

pytestmark = pytest.mark.django_db

# Six cards of nine games: 27 wins, net 0. Seat 2 and 3 are level up to the last step.
CARDS = ("1 14/6 +92", "2 11/5 +101 -69", "3 11/5 +101 -69", "4 9/4 -26", "5 8/4 -60", "6 7/3 -70")


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night of six with every card in."""
    event = started(cast, 6)
    for line in CARDS:
        assert type_in(event, line, cast.director).kind == "saved", line
    return event


def test_places_are_read_from_the_last_paid_one_to_the_first(cast: Cast, night: Event) -> None:
    said = announcement(night)
    assert said.paid == 2  # ceil(6 / 4)
    assert [(place.rank, place.names) for place in said.places] == [
        (2, "Tom Holt and Ingrid Larsen"),
        (1, "Margaret Ellis"),
    ]
    assert [place.rank for place in said.others] == [4, 5, 6]
    assert [place.rank for place in announcement(night, one_in=2).places] == [2, 1]


def test_the_step_that_decided_is_told_in_words_with_both_values(cast: Cast, night: Event) -> None:
    type_twice(night, "3 11/5 +97 -65", cast.director)
    place = announcement(night).others[0]
    assert place.names == "Ingrid Larsen"
    assert place.why == "Level with Tom Holt on points, games won and net. Plus decides: 101 to 97."
    type_twice(night, "3 11/5 +31", cast.director)
    assert announcement(night).others[0].why == (
        "Level with Tom Holt on points and games won. Net decides: +32 to +31."
    )


def test_a_tie_at_a_paid_place_stops_publishing_until_it_is_accepted(cast: Cast, night: Event) -> None:
    said = announcement(night)
    assert said.status == "tie"
    assert said.open_ties[0].waits
    with pytest.raises(Conflict) as refused:
        announce.publish(event=night, by=cast.director)
    assert refused.value.code == "tie_open"
    assert "Tom Holt and Ingrid Larsen" in refused.value.message
    assert not Publication.objects.exists()
    publication = announce.publish(event=night, by=cast.director, accept_open=True)
    waiting = [row for row in publication.rows if row["waits"]]
    assert [(row["rank"], row["shared"]) for row in waiting] == [(2, True), (2, True)]


def test_people_decide_it_and_it_is_told_how(cast: Cast, night: Event) -> None:
    stage = selectors.stage_of(night)
    entries = {entry.seat: entry for entry in stage.entries.select_related("player")}
    ties.decide(stage=stage, entries=[entries[3], entries[2]], how="Ingrid won the cut.", by=cast.director)
    said = announcement(night)
    assert said.status == "ready"
    assert [(place.rank, place.names) for place in said.places] == [(2, "Ingrid Larsen"), (1, "Margaret Ellis")]
    assert said.others[0].why == (
        "Level with Ingrid Larsen on everything that is counted; decided by people. Ingrid won the cut."
    )
    assert announce.publish(event=night, by=cast.director).number == 1


def test_a_night_that_does_not_balance_is_published_and_marked(cast: Cast, night: Event) -> None:
    type_twice(night, "6 7/3 -52", cast.director)  # 18 too much
    type_twice(night, "3 11/5 +31", cast.director)  # one off: 17
    type_twice(night, "3 11/5 +32", cast.director)
    said = announcement(night)
    assert said.audit_text == "does not balance, +18"
    assert said.problems[0] == "Net is 18 too high."
    publication = announce.publish(event=night, by=cast.director, accept_open=True)
    assert publication.audit["net_by"] == 18
    version = publications.latest(night, cast.director)
    assert version is not None
    assert (version.balances, version.audit_text) == (False, "does not balance, +18")


def test_a_missing_card_is_named_with_what_the_others_leave(cast: Cast, night: Event) -> None:
    type_in(night, "6 del", cast.director)
    said = announcement(night)
    assert [(out.name, out.seat) for out in said.missing] == [("Bert Rowley", 6)]
    assert said.missing[0].forecast == "The others leave 3 wins and net −70 for Bert Rowley."
    publication = announce.publish(event=night, by=cast.director, accept_open=True)
    assert [row["name"] for row in publication.rows if row["rank"] is None] == ["Bert Rowley"]


def test_guests_and_visitors_are_named_with_what_their_card_counts_for(cast: Cast) -> None:
    event = stories.night(cast)
    guest = player(cast.club, "Sam Okafor", kind="guest")
    stories.sign_in(event, cast, [*cast.players[:2], guest, cast.visitor])
    seats.draw(event=event, by=cast.director, seed="x")
    event = rotation.start(event=event, by=cast.director)
    type_in(event, "sam 8/4 -26", cast.director)
    said = {guest.name: guest.sentence for guest in announcement(event).guests}
    assert said["Sam Okafor"] == "Sam Okafor, guest, visit 1 of 4. Card: 8/4 −26."
    assert said["Vera Moss"] == (
        "Vera Moss, visitor from Harbour Lights. The card counts for tonight’s places, not for our season."
    )


def test_a_guests_first_points_card_is_read_out_once(cast: Cast) -> None:
    """Help for a guest ends with the first card of 12 or better, or after four visits (domain: club nights)."""
    guest = player(cast.club, "Sam Okafor", kind="guest")
    said, notes = [], []
    for week, card in enumerate(("11/5 -3", "12/6 +4", "14/6 +20", "8/4 -2")):
        event = stories.night(cast, name=f"Night {week}", date=stories.NIGHT + datetime.timedelta(weeks=week))
        stories.sign_in(event, cast, [*cast.players[:3], guest])
        entry = event.stages.get().entries.get(player=guest)
        notes.append(words.note(event, entry, "guest", selectors.guest_visits(event)))
        seats.draw(event=event, by=cast.director, seed="x")
        event = rotation.start(event=event, by=cast.director)
        type_in(event, f"sam {card}", cast.director)
        said.append(announcement(event).guests[0].sentence)
        announce.publish(event=event, by=cast.director, accept_open=True)
        standings.recompute(event.stages.get().pk)
    ends = "The first points card: help ends."
    assert [ends in sentence for sentence in said] == [False, True, False, False]
    assert said[3] == "Sam Okafor, guest, visit 4 of 4. Card: 8/4 −2."
    assert notes == [
        "Guest, visit 1 of 4",
        "Guest, visit 2 of 4",
        "Guest, visit 3 of 4 · Has had a points card: help has ended",
        "Guest, visit 4 of 4: the last before joining · Has had a points card: help has ended",
    ]


def test_where_cards_earn_no_season_points_by_the_threshold_there_is_no_points_card(cast: Cast) -> None:
    event = stories.night(cast, preset="match123")
    guest = player(cast.club, "Sam Okafor", kind="guest")
    stories.sign_in(event, cast, [*cast.players[:3], guest])
    seats.draw(event=event, by=cast.director, seed="x")
    event = rotation.start(event=event, by=cast.director)
    type_twice(event, "sam 13/8 +90", cast.director)
    assert "points card" not in announcement(event).guests[0].sentence


def test_cards_of_twelve_or_better_are_named(cast: Cast, night: Event) -> None:
    assert [(reader.name, reader.points) for reader in announcement(night).good] == [("Margaret Ellis", 14)]


def test_a_text_for_the_newsletter(cast: Cast, night: Event) -> None:
    text = announcement(night).newsletter
    assert "Margaret Ellis took first, 14/6 +92." in text
    assert "Tom Holt and Ingrid Larsen shared place 2, 11/5 +32." in text
    day = night.date
    assert f", {day.day} {day:%B} {day.year}: 6 players." in text


def test_publishing_is_for_directors_once_and_with_a_result(cast: Cast, night: Event) -> None:
    with pytest.raises(Forbidden):
        announce.publish(event=night, by=cast.scorekeeper)
    announce.publish(event=night, by=cast.director, accept_open=True)
    with pytest.raises(Conflict, match="already_published"):
        announce.publish(event=night, by=cast.director, accept_open=True)
    empty = started(cast, 4, name="Empty")
    with pytest.raises(Invalid, match="nothing_to_publish"):
        announce.publish(event=empty, by=cast.director)


def test_a_correction_is_a_new_version_with_its_reason_and_differences(cast: Cast, night: Event) -> None:
    first = announce.publish(event=night, by=cast.director, accept_open=True)
    with pytest.raises(Conflict, match="night_not_correcting"):
        announce.publish_correction(event=night, by=cast.director)
    with pytest.raises(Invalid):
        announce.correct(event=night, by=cast.director, reason="  ")
    announce.correct(event=night, by=cast.director, reason="Wilf’s card was read wrongly")
    state = night_state(night, cast.member)
    assert (state.version, state.standings_are) == (1, "published")
    type_twice(night, "4 10/4 -26", cast.director)
    night.refresh_from_db()
    assert night_state(night, cast.member).standings_are == "correcting"
    assert next(row.points for row in night_state(night, cast.member).standings if row.name == "Wilf Barker") == 9
    second = announce.publish_correction(event=night, by=cast.director, accept_open=True)
    assert second.number == 2
    assert second.reason == "Wilf’s card was read wrongly"
    first.refresh_from_db()
    assert next(row["points"] for row in first.rows if row["name"] == "Wilf Barker") == 9, "the old one is kept"
    newest, oldest = publications.history(night, cast.director)
    assert (newest.number, oldest.number) == (2, 1)
    changed = newest.changed[0]
    assert changed.name == "Wilf Barker"
    assert [(change.figure, change.old, change.new) for change in changed.changes] == [
        ("points", "9", "10"),
        ("skunks", "1", "2"),
    ]


def test_strangers_see_names_as_the_club_shows_them(cast: Cast, night: Event) -> None:
    announce.publish(event=night, by=cast.director, accept_open=True)
    type(cast.club).objects.update(names="short")
    night = Event.objects.select_related("club").get(pk=night.pk)
    assert publications.history(night, cast.stranger)[0].rows[0].name == "Margaret E."
    assert publications.history(night, cast.member)[0].rows[0].name == "Margaret Ellis"
    assert {row.name for row in night_state(night, cast.stranger).standings} >= {"Tom H."}


def test_a_published_correction_posts_through_the_same_ledger(cast: Cast, night: Event) -> None:
    announce.publish(event=night, by=cast.director, accept_open=True)
    before = ledger_of(night)
    assert type_in(night, "4 10/4 -26", cast.director).code == "night_published"
    assert ledger_of(night) == before
