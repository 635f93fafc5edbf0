"""Writes of this room, a module a noun."""
