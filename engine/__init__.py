"""Know cribbage: pure Python, no Django, no I/O, no clock, no randomness of its own."""

from engine.rules import Rules
from engine.state import Phase, State

__all__ = ["Phase", "Rules", "State"]
