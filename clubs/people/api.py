"""Clubs and players for programs, and the token by which a program acts for somebody."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.base.api import Endpoint, Input, Output, Query, Text
from clubs.base.throttles import SignIn, SignInAs
from clubs.people import names, permissions, selectors
from clubs.people.authentication import actor
from clubs.people.models import Club, Membership
from clubs.people.selectors import Member, Viewer
from clubs.people.services import tokens

# Shapes --------------------------------------------------------------------------------------------------------------


class ClubOut(Output):
    """A club, and what the reader is to it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField(help_text="Where it meets; may be empty.")
    timezone = serializers.CharField(help_text="Its nights are on this clock.")
    currency = serializers.CharField()
    language = serializers.CharField()
    preset = serializers.CharField(help_text="Its usual night.")
    public = serializers.BooleanField(help_text="False: only its own people may know of it.")
    names = serializers.ChoiceField(Club.Names.choices, help_text="How strangers read names.")
    role = serializers.ChoiceField(
        Membership.Role.choices, allow_null=True, help_text="Yours; null: you do not belong."
    )
    kind = serializers.ChoiceField(
        Membership.Kind.choices, allow_null=True, help_text="What you are to it; null: you do not belong."
    )


class PlayerOut(Output):
    """Somebody in a club."""

    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Shortened for strangers where the club wants it.")
    kind = serializers.ChoiceField(Membership.Kind.choices)
    role = serializers.ChoiceField(Membership.Role.choices)
    acc_number = serializers.CharField(help_text='"" where there is none, or names are shortened for you.')
    joined_on = serializers.DateField(allow_null=True)
    left_on = serializers.DateField(allow_null=True)
    email = serializers.CharField(allow_null=True, help_text='Private; null: you may not read it. "": none.')
    phone = serializers.CharField(allow_null=True, help_text='Private; null: you may not read it. "": none.')


class PlayerQuery(Query):
    """Which players."""

    q = serializers.CharField(
        required=False, max_length=80, help_text="Start of any word of the name, or an ACC number."
    )
    kind = serializers.ChoiceField(Membership.Kind.choices, required=False)
    role = serializers.ChoiceField(Membership.Role.choices, required=False)
    left = serializers.BooleanField(required=False, help_text="True: those who have left, instead.")


class CredentialsIn(Input):
    """Who you are."""

    email = Text(max_length=254)
    password = Text(max_length=4096, trim_whitespace=False)


class TokenOut(Output):
    """A token, this once."""

    token = serializers.CharField(help_text="Send it as `Authorization: Bearer …`. It is not shown again.")


def _club(club: Club, membership: Membership | None) -> dict[str, Any]:
    fields = ("slug", "name", "place", "timezone", "currency", "language", "preset", "public", "names")
    return {
        **{name: getattr(club, name) for name in fields},
        "role": membership.role if membership else None,
        "kind": membership.kind if membership else None,
    }


def _players(user: Viewer, club: Club, members: list[Member]) -> list[dict[str, Any]]:
    viewer = selectors.membership_of(user, club)
    readable = permissions.private_ids(user)
    in_full = names.in_full(club, viewer)
    return [
        {
            "id": member.player.pk,
            "name": names.shown(member.player, club, viewer),
            "kind": member.membership.kind,
            "role": member.membership.role,
            "acc_number": member.player.acc_number if in_full else "",
            "joined_on": member.membership.joined_on,
            "left_on": member.membership.left_on,
            "email": member.player.email if member.player.pk in readable else None,
            "phone": member.player.phone if member.player.pk in readable else None,
        }
        for member in members
    ]


# Addresses -----------------------------------------------------------------------------------------------------------


class Clubs(Endpoint):
    """The clubs you may know of."""

    @extend_schema(
        operation_id="list_clubs",
        tags=["Clubs"],
        summary="The clubs you may know of",
        description="Public clubs and your own, by name.",
        responses={200: ClubOut(many=True)},
    )
    def get(self, request: Request) -> Response:
        """List the clubs."""
        belonging = {one.club_id: one for one in selectors.memberships_of(request.user)}
        clubs = selectors.visible_clubs(request.user)
        return self.paged(clubs, ClubOut, lambda page: [_club(club, belonging.get(club.pk)) for club in page])


class OneClub(Endpoint):
    """One club."""

    @extend_schema(
        operation_id="get_club", tags=["Clubs"], summary="One club", responses={200: ClubOut}, description=""
    )
    def get(self, request: Request, club: str) -> Response:
        """Show the club."""
        found = selectors.club_for(request.user, club)
        return Response(ClubOut(_club(found, selectors.membership_of(request.user, found))).data)


class Players(Endpoint):
    """The players of a club."""

    @extend_schema(
        operation_id="list_players",
        tags=["Players"],
        summary="The players of a club",
        description="Each person once, by name. Private e-mail and phone only where you may read them: your own, and "
        "those of the club you direct.",
        parameters=[PlayerQuery],
        responses={200: PlayerOut(many=True)},
    )
    def get(self, request: Request, club: str) -> Response:
        """List the players."""
        query = self.asked(PlayerQuery)
        found = selectors.club_for(request.user, club)
        members = selectors.members_of(request.user, found, **query)
        return self.paged(members, PlayerOut, lambda page: _players(request.user, found, page))


class OnePlayer(Endpoint):
    """One player of a club."""

    @extend_schema(
        operation_id="get_player",
        tags=["Players"],
        summary="One player of a club",
        description="Also one who has left. Whoever was merged into somebody else is answered as who they are now.",
        responses={200: PlayerOut},
    )
    def get(self, request: Request, club: str, player_id: int) -> Response:
        """Show the player."""
        found = selectors.club_for(request.user, club)
        player = selectors.player_for(request.user, found, player_id)
        membership = selectors.membership_in(found, player)
        assert membership is not None, "player_for finds nobody else"
        return Response(PlayerOut(_players(request.user, found, [Member(membership, player)])[0]).data)


class MyToken(Endpoint):
    """The token of one's own account."""

    throttle_classes = [SignIn, SignInAs]

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Ask nobody for a token who comes to get one."""
        return [] if self.request is not None and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        """Let everybody ask for a token; only its owner may end it."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(
        operation_id="make_token",
        tags=["Token"],
        summary="Make a token",
        description="A new token for your account; the one you had before ends. Tries are counted by address and by "
        "account.",
        request=CredentialsIn,
        responses={201: TokenOut},
        auth=[],
        examples=[
            OpenApiExample("Sign in", {"email": "you@example.org", "password": "your password"}, request_only=True),
            OpenApiExample("Token", {"token": "club_…"}, response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> Response:
        """Make a token."""
        token = tokens.exchange(**self.sent(CredentialsIn))
        answer = Response(TokenOut({"token": token}).data, status=status.HTTP_201_CREATED)
        answer["Cache-Control"] = "no-store"
        return answer

    @extend_schema(
        operation_id="end_token",
        tags=["Token"],
        summary="End your token",
        description="Whatever used it is signed out at once.",
        request=None,
        responses={204: OpenApiResponse(description="It is ended, or there was none.")},
    )
    def delete(self, request: Request) -> Response:
        """End the token."""
        tokens.revoke(user=actor(request), by=actor(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
