"""`requirements/install`, the first thing a stranger's machine runs: one sentence for each thing it lacks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture import sources

LOCKS = ("run", "local", "dev")
PIN = re.compile(r"^([\w.\-]+)==(\S+)(?: ;.*)?\s*\\?$", re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the installer and the locks, and nothing else."""
    shutil.copytree(sources.ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


def install(checkout: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the installer in a bare environment."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(checkout), "PIP_CONFIG_FILE": os.devnull, **variables}
    return subprocess.run(
        ["requirements/install", "run"], cwd=checkout, env=environment, capture_output=True, text=True
    )


def program(folder: Path, name: str, script: str) -> Path:
    """Write an executable shell script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the sentence of a refusal."""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    return line


def test_wrong_python_is_named_with_the_right_ones(checkout: Path) -> None:
    old = program(checkout, "old", '[ "$1" = -V ] && echo "Python 3.9.2" && exit 0; exit 1')
    said = one_sentence(install(checkout, PYTHON=str(old)))
    assert "Python 3.9.2" in said
    assert "3.11, 3.12 or 3.13" in said


def test_python_that_is_no_program_is_named(checkout: Path) -> None:
    assert "PYTHON=no-such-python is not a program here." in one_sentence(install(checkout, PYTHON="no-such-python"))


def test_python_that_does_not_start_is_named(checkout: Path) -> None:
    shim = program(checkout, "shim", 'echo "shim: python3.12: command not found" >&2; exit 127')
    assert "shim does not start here" in one_sentence(install(checkout, PYTHON=str(shim)))


def test_python_without_venv_is_told_how_to_get_it(checkout: Path) -> None:
    bare = program(checkout, "bare", f'case "$*" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"')
    assert "apt-get install python3-venv" in one_sentence(install(checkout, PYTHON=str(bare)))


def test_no_network_is_one_question(checkout: Path) -> None:
    done = install(checkout, PYTHON=sys.executable, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_NO_CACHE_DIR="1")
    said = one_sentence(done)
    assert "is there a network?" in said
    assert (checkout / ".venv/install.log").read_text()


def pins(name: str) -> dict[str, str]:
    """Return what a lock holds."""
    return dict(PIN.findall((sources.ROOT / "requirements" / f"{name}.lock").read_text()))


def test_each_lock_holds_the_one_before() -> None:
    run, local, dev = (pins(name) for name in LOCKS)
    assert run.items() < local.items() < dev.items()


@pytest.mark.parametrize("name", [*LOCKS, "installer", "peers"])
def test_lock_is_hashed_and_names_no_registry(name: str) -> None:
    text = (sources.ROOT / "requirements" / f"{name}.lock").read_text()
    assert len(PIN.findall(text)) == len(re.findall(r"^[\w.\-]+==", text, flags=re.MULTILINE))
    assert text.count("--hash=sha256:") >= len(PIN.findall(text))
    assert not re.search(r"https?://|--index-url|--find-links", text)


def test_lock_holds_what_the_project_asks_for() -> None:
    project = tomllib.loads((sources.ROOT / "pyproject.toml").read_text())["project"]
    for name, wanted in (
        ("run", project["dependencies"]),
        ("local", project["optional-dependencies"]["local"]),
        ("dev", project["optional-dependencies"]["dev"]),
    ):
        asked = {re.split(r"[\[<>=]", line)[0].lower().replace("_", "-") for line in wanted}
        assert asked <= set(pins(name)), name


def test_no_lock_of_another_kind_is_committed() -> None:
    assert not [name for name in ("uv.lock", "package-lock.json", "poetry.lock") if (sources.ROOT / name).exists()]
