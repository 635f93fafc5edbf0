"""Development, `make run` included: embedded services unless the environment names others, no secrets to set."""

from __future__ import annotations

import contextlib
import os
import secrets

from config import embedded, env, services
from config.settings.base import *  # noqa: F403
from config.settings.base import STATIC_ROOT, databases, logging_settings, mail_settings, redis_settings, templates


def _kept_key() -> str:
    """Return the key that signs this checkout's sessions: made once and kept in `var/`, private to its owner."""
    path = embedded.folder() / "secret-key"
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            contextlib.suppress(FileExistsError),
            open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file,
        ):
            file.write(secrets.token_urlsafe(50))
        if key := path.read_text():
            return key
    return secrets.token_urlsafe(50)


DEBUG = env.flag("DEBUG", default=True)
SECRET_KEY = env.text("SECRET_KEY") or _kept_key()
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["*"])
TEMPLATES = templates(cached=not DEBUG)
INTERNAL_IPS = ["127.0.0.1"]

# Commands that need no service are run without one; then these addresses lead nowhere, and are not asked.
DATABASES = databases(env.text("DATABASE_URL") or services.Postgres(embedded.folder()).url)
globals().update(redis_settings(env.text("REDIS_URL") or services.Valkey(embedded.folder()).url))
globals().update(mail_settings(env.text("EMAIL_URL")))

# Static files are served from where they are written; whitenoise only wants the folder of collected ones to exist.
with contextlib.suppress(OSError):
    os.makedirs(STATIC_ROOT, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
LOGGING = logging_settings(level=env.text("LOG_LEVEL", "INFO"), form=env.text("LOG_FORMAT", "console"))
