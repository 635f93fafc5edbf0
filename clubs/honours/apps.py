from django.apps import AppConfig


class HonoursConfig(AppConfig):
    """Season points and season tables."""

    name = "clubs.honours"
    label = "honours"

    def ready(self) -> None:
        """Make the season table known to the sweep, say who may watch it, and what the audit page says."""
        from clubs.base import live, versions
        from clubs.honours import audit_words as words
        from clubs.honours import permissions, selectors
        from clubs.honours.services import table
        from clubs.people import audit_words

        versions.register(versions.Derived(selectors.TABLE, "season", table.compute))
        live.allow("seasontable", permissions.watch_season)
        audit_words.register(words.WORDS)
