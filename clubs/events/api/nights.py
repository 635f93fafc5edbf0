"""Nights, who is in them, and who meets whom."""

from typing import Any

import django_filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.api import FILTERS, Day, Endpoint, Id, Ordering, Output, Query, When
from clubs.events import selectors
from clubs.events.models import Entry, Event, Pairing
from clubs.events.selectors import visible
from clubs.people import names
from clubs.people import selectors as people
from clubs.people.models import Club, Membership

# Nights --------------------------------------------------------------------------------------------------------------


class EventOut(Output):
    """A club night."""

    id = serializers.IntegerField()
    uuid = serializers.UUIDField()
    club = serializers.CharField(help_text="The club's slug.")
    season = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    date = serializers.DateField()
    starts_at = serializers.TimeField(allow_null=True, help_text="On the club's clock.")
    counts = serializers.BooleanField(help_text="Counts for the season.")
    status = serializers.ChoiceField(Event.Status.choices)
    mode = serializers.ChoiceField(Event.Mode.choices)
    preset = serializers.CharField()
    target = serializers.IntegerField(help_text="Holes to the end of the board: 121 or 61.")
    games = serializers.IntegerField(help_text="Games of a full card.")
    record = serializers.ChoiceField(Event.Record.choices, help_text="Which figure the cards give.")
    scheme = serializers.DictField(help_text="What a game is worth.")
    chain = serializers.ListField(child=serializers.JSONField(), help_text="How level entries are told apart.")
    started_at = When(allow_null=True)
    published_at = When(allow_null=True)


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Which nights."""

    club = django_filters.CharFilter(field_name="club__slug", max_length=60, label="The club's slug.")
    season = Id(field_name="season_id")
    status = django_filters.MultipleChoiceFilter(choices=Event.Status.choices, label="One status, or several.")
    since = Day(field_name="date", lookup_expr="gte", label="From this date on.")
    until = Day(field_name="date", lookup_expr="lte", label="Up to this date.")
    ordering = Ordering(fields=("date", "name"))

    class Meta:
        model = Event
        fields: list[str] = []


def _event(event: Event) -> dict[str, Any]:
    fields = (
        "uuid", "name", "date", "starts_at", "counts", "status", "mode", "preset", "target", "games", "record",
        "scheme", "chain", "started_at", "published_at",
    )  # fmt: skip
    return {
        "id": event.pk,
        "club": event.club.slug,
        "season": event.season_id,
        **{name: getattr(event, name) for name in fields},
    }


class Events(Endpoint):
    """The nights of the clubs you may know of."""

    queryset = Event.objects.none()  # says of what the filters are
    filter_backends = FILTERS
    filterset_class = EventFilter

    @extend_schema(
        operation_id="list_events",
        tags=["Events"],
        summary="Club nights",
        description="Of every club you may know of, the newest first.",
        responses={200: EventOut(many=True)},
    )
    def get(self, request: Request) -> Response:
        """List the nights."""
        events = self.filter_queryset(visible.visible_nights(request.user))
        return self.paged(events, EventOut, lambda page: map(_event, page))


class OneEvent(Endpoint):
    """One night."""

    @extend_schema(
        operation_id="get_event", tags=["Events"], summary="One club night", description="", responses={200: EventOut}
    )
    def get(self, request: Request, event_id: int) -> Response:
        """Show the night."""
        return Response(EventOut(_event(visible.visible_night(request.user, event_id))).data)


# Entries -------------------------------------------------------------------------------------------------------------


class EntryOut(Output):
    """Somebody in a night."""

    id = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(Membership.Kind.choices, help_text="What they were to the club that night.")
    presence = serializers.ChoiceField(Entry.Presence.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="Seat of game 1, the number of the card.")
    from_game = serializers.IntegerField()
    last_game = serializers.IntegerField(allow_null=True, help_text="Left after it; null: stays.")
    planned_games = serializers.IntegerField(allow_null=True, help_text="Null: no plan yet.")
    card_state = serializers.ChoiceField(Entry.CardState.choices)


class EntryFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Which entries."""

    kind = django_filters.ChoiceFilter(choices=Membership.Kind.choices, empty_label=None)
    presence = django_filters.ChoiceFilter(choices=Entry.Presence.choices, empty_label=None)

    class Meta:
        model = Entry
        fields: list[str] = []


