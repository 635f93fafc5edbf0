"""An admin that only shows: changes are made by services, which check, lock and leave an audit line."""

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class ReadOnly:
    """Take the hands off a ModelAdmin or an inline: look, do not touch."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {}


class ReadOnlyAdmin(ReadOnly, Base):
    """What every room's admin builds on."""


class ReadOnlySite(admin.AdminSite):
    """Register everything read-only, what libraries bring along too; sign in where everybody signs in.

    Named by `clubs.base.apps.HouseAdminConfig`, which stands in INSTALLED_APPS for django.contrib.admin.
    """

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        base = admin_class or admin.ModelAdmin
        if not issubclass(base, ReadOnly):
            base = type(base.__name__, (ReadOnly, base), {})
        super().register(model_or_iterable, base, **options)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send whoever comes to the site's own sign-in, with its limits on guessing."""
        response: HttpResponse = secure_admin_login(super().login)(request, extra_context=extra_context)
        return response
