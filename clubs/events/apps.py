from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Seasons, nights, draws, the ledger of results and its standings."""

    name = "clubs.events"
    label = "events"

    def ready(self) -> None:
        """Make the standings known to the sweep, and say who may watch a night."""
        from clubs.base import live, versions
        from clubs.events import audit_words as words
        from clubs.events import permissions
        from clubs.events.selectors.standings import TABLE
        from clubs.events.services import standings
        from clubs.people import audit_words

        audit_words.register(words.WORDS)
        versions.register(versions.Derived(TABLE, "stage", standings.compute))
        live.allow("night", permissions.watch_night)
        live.allow("standings", permissions.watch_standings)
