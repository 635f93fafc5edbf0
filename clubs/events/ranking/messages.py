"""Marking of messages in modules that know no Django."""

from __future__ import annotations


def gettext_noop(message: str) -> str:
    """Return the message itself; its name makes `makemessages` collect it. The page that shows it translates it."""
    return message
