"""Tests: the servers that tests/services.py has started, cheap passwords, mail that can be read."""

from __future__ import annotations

import os

from config import env
from config.settings.base import *  # noqa: F403
from config.settings.base import REST_FRAMEWORK, STATIC_ROOT, databases, logging_settings, redis_settings

SECRET_KEY = "for tests only: nothing signed with it is worth anything"  # noqa: S105
ALLOWED_HOSTS = ["*"]
DATABASES = databases(env.text("DATABASE_URL") or "postgresql://postgres@/none?host=/nowhere")

# The sessions of xdist share one Valkey: a database and a prefix each (publish and subscribe know no databases).
globals().update(
    redis_settings(
        env.text("REDIS_URL") or "unix:///nowhere", prefix="cribbage-" + os.environ.get("PYTEST_XDIST_WORKER", "main")
    )
)

MAIL_IS_ON = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ACCOUNT_RATE_LIMITS = False
REST_FRAMEWORK = {
    **REST_FRAMEWORK,
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min"),
}
os.makedirs(STATIC_ROOT, exist_ok=True)
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
LOGGING = logging_settings(level=env.text("LOG_LEVEL", "WARNING"), form="console")
