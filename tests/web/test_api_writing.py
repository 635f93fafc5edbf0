"""Cards and games through the API: the desk's services and refusals, and nothing is done twice."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from clubs.events import selectors
from clubs.events.models import Event, LedgerLine
from clubs.people.models import AuditLine
from clubs.people.services import players
from games.matches.models import Card, CardClaim, Claim, Game
from games.matches.services import announce, cards, rulings
from games.matches.values import Value
from tests.factories import Cast
from tests.web import api_client

ADA = {"points": 16, "wins": 7, "plus": 119, "minus": 45}


@pytest.fixture
def director(cast: Cast) -> APIClient:
    return api_client.client(cast.director)


# Cards ---------------------------------------------------------------------------------------------------------------


def test_a_card_is_entered_by_its_seat(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    answer = director.post(api_client.cards(event), {"seat": 3, **ADA})
    assert answer.status_code == 201
    body = answer.json()
    figures = {name: body[name] for name in ("entry", "seat", "points", "won", "net", "games", "state", "version")}
    assert figures == {
        "entry": entries[2].pk, "seat": 3, "points": 16, "won": 7, "net": 74, "games": 9, "state": "in", "version": 1,
    }  # fmt: skip
    line = LedgerLine.objects.get(entry=entries[2])
    assert (line.points, line.won, line.plus, line.minus, line.net) == (16, 7, 119, 45, 74)
    assert CardClaim.objects.get().source == "api"
    assert CardClaim.objects.get().by_id == cast.director.pk


def test_a_card_is_entered_by_its_entry_with_the_net_alone(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    sent = {"entry": entries[0].pk, "points": 9, "wins": 4, "net": -30}
    answer = director.post(api_client.cards(event), sent)
    assert answer.status_code == 201
    assert (answer.json()["plus"], answer.json()["minus"], answer.json()["net"]) == (None, None, -30)


def test_a_card_that_is_in_is_not_replaced_unseen(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    director.post(api_client.cards(event), {"seat": 1, **ADA})
    other = {"seat": 1, "points": 15, "wins": 7, "net": 61}
    refused = director.post(api_client.cards(event), other)
    assert refused.status_code == 409
    body = refused.json()
    assert body["code"] == "card_moved_on"
    assert body["data"]["version"] == 1
    assert "16/7" in body["message"]
    assert "15/7 +61" in body["message"]
    assert Card.objects.get().points == 16

    replaced = director.post(api_client.cards(event), {**other, "expected_version": 1})
    assert (replaced.status_code, replaced.json()["version"], replaced.json()["points"]) == (200, 2, 15)
    assert director.post(api_client.cards(event), {**other, "expected_version": 1}).status_code == 409


def test_a_removed_card_can_be_entered_again_without_its_version(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    director.post(api_client.cards(event), {"seat": 1, **ADA})
    one = f"{api_client.cards(event)}{entries[0].pk}/"
    assert director.delete(f"{one}?expected_version=7").status_code == 409
    assert director.delete(one).status_code == 422
    assert director.delete(f"{one}?expected_version=1&reason=wrong+seat").status_code == 204
    assert director.get(one).json()["version"] is None
    assert not LedgerLine.objects.filter(entry=entries[0]).exists()
    assert director.delete(f"{one}?expected_version=2").json()["code"] == "no_card"
    again = director.post(api_client.cards(event), {"seat": 1, **ADA})
    assert (again.status_code, again.json()["version"]) == (201, 3)


def test_a_correction_replaces_every_column(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    director.post(api_client.cards(event), {"seat": 1, **ADA})
    one = f"{api_client.cards(event)}{entries[0].pk}/"
    assert director.put(one, {"points": 15, "wins": 7, "net": 61}).json()["data"]["fields"][0]["field"] == (
        "expected_version"
    )
    sent = {"points": 15, "wins": 7, "net": 61, "expected_version": 1, "reason": "game 4 was no skunk"}
    answer = director.put(one, sent)
    assert answer.status_code == 200
    assert [answer.json()[name] for name in ("points", "plus", "minus", "net", "version")] == [15, None, None, 61, 2]
    assert CardClaim.objects.latest("pk").reason == "game 4 was no skunk"
    assert director.put(one, sent).status_code == 409


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "points"),
        ({"points": 16}, "wins"),
        ({"points": "16", "wins": 7}, "points"),
        ({"points": 16.5, "wins": 7}, "points"),
        ({"points": True, "wins": 1}, "points"),
        ({"points": -1, "wins": 7}, "points"),
        ({"points": 2**40, "wins": 7}, "points"),
        ({"points": None, "wins": 7}, "points"),
        ({"points": 16, "wins": 7, "nett": 74}, "nett"),
        ({"points": 16, "wins": 7, "seat": 2}, "entry"),
        ({"points": 16, "wins": 7, "reason": 5}, "reason"),
        ({"points": 16, "wins": 7, "reason": "x" * 201}, "reason"),
    ],
)
def test_a_card_that_cannot_be_read_names_its_field(
    cast: Cast, director: APIClient, sent: dict[str, Any], field: str
) -> None:
    event, entries = api_client.night(cast)
    answer = director.post(api_client.cards(event), {"entry": entries[0].pk, **sent})
    assert answer.status_code == 422
    body = answer.json()
    assert body["code"] == "invalid"
    assert field in {one["field"] for one in body["data"]["fields"]}
    assert all(one["message"] and one["code"] for one in body["data"]["fields"])
    assert not Card.objects.exists()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"points": 16, "wins": 10}, None),  # ten wins of nine games
        ({"points": 1, "wins": 7}, None),  # seven wins are fourteen points at least
        ({"points": 16, "wins": 7, "plus": 119, "minus": 45, "net": 70}, None),
        ({"points": 16, "wins": 7, "games": 40}, "games_on_card"),
    ],
)
def test_a_card_that_cannot_be_right_is_refused_as_at_the_desk(
    cast: Cast, director: APIClient, sent: dict[str, Any], code: str | None
) -> None:
    event, _entries = api_client.night(cast)
    answer = director.post(api_client.cards(event), {"seat": 1, **sent})
    assert answer.status_code == 422
    assert answer.json()["code"] == code or (code is None and answer.json()["code"] != "invalid")
    assert len(answer.json()["message"]) > 10
    assert not Card.objects.exists()


def test_a_seat_nobody_has_and_an_entry_of_another_night_are_refused(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    assert director.post(api_client.cards(event), {"seat": 99, **ADA}).json()["code"] == "nobody_at_seat"
    _other, theirs = api_client.night(cast, name="Another")
    answer = director.post(api_client.cards(event), {"entry": theirs[0].pk, **ADA})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_entry")


def test_a_night_takes_cards_only_while_it_is_played_or_corrected(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    for entry in entries:
        cards.put(entry=entry, points=9, wins=4, net=0, by=cast.director)
    announce.publish(event=event, by=cast.director, accept_open=True)
    sent = {"seat": 1, **ADA, "expected_version": 1}
    refused = director.post(api_client.cards(event), sent)
    assert (refused.status_code, refused.json()["code"]) == (409, "night_published")
    announce.correct(event=Event.objects.get(pk=event.pk), by=cast.director, reason="Seat 1 was read wrongly")
    assert director.post(api_client.cards(event), sent).status_code == 200


def test_members_are_told_who_may(cast: Cast) -> None:
    event, entries = api_client.night(cast)
    member = api_client.client(cast.member)
    before = AuditLine.objects.count()
    answers = [
        member.post(api_client.cards(event), {"seat": 1, **ADA}),
        member.put(f"{api_client.cards(event)}{entries[0].pk}/", {**ADA, "expected_version": 1}),
        member.delete(f"{api_client.cards(event)}{entries[0].pk}/?expected_version=1"),
        member.post(api_client.games(event), _first_game(event)),
    ]
    for answer in answers:
        assert answer.status_code == 403
        assert answer.json()["message"] == "Only directors and scorekeepers can enter results. Ask Tom Holt."
    assert not Card.objects.exists()
    assert not Game.objects.exists()
    assert AuditLine.objects.count() == before


# Games ---------------------------------------------------------------------------------------------------------------


def _first_game(event: Event, **given: Any) -> dict[str, Any]:
    pairing = next(one for one in selectors.pairings_of(event) if one.b_id)
    return {
        "game": pairing.round.number,
        "entries": [pairing.a_id, pairing.b_id],
        "winner": pairing.a_id,
        "margin": 33,
        **given,
    }


def test_a_game_is_entered_as_the_word_for_both_cards(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    sent = _first_game(event)
    answer = director.post(api_client.games(event), sent)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["game"], body["status"], body["ending"], body["version"]) == (1, "confirmed", "played", 1)
    by_entry = {side["entry"]: side for side in body["sides"]}
    won, lost = (by_entry[entry] for entry in sent["entries"])
    assert (won["won"], won["points"], won["plus"], won["minus"]) == (True, 3, 33, None)
    assert (lost["won"], lost["points"], lost["plus"], lost["minus"]) == (False, 0, None, 33)
    assert {claim.source for claim in Claim.objects.all()} == {"api"}
    assert LedgerLine.objects.filter(kind="game").count() == 2


def test_a_game_is_entered_by_seats_and_the_losers_hole(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    seats = {entry.pk: entry.seat for entry in entries}
    a, b = (seats[entry] for entry in _first_game(event)["entries"])
    answer = director.post(api_client.games(event), {"game": 1, "seats": [a, b], "winner": b, "loser_hole": 113})
    assert answer.status_code == 201
    won = next(side for side in answer.json()["sides"] if side["won"])
    assert (won["seat"], won["plus"], won["points"]) == (b, 8, 2)


def test_who_dealt_first_is_kept_with_the_game_and_posted_to_both_cards(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    sent = _first_game(event)
    winner, other = sent["entries"]
    game = director.post(api_client.games(event), {**sent, "first_deal": other}).json()
    assert game["first_deal"] == other

    def posted() -> dict[int, bool | None]:
        return dict(LedgerLine.objects.values_list("entry_id", "first_deal"))

    assert posted() == {winner: False, other: True}
    one = f"{api_client.games(event)}{game['id']}/"
    corrected = director.put(one, {"winner": other, "margin": 12, "expected_version": 1}).json()
    assert corrected["first_deal"] == other, "a correction that does not say leaves what was written down"
    dealt = {"winner": other, "margin": 12, "first_deal": winner, "expected_version": 2}
    assert director.put(one, dealt).json()["first_deal"] == winner
    assert posted() == {winner: True, other: False}
    third = next(entry.pk for entry in entries if entry.pk not in (winner, other))
    refused = director.put(one, {**dealt, "first_deal": third, "expected_version": 3})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (
        422,
        "opponents_of_other_night",
        "first_deal",
    )


def test_who_dealt_first_may_be_left_out_and_is_named_by_seat_where_the_players_are(
    cast: Cast, director: APIClient
) -> None:
    event, entries = api_client.night(cast)
    seats = {entry.pk: entry.seat for entry in entries}
    a, b = _first_game(event)["entries"]
    plain = director.post(api_client.games(event), {**_first_game(event), "first_deal": None}).json()
    assert plain["first_deal"] is None
    assert set(LedgerLine.objects.values_list("first_deal", flat=True)) == {None}
    by_seat = {"game": 1, "seats": [seats[a], seats[b]], "winner": seats[a], "first_deal": seats[b], "margin": 33}
    game = director.post(api_client.games(event), {**by_seat, "expected_version": 1}).json()
    assert game["first_deal"] == b
    one = f"{api_client.games(event)}{game['id']}/"
    assert director.delete(f"{one}?expected_version=2").status_code == 204
    again = director.post(api_client.games(event), _first_game(event)).json()
    assert again["first_deal"] is None, "a game played anew has nobody's word for it"


def test_a_game_that_is_in_is_not_replaced_unseen(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    first = director.post(api_client.games(event), _first_game(event)).json()
    refused = director.post(api_client.games(event), _first_game(event, margin=5))
    assert (refused.status_code, refused.json()["code"]) == (409, "game_moved_on")
    assert refused.json()["data"]["version"] == first["version"]
    answer = director.post(api_client.games(event), _first_game(event, margin=5, expected_version=first["version"]))
    assert (answer.status_code, answer.json()["id"], answer.json()["version"]) == (200, first["id"], 2)


def test_a_game_is_corrected_removed_and_entered_again(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    sent = _first_game(event)
    game = director.post(api_client.games(event), sent).json()
    one = f"{api_client.games(event)}{game['id']}/"
    other = next(entry for entry in sent["entries"] if entry != sent["winner"])
    answer = director.put(one, {"winner": other, "margin": 12, "expected_version": 1})
    assert answer.status_code == 200
    assert next(side for side in answer.json()["sides"] if side["won"])["entry"] == other
    assert director.put(one, {"winner": other, "margin": 13, "expected_version": 1}).status_code == 409
    assert director.delete(one).status_code == 422
    refused = director.delete(f"{one}?expected_version=1")
    assert (refused.status_code, refused.json()["code"]) == (409, "game_moved_on")
    assert director.delete(f"{one}?expected_version=2&reason=wrong+table").status_code == 204
    assert not LedgerLine.objects.exists()
    assert AuditLine.objects.get(action="game.removed").data["reason"] == "wrong table"
    assert director.get(one).status_code == 404
    assert director.delete(f"{one}?expected_version=3").status_code == 404
    assert director.post(api_client.games(event), sent).status_code == 201


@pytest.mark.parametrize(
    ("given", "status", "code", "field"),
    [
        ({"margin": 122}, 422, None, "result"),
        ({"margin": 0}, 422, None, "result"),
        ({"margin": 33, "loser_hole": 100}, 422, None, "result"),
        ({"game": 77}, 422, "no_such_game", "game"),
        ({"winner": 999999}, 422, "invalid", "winner"),
        ({"entries": [1]}, 422, "invalid", "entries"),
        ({"entries": [1, 2, 3]}, 422, "invalid", "entries"),
        ({"entries": ["a", "b"]}, 422, "invalid", "entries"),
        ({"entries": "ab"}, 422, "invalid", "entries"),
        ({"seats": [1, 2]}, 422, "invalid", "entries"),
        ({"margin": "33"}, 422, "invalid", "margin"),
        ({"first_deal": 999999}, 422, "invalid", "first_deal"),
        ({"first_deal": "41"}, 422, "invalid", "first_deal"),
        ({"first_deal": 0}, 422, "invalid", "first_deal"),
        ({"dealer": 1}, 422, "invalid", "dealer"),
    ],
)
def test_a_game_that_cannot_be_is_refused_beside_its_field(
    cast: Cast, director: APIClient, given: dict[str, Any], status: int, code: str | None, field: str
) -> None:
    event, _entries = api_client.night(cast)
    answer = director.post(api_client.games(event), _first_game(event, **given))
    body = answer.json()
    assert answer.status_code == status, body
    assert code is None or body["code"] == code
    fields = [one["field"] for one in body["data"].get("fields", ())]
    assert body["field"] == field or any(str(one).startswith(field) for one in fields), body
    assert not Claim.objects.exists()


def test_a_game_against_oneself_or_the_wrong_opponent_is_refused(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    met = _first_game(event)["entries"]
    alone = {"game": 1, "entries": [met[0], met[0]], "winner": met[0]}
    assert director.post(api_client.games(event), alone).json()["code"] == "against_oneself"
    other = next(entry.pk for entry in entries if entry.pk not in met)
    wrong = director.post(api_client.games(event), {"game": 1, "entries": [met[0], other], "winner": other})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "opponents_of_other_night")


def test_a_ruled_game_is_changed_by_directors_only(cast: Cast, director: APIClient) -> None:
    event, _entries = api_client.night(cast)
    game = director.post(api_client.games(event), _first_game(event)).json()
    stored = Game.objects.get(pk=game["id"])
    a, b = (side["entry"] for side in game["sides"])
    values = {a: Value(True, 2, 16, None), b: Value(False, 0, None, 17)}
    rulings.rule(game=stored, values=values, reason="Both were asked", by=cast.director)
    keeper = api_client.client(cast.scorekeeper)
    one = f"{api_client.games(event)}{game['id']}/"
    sent = {"winner": a, "margin": 9, "expected_version": 2}
    assert keeper.put(one, sent).json()["code"] == "claim_against_ruling"
    assert keeper.delete(f"{one}?expected_version=2").json()["code"] == "claim_against_ruling"
    assert director.put(one, sent).status_code == 200


def test_a_merged_player_keeps_their_card(cast: Cast, director: APIClient) -> None:
    event, entries = api_client.night(cast)
    keep = players.add(club=cast.club, name="Margaret E. Ellis", by=cast.owner)
    drop = next(entry for entry in entries if entry.player.user_id is None)
    players.merge(keep=keep, drop=drop.player, by=cast.owner)
    body = director.post(api_client.cards(event), {"entry": drop.pk, **ADA}).json()
    assert (body["player"], body["name"]) == (keep.pk, "Margaret E. Ellis")
