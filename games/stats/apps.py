from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Pages that show facts of every room: club home and player page."""

    name = "games.stats"
    label = "stats"
