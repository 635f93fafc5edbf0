"""The cards of a night."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.api import IDEMPOTENCY_KEY, Input, Number, Output, Query, Text, When
from clubs.events import selectors as events
from clubs.events.models import Entry, Event
from clubs.people import names
from clubs.people import selectors as people
from clubs.people.authentication import actor
from clubs.people.models import Membership
from games.matches.api.nights import NightEndpoint, VersionQuery, removal
from games.matches.models import Source
from games.matches.selectors import board as boards
from games.matches.selectors import cards as views
from games.matches.selectors import results
from games.matches.selectors.board import Board
from games.matches.services import cards

STATES = [(state, "") for state in ("in", "out", "none")]
LINE_STATES = [(state, "") for state in ("open", "waits", "disputed", "in", "sitout", "notplayed")]
SAMPLE = {
    "entry": 41,
    "player": 7,
    "name": "Ada Quince",
    "seat": 3,
    "kind": "member",
    "state": "in",
    "planned": 9,
    "games": 9,
    "won": 7,
    "points": 16,
    "plus": 119,
    "minus": 45,
    "net": 74,
    "skunks": 2,
    "rank": 2,
    "shared": False,
    "rests_on": "card",
    "version": 1,
    "at": "2026-10-16T03:12:00Z",
}

# Shapes --------------------------------------------------------------------------------------------------------------


class CardOut(Output):
    """One card, with the figures that count: its games where they are all in, else the totals. Null: not given."""

    entry = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(Membership.Kind.choices)
    state = serializers.ChoiceField(STATES, help_text="in, still out, or none: it will not be handed in.")
    planned = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    won = serializers.IntegerField()
    points = serializers.IntegerField()
    plus = serializers.IntegerField(allow_null=True)
    minus = serializers.IntegerField(allow_null=True)
    net = serializers.IntegerField(allow_null=True)
    skunks = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True, help_text="As the facts give it this moment.")
    shared = serializers.BooleanField()
    rests_on = serializers.CharField(help_text='"lines" (games), "card" (totals), "both", or "" before any result.')
    version = serializers.IntegerField(
        allow_null=True, help_text="Of the totals; send it back as `expected_version`. Null: no totals are in."
    )
    at = When(allow_null=True, help_text="When the totals were entered.")


class CardLineOut(Output):
    """One game of a card. Null: not in, or not given."""

    game = serializers.IntegerField()
    make_up = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True, help_text="Entry; null: sits out.")
    won = serializers.BooleanField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)
    plus = serializers.IntegerField(allow_null=True)
    minus = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(
        LINE_STATES,
        help_text="waits: one of the two cards is in.",
    )
    counts = serializers.BooleanField(help_text="False: it counts on the other card only.")


class WholeCardOut(CardOut):
    """One card, game by game."""

    lines = CardLineOut(many=True)


class CardQuery(Query):
    """Which cards."""

    state = serializers.ChoiceField(STATES, required=False)
    kind = serializers.ChoiceField(Membership.Kind.choices, required=False)


class TotalsIn(Input):
    """What stands at the foot of a paper card."""

    points = Number(help_text="Game points.")
    wins = Number(help_text="Games won.")
    plus = Number(required=False, allow_null=True, help_text="Spread of the games won.")
    minus = Number(required=False, allow_null=True, help_text="Spread of the games lost, without a sign.")
    net = Number(required=False, allow_null=True, min_value=-(2**31), help_text="Plus less minus.")
    games = Number(required=False, allow_null=True, help_text="As many as planned where it is left out.")
    reason = Text(required=False, allow_blank=True, max_length=200, help_text="Why it is corrected; it is kept.")


class NewCardIn(TotalsIn):
    """A card, by its entry or by its seat."""

    entry = Number(required=False, min_value=1)
    seat = Number(required=False, min_value=1)
    expected_version = Number(
        required=False, help_text="The version you want to replace. Left out: refused (409) where totals are in."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Want exactly one way to say whose card it is."""
        if ("entry" in attrs) == ("seat" in attrs):
            raise serializers.ValidationError({"entry": [_("Send either the entry or the seat.")]}, "entry_or_seat")
        return attrs


class CorrectedCardIn(TotalsIn):
    """The totals that shall stand from now on, all of them."""

    expected_version = Number(min_value=1, help_text="The version you have read.")


def card(board: Board, entry_id: int, viewer: Membership | None) -> dict[str, Any]:
    """Return one card of a night as the API shows it."""
    view = views.view(board, entry_id)
    person = board.people[entry_id]
    typed = board.cards.get(entry_id)
    figures = ("player_id", "seat", "kind", "planned", "games", "won", "points", "plus", "minus", "net", "skunks")
    return {
        **{name.removesuffix("_id"): getattr(view, name) for name in figures},
        "entry": entry_id,
        "name": names.written(view.name, board.event.club, viewer),
        "state": "in" if board.is_in(person) else "out" if board.will_come(person) else "none",
        "rank": view.place,
        "shared": view.shared,
        "rests_on": view.rests_on,
        "version": typed.version if typed else None,
        "at": typed.at if typed else None,
    }


