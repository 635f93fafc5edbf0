"""Seasons, nights, entries, standings and what was published of them, for programs."""
