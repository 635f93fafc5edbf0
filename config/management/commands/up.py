"""Run the whole site: PostgreSQL, Valkey, migrations, web server, worker and beat under one supervisor."""

from __future__ import annotations

import io
import os
from typing import Any

from django.core.management import BaseCommand, CommandParser, call_command
from django.db import connections

from config import embedded, supervisor
from config.demo.cast import CAST, PASSWORD


class Command(BaseCommand):
    """`manage.py up`."""

    help = "Run the whole site until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address, and whether to load the demo club."""
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000")
        parser.add_argument("--demo", action="store_true", help="load the demo club, unless it has been loaded before")
        parser.add_argument("--reload", action="store_true", help="start the web server again when a module changes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring the database up to date, then keep everything running."""
        host, port = options["host"], supervisor.read_port(options["port"])
        supervisor.check_port(host, port)
        supervisor.say("Preparing the database …")
        call_command("migrate", interactive=False, verbosity=0)
        notes = self._demo() if options["demo"] else []
        for connection in connections.all(initialized_only=True):
            connection.close()
            getattr(connection, "close_pool")()  # noqa: B009 (PostgreSQL has it; the base class does not say so)
        supervisor.serve(embedded.owned(), host=host, port=port, reload=options["reload"], notes=notes)

    def _demo(self) -> list[str]:
        """Load the demo club if it is not there, and return how to sign in to it."""
        call_command("demo", once=True, stdout=io.StringIO())
        people = [part for part in CAST if part.email]
        return [
            f"Demo sign-ins (password {PASSWORD}):",
            *(f"  {part.role:<12} {part.email}" for part in people),
        ]
