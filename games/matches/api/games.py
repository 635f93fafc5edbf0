"""The games of a night."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.api import IDEMPOTENCY_KEY, Input, Number, Output, Query
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.people import names
from clubs.people import selectors as people
from clubs.people.authentication import actor
from clubs.people.models import Membership
from games.matches.api.nights import NightEndpoint, VersionQuery, removal
from games.matches.models import Game, Source
from games.matches.selectors import board as boards
from games.matches.selectors import results
from games.matches.selectors.board import Board, Fact, Side
from games.matches.services import games

STATUSES = [choice for choice in Game.Status.choices if choice[0] != Game.Status.VOID]

# Shapes --------------------------------------------------------------------------------------------------------------


class SideOut(Output):
    """One side of a game: the value in force, else what its card claims. Null: nothing yet, or not written."""

    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    plus = serializers.IntegerField(allow_null=True)
    minus = serializers.IntegerField(allow_null=True)
    ruled = serializers.BooleanField(help_text="By somebody with authority; the two sides may then differ.")


class GameOut(Output):
    """A game that has a result, or what one of its cards says."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Number of the game as printed on the card.")
    status = serializers.ChoiceField(
        STATUSES,
        help_text="open: one card is in; disputed: the cards differ; confirmed: it counts.",
    )
    ending = serializers.ChoiceField(Game.Ending.choices)
    first_deal = serializers.IntegerField(allow_null=True, help_text="Entry that dealt first; null: not written down.")
    version = serializers.IntegerField(help_text="Send it back as `expected_version`.")
    sides = SideOut(many=True)


class GameQuery(Query):
    """Which games."""

    game = serializers.IntegerField(required=False, min_value=1, max_value=99, help_text="Number of the game.")
    entry = serializers.IntegerField(required=False, min_value=1, help_text="Games of this entry.")
    status = serializers.ChoiceField(STATUSES, required=False)


class FigureIn(Input):
    """How a game ended. Neither figure: it was not written, so the win is a plain one."""

    winner = Number(min_value=1, help_text="One of the two.")
    margin = Number(required=False, allow_null=True, help_text="By how many holes it was won.")
    loser_hole = Number(required=False, allow_null=True, help_text="Or the hole the loser reached.")
    first_deal = Number(
        required=False,
        allow_null=True,
        min_value=1,
        help_text="Who dealt first, named as the winner is. Null or left out: what was written down stays.",
    )


