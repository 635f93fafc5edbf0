"""Two questions from outside: is this process alive, and can it serve?"""

from __future__ import annotations

from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer as long as the process runs; ask nobody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when PostgreSQL and Valkey answer, else 503 with the names of those that do not."""
    checks = {"database": _database_answers(), "valkey": _valkey_answers()}
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:  # whatever it is, the answer is no
        return False
    return True


def _valkey_answers() -> bool:
    try:
        valkey = caches["counted"]  # the other one answers without it
        valkey.set("readyz", 1, timeout=5)
        return bool(valkey.get("readyz") == 1)
    except Exception:  # whatever it is, the answer is no
        return False
