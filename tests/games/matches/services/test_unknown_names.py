"""A line whose name nobody knows is kept and marked, with g, m or v to add the person."""

import pytest

from clubs.events.models import Entry, Event
from clubs.people.models import Membership, Player
from games.matches.models import DeskLine
from games.matches.selectors.desk import desk_state
from games.matches.services import desk
from tests.factories import Cast, player
from tests.games.matches.evenings import ledger_of, started, type_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(cast: Cast) -> Event:
    """Return a night of six, seats in the order of the cast."""
    return started(cast, 6)


def test_the_line_is_kept_and_needs_a_look(cast: Cast, night: Event) -> None:
    outcome = type_in(night, "Zoë Novák 12/6 +3", cast.director)
    assert (outcome.kind, outcome.code) == ("kept", "name_kept")
    assert "Zoë Novák" in outcome.message
    assert ledger_of(night) == []
    look = next(look for look in desk_state(night).needs_look if look.group == "name")
    assert (look.line_id, look.lines) == (outcome.line_id, ("Zoë Novák 12/6 +3",))


@pytest.mark.parametrize(("key", "kind"), [("g", "guest"), ("m", "member"), ("v", "visitor")])
def test_g_m_or_v_adds_the_person_and_enters_the_line(cast: Cast, night: Event, key: str, kind: str) -> None:
    type_in(night, "Zoë Novák 12/6 +3", cast.scorekeeper)
    outcome = type_in(night, key, cast.scorekeeper)
    assert outcome.kind == "saved", outcome.message
    assert outcome.message == "Zoë Novák is added. 12/6 +3."
    entry = Entry.objects.get(stage__event=night, player__name="Zoë Novák")
    assert (entry.kind, entry.presence) == (kind, "here")
    assert Membership.objects.get(player=entry.player).kind == kind
    assert ledger_of(night)[0][:7] == (entry.pk, None, "card", None, 9, 6, 12)


def test_m_without_a_waiting_name_lists_the_missing(cast: Cast, night: Event) -> None:
    type_in(night, "Zoë Novák 12/6 +3", cast.director)
    assert type_in(night, "m", cast.scorekeeper).code == "missing_list", "the name waits for somebody else"
    type_in(night, "2 12/6 +3", cast.director)
    assert type_in(night, "m", cast.director).code == "missing_list"


def test_a_club_member_who_is_not_checked_in_is_named_and_not_made_again(cast: Cast, night: Event) -> None:
    kept = type_in(night, "zel 12/6 +3", cast.director)  # Joan Zeller is in the club's list
    assert kept.code == "name_known"
    assert "Joan Zeller is not checked in tonight" in kept.message
    count = Player.objects.count()
    assert type_in(night, "m", cast.director).kind == "saved"
    assert Player.objects.count() == count
    assert Entry.objects.get(stage__event=night, player__name="Joan Zeller").presence == "here"


def test_undo_takes_the_added_person_out_of_the_night_again(cast: Cast, night: Event) -> None:
    type_in(night, "Zoë Novák 12/6 +3", cast.director)
    type_in(night, "g", cast.director)
    assert desk_state(night).cards_all == 7
    assert type_in(night, "u", cast.director).kind == "undone"
    assert ledger_of(night) == []
    assert desk_state(night).cards_all == 6
    assert Entry.objects.get(player__name="Zoë Novák").presence == "absent"


def test_a_kept_line_is_dropped_by_u_or_by_hand(cast: Cast, night: Event) -> None:
    kept = type_in(night, "Zoë Novák 12/6 +3", cast.director)
    assert type_in(night, "u", cast.director).code == "dropped"
    line = DeskLine.objects.get(pk=kept.line_id)
    assert line.state == DeskLine.State.DROPPED
    assert desk.drop(line=line, by=cast.director).code == "nobody_waiting"
    assert desk.add_unknown(line=line, kind="guest", by=cast.director).code == "nobody_waiting"
    assert not Player.objects.filter(name="Zoë Novák").exists()


def test_the_name_can_be_written_out_when_it_is_added(cast: Cast, night: Event) -> None:
    kept = type_in(night, "zoe 12/6 +3", cast.director)
    line = DeskLine.objects.get(pk=kept.line_id)
    outcome = desk.add_unknown(line=line, kind="guest", by=cast.director, name="Zoë Novák")
    assert outcome.kind == "saved"
    assert Player.objects.filter(name="Zoë Novák").exists()


def test_a_name_that_cannot_be_added_leaves_the_line_kept(cast: Cast, night: Event) -> None:
    kept = type_in(night, "zoe 12/6 +3", cast.director)
    line = DeskLine.objects.get(pk=kept.line_id)
    for kind, name in (("king", "Zoë"), ("guest", "Z" * 300)):
        outcome = desk.add_unknown(line=line, kind=kind, by=cast.director, name=name)
        assert outcome.kind == "refused"
        assert outcome.message
    line.refresh_from_db()
    assert line.state == DeskLine.State.WAITING
    assert Entry.objects.filter(stage__event=night).count() == 6


@pytest.mark.parametrize("text", ["zoe del", "zoe none", "zoe out 3", "?zoe"])
def test_only_cards_are_kept(cast: Cast, night: Event, text: str) -> None:
    outcome = type_in(night, text, cast.director)
    assert (outcome.kind, outcome.code) == ("refused", "nobody_called")
    assert not DeskLine.objects.exists()


def test_somebody_marked_as_not_here_is_refused_with_what_to_do(cast: Cast, night: Event) -> None:
    away = player(cast.club, "Zoë Novák")
    stage = Entry.objects.filter(stage__event=night).first().stage  # type: ignore[union-attr]
    Entry.objects.create(stage=stage, player=away, presence="absent")
    outcome = type_in(night, "zoe 12/6 +3", cast.director)
    assert (outcome.kind, outcome.code) == ("refused", "absent")
    assert "Check-in" in outcome.message
