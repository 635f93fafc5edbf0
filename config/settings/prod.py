"""Production: everything from the environment, nothing guessed."""

from __future__ import annotations

from config import env
from config.settings.base import *  # noqa: F403
from config.settings.base import databases, logging_settings, mail_settings, redis_settings

env.require(env.NEEDED)

SECRET_KEY = env.text("SECRET_KEY")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
DATABASES = databases(env.text("DATABASE_URL"), pool_size=env.number("DATABASE_POOL_SIZE", default=10))
globals().update(redis_settings(env.text("REDIS_URL")))
globals().update(mail_settings(env.text("EMAIL_URL")))

_ORIGINS = [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS if host != "*"]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", _ORIGINS)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from inside, past the proxy
SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", default=31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
LOGGING = logging_settings(level=env.text("LOG_LEVEL", "INFO"), form=env.text("LOG_FORMAT", "json"))
