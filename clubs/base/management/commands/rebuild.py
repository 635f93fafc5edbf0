import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.base import versions


class Command(BaseCommand):
    """Compute every derived table again from the facts, or check it against them."""

    help = "Compute every derived table again from the facts; with --check only compare, and exit 1 on any drift."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --check and --table."""
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit 1 if a row is not what it should be"
        )
        parser.add_argument("--table", action="append", default=[], metavar="NAME", help="only this table (repeatable)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Go through the units of each table, a line for each row that drifted and each unit that was skipped."""
        known = [derived.name for derived in versions.registered()]
        unknown = sorted(set(options["table"]) - set(known))
        if unknown:
            raise CommandError(f"No derived table {', '.join(unknown)}. There are: {', '.join(known)}.")
        units = drifted = skipped = 0
        for verdict in versions.rebuild(check=options["check"], tables=options["table"]):
            units += 1
            name = f"{verdict.table} {verdict.unit}"
            if verdict.skipped:
                skipped += 1
                self.stdout.write(f"{name}: skipped, it is stale; the sweep will compute it")
            for line in verdict.drift:
                drifted += 1
                self.stdout.write(f"{name}: {line}")
        done = "checked" if options["check"] else "computed"
        self.stdout.write(f"{units} units {done}, {skipped} skipped, {drifted} rows drifted")
        if options["check"] and drifted:
            sys.exit(1)
