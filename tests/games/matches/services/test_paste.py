"""A whole list: shown first, entered all or not at all; twice changes nothing; a past night is like tonight's."""

import time

import pytest

from clubs.base.errors import Conflict, Forbidden, Invalid
from clubs.events import selectors
from clubs.events.models import Entry, Event
from clubs.events.services import nights, standings
from clubs.people.models import Membership, Player
from games.matches.models import CardClaim, DeskLine
from games.matches.services import announce, paste
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches.evenings import ledger_of, started, type_in

pytestmark = pytest.mark.django_db

LIST = "Name  points/wins  spread\nAda Quince 16/7 +74\nBert Rowley, 12/6, +8\n3. Clara Sims\t7/3\t-82"


@pytest.fixture
def past(cast: Cast) -> Event:
    """Return a past night nobody was checked in for."""
    return nights.plan(club=cast.club, by=cast.director, name="Last week", date=stories.NIGHT)


def enter(event: Event, text: str, cast: Cast, **choices: str) -> paste.Applied:
    """Preview a list and enter it."""
    chosen = {int(number.removeprefix("row")): choice for number, choice in choices.items()}
    shown = paste.preview(event=event, text=text, by=cast.director, choices=chosen)
    assert shown.ready, [row.messages for row in shown.bad] or shown.problem
    return paste.apply(event=event, text=text, digest=shown.digest, by=cast.director, choices=chosen)


def test_a_past_night_is_entered_from_a_list_and_attendance_follows(cast: Cast, past: Event) -> None:
    shown = paste.preview(event=past, text=LIST, by=cast.scorekeeper)
    assert [(row.name, row.state, row.new, row.joins) for row in shown.rows] == [
        ("Ada Quince", "new", "16/7 +74", True),
        ("Bert Rowley", "new", "12/6 +8", True),
        ("Clara Sims", "new", "7/3 −82", True),
    ]
    assert shown.headings == ("Name  points/wins  spread",)
    assert not Entry.objects.filter(stage__event=past).exists(), "a preview stores nothing"
    assert ledger_of(past) == []
    assert not DeskLine.objects.exists()
    applied = paste.apply(event=past, text=LIST, digest=shown.digest, by=cast.scorekeeper)
    assert (applied.entered, applied.joined) == (3, 3)
    rows = standings.now(selectors.stage_of(past))
    assert [(row.entry.player.name, row.rank) for row in rows] == [
        ("Ada Quince", 1),
        ("Bert Rowley", 2),
        ("Clara Sims", 3),
    ]
    assert set(Entry.objects.filter(stage__event=past).values_list("presence", flat=True)) == {"here"}
    assert set(CardClaim.objects.values_list("source", flat=True)) == {"paste"}


def test_entering_it_twice_changes_nothing(cast: Cast, past: Event) -> None:
    shown = paste.preview(event=past, text=LIST, by=cast.director)
    paste.apply(event=past, text=LIST, digest=shown.digest, by=cast.director)
    before = (ledger_of(past), CardClaim.objects.count(), Entry.objects.count(), DeskLine.objects.count())
    again = paste.apply(event=past, text=LIST, digest=shown.digest, by=cast.director)
    assert (again.entered, again.same, again.joined) == (0, 3, 0)
    assert (ledger_of(past), CardClaim.objects.count(), Entry.objects.count(), DeskLine.objects.count()) == before


def test_a_corrected_list_replaces_what_differs_and_says_so(cast: Cast, past: Event) -> None:
    enter(past, LIST, cast)
    changed = LIST.replace("12/6, +8", "13/6, +38")
    shown = paste.preview(event=past, text=changed, by=cast.director)
    assert [(row.state, row.old, row.new) for row in shown.rows if row.state != "same"] == [
        ("replaces", "12/6 +8", "13/6 +38")
    ]
    assert enter(past, changed, cast).entered == 1


