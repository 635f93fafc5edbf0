"""Time the engine against its peers and its limits: medians of interleaved runs, printed as ratios.

    python bench/engine.py [--rounds 5] [--games 40]

cribbage-scorer is the peer for counting, cribbagesim (which needs Python 3.12) for whole games. Both are installed from
requirements/peers.lock into var/peers, with Python 3.12 or later where one is found (PYTHON312 names it), and every row
then runs on that interpreter. Without one the rows of cribbagesim say that they were not run.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "var" / "peers"
LOCK = ROOT / "requirements" / "peers.lock"


def main() -> int:
    """Prepare the peers, then measure; the exit status is 1 when a limit is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    python = prepared()
    command = [str(python), "-m", "bench.support.engine", str(options.rounds), str(options.games)]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})  # noqa: S603


def prepared() -> Path:
    """Return the Python of an environment that holds the peers; make it if need be."""
    python = PEERS / "bin" / "python"
    stamp = PEERS / "lock"
    if not stamp.exists() or stamp.read_text() != LOCK.read_text():
        shutil.rmtree(PEERS, ignore_errors=True)
        subprocess.check_call([newest(), "-m", "venv", str(PEERS)])  # noqa: S603
        install = [str(python), "-m", "pip", "install", "--quiet", "--quiet", "--require-hashes", "-r", str(LOCK)]
        subprocess.check_call([*install, "--disable-pip-version-check"])  # noqa: S603
        stamp.write_text(LOCK.read_text())
    return python


def newest() -> str:
    """Name an interpreter of Python 3.12 or later that starts, else the one that runs this."""
    if sys.version_info >= (3, 12):
        return sys.executable
    homes = sorted(Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python"))
    for name in (os.environ.get("PYTHON312"), "python3.12", "python3.13", *map(str, homes)):
        if name and shutil.which(name):
            asked = [name, "-c", "import sys; raise SystemExit(sys.version_info < (3, 12))"]
            if subprocess.call(asked, stderr=subprocess.DEVNULL) == 0:  # noqa: S603
                return name
    return sys.executable


if __name__ == "__main__":
    raise SystemExit(main())
