"""Environment variables: declared once, described in the operations guide, demanded in production."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from config import env
from tests.architecture import sources

GOOD = {
    "SECRET_KEY": secrets.token_urlsafe(60),
    "ALLOWED_HOSTS": "club.example, .others.example",
    "DATABASE_URL": "postgresql://club:word@db:5432/club",
    "REDIS_URL": "redis://queue:6379/0",
}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command under production settings and nothing else in the environment."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=sources.ROOT,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "config.settings.prod", **variables},
        capture_output=True,
        text=True,
    )


def test_production_names_all_that_is_missing_in_one_sentence() -> None:
    done = manage("check")
    assert done.returncode != 0
    for name in GOOD:
        assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("name", GOOD)
def test_production_refuses_without_one_of_them(name: str) -> None:
    done = manage("check", **{**GOOD, name: "  "})
    assert done.returncode != 0
    assert f"they are not set: {name}." in done.stderr


def test_deployment_check_reports_nothing() -> None:
    done = manage("check", "--deploy", "--fail-level", "DEBUG", **GOOD)
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout + done.stderr


def test_production_trusts_the_origins_of_its_hosts() -> None:
    done = manage("diffsettings", **GOOD)
    assert "CSRF_TRUSTED_ORIGINS = ['https://club.example', 'https://*.others.example']" in done.stdout
    assert "MAIL_IS_ON = False" in done.stdout


def test_mail_is_on_with_an_address_and_confirmation_becomes_mandatory() -> None:
    done = manage("diffsettings", EMAIL_URL="smtp+tls://u:p@mail.example:587", **GOOD)
    assert "MAIL_IS_ON = True" in done.stdout
    assert "ACCOUNT_EMAIL_VERIFICATION = 'mandatory'" in done.stdout
    assert "EMAIL_HOST = 'mail.example'" in done.stdout


@pytest.mark.slow  # brotli takes its time
def test_static_files_can_be_collected_under_production_settings(tmp_path: Path) -> None:
    done = manage("collectstatic", "--noinput", "-v", "0", STATIC_ROOT=str(tmp_path), **GOOD)
    assert done.returncode == 0, done.stderr[-2000:]
    assert list(tmp_path.glob("css/*.css.br"))


def test_static_files_name_only_files_that_exist(tmp_path: Path, settings: Settings) -> None:
    manifest = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": manifest}}
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)  # fails where a url(…) leads nowhere
    assert (tmp_path / "staticfiles.json").exists()


def test_variable_that_nobody_declared_cannot_be_read() -> None:
    with pytest.raises(KeyError, match="not declared"):
        env.text("NOBODY_DECLARED_THIS")


def test_nobody_else_reads_the_environment() -> None:
    # HOST and PORT belong to one command; the rest is told to Django or to processes, not read from outside.
    allowed = {"config/env.py", "config/embedded.py", "config/management/commands/up.py", "config/probe.py"}
    allowed |= {"config/asgi.py", "config/wsgi.py", "config/celery.py", "config/settings/test.py"}
    readers = {
        sources.name(path)
        for path in sources.modules("clubs", "games", "engine", "config")
        if re.search(r"os\.environ|os\.getenv", path.read_text())
    }
    assert readers <= allowed


def test_every_variable_is_described_in_the_operations_guide() -> None:
    guide = (sources.ROOT / "docs" / "operations.md").read_text()
    rows = set(re.findall(r"^\| `([A-Z_]+)` \|", guide, flags=re.MULTILINE))
    assert rows == {variable.name for variable in env.VARIABLES} | {"HOST", "PORT", "PYTHON", "CHROMIUM"}


@pytest.mark.parametrize(
    ("value", "expected"), [("on", True), ("1", True), ("true", True), ("off", False), ("0", False), ("", True)]
)
def test_flag_reads_the_usual_words(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("DEBUG", value)
    assert env.flag("DEBUG", default=True) is expected
