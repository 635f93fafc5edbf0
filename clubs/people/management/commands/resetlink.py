from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from clubs.people.models import User
from clubs.people.services import accounts


class Command(BaseCommand):
    """Print a password reset link, for whoever runs the server where mail is off."""

    help = "Print a link by which the owner of an account can choose a new password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the account's e-mail address")
        parser.add_argument("--site", default="", help="what stands before the path, such as https://club.example.org")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(email__iexact=options["email"], is_active=True).first()
        if user is None:
            raise CommandError(f"There is no account with the address {options['email']}.")
        number, key = accounts.reset_key(user)
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": number, "key": key})
        self.stdout.write(options["site"].rstrip("/") + path)
