"""Load the demo club."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandParser
from django.db import transaction

from clubs.base import locks
from clubs.people.models import Club
from config.demo import season
from config.demo.cast import CAST, PASSWORD


class Command(BaseCommand):
    """`manage.py demo`."""

    help = "Load the demo club with its people, a season and a night being played."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whether a club that is there already is no mistake."""
        parser.add_argument("--once", action="store_true", help="say nothing when it has been loaded before")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the club in one transaction, or leave everything as it is."""
        with transaction.atomic():
            locks.hold("demo", 0)
            if Club.objects.filter(slug=season.SLUG).exists():
                if not options["once"]:
                    self.stdout.write("The demo club is there already.")
                return
            season.load()
        self.stdout.write("The demo club is loaded. Its sign-ins:")
        for part in CAST:
            if part.email:
                self.stdout.write(f"  {part.role:<12} {part.email:<26} password {PASSWORD}")
