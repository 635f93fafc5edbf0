"""Ask a process whether it is well: `python -m config.probe web|worker|beat`; the exit code is the answer."""

from __future__ import annotations

import datetime
import http.client
import os
import socket
import sys

from config import env

PORT = 8000  # where the image's web server listens
BEAT_SILENCE = datetime.timedelta(minutes=10)  # the scheduler writes down every three minutes what it has sent


def web() -> bool:
    """Ask the web server of this container whether it can serve."""
    hosts = env.words("ALLOWED_HOSTS", ["localhost"])
    headers = {"Host": hosts[0].lstrip(".*") or "localhost", "X-Forwarded-Proto": "https"}
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=8)
    connection.request("GET", "/readyz", headers=headers)
    return connection.getresponse().status == 200


def worker() -> bool:
    """Ask the worker of this container for a sign of life."""
    from config.celery import app

    return bool(app.control.ping(destination=[f"celery@{socket.gethostname()}"], timeout=5))


def beat() -> bool:
    """Look when the schedule last sent the sweep; a schedule that is new has not."""
    import django

    django.setup()
    from django.utils import timezone
    from django_celery_beat.models import PeriodicTask

    last = PeriodicTask.objects.filter(name="sweep").values_list("last_run_at", flat=True).first()
    return last is None or timezone.now() - last < BEAT_SILENCE


PROBES = {"web": web, "worker": worker, "beat": beat}


def main(arguments: list[str]) -> int:
    """Run one probe; return 0 when the process is well."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.prod")
    if len(arguments) != 1 or arguments[0] not in PROBES:
        sys.stderr.write("usage: python -m config.probe web|worker|beat\n")
        return 2
    try:
        return 0 if PROBES[arguments[0]]() else 1
    except OSError as reason:
        sys.stderr.write(f"{arguments[0]}: {reason}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
