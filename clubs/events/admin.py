from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from clubs.events.models import (
    Entry,
    Event,
    LedgerLine,
    Pairing,
    Posting,
    Publication,
    Round,
    Season,
    Stage,
    Standing,
    TieDecision,
)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnly(ModelAdmin):
    """Show rows; changes go through the services."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Refuse."""
        return False


for model, columns in {
    Season: ("name", "club", "first_day", "last_day", "closed_at"),
    Event: ("name", "club", "date", "season", "status", "counts"),
    Stage: ("club", "event", "kind", "number"),
    Entry: ("player", "stage", "kind", "presence", "seat", "planned_games"),
    Round: ("stage", "number", "make_up"),
    Pairing: ("round", "table", "a", "b", "status"),
    LedgerLine: ("entry", "kind", "game_number", "points", "won", "net", "source_version"),
    Posting: ("source", "stage", "version"),
    Standing: ("stage", "rank", "entry", "points", "won", "net", "version"),
    TieDecision: ("stage", "entries", "shared", "withdrawn", "by", "at"),
    Publication: ("event", "number", "by", "at"),
}.items():
    related = [field.name for field in model._meta.fields if field.is_relation and field.name in columns]
    admin.site.register(
        model, type(f"{model.__name__}Admin", (ReadOnly,), {"list_display": columns, "list_select_related": related})
    )
