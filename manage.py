#!/usr/bin/env python3
"""Run a management command; without DATABASE_URL and REDIS_URL, with the embedded services running meanwhile."""

import os
import sys


def main() -> None:
    """Run the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit(
            "Django is not installed in this Python: `make run` makes an environment in .venv; use .venv/bin/python."
        )
    from config import embedded
    from config.env import MissingVariables
    from config.services import EmbeddedError

    try:
        if os.environ["DJANGO_SETTINGS_MODULE"] == "config.settings.dev":
            embedded.begin(sys.argv)
        execute_from_command_line(sys.argv)
    except (EmbeddedError, MissingVariables) as trouble:
        sys.exit(str(trouble))


if __name__ == "__main__":
    main()
