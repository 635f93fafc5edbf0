"""Draws of a night: pure values in, pure values out (no Django, no clock, no randomness but the seed)."""

from clubs.events.draw.difference import Change, difference
from clubs.events.draw.night import draw
from clubs.events.draw.plan import Draw, DrawError, Meeting, Note, Player, ShortCard, SitOut, Stop
from clubs.events.draw.redraw import redraw

__all__ = [
    "Change",
    "Draw",
    "DrawError",
    "Meeting",
    "Note",
    "Player",
    "ShortCard",
    "SitOut",
    "Stop",
    "difference",
    "draw",
    "redraw",
]
