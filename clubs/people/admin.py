from django.contrib import admin

from clubs.base.admin import ReadOnlyAdmin
from clubs.people.models import AuditLine, Club, Invitation, Membership, Player, User


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = ("email", "name", "is_active", "is_staff", "date_joined")
    search_fields = ("email", "name")
    exclude = ("password",)


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "timezone", "public", "created_at")
    search_fields = ("name", "slug")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "acc_number", "home_club", "user", "merged_into")
    list_select_related = ("home_club", "user", "merged_into")
    search_fields = ("name", "acc_number")


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("player", "club", "role", "kind", "joined_on", "left_on")
    list_select_related = ("player", "club")
    list_filter = ("role", "kind")
    search_fields = ("player__name", "club__name")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = ("player", "club", "created_by", "expires_at", "accepted_at", "withdrawn_at")
    list_select_related = ("player", "club", "created_by")
    exclude = ("token_hash",)


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnlyAdmin):
    list_display = ("at", "club", "actor_name", "action", "about", "about_id")
    list_select_related = ("club",)
    search_fields = ("action", "actor_name")
