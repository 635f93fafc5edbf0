"""Whom PostgreSQL runs as when we are root."""

from __future__ import annotations

import contextlib
import os
import pwd

from config.services.base import EmbeddedError


def unprivileged() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise EmbeddedError("PostgreSQL does not run as root, and there is no user `postgres` or `nobody` to run it as.")


def ours() -> set[int]:
    """Return the user ids our servers run under."""
    return {os.geteuid(), *([unprivileged().pw_uid] if os.geteuid() == 0 else [])}
