"""Say in a sentence what an error of the engine means and what to do; for the command line only."""

from __future__ import annotations

from engine.errors import EngineError, NotationError

SENTENCES = {
    # cards, counting
    "no_such_card": "“{text}” is no card. Write rank and suit, like 5H, TS, 10S or 10♠.",
    "same_card_twice": "The card {card} is there twice; a pack has it once.",
    "hand_size": "A hand has four cards, or three in the five-card game; here are {size}.",
    "over_31": "{card} would make {count}; a count ends at 31.",
    "no_cards": "Name at least one card.",
    "one_starter": "Name one starter; here are {count}.",
    # rules, throws, bots
    "seats_outside": "A game has {low} to {high} players, not {seats}.",
    "target_too_low": "The target {target} is too low; the lowest is {low}.",
    "five_card_seats": "The five-card game is for two players, not {seats}.",
    "throw_size": "Such a deal has {expected} cards a player; here are {size}.",
    "bad_scores": "“{text}” is no pair of scores. Write yours and the opponent's, like 95-102, both below the target.",
    "no_table": "There is no table of chances for a target of {target}; there is from {low} to {high}.",
    "no_win_table": "Chances to win are known for two players, not for {seats}.",
    "no_five_card_table": "Chances to win are not known for the five-card game; leave the scores out.",
    "score_outside": "A score of {score} cannot be; it is {low} to {high}.",
    "no_such_bot": "There is no bot “{name}”. There are: {names}.",
    "bots_wrong": "{seats} players need {expected} bots, separated by commas; here are {count}.",
    "two_players_only": "This bot plays with two players and six cards only.",
    "number_too_low": "{what} must be at least {low}.",
    # what a record holds and its rules do not allow
    "game_over": "The game is over; nothing can follow.",
    "wrong_phase": "That does not come now: the game waits for “{phase}”.",
    "not_now": "A {field} does not come now.",
    "not_your_turn": "It is not the turn of seat {seat}, but of seat {turn}.",
    "seat_outside": "There is no seat {seat}; seats are numbered from 0 and there are {seats}.",
    "hands_wrong": "The deal gives {sizes} cards; the rules want {expected}.",
    "hidden_card": "A card that nobody has seen cannot be played again.",
    "already_discarded": "Seat {seat} has thrown already.",
    "discard_count": "A throw is {expected} cards; here are {count}.",
    "card_not_held": "{card} is not in the hand.",
    "card_not_in_pack": "{card} is not in the pack any more.",
    "claim_not_manual": "Points are claimed only where players count themselves (flag c of the rules).",
    "not_manual": "Points are claimed only where players count themselves (flag c of the rules).",
    "not_muggins": "Missed points are claimed only with muggins (flag m of the rules).",
    "claim_outside": "A claim of {points} cannot be; there are {low} to {high}.",
    "dealer_counts_crib": "Seat {seat} cannot count the crib; it is the dealer's, seat {dealer}.",
    "not_an_opponent": "Seat {seat} cannot claim what seat {counted} missed: they are partners.",
    "count_not_over": "The count is not over at {count}.",
    "count_over": "The count is over at {count}.",
    "parts_wrong": "“{field}” has {count} parts; there must be {expected}.",
    "back_peg_ahead": "The back peg, {back}, is not behind the front peg, {score}.",
    "deal_outside": "Deals are numbered from {low}.",
    "cuts_wrong": "Seats {expected} cut; here are cards of {seats}.",
    "dealer_not_cut": "The cut makes seat {expected} the dealer, not seat {dealer}.",
    "not_from_pack": "The {field} does not come from the pack that is given.",
    # what cannot be read
    "fields_wrong": "A position has {expected} fields; here are {count}.",
    "field_unreadable": "“{text}” cannot be read as {field}.",
    "not_toml": "This is no TOML document (line {line}): {reason}.",
    "key_missing": "The key “{key}” is missing.",
    "key_unreadable": "The value of “{key}” cannot be read.",
    "version_unknown": "This is version {version} of the format; known is {known}.",
    # a result that does not follow
    "result_wrong": "The record claims {result}; its deals lead to {reached}.",
    "game_not_over": "The record claims a finished game; its deals lead to {reached}.",
    "game_was_won": "The record says “{ended}”, but side {winner} had won.",
}


def sentence(error: EngineError) -> str:
    """Word an error: its place and its sentence, or its code and figures where nobody is expected to meet it.

    >>> from engine.errors import IllegalHere
    >>> sentence(IllegalHere("card_not_held", card="Qd", deal=1, column=44))
    'Deal 1, column 44: Qd is not in the hand.'
    """
    words = SENTENCES.get(error.code)
    said = words.format(**{key: _plain(value) for key, value in error.data.items()}) if words else str(error)
    if not isinstance(error, NotationError):
        return said
    where = f"column {error.column}" if error.deal is None else f"deal {error.deal}, column {error.column}"
    return f"{where[0].upper()}{where[1:]}: {said}"


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list | frozenset) else str(value)
