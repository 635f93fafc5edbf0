"""The cards desk: typed lines with and without scripts, undo, unknown names, differing cards, hostile input."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubs.base import live
from clubs.events.models import Event
from games.matches.models import Card, CardClaim, DeskLine, Game
from tests import factories
from tests.clubs.events import stories
from tests.factories import Cast
from tests.games.matches import evenings

SCRIPT = {"HX-Request": "true"}


def address(name: str, event: Event, *more: int) -> str:
    return reverse(f"matches:{name}", args=[event.club.slug, event.pk, *more])


@pytest.fixture
def event(cast: Cast) -> Event:
    return evenings.started(cast, 6)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.scorekeeper)
    return client


def say(client: Client, event: Event, line: str, mode: str = "game", **more: Any) -> Any:
    data = {"line": line, "mode": mode, "token": str(uuid.uuid4()), **more}
    return client.post(address("desk", event), data, headers=SCRIPT)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_desk_marks_the_next_card_and_names_everybody(desk: Client, event: Event, cast: Cast) -> None:
    text = text_of(desk.get(address("desk", event)))
    assert "0 of 6 cards in" in text
    for player in cast.players[:6]:
        assert player.name in text
    assert text.count('id="line"') == 1


def test_a_line_without_scripts_is_saved_and_leads_back(desk: Client, event: Event) -> None:
    token = str(uuid.uuid4())
    for _again in range(2):
        answer = desk.post(address("desk", event), {"line": "1 12/6 +23", "mode": "card", "token": token})
        assert answer.status_code == 302
        assert answer.url == f"{address('desk', event)}?mode=card"
    assert Card.objects.get().points == 12
    assert CardClaim.objects.count() == 1


def test_a_refused_line_without_scripts_stays_in_the_bar_with_its_sentence(desk: Client, event: Event) -> None:
    answer = desk.post(address("desk", event), {"line": "1 19/6", "mode": "game"})
    text = text_of(answer)
    assert answer.status_code == 200
    assert "6 wins score 12 to 18." in text
    assert 'value="1 19/6"' in text
    assert not CardClaim.objects.exists()


def test_an_answer_brings_the_changed_parts_and_never_the_form(desk: Client, event: Event) -> None:
    text = text_of(say(desk, event, "1 12/6 +23"))
    for part in ("rail", "rail-h", "grid-rows", "grid-foot", "look", "last", "desk-status", "desk-tabs", "desk-next"):
        assert f'id="{part}"' in text, part
    assert 'id="line"' not in text
    assert 'data-kind="saved"' in text
    assert "1 of 6 cards in" in text


def test_a_line_sent_twice_is_entered_once(desk: Client, event: Event) -> None:
    token = str(uuid.uuid4())
    first, second = (say(desk, event, "1 12/6 +23", token=token) for _again in range(2))
    assert 'data-kind="saved"' in text_of(first)
    assert 'data-kind="saved"' in text_of(second)
    assert CardClaim.objects.count() == 1
    assert DeskLine.objects.count() == 1


def test_the_echo_stores_nothing_and_says_what_the_line_would_do(desk: Client, event: Event) -> None:
    answer = desk.post(address("look", event), {"line": "1 16/7 +74", "mode": "game"}, headers=SCRIPT)
    text = text_of(answer)
    assert "16/7" in text
    assert "+74" in text
    assert "points/wins" in text
    assert not DeskLine.objects.exists()
    assert not CardClaim.objects.exists()


def test_the_echo_of_a_card_that_is_in_already_says_so(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    text = text_of(desk.post(address("look", event), {"line": "1 12/6 +23", "mode": "game"}, headers=SCRIPT))
    assert "Nothing was changed." in text
    for command in ("u", "m"):
        silent = text_of(desk.post(address("look", event), {"line": command, "mode": "game"}, headers=SCRIPT))
        assert "Taken back" not in silent
        assert "cards are out" not in silent
    assert Card.objects.get().points == 12


def test_the_echo_of_a_game_names_both_the_skunk_and_both_running_cards(desk: Client, event: Event) -> None:
    meeting = event.stages.get().rounds.get(number=1).pairings.first()
    answer = desk.post(address("look", event), {"line": f"1.{meeting.a.seat} 33", "mode": "game"}, headers=SCRIPT)
    text = text_of(answer)
    assert f"{meeting.a.player.name} beat {meeting.b.player.name}" in text
    assert 'aria-label="Skunk"' in text
    assert f"{meeting.a.player.name} 3/1 +33" in text
    assert f"{meeting.b.player.name} 0/0 −33" in text


def test_an_unfinished_line_is_not_called_wrong(desk: Client, event: Event) -> None:
    text = text_of(desk.post(address("look", event), {"line": "1 16/", "mode": "game"}, headers=SCRIPT))
    assert "data-wrong" not in text
    assert "say no" not in text


def test_enter_twice_replaces_a_card_with_both_values_shown(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    asked = text_of(say(desk, event, "1 14/6 +32"))
    assert 'data-kind="ask"' in asked
    assert "12/6 +23" in asked
    assert "14/6 +32" in asked
    assert Card.objects.get().points == 12
    assert 'data-kind="saved"' in text_of(say(desk, event, "1 14/6 +32"))
    assert Card.objects.get().points == 14


def test_a_one_press_fix_replaces_at_once_and_only_once(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    token = str(uuid.uuid4())
    for _again in range(2):
        text = text_of(say(desk, event, "1 12/6 +32", confirm="1", token=token))
        assert 'data-kind="saved"' in text
    assert Card.objects.get().net == 32
    assert CardClaim.objects.count() == 2


def test_two_directors_on_one_row_see_each_others_value(cast: Cast, event: Event) -> None:
    one, other = Client(), Client()
    one.force_login(cast.scorekeeper)
    other.force_login(cast.director)
    say(one, event, "1 12/6 +23")
    say(one, event, "1 12/6 +32")
    say(other, event, "1 14/6 +5")
    say(other, event, "1 14/6 +5")
    again = text_of(say(one, event, "1 12/6 +32"))
    assert 'data-kind="ask"' in again
    assert cast.director.name in again
    assert "14/6 +5" in again
    assert "12/6 +32" in again
    assert Card.objects.get().points == 14


def test_undo_takes_the_last_line_back_or_the_one_named(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    say(desk, event, "2 10/5 +2")
    first = DeskLine.objects.order_by("pk").first()
    assert first is not None
    assert 'data-kind="undone"' in text_of(desk.post(address("undo", event), {"line": first.pk}, headers=SCRIPT))
    assert Card.objects.filter(points__isnull=False).count() == 1
    assert desk.post(address("undo", event)).status_code == 302
    assert not Card.objects.filter(points__isnull=False).exists()
    assert "nothing to take back" in text_of(desk.post(address("undo", event), headers=SCRIPT))


def test_an_ambiguous_name_offers_both(desk: Client, event: Event, cast: Cast) -> None:
    players = cast.players[:2]
    for number, player in enumerate(players):
        player.name = f"Jan {'Cope' if number else 'Carr'}"
        player.save()
    text = text_of(say(desk, event, "jan 12/6 +3"))
    assert 'data-kind="ambiguous"' in text
    assert 'data-say="1 12/6 +3"' in text
    assert 'data-say="2 12/6 +3"' in text
    assert not CardClaim.objects.exists()


@pytest.mark.parametrize("kind", ["guest", "member", "visitor"])
def test_an_unknown_name_is_kept_until_somebody_says_who_it_is(desk: Client, event: Event, kind: str) -> None:
    kept = text_of(say(desk, event, "Zed Zimmer 12/6 +3"))
    assert 'data-kind="kept"' in kept
    assert 'data-say="g"' in kept
    line = DeskLine.objects.get()
    assert "Zed Zimmer 12/6 +3" in text_of(desk.get(address("desk", event)))
    answer = desk.post(address("add_name", event, line.pk), {"kind": kind}, headers=SCRIPT)
    assert 'data-kind="saved"' in text_of(answer)
    card = Card.objects.get()
    assert (card.entry.player.name, card.entry.kind, card.points) == ("Zed Zimmer", kind, 12)


def test_a_kept_line_can_be_dropped(desk: Client, event: Event) -> None:
    say(desk, event, "Zed Zimmer 12/6 +3")
    line = DeskLine.objects.get()
    assert desk.post(address("add_name", event, line.pk), {"kind": "drop"}).status_code == 302
    assert "Zed Zimmer" not in text_of(desk.get(address("desk", event))).split('id="look"')[1].split("</section>")[0]
    refused = desk.post(address("add_name", event, line.pk), {"kind": "emperor"}, headers=SCRIPT)
    assert "Choose guest, member or visitor." in text_of(refused)


def differing(cast: Cast, event: Event) -> Game:
    meeting = event.stages.get().rounds.get(number=1).pairings.first()
    evenings.type_in(event, f"1.{meeting.a.seat} 33", cast.director, "card")
    evenings.type_twice(event, f"1.{meeting.b.seat} -31", cast.director, "card")
    return Game.objects.get()


def test_two_cards_that_differ_are_shown_with_both_values_and_mended_with_one(
    desk: Client, event: Event, cast: Cast
) -> None:
    game = differing(cast, event)
    text = text_of(desk.get(address("desk", event)))
    assert "W +33" in text
    assert "L −31" in text
    assert "Ask the two, then correct both cards." in text
    entry = game.sides.order_by("side__index").last().side.entry
    used = desk.post(address("use_card", event, game.pk), {"entry": entry.pk}, headers=SCRIPT)
    assert 'data-kind="saved"' in text_of(used)
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED
    assert sorted(game.sides.values_list("points", flat=True)) == [0, 3]
    # A scorekeeper is not offered what only a director may do.
    assert address("rule", event, game.pk) not in text


def test_a_director_rules_with_a_reason(client: Client, event: Event, cast: Cast) -> None:
    game = differing(cast, event)
    client.force_login(cast.director)
    assert address("rule", event, game.pk) in text_of(client.get(address("desk", event)))
    first, second = (side.side.entry_id for side in game.sides.order_by("side__index"))
    values = {f"won_{first}": "won", f"figure_{first}": "33", f"won_{second}": "lost", f"figure_{second}": "33"}
    refused = client.post(address("rule", event, game.pk), {**values, "letter": "", "reason": ""})
    assert refused.status_code == 422
    assert "Say in a few words why" in text_of(refused)
    ruled = client.post(address("rule", event, game.pk), {**values, "letter": "", "reason": "Both say 33."})
    assert ruled.status_code == 302
    game.refresh_from_db()
    assert game.status == Game.Status.CONFIRMED


def test_a_sanctioned_event_proposes_the_case_of_rule_12_2(client: Client, cast: Cast) -> None:
    event = evenings.started(cast, 6, mode="sanctioned")
    game = differing(cast, event)
    client.force_login(cast.director)
    text = text_of(client.get(address("desk", event)))
    assert "Rule 12.2" in text
    assert "The players are not asked." in text
    assert "Use " not in text.split('id="look"')[1].split("</section>")[0]
    page = text_of(client.get(address("rule", event, game.pk)))
    assert "The two cards decide; the players are not asked." in page


def test_verify_colours_only_what_differs(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    say(desk, event, "2 10/5 +2")
    same = text_of(say(desk, event, "1 12/6 +23", mode="verify"))
    other = text_of(say(desk, event, "2 10/5 +20", mode="verify"))
    assert "the second reading agrees" in same
    assert "the second reading differs" in other
    rows = text_of(desk.get(address("desk", event))).split('id="grid-rows"')[1].split("</tbody>")[0]
    assert "In, compared" in rows
    assert Card.objects.get(entry__seat=2).net == 2


def test_one_card_is_shown_game_by_game(desk: Client, event: Event) -> None:
    meeting = event.stages.get().rounds.get(number=1).pairings.first()
    say(desk, event, f"1.{meeting.a.seat} 33")
    url = address("card", event, meeting.a_id)
    for headers in ({}, SCRIPT):
        text = text_of(desk.get(url, headers=headers))
        assert meeting.b.player.name in text
        assert "+33" in text
    assert "<html" not in text
    assert f'data-entry="{meeting.a_id}"' in text_of(say(desk, event, f"?{meeting.a.seat}"))


def test_the_parts_come_only_where_the_page_is_behind(desk: Client, event: Event) -> None:
    say(desk, event, "1 12/6 +23")
    text = text_of(desk.get(address("desk_parts", event), headers=SCRIPT))
    version = text.split('data-version="')[1].split('"')[0]
    again = desk.get(address("desk_parts", event), {"version": version}, headers=SCRIPT)
    assert again.status_code == 204
    say(desk, event, "2 10/5 +2")
    assert desk.get(address("desk_parts", event), {"version": version}, headers=SCRIPT).status_code == 200


def test_before_the_start_lines_are_refused_with_the_sentence(desk: Client, cast: Cast) -> None:
    event = stories.night(cast)
    stories.sign_in(event, cast, cast.players[:4])
    event.date = event.date.replace(year=event.date.year + 5)
    event.save()
    assert desk.get(address("desk", event)).status_code == 200
    assert "This night has not started." in text_of(say(desk, event, f"{cast.players[0].name} 12/6 +3"))


HOSTILE = [
    "x" * 100_000,
    "1 99999999999999999999/1",
    "1 12/6 +" + "9" * 400,
    "\x00",
    "‮7 12/6",
    "٧ 12/6",
    "7 12/6 +3; drop table",
    "<script>alert(1)</script> 12/6",
    "%(name)s {0} %s 12/6",
    "0 12/6",
    "-1 12/6",
    "999 12/6",
    "1.1.1 33",
    "t99 33",
    "",
    " ",
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("mode", ["game", "verify", "nonsense"])
def test_no_line_breaks_the_desk(desk: Client, event: Event, line: str, mode: str) -> None:
    for name in ("look", "desk"):
        answer = desk.post(
            address(name, event), {"line": line, "mode": mode, "seat": "9" * 40, "token": "no"}, headers=SCRIPT
        )
        assert answer.status_code == 200
        assert "<script>" not in answer.content.decode()
    assert desk.get(address("desk", event)).status_code == 200
    assert not CardClaim.objects.exists()


def test_a_name_full_of_markup_is_only_a_name(desk: Client, event: Event, cast: Cast) -> None:
    player = cast.players[0]
    player.name = '<script>alert("1")</script>'
    player.save()
    texts = [
        desk.get(address("desk", event)).content.decode(),
        say(desk, event, "1 12/6 +23").content.decode(),
        desk.post(address("look", event), {"line": "1 14/6 +2"}, headers=SCRIPT).content.decode(),
        desk.get(address("print_cards", event)).content.decode(),
    ]
    for text in texts:
        assert "<script>alert" not in text
        assert "&lt;script&gt;" in text


def test_things_of_another_night_are_not_here(desk: Client, event: Event, cast: Cast) -> None:
    other = evenings.started(cast, 4, name="Another night")
    say(desk, other, "1 12/6 +23")
    say(desk, other, "Zed Zimmer 12/6 +3")
    game = differing(cast, other)
    line = DeskLine.objects.get(kind="unknown")
    entry = other.stages.get().entries.first()
    assert entry is not None
    assert desk.post(address("undo", event), {"line": line.pk}).status_code == 404
    assert desk.post(address("add_name", event, line.pk), {"kind": "guest"}).status_code == 404
    assert desk.get(address("card", event, entry.pk)).status_code == 404
    assert desk.post(address("use_card", event, game.pk), {"entry": entry.pk}).status_code == 404
    assert Card.objects.filter(points__isnull=False).count() == 1


def test_the_number_of_queries_does_not_grow_with_the_field(
    cast: Cast, desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    small, large = evenings.started(cast, 4), evenings.started(cast, 20, name="Large")
    for event in (small, large):
        for seat in range(1, 5):
            say(desk, event, f"{seat} 12/6 +{seat}")
    counts = []
    for event in (small, large):
        with django_assert_max_num_queries(30) as captured:
            desk.get(address("desk", event))
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_typed_line_costs_the_same_whatever_the_field_and_the_cards_in(
    cast: Cast, desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """A card at most 40 queries and a game 50, from the session to the answered page; neither grows with the night."""
    small, large = evenings.started(cast, 14), evenings.started(cast, 40, name="Large")
    for event, cards in ((small, 1), (large, 30)):
        for seat in range(1, cards + 1):
            say(desk, event, f"{seat} 12/6 +{seat}")
        say(desk, event, "2.5 33")
    for line, most in (("40 16/7 +74", 40), ("4.39 12", 50), ("1 10/5 +2", 40)):
        counts = []
        for event, top in ((small, 14), (large, 40)):
            typed = line.replace("40 ", f"{top} ").replace(".39 ", f".{top - 1} ")
            with django_assert_max_num_queries(most) as captured:
                text = text_of(say(desk, event, typed))
            assert "data-kind=" in text
            assert 'data-kind="refused"' not in text, typed
            counts.append(len(captured))
        assert counts[0] == counts[1], line


def test_an_entered_line_shows_the_version_its_watchers_were_told(desk: Client, event: Event) -> None:
    """The parts come from the night the line left behind: one version older would be fetched again, newer never."""
    answer = say(desk, event, "1 12/6 +23")
    assert answer.context["version"] == live.current([("night", event.pk)])[f"night-{event.pk}"]
    fresh = desk.get(address("desk_parts", event)).context["state"]
    shown = answer.context["state"]
    assert (shown.rows, shown.sums, shown.last_entries, shown.next_seat) == (
        fresh.rows,
        fresh.sums,
        fresh.last_entries,
        fresh.next_seat,
    )


def test_the_desk_speaks_spanish_where_asked(desk: Client, event: Event, cast: Cast) -> None:
    cast.scorekeeper.language = "es"
    cast.scorekeeper.save()
    assert '<html lang="es"' in desk.get(address("desk", event)).content.decode()


def test_strangers_do_not_see_the_desk(event: Event, client: Client) -> None:
    assert client.get(address("desk", event)).status_code == 403
    client.force_login(factories.user("Somebody Else"))
    assert client.post(address("desk", event), {"line": "1 12/6"}).status_code == 403
