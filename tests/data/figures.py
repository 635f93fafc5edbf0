"""The case files of exact and published figures: distributions and crib tables."""

import json
from typing import Any

from tests.data.nights import CASES


def load(name: str) -> Any:
    """Return a case file as it is."""
    return json.loads((CASES / name).read_text(encoding="utf-8"))
