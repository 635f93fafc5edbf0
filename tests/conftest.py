import os
from typing import Any

import pytest

from clubs.base import broker
from tests import chromium, factories


@pytest.fixture
def cast(db: None) -> factories.Cast:
    """Return the fixed cast: two clubs and everybody in them."""
    return factories.cast()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the machine's own chromium; skip where there is none."""
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.MISSING)
    # Playwright's synchronous interface keeps an event loop in this thread; Django would refuse the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Ask for English pages, in a time zone that is not the server's."""
    return {**browser_context_args, "locale": "en-GB", "timezone_id": "America/Los_Angeles"}


@pytest.fixture(autouse=True)
def broker_is_believed_in() -> None:
    """Let no test pay for a broker that was away in the one before it."""
    broker.forget()
