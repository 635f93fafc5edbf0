"""Run functions at the same moment in threads of their own, each with its own connection to the database."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections


def together(*functions: Callable[[], Any]) -> list[Any]:
    """Return what each function returned or raised, in the order given; all of them begin at once."""
    gate = threading.Barrier(len(functions))
    outcomes: list[Any] = [None] * len(functions)

    def run(index: int, function: Callable[[], Any]) -> None:
        try:
            gate.wait(10)
            outcomes[index] = function()
        except Exception as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(functions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive(), "two transactions wait for each other"
    return outcomes