def _entry(entry: Entry, club: Club, viewer: Membership | None) -> dict[str, Any]:
    player = people.canonical(entry.player)
    fields = ("kind", "presence", "seat", "from_game", "last_game", "planned_games", "card_state")
    return {
        "id": entry.pk,
        "player": player.pk,
        "name": names.shown(player, club, viewer),
        **{name: getattr(entry, name) for name in fields},
    }


class Entries(Endpoint):
    """Who is in a night."""

    queryset = Entry.objects.none()  # says of what the filters are
    filter_backends = FILTERS
    filterset_class = EntryFilter

    @extend_schema(
        operation_id="list_entries",
        tags=["Events"],
        summary="Who is in a night",
        description="In seat order, then as they signed in; those marked absent too.",
        responses={200: EntryOut(many=True)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the entries."""
        event = visible.visible_night(request.user, event_id)
        viewer = people.membership_of(request.user, event.club)
        entries = self.filter_queryset(selectors.entries_of(event))
        return self.paged(entries, EntryOut, lambda page: [_entry(entry, event.club, viewer) for entry in page])


class OneEntry(Endpoint):
    """One entry of a night."""

    @extend_schema(
        operation_id="get_entry", tags=["Events"], summary="One entry", description="", responses={200: EntryOut}
    )
    def get(self, request: Request, event_id: int, entry_id: int) -> Response:
        """Show the entry."""
        event = visible.visible_night(request.user, event_id)
        entry = selectors.entry_for(request.user, event, entry_id)
        return Response(EntryOut(_entry(entry, event.club, people.membership_of(request.user, event.club))).data)


# The plan ------------------------------------------------------------------------------------------------------------


class PairingOut(Output):
    """Who meets whom where in one game; one entry alone sits out."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(help_text="Number of the game as printed on the card; make-ups follow the last.")
    make_up = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(child=serializers.IntegerField(), min_length=1, max_length=2)
    chairs = serializers.ListField(child=serializers.IntegerField(), help_text="Where the two sit for this game.")
    counts_for = serializers.IntegerField(allow_null=True, help_text="The one entry it counts for; null: both.")
    status = serializers.ChoiceField(Pairing.Status.choices)


class PairingQuery(Query):
    """Which games of the plan."""

    game = serializers.IntegerField(required=False, min_value=1, max_value=99)
    entry = serializers.IntegerField(required=False, min_value=1)


def _pairing(pairing: Pairing) -> dict[str, Any]:
    return {
        "id": pairing.pk,
        "game": pairing.round.number,
        "make_up": pairing.round.make_up,
        "table": pairing.table,
        "entries": [entry for entry in (pairing.a_id, pairing.b_id) if entry is not None],
        "chairs": [chair for chair in (pairing.seat_a, pairing.seat_b) if chair is not None],
        "counts_for": pairing.counts_for_id,
        "status": pairing.status,
    }


class Pairings(Endpoint):
    """The plan of a night."""

    @extend_schema(
        operation_id="list_pairings",
        tags=["Events"],
        summary="Who meets whom, game by game",
        description="Once the night is started; sit-outs after the games of their round.",
        parameters=[PairingQuery],
        responses={200: PairingOut(many=True)},
    )
    def get(self, request: Request, event_id: int) -> Response:
        """List the pairings."""
        query = self.asked(PairingQuery)
        pairings = [
            pairing
            for pairing in selectors.pairings_of(visible.visible_night(request.user, event_id))
            if query.get("game") in (None, pairing.round.number)
            and query.get("entry") in (None, pairing.a_id, pairing.b_id)
        ]
        return self.paged(pairings, PairingOut, lambda page: map(_pairing, page))