class NewGameIn(FigureIn):
    """A result, with its players by entry or by seat."""

    game = Number(min_value=1, help_text="Number of the game as printed on the card.")
    entries = serializers.ListField(child=Number(min_value=1), min_length=2, max_length=2, required=False)
    seats = serializers.ListField(child=Number(min_value=1), min_length=2, max_length=2, required=False)
    expected_version = Number(
        required=False, help_text="The version you want to replace. Left out: refused (409) where a result is in."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Want exactly one way to say who played, and a winner among them."""
        if ("entries" in attrs) == ("seats" in attrs):
            raise serializers.ValidationError(
                {"entries": [_("Send either the entries or the seats.")]}, "entries_or_seats"
            )
        if attrs["winner"] not in attrs.get("entries", attrs.get("seats", ())):
            raise serializers.ValidationError({"winner": [_("The winner is one of the two who played.")]}, "winner")
        if attrs.get("first_deal") not in (None, *attrs.get("entries", attrs.get("seats", ()))):
            raise serializers.ValidationError(
                {"first_deal": [_("Whoever dealt first is one of the two who played.")]}, "first_deal"
            )
        return attrs


class CorrectedGameIn(FigureIn):
    """How the game ended after all; `winner` is an entry."""

    expected_version = Number(min_value=1, help_text="The version you have read.")


def _game(board: Board, fact: Fact, viewer: Membership | None) -> dict[str, Any]:
    return {
        "id": fact.game_id,
        "game": fact.number,
        "status": fact.status,
        "ending": fact.ending,
        "first_deal": fact.first_deal,
        "version": fact.version,
        "sides": [_side(board, side, viewer) for side in fact.sides],
    }


def _side(board: Board, side: Side, viewer: Membership | None) -> dict[str, Any]:
    person = board.people[side.entry_id]
    value = side.value or side.claim
    return {
        "entry": side.entry_id,
        "player": person.player_id,
        "name": names.written(person.name, board.event.club, viewer),
        "seat": person.seat,
        "won": value.won if value else None,
        "points": value.points if value else None,
        "plus": value.plus if value else None,
        "minus": value.minus if value else None,
        "ruled": side.ruled,
    }


# Addresses -----------------------------------------------------------------------------------------------------------


class Games(NightEndpoint):
    """The games of a night."""

    @extend_schema(
        operation_id="list_games",
        tags=["Games"],
        summary="The games of a night that are in",
        description="By number. Before a night is published and while it is corrected, only the club's own people "
        "may read them.",
        parameters=[GameQuery],
        responses={200: GameOut(many=True)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the games."""
        query = self.asked(GameQuery)
        event, viewer = self.results(event_id)
        board = boards.load(event)
        wanted = [
            fact
            for fact in board.games
            if query.get("game") in (None, fact.number)
            and query.get("status") in (None, fact.status)
            and ("entry" not in query or fact.side(query["entry"]) is not None)
        ]
        return self.paged(wanted, GameOut, lambda page: [_game(board, fact, viewer) for fact in page])

    @extend_schema(
        operation_id="enter_game",
        tags=["Games"],
        summary="Enter the result of a game",
        description="The word for both cards, as at the desk: for owners, directors and scorekeepers, while the night "
        "takes results. The two must meet in that game by the plan (see the pairings).",
        parameters=[IDEMPOTENCY_KEY],
        request=NewGameIn,
        responses={
            201: OpenApiResponse(GameOut, "It is in."),
            200: OpenApiResponse(GameOut, "It replaces `expected_version`."),
        },
        examples=[
            OpenApiExample(
                "By seat: 3 beat 8 by 33", {"game": 1, "seats": [3, 8], "winner": 3, "margin": 33}, request_only=True
            ),
            OpenApiExample(
                "By entry: the loser reached hole 88",
                {"game": 1, "entries": [41, 52], "winner": 41, "loser_hole": 88, "first_deal": 52},
                request_only=True,
            ),
        ],
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter a game."""
        return self.once(lambda: self._enter(event_id))

    def _enter(self, event_id: int) -> Response:
        user, event = self.request.user, self.night(event_id)
        given = self.sent(NewGameIn)
        numbers = given.get("entries") or given["seats"]
        a, b = self._two(event, given)
        pairing = results.planned_game(event, given["game"], a, b)
        seen, dealt = given.get("expected_version"), given.get("first_deal")
        game = games.report(
            pairing=pairing,
            winner=(a, b)[numbers.index(given["winner"])],
            margin=given.get("margin"),
            loser_hole=given.get("loser_hole"),
            first_deal=None if dealt is None else (a, b)[numbers.index(dealt)],
            by=actor(self.request),
            source=Source.API,
            expected_version=results.game_version(pairing) if seen is None else seen,
        )
        return _answer(event, game, user, status.HTTP_200_OK if seen else status.HTTP_201_CREATED)

    def _two(self, event: Event, given: dict[str, Any]) -> list[Entry]:
        if "seats" in given:
            return results.entries_at(event, given["seats"])
        return [events.entry_for(self.request.user, event, entry_id) for entry_id in given["entries"]]


class OneGame(NightEndpoint):
    """One game of a night."""

    @extend_schema(
        operation_id="get_game",
        tags=["Games"],
        summary="One game",
        description="Before a night is published and while it is corrected, only the club's own people may read it.",
        responses={200: GameOut},
    )
    def get(self, request: Request, event_id: int, game_id: int) -> Response:
        """Show the game."""
        event, _viewer = self.results(event_id)
        return _answer(event, results.game_for(event, game_id), request.user)

    @extend_schema(
        operation_id="correct_game",
        tags=["Games"],
        summary="Replace the result of a game",
        description="The word for both cards. A game that was ruled can be changed by a director only.",
        request=CorrectedGameIn,
        responses={200: GameOut},
        examples=[
            OpenApiExample(
                "Won by 12, not by 21", {"winner": 41, "margin": 12, "expected_version": 1}, request_only=True
            )
        ],
    )
    def put(self, request: Request, event_id: int, game_id: int) -> Response:
        """Correct the game."""
        event = self.night(event_id)
        game = results.game_for(event, game_id)
        given = self.sent(CorrectedGameIn)
        winner, dealt = (
            entry_id and events.entry_for(request.user, event, entry_id)
            for entry_id in (given.pop("winner"), given.pop("first_deal", None))
        )
        pairing = results.pairing_of(game)
        games.report(pairing=pairing, winner=winner, first_deal=dealt, by=actor(request), source=Source.API, **given)
        return _answer(event, game, request.user)

    @removal(
        operation_id="remove_game",
        tags=["Games"],
        summary="Remove the result of a game",
        description="The game is open again; what was entered stays in its history.",
    )
    def delete(self, request: Request, event_id: int, game_id: int) -> Response:
        """Remove the game."""
        event = self.night(event_id)
        games.remove(game=results.game_for(event, game_id), by=actor(request), **self.asked(VersionQuery))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(event: Event, game: Game, user: Any, code: int = status.HTTP_200_OK) -> Response:
    board = boards.load(event)
    fact = next(fact for fact in board.games if fact.game_id == game.pk)
    return Response(GameOut(_game(board, fact, people.membership_of(user, event.club))).data, status=code)
