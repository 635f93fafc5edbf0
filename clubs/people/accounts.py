"""What allauth asks of us: names at sign-up, and the plain truth where mail is off."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from clubs.people.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Named by ACCOUNT_ADAPTER."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Store the new account with the name its owner typed."""
        user.name = form.cleaned_data.get("name", "")
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def should_send_confirmation_mail(self, request: HttpRequest, email_address: Any, signup: bool) -> bool:
        """Ask for no confirmation that could not arrive."""
        return bool(settings.MAIL_IS_ON)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send nothing where mail is off; the pages say so, and none of them shows the link to whoever asks."""
        if settings.MAIL_IS_ON:
            # A subject is rendered without the request, so what every page knows is handed along.
            super().send_mail(template_prefix, email, {"site_name": settings.SITE_NAME, **context})

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Go back to the account's settings."""
        return reverse("people:account")
