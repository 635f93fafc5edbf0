"""Where the browser of the browser tests is; `python -m tests.chromium` gets Debian's when there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS = [
    "--no-sandbox",  # a root user has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = (
    "NO CHROMIUM FOUND: the browser tests are skipped. Install chromium, or name it: CHROMIUM=/path/to/it make test"
)


def find() -> str | None:
    """Return the path of a chromium: CHROMIUM, one on the PATH, or an application; None when there is none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    on_path = (shutil.which(name) for name in NAMES)
    return next((path for path in on_path if path), None) or next(
        (path for path in APPLICATIONS if Path(path).exists()), None
    )


def install() -> str | None:
    """Install Debian's chromium, where we may; return its path or None."""
    if os.environ.get("CHROMIUM") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    sys.stdout.write("Installing chromium for the browser tests …\n")
    sys.stdout.flush()
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "-qq", "update"],
        ["apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium"],
    ):
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return find()


if __name__ == "__main__":
    if not (find() or install()):
        sys.stdout.write(f"\n{'!' * len(MISSING)}\n{MISSING}\n{'!' * len(MISSING)}\n\n")
