"""docker-compose.yml and the Dockerfile name only what exists."""

from __future__ import annotations

import importlib
import re
import shlex
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config import env, probe
from config.celery import app
from tests.architecture import sources

COMPOSE: dict[str, Any] = yaml.safe_load((sources.ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (sources.ROOT / "Dockerfile").read_text()
OURS = ("migrate", "web", "worker", "beat")
DJANGOS_OWN = {"DJANGO_SETTINGS_MODULE"}


def image_command() -> list[str]:
    """Return the command of the image, which a service without one of its own runs."""
    found = re.search(r"^CMD (\[.*?\])", DOCKERFILE, flags=re.MULTILINE | re.DOTALL)
    assert found
    return [str(word) for word in yaml.safe_load(found[1].replace("\\\n", " "))]


def command(service: str) -> list[str]:
    """Return the words a service starts with."""
    words = SERVICES[service].get("command") or image_command()
    return shlex.split(words) if isinstance(words, str) else [str(word) for word in words]


def test_all_parts_of_the_site_are_there() -> None:
    assert set(SERVICES) == {"postgres", "valkey", "migrate", "web", "worker", "beat", "proxy"}


@pytest.mark.parametrize("service", OURS)
def test_command_names_what_exists(service: str) -> None:
    program, *words = command(service)
    if program == "uvicorn":
        module, _, name = words[0].partition(":")
        assert callable(getattr(importlib.import_module(module), name))
    elif program == "celery":
        assert importlib.import_module(words[words.index("--app") + 1]).app is app
        assert words[2] in {"worker", "beat"}
    else:
        assert (program, words[0]) == ("python", "manage.py")
        assert words[1] in get_commands()


def test_stream_that_is_open_does_not_hold_up_the_end_of_the_server() -> None:
    words = command("web")
    assert words[words.index("--timeout-graceful-shutdown") + 1] == "3"


@pytest.mark.parametrize("service", OURS)
def test_every_variable_is_one_the_site_reads(service: str) -> None:
    declared = {variable.name for variable in env.VARIABLES} | DJANGOS_OWN
    assert set(SERVICES[service]["environment"]) <= declared
    assert set(env.NEEDED) <= set(SERVICES[service]["environment"])
    importlib.import_module(SERVICES[service]["environment"]["DJANGO_SETTINGS_MODULE"].rpartition(".")[0])


@pytest.mark.parametrize("service", sorted(set(SERVICES) - {"migrate"}))
def test_every_lasting_service_tells_its_health(service: str) -> None:
    test = SERVICES[service]["healthcheck"]["test"]
    assert test[0] == "CMD"
    if service in OURS:
        assert test[1:4] == ["python", "-m", "config.probe"]
        assert test[4] in probe.PROBES


@pytest.mark.parametrize("service", OURS)
def test_our_services_have_no_more_rights_than_they_need(service: str) -> None:
    assert SERVICES[service]["read_only"] is True
    assert SERVICES[service]["cap_drop"] == ["ALL"]
    assert "ports" not in SERVICES[service]


def test_only_the_proxy_is_reachable_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert "web:8000" in command("proxy")


def test_no_secret_stands_in_a_file_that_is_committed() -> None:
    for name, service in SERVICES.items():
        for variable, value in service.get("environment", {}).items():
            if variable in {"SECRET_KEY", "POSTGRES_PASSWORD"}:
                assert re.fullmatch(r"\$\{\w+:\?[^}]+\}", value), (name, variable)
            if variable == "DATABASE_URL":
                assert ":${POSTGRES_PASSWORD:?" in value
    example = (sources.ROOT / ".env.example").read_text()
    for variable in ("DOMAIN", "SECRET_KEY", "POSTGRES_PASSWORD"):
        assert re.search(rf"^{variable}=$", example, flags=re.MULTILINE)


def test_every_variable_of_the_file_is_in_the_example() -> None:
    text = (sources.ROOT / "docker-compose.yml").read_text()
    example = set(re.findall(r"^(\w+)=", (sources.ROOT / ".env.example").read_text(), flags=re.MULTILINE))
    assert set(re.findall(r"\$\{(\w+)", text)) <= example | {"LOG_LEVEL"}


def test_volumes_are_declared() -> None:
    used = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    assert used == set(COMPOSE["volumes"])


def test_image_is_built_from_the_lock_runs_without_root_and_carries_its_files() -> None:
    assert "--require-hashes -r requirements/run.lock" in DOCKERFILE
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER club$", last, flags=re.MULTILINE)
    assert "collectstatic --noinput" in DOCKERFILE
    assert "config.catalogues compile" in DOCKERFILE
    for path in re.findall(r"requirements/[\w.]+", DOCKERFILE):
        assert (sources.ROOT / path).exists()


def test_interpreter_of_the_image_is_one_we_support() -> None:
    versions = re.findall(r"^FROM python:(\d+\.\d+)", DOCKERFILE, flags=re.MULTILINE)
    assert len(versions) == 2
    assert set(versions) <= {"3.11", "3.12", "3.13"}
