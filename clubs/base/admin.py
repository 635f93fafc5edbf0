from django.contrib import admin

from clubs.base.models import DerivedVersion, FactVersion, IdempotencyKey
from clubs.base.readonly import ReadOnlyAdmin

__all__ = ["ReadOnlyAdmin"]


@admin.register(FactVersion)
class FactVersionAdmin(ReadOnlyAdmin):
    list_display = ("kind", "unit", "version")
    list_filter = ("kind",)


@admin.register(DerivedVersion)
class DerivedVersionAdmin(ReadOnlyAdmin):
    list_display = ("table", "unit", "built", "built_at")
    list_filter = ("table",)


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    list_display = ("user_id", "key", "status", "created_at")
    exclude = ("body",)