@pytest.mark.parametrize("choice", ["guest", "member", "visitor"])
def test_an_unknown_name_waits_for_a_choice(cast: Cast, past: Event, choice: str) -> None:
    text = LIST + "\nZoë Novák 9/4 +3"
    shown = paste.preview(event=past, text=text, by=cast.director)
    assert [(row.state, row.number) for row in shown.bad] == [("unknown", 5)]
    with pytest.raises(Invalid, match="paste_not_ready"):
        paste.apply(event=past, text=text, digest=shown.digest, by=cast.director)
    assert ledger_of(past) == [], "all or nothing"
    assert enter(past, text, cast, row5=choice).entered == 4
    player = Player.objects.get(name="Zoë Novák")
    assert Membership.objects.get(player=player).kind == choice
    assert Entry.objects.get(player=player).kind == choice


def test_an_unknown_name_may_be_somebody_of_the_club_or_nobody(cast: Cast, past: Event) -> None:
    text = "Ada Quince 16/7 +74\nNobody Known 9/4 +3\nTotal 25/11 +77"
    joan = next(one for one in cast.paper if one.name == "Joan Zeller")
    applied = enter(past, text, cast, row2=f"player:{joan.pk}", row3="skip")
    assert (applied.entered, applied.joined) == (2, 2)
    assert Entry.objects.filter(stage__event=past, player=joan).exists()


@pytest.mark.parametrize("choice", ["king", "player:0", "player:999999999", "player:x", "player:"])
def test_a_choice_that_is_none_is_refused(cast: Cast, past: Event, choice: str) -> None:
    shown = paste.preview(event=past, text="Zoë Novák 9/4 +3", by=cast.director, choices={1: choice})
    assert [row.state for row in shown.rows] == ["problem"]


def test_somebody_of_another_club_cannot_be_chosen(cast: Cast, past: Event) -> None:
    stranger = cast.other_owner.player
    shown = paste.preview(event=past, text="Nora 9/4 +3", by=cast.director, choices={1: f"player:{stranger.pk}"})
    assert not shown.ready
    assert not Entry.objects.filter(player=stranger).exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ada Quince 11/6 +3", "6 wins score 12 to 18"),
        ("Ada Quince 16/7 74", "plus or minus"),
        ("Ada Quince 16/7 +74 in 99", "99 games"),
        ("Bert Rowley 9/4 +1", "already in line 2"),
        ("b rowl 9/4 +1", "already in line 2"),
        ("nonsense", "result"),
        ("u", "command"),
    ],
)
def test_a_bad_line_is_named_by_its_number_and_nothing_is_entered(
    cast: Cast, past: Event, line: str, says: str
) -> None:
    text = f"Clara Sims 16/7 +74\nBert Rowley 12/6 +8\n{line}"
    shown = paste.preview(event=past, text=text, by=cast.director)
    assert [row.number for row in shown.bad] == [3]
    assert says in " ".join(shown.bad[0].messages)
    with pytest.raises(Invalid) as refused:
        paste.apply(event=past, text=text, digest=shown.digest, by=cast.director)
    assert refused.value.data["rows"] == [3]
    assert ledger_of(past) == []
    assert not Entry.objects.filter(stage__event=past).exists()


def test_two_who_fit_are_offered(cast: Cast, past: Event) -> None:
    shown = paste.preview(event=past, text="b 16/7 +74", by=cast.director)
    row = shown.rows[0]
    assert row.state == "several"
    names = {candidate.name for candidate in row.candidates}
    assert {"Bert Rowley", "Wilf Barker"} <= names
    chosen = next(one.choice for one in row.candidates if one.name == "Bert Rowley")
    assert enter(past, "b 16/7 +74", cast, row1=chosen).entered == 1


def test_a_list_changed_since_the_preview_is_shown_again(cast: Cast, past: Event) -> None:
    shown = paste.preview(event=past, text=LIST, by=cast.director)
    type_in(past, "ada 9/4 +3", cast.owner)  # not here yet: kept
    enter(past, "Ada Quince 9/4 +3", cast)
    with pytest.raises(Conflict, match="paste_changed"):
        paste.apply(event=past, text=LIST, digest=shown.digest, by=cast.director)
    assert len(ledger_of(past)) == 1


