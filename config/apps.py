"""The house itself as an application: its commands, and the wires between the rooms."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Connect what happens in a room with the work that follows from it."""

    name = "config"
    label = "house"

    def ready(self) -> None:
        """Bind the Celery application, so that every `shared_task` is its own, and hand the table to the rooms."""
        from clubs.base import jobs
        from config import celery

        jobs.connect(celery.HAPPENINGS, celery.send)
