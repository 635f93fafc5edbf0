"""Rank cards: schemes, what a card can say, tie-breaks, places. Pure: values in, values out."""
