from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "games.matches"
    label = "matches"

    def ready(self) -> None:
        """Add this room's words to the audit log."""
        from clubs.people import audit_words as log
        from games.matches import audit_words

        log.register(audit_words.WORDS)
