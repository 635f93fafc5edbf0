"""Matches and games, what each card says of them, and what was ruled; a module a noun."""

from games.matches.models.cards import Card, CardClaim, Reading
from games.matches.models.desk import DeskLine
from games.matches.models.games import Claim, Game, GameSide, Match, MatchSide, Ruling, Source

__all__ = [
    "Card",
    "CardClaim",
    "Claim",
    "DeskLine",
    "Game",
    "GameSide",
    "Match",
    "MatchSide",
    "Reading",
    "Ruling",
    "Source",
]
