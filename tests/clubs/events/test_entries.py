import pytest

from clubs.base.errors import Forbidden
from clubs.events import selectors
from clubs.events.models import Entry
from clubs.events.services import checkin, entries, nights
from clubs.people.models import AuditLine
from tests.clubs.events import stories
from tests.factories import Cast, player


def test_a_past_nights_name_is_attendance_without_a_check_in(cast: Cast) -> None:
    event = nights.plan(club=cast.club, by=cast.director, name="Past", date=stories.NIGHT)
    stage = selectors.stage_of(event)
    first = entries.add(stage=stage, player=cast.guest.player, by=cast.scorekeeper)
    again = entries.add(stage=stage, player=cast.guest.player, by=cast.scorekeeper)
    assert first == again
    assert (first.presence, first.kind, first.seat) == ("here", "guest", None)
    assert selectors.guest_visit_number(cast.guest.player, cast.club, stories.NIGHT) == 1
    assert AuditLine.objects.filter(action="entry.added").count() == 1


def test_who_was_marked_away_is_here_after_all(cast: Cast) -> None:
    event = stories.night(cast)
    checkin.mark(event=event, player=cast.paper[0], presence="absent", by=cast.scorekeeper)
    entry = entries.add(stage=selectors.stage_of(event), player=cast.paper[0], by=cast.scorekeeper)
    assert (entry.presence, Entry.objects.count()) == ("here", 1)


def test_the_kind_of_that_night_can_be_told(cast: Cast) -> None:
    stage, _ = stories.past(cast, [])
    assert entries.add(stage=stage, player=cast.paper[0], kind="guest", by=cast.director).kind == "guest"


def test_a_merged_player_has_one_entry(cast: Cast) -> None:
    stage, _ = stories.past(cast, [])
    twin = player(cast.club, "Ada Q.")
    first = entries.add(stage=stage, player=twin, by=cast.director)
    twin.merged_into = cast.paper[0]
    twin.save()
    assert entries.add(stage=stage, player=cast.paper[0], by=cast.director) == first


def test_only_the_desk_adds(cast: Cast) -> None:
    stage, _ = stories.past(cast, [])
    with pytest.raises(Forbidden):
        entries.add(stage=stage, player=cast.paper[0], by=cast.member)
    assert not Entry.objects.exists()