def whole_card(board: Board, entry_id: int, viewer: Membership | None) -> dict[str, Any]:
    """Return one card of a night, game by game."""
    figures = ("make_up", "table", "won", "points", "plus", "minus", "state", "counts")
    lines = [
        {
            "game": line.number,
            "opponent": line.opponent_id,
            **{name: getattr(line, name) for name in figures},
        }
        for line in views.view(board, entry_id).lines
    ]
    return {**card(board, entry_id, viewer), "lines": lines}


# Addresses -----------------------------------------------------------------------------------------------------------


class Cards(NightEndpoint):
    """The cards of a night."""

    @extend_schema(
        operation_id="list_cards",
        tags=["Cards"],
        summary="The cards of a night",
        description="In seat order. Before a night is published and while it is corrected, only the club's own people "
        "may read them.",
        parameters=[CardQuery],
        responses={200: CardOut(many=True)},
        examples=[OpenApiExample("Card", SAMPLE, response_only=True)],
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the cards."""
        query = self.asked(CardQuery)
        event, viewer = self.results(event_id)
        board = boards.load(event)
        rows = [card(board, person.entry_id, viewer) for person in board.expected]
        wanted = [row for row in rows if all(row[name] == value for name, value in query.items())]
        return self.paged(wanted, CardOut, lambda page: page)

    @extend_schema(
        operation_id="enter_card",
        tags=["Cards"],
        summary="Enter the totals of a card",
        description="As at the desk: for owners, directors and scorekeepers, while the night takes results.",
        parameters=[IDEMPOTENCY_KEY],
        request=NewCardIn,
        responses={
            201: OpenApiResponse(WholeCardOut, "It is in."),
            200: OpenApiResponse(WholeCardOut, "It replaces `expected_version`."),
        },
        examples=[
            OpenApiExample(
                "By seat, spread given",
                {"seat": 3, "points": 16, "wins": 7, "plus": 119, "minus": 45},
                request_only=True,
            ),
            OpenApiExample("By entry, net only", {"entry": 41, "points": 16, "wins": 7, "net": 74}, request_only=True),
        ],
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter a card."""
        return self.once(lambda: self._enter(event_id))

    def _enter(self, event_id: int) -> Response:
        user, event = self.request.user, self.night(event_id)
        given = self.sent(NewCardIn)
        seat, entry_id = given.pop("seat", None), given.pop("entry", None)
        entry = (
            results.entries_at(event, [seat])[0] if seat is not None else events.entry_for(user, event, entry_id or 0)
        )
        seen = given.pop("expected_version", None)
        expected = results.card_version(entry) if seen is None else seen
        entered = cards.put(entry=entry, by=actor(self.request), source=Source.API, expected_version=expected, **given)
        code = status.HTTP_201_CREATED if not seen else status.HTTP_200_OK
        return _answer(event, entered.entry, user, code)


class OneCard(NightEndpoint):
    """One card of a night."""

    @extend_schema(
        operation_id="get_card",
        tags=["Cards"],
        summary="One card, game by game",
        description="Before a night is published and while it is corrected, only the club's own people may read it.",
        responses={200: WholeCardOut},
    )
    def get(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Show the card."""
        event, _viewer = self.results(event_id)
        return _answer(event, events.entry_for(request.user, event, entry_id), request.user)

    @extend_schema(
        operation_id="correct_card",
        tags=["Cards"],
        summary="Replace the totals of a card",
        description="All of them: a column that is left out is not given any more.",
        request=CorrectedCardIn,
        responses={200: WholeCardOut},
        examples=[
            OpenApiExample(
                "Correction",
                {"points": 15, "wins": 7, "net": 61, "expected_version": 1, "reason": "game 4 was no skunk"},
                request_only=True,
            )
        ],
    )
    def put(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Correct the card."""
        event = self.night(event_id)
        entry = events.entry_for(request.user, event, entry_id)
        cards.put(entry=entry, by=actor(request), source=Source.API, **self.sent(CorrectedCardIn))
        return _answer(event, entry, request.user)

    @removal(
        operation_id="remove_card",
        tags=["Cards"],
        summary="Remove the totals of a card",
        description="What was entered stays in the card's history.",
    )
    def delete(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Remove the card."""
        event = self.night(event_id)
        entry = events.entry_for(request.user, event, entry_id)
        cards.remove(entry=entry, by=actor(request), **self.asked(VersionQuery))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(event: Event, entry: Entry, user: Any, code: int = status.HTTP_200_OK) -> Response:
    viewer = people.membership_of(user, event.club)
    return Response(WholeCardOut(whole_card(boards.load(event), entry.pk, viewer)).data, status=code)
