from django.apps import AppConfig


class HonoursConfig(AppConfig):
    """Season points and season tables."""

    name = "clubs.honours"
    label = "honours"

    def ready(self) -> None:
        """Make the season table known to the sweep, and say who may watch it."""
        from clubs.base import live, versions
        from clubs.honours import permissions, selectors
        from clubs.honours.services import table

        versions.register(versions.Derived(selectors.TABLE, "season", table.compute))
        live.allow("seasontable", permissions.watch_season)
