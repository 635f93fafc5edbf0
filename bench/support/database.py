"""A migrated database of its own for one bench program, gone when it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


@contextmanager
def fresh() -> Iterator[None]:
    """Start real PostgreSQL and Valkey, set Django up on them and migrate; stop both afterwards."""
    sys.path.insert(0, str(ROOT))
    from tests.services import Services

    services = Services()
    services.start()
    try:
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
        import django

        django.setup()
        from django.db import connections
        from django.test.runner import DiscoverRunner
        from django.test.utils import setup_test_environment

        setup_test_environment()
        runner = DiscoverRunner(verbosity=0, interactive=False)
        made = runner.setup_databases()
        try:
            yield
        finally:
            for connection in connections.all(initialized_only=True):
                connection.close()
                getattr(connection, "close_pool")()  # noqa: B009 (the base class does not say so)
            runner.teardown_databases(made)
    finally:
        services.stop()
