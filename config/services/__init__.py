"""The two servers the site stands on, as things that can be started, asked and stopped."""

from config.services.base import EmbeddedError, Service
from config.services.postgres import Postgres, find_postgres
from config.services.ties import die_with_parent, dying_with_parent
from config.services.valkey import Valkey, find_valkey

__all__ = [
    "EmbeddedError",
    "Postgres",
    "Service",
    "Valkey",
    "die_with_parent",
    "dying_with_parent",
    "find_postgres",
    "find_valkey",
]
