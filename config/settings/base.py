"""What is the same wherever the site runs."""

from __future__ import annotations

import logging
from typing import Any

import structlog
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env, openapi

BASE_DIR = env.ROOT
DEBUG = False
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SITE_NAME = "Cribbage Club"

INSTALLED_APPS = [
    "clubs.base.apps.HouseAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_celery_beat",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "rest_framework",
    "rest_framework.authtoken",
    "clubs.base.apps.BaseConfig",
    "clubs.people",
    "clubs.events",
    "clubs.honours",
    "games.matches",
    "games.stats",
    "config.apps.HouseConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "clubs.people.middleware.PlaceMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "config.errors.ApplicationErrorMiddleware",
]

# Templates ---------------------------------------------------------------------------------------------------------

_PLAIN_LOADERS: list[Any] = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]


def templates(*, cached: bool) -> list[dict[str, Any]]:
    """Return TEMPLATES; uncached ones show an edit at the next request."""
    loaders = [("django.template.loaders.cached.Loader", _PLAIN_LOADERS)] if cached else _PLAIN_LOADERS
    return [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "DIRS": [BASE_DIR / "templates"],
            "OPTIONS": {
                "loaders": loaders,
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.template.context_processors.i18n",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                    "config.context.site",
                    "clubs.people.context.people",
                ],
            },
        }
    ]


TEMPLATES = templates(cached=True)
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
INSTALLED_APPS.insert(0, "django.forms")  # its widget templates, so that ours may replace one of them

# Database, cache, channel layer -------------------------------------------------------------------------------------


def databases(url: str, *, pool_size: int = 10) -> dict[str, dict[str, Any]]:
    """Return DATABASES: PostgreSQL through a pool, so that a burst waits instead of exhausting the connections."""
    database: dict[str, Any] = env.database(url)
    database["CONN_HEALTH_CHECKS"] = True  # a connection that died with its server is not handed out
    database["CONN_MAX_AGE"] = 0  # the pool keeps connections; Django must not keep them as well
    database["OPTIONS"] = {**database.get("OPTIONS", {}), "pool": {"min_size": 2, "max_size": pool_size, "timeout": 10}}
    return {"default": database}


def redis_settings(url: str, *, prefix: str = "cribbage") -> dict[str, Any]:
    """Return the settings that lead to Valkey: broker, cache, channel layer."""
    cache = {
        "LOCATION": url,
        "KEY_PREFIX": prefix,
        "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
    }
    return {
        "CELERY_BROKER_URL": broker_url(url),
        "CACHES": {
            "default": {"BACKEND": "config.caching.SteadyCache", **cache},
            "counted": {"BACKEND": "django.core.cache.backends.redis.RedisCache", **cache},
        },
        "CHANNEL_LAYERS": {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [{"address": url, "socket_connect_timeout": 0.5}], "prefix": prefix},
            }
        },
    }


def broker_url(url: str) -> str:
    """Return Celery's spelling of a Redis URL: sockets are `redis+socket://`, their database `virtual_host`."""
    if url.startswith("unix://"):
        return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=")
    return url


# People -------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "clubs.people.accounts.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "clubs.people.forms.SignupForm"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True


def mail_settings(url: str) -> dict[str, Any]:
    """Return the settings of mail: confirmed addresses where mail is on; where it is off, links to hand over."""
    if not url:
        return {
            "MAIL_IS_ON": False,
            "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
            "ACCOUNT_EMAIL_VERIFICATION": "optional",
        }
    return {"MAIL_IS_ON": True, "ACCOUNT_EMAIL_VERIFICATION": "mandatory", "EMAIL_TIMEOUT": 10, **env.email(url)}


DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Cribbage Club <club@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Language and time --------------------------------------------------------------------------------------------------

LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LANGUAGE_CODE = env.text("LANGUAGE_CODE", "en")
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "UTC")

# Static files -------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = env.text("STATIC_ROOT") or BASE_DIR / "var" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]

# Security -----------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # a club meets once a week and should not have to sign in each time
CSRF_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024  # a 10 MB paste is answered with a sentence, not with a closed door
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # a night of 200 cards in one form

# Background work ----------------------------------------------------------------------------------------------------

CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "cribbage"
CELERY_TASK_TIME_LIMIT = 240  # below the visibility timeout: longer work is split
CELERY_TASK_SOFT_TIME_LIMIT = 200
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    # A worker is patient with its broker; who announces is not (config.celery.IMPATIENT).
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 0}
CELERY_BEAT_SCHEDULER = "django_celery_beat.schedulers:DatabaseScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_TIMEZONE = "UTC"

# API ----------------------------------------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    # The token first, so that whoever sends none is answered 401 with the way to sign in.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.people.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["clubs.base.bodies.Json"],
    "DEFAULT_THROTTLE_CLASSES": [
        "clubs.base.throttles.Visitors",
        "clubs.base.throttles.Accounts",
        "clubs.base.throttles.Writes",
    ],
    # Written in docs/api.md. A night of 200 cards or 100 games a round fits; a club never pays for more.
    "DEFAULT_THROTTLE_RATES": {
        "anon": "120/min",
        "user": "600/min",
        "write": "240/min",
        "token": "10/min",
        "token_account": "5/min",
    },
    # The server itself reads the proxy's header (FORWARDED_ALLOW_IPS of uvicorn); nobody else's is believed.
    "NUM_PROXIES": 0,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.api.answer_error",
    "DEFAULT_METADATA_CLASS": None,  # the description is at /api/v1/schema/
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = openapi.SETTINGS

# Logs ---------------------------------------------------------------------------------------------------------------

_SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def logging_settings(*, level: str, form: str) -> dict[str, Any]:
    """Return LOGGING: one stream, lines for people or JSON for machines, a request's id on each."""
    renderer: list[Any] = (
        [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
        if form == "json"
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
                "foreign_pre_chain": _SHARED_PROCESSORS,
            }
        },
        "filters": {"seldom": {"()": "config.logs.Seldom"}},
        "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stream"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["stream"], "level": level, "propagate": False},
            "django_structlog": {"level": "WARNING"},
            # Once a second, with a traceback, while Valkey or PostgreSQL is away.
            "channels_redis.pubsub": {"filters": ["seldom"]},
            "psycopg.pool": {"filters": ["seldom"]},
            "uvicorn.access": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "kombu": {"level": "WARNING"},
        },
    }


structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_SHARED_PROCESSORS,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
DJANGO_STRUCTLOG_CELERY_ENABLED = False
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO  # every page that watches ends so
