"""Read-only: facts are written by services, looked at here."""

from __future__ import annotations

from django.contrib import admin

from clubs.base.admin import ReadOnlyAdmin
from games.matches.models import Card, CardClaim, Claim, DeskLine, Game, Match, Reading, Ruling


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ["id", "stage", "pairing", "status"]
    list_select_related = ["stage__event", "stage__club", "pairing__round"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["id", "number", "ending", "status", "version"]


@admin.register(Claim, Ruling)
class ClaimAdmin(ReadOnlyAdmin):
    list_display = ["id", "game_id", "side_id", "won", "points", "plus", "minus", "withdrawn", "at"]


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin):
    list_display = ["id", "entry_id", "points", "wins", "games", "plus", "minus", "net", "version"]


@admin.register(CardClaim)
class CardClaimAdmin(ReadOnlyAdmin):
    list_display = ["id", "card_id", "points", "wins", "games", "net", "source", "card_version", "at"]


@admin.register(Reading)
class ReadingAdmin(ReadOnlyAdmin):
    list_display = ["id", "entry_id", "game_number", "agrees", "at"]


@admin.register(DeskLine)
class DeskLineAdmin(ReadOnlyAdmin):
    list_display = ["id", "event", "text", "mode", "kind", "state", "at"]
    list_select_related = ["event"]
