"""The environment variables the site reads: the only place where they are read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parent.parent


class MissingVariables(RuntimeError):
    """Production was started without variables it cannot do without."""


@dataclass(frozen=True)
class Variable:
    """One variable: its name, what it is for, and whether production refuses to start without it."""

    name: str
    purpose: str
    needed: bool = False


VARIABLES: tuple[Variable, ...] = (
    Variable("SECRET_KEY", "Signs sessions and links; at least 50 random characters.", needed=True),
    Variable("ALLOWED_HOSTS", "Host names the site answers to, separated by commas.", needed=True),
    Variable(
        "DATABASE_URL", "postgresql://user:password@host:5432/name, instead of the embedded PostgreSQL.", needed=True
    ),
    Variable("REDIS_URL", "redis://host:6379/0, instead of the embedded Valkey.", needed=True),
    Variable("EMAIL_URL", "smtp+tls://user:password@host:587; unset: mail is off, links are shown."),
    Variable("DEFAULT_FROM_EMAIL", "Sender of the site's mail."),
    Variable("CSRF_TRUSTED_ORIGINS", "https:// origins behind a proxy; by default one for each host."),
    Variable("SECURE_SSL_REDIRECT", "Off only where the proxy sends plain requests on to https itself."),
    Variable("SECURE_HSTS_SECONDS", "How long browsers keep to https, in seconds."),
    Variable("TIME_ZONE", "Time zone of pages that belong to no club."),
    Variable("LANGUAGE_CODE", "Language of visitors whose browser asks for none of ours."),
    Variable("DEBUG", "Tracebacks in the browser; development only."),
    Variable("LOG_LEVEL", "DEBUG, INFO, WARNING or ERROR."),
    Variable("LOG_FORMAT", "console or json."),
    Variable("DATABASE_POOL_SIZE", "Most connections one process keeps to PostgreSQL."),
    Variable("PG_BIN", "Folder of PostgreSQL binaries to use instead of the wheel's."),
    Variable("VAR_DIR", "Where the embedded services keep their data."),
    Variable("STATIC_ROOT", "Where collectstatic puts the hashed static files."),
)

_environment = environ.Env()


def text(name: str, default: str = "") -> str:
    """Return the variable as text; an empty one counts as unset."""
    return _declared(name) or default


def flag(name: str, *, default: bool) -> bool:
    """Return the variable as yes or no."""
    return bool(_environment.bool(name)) if _declared(name) else default


def number(name: str, *, default: int) -> int:
    """Return the variable as a whole number."""
    return int(_environment.int(name)) if _declared(name) else default


def words(name: str, default: list[str] | None = None) -> list[str]:
    """Return the variable as a list, separated by commas."""
    value = _declared(name)
    return [word.strip() for word in value.split(",") if word.strip()] if value else list(default or [])


def database(url: str) -> dict[str, object]:
    """Return Django's DATABASES entry for a postgresql:// URL."""
    return dict(environ.Env.db_url_config(url))


def email(url: str) -> dict[str, object]:
    """Return Django's EMAIL_* settings for a mail URL."""
    return dict(environ.Env.email_url_config(url))


def require(names: list[str]) -> None:
    """Refuse to go on while any of the names is unset.

    Raises MissingVariables, one sentence that names all of them.
    """
    missing = [name for name in names if not _declared(name)]
    if missing:
        raise MissingVariables(
            f"Production needs these environment variables, and they are not set: {', '.join(missing)}. "
            "docs/operations.md says what each of them holds."
        )


def _declared(name: str) -> str:
    if name not in _NAMES:
        raise KeyError(f"{name} is read but not declared in config.env.VARIABLES")
    return os.environ.get(name, "").strip()


_NAMES = frozenset(variable.name for variable in VARIABLES)
NEEDED = [variable.name for variable in VARIABLES if variable.needed]