@pytest.mark.parametrize("size", [70_000, 10 * 1024 * 1024])
def test_a_book_is_refused_at_once(cast: Cast, past: Event, size: int) -> None:
    begun = time.perf_counter()
    shown = paste.preview(event=past, text="Ada Quince 16/7 +74\n" * (size // 20), by=cast.director)
    assert time.perf_counter() - begun < 3
    assert "64 KiB" in shown.problem
    assert not shown.ready
    with pytest.raises(Invalid):
        paste.apply(event=past, text="x" * size, digest="", by=cast.director)


@pytest.mark.parametrize("text", ["", "   \n\n", "----", "Name points"])
def test_nothing_is_not_a_list(cast: Cast, past: Event, text: str) -> None:
    shown = paste.preview(event=past, text=text, by=cast.director)
    assert not shown.ready
    with pytest.raises(Invalid):
        paste.apply(event=past, text=text, digest=shown.digest, by=cast.director)


def test_tonight_unnamed_lines_go_to_the_cards_still_out(cast: Cast) -> None:
    event = started(cast, 4)
    type_in(event, "2 12/6 +3", cast.director)
    shown = paste.preview(event=event, text="16/7 +74\n8/4 -20\n6/3 -57", by=cast.director)
    assert [(row.name, row.assigned) for row in shown.rows] == [
        ("Margaret Ellis", True),
        ("Ingrid Larsen", True),
        ("Wilf Barker", True),
    ]
    assert enter(event, "16/7 +74\n8/4 -20\n6/3 -57", cast).entered == 3
    shown = paste.preview(event=event, text="16/7 +74\n8/4 -20", by=cast.director)
    assert not shown.ready


def test_tonight_game_lines_may_be_pasted_too(cast: Cast) -> None:
    event = started(cast, 4)
    applied = enter(event, "1.1 33\n1.2 31\n2.1 -4", cast)
    assert applied.entered == 3
    assert len(ledger_of(event)) == 6
    assert type_in(event, "u", cast.director).kind == "undone"


def test_a_pasted_line_can_be_taken_back(cast: Cast, past: Event) -> None:
    enter(past, LIST, cast)
    for left in (2, 1, 0):
        assert type_in(past, "u", cast.director).kind == "undone"
        assert len(ledger_of(past)) == left
    assert set(Entry.objects.filter(stage__event=past).values_list("presence", flat=True)) == {"absent"}
    assert enter(past, LIST, cast).joined == 3


@pytest.mark.parametrize("preset", ["acc9", "short61", "match123", "onepoint"])
def test_any_kind_of_night_takes_a_list_by_its_own_rules(cast: Cast, preset: str) -> None:
    event = nights.plan(club=cast.club, by=cast.director, name="Past", date=stories.NIGHT, preset=preset)
    card = {"acc9": "16/7", "short61": "16/7", "match123": "9/7", "onepoint": "7/7"}[preset]
    assert enter(event, f"Ada Quince {card} +60", cast).entered == 1
    wrong = {"acc9": "22/7", "short61": "22/7", "match123": "22/7", "onepoint": "8/7"}[preset]
    assert not paste.preview(event=event, text=f"Bert Rowley {wrong} +60", by=cast.director).ready


def test_a_past_night_is_published_without_having_been_started(cast: Cast, past: Event) -> None:
    enter(past, LIST, cast)
    assert announce.publish(event=past, by=cast.director).number == 1


def test_who_may_not_enter_may_not_look_either(cast: Cast, past: Event) -> None:
    for attempt in (
        lambda: paste.preview(event=past, text=LIST, by=cast.member),
        lambda: paste.apply(event=past, text=LIST, digest="", by=cast.member),
    ):
        with pytest.raises(Forbidden):
            attempt()
    assert ledger_of(past) == []
